/**
 * Folders and files of a class, reached name by name and never through a link. On Linux each folder on the way is held
 * open and the next name is looked up in it, so nobody can put a link in its place meanwhile. Elsewhere each is looked at just before.
 */
import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readdirSync, readSync, type Dirent, type Stats } from "node:fs";
import { codeOf } from "../../disk.ts";
import { shown, spelling } from "./names.ts";
import { changed, odd, Refusal, tooLarge, unreadable } from "./refusals.ts";

/** A place below the class folder; names are bytes, since some are no text. */
export type Place = { root: string; names: Buffer[] };
export type Kind = "file" | "folder" | "link" | "pipe" | "socket" | "device";
export type Entry = { name: Buffer; kind: Kind };
/** A folder that is being looked into: the way to it as the system takes it, and its handle on Linux. */
export type Folder = { way: Buffer; handle?: number };

const holds = process.platform === "linux" && existsSync("/proc/self/fd");
// Windows has none of these.
const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;

export const below = ({ root, names }: Place, ...more: Buffer[]): Place => ({ root, names: [...names, ...more] });
/** `alice/code.ts` */
export const pathOf = ({ names }: Place): string => names.map(spelling).join("/");

/** What a folder of the class has in it; links are told, not followed. @throws what the system says */
export const listed = ({ root, names }: Place): Entry[] => entriesIn(Buffer.concat([Buffer.from(root), ...names.flatMap((name) => [slash, name])]));
export const entriesOf = ({ way }: Folder): Entry[] => entriesIn(way);

const slash = Buffer.from("/");

const entriesIn = (way: Buffer): Entry[] => readdirSync(way, { encoding: "buffer", withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) }));

function kindOf(one: Dirent<Buffer> | Stats): Kind {
  if (one.isFile()) return "file";
  if (one.isDirectory()) return "folder";
  if (one.isSymbolicLink()) return "link";
  if (one.isFIFO()) return "pipe";
  return one.isSocket() ? "socket" : "device";
}

/** Goes to a folder below the class folder and gives what `use` gives of it. @throws Refusal where something on the way is no folder */
export function inFolder<T>({ root, names }: Place, use: (folder: Folder) => T): T {
  let folder = hold(Buffer.from(root), names.length === 0 ? root : ".");
  try {
    for (const name of names) {
      const next = step(folder, name);
      release(folder);
      folder = next;
    }
    return use(folder);
  } finally {
    release(folder);
  }
}

function step(folder: Folder, name: Buffer): Folder {
  const way = Buffer.concat([folder.way, slash, name]);
  const label = shown(spelling(name));
  const { kind } = look(way, label);
  if (kind !== "folder") throw new Refusal(odd(label, kind));
  return hold(way, label);
}

function hold(way: Buffer, label: string): Folder {
  if (!holds) return { way };
  const handle = opened(way, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, label);
  return { way: Buffer.from(`/proc/self/fd/${handle}`), handle };
}

const release = ({ handle }: Folder): void => {
  if (handle !== undefined) closeSync(handle);
};

/**
 * The bytes of a regular file, at most `limit`. The file is looked at before it is opened, and again through its handle:
 * a pipe or a device in its place is neither waited for nor read. @throws Refusal
 */
export function bytesOf(folder: Folder, name: Buffer, label: string, limit: number): Buffer {
  const way = Buffer.concat([folder.way, slash, name]);
  const before = look(way, label);
  if (before.kind !== "file") throw new Refusal(odd(label, before.kind));
  const handle = opened(way, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, label);
  try {
    const found = fstatSync(handle);
    const kind = kindOf(found);
    if (kind !== "file") throw new Refusal(odd(label, kind));
    if (found.ino !== before.ino || found.dev !== before.dev) throw new Refusal(changed(label));
    if (found.size > limit) throw new Refusal(tooLarge(label, limit));
    return readUpTo(handle, label, limit);
  } finally {
    closeSync(handle);
  }
}

/** The size that the system told may be wrong by now: the limit counts for what is read. */
function readUpTo(handle: number, label: string, limit: number): Buffer {
  const room = Buffer.allocUnsafe(limit + 1);
  let length = 0;
  for (;;) {
    const count = attempt(label, () => readSync(handle, room, length, room.length - length, null));
    length += count;
    if (length > limit) throw new Refusal(tooLarge(label, limit));
    if (count === 0) return Buffer.from(room.subarray(0, length));
  }
}

const look = (way: Buffer, label: string) => {
  const found = attempt(label, () => lstatSync(way));
  return { kind: kindOf(found), ino: found.ino, dev: found.dev };
};

const opened = (way: Buffer, flags: number, label: string): number => attempt(label, () => openSync(way, flags));

function attempt<T>(label: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    const code = codeOf(error);
    // It was of the right kind when it was looked at, so it is another one by now.
    if (["ENOENT", "ENOTDIR", "ELOOP", "ENXIO", "EISDIR"].includes(code)) throw new Refusal(changed(label));
    if (code === "") throw error;
    throw new Refusal(unreadable(label, code));
  }
}
