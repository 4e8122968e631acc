/** The name of a file that belongs to one student. */
import { digest } from "./escape.ts";

/** Lower-case letters, digits, and letters of scripts that have no case: a file system that ignores case keeps them apart. */
const plain = /^(?=.)(?![-._])[a-z0-9._\-\p{Lo}]*(?<!\.)$/u;
const invisible = /\p{Default_Ignorable_Code_Point}/u;
/** Devices of Windows, whatever follows the first dot. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;
/** Bytes of an id that is kept; a file system takes 255, an encrypted one 143. */
const longest = 100;

/**
 * A student's id as the name of a file, without an ending. No two ids share a name on any file system, provided that all
 * files of a folder have the same ending. An id that every system takes as it is stays as it is. Of any other the name is
 * what can be kept of it, `=`, and 32 digits of its sha256: upper case, spaces, `../x`, `con`, 255 bytes, emoji. No kept
 * id contains `=`, so the two kinds cannot meet; the digits alone tell ids of the second kind apart.
 */
export function fileNameOf(student: string): string {
  const id = student.normalize("NFC");
  const kept = plain.test(id) && !invisible.test(id) && !reserved.test(id) && id === id.normalize("NFKC") && Buffer.byteLength(id) <= longest;
  return kept ? id : `${slugOf(id)}=${digest(id).slice(0, 32)}`;
}

/** For the eye: up to 16 characters that no system minds. */
function slugOf(id: string): string {
  const letters = [...id.normalize("NFKC")].map((char) => (/[A-Za-z0-9\p{Lo}]/u.test(char) && !invisible.test(char) ? char : "-")).join("");
  const tidy = [...letters.replace(/-+/g, "-").replace(/^-/, "")].slice(0, 16).join("").replace(/-$/, "");
  return tidy === "" ? "student" : tidy;
}
