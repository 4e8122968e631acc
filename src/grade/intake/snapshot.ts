/** A copy of what is judged, taken once: whatever happens to the class folder afterwards, the verdict is of these bytes. */
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import type { GradeLimits, HandedIn } from "../record.ts";
import { checkText } from "./encoding.ts";
import { below, bytesOf, entriesOf, inFolder, type Kind, type Place } from "./folder.ts";
import { mentionsIn, triedFor } from "./imports.ts";
import type { Submission } from "./intake.ts";
import { byCodePoint, isPassedOver, shown, spelling } from "./names.ts";
import { odd, Refusal, tooMany, tooMuch, type Refused } from "./refusals.ts";

/** `file`: absolute path of the copied code.ts. `digest`: sha256 of the names and bytes of all that was copied. */
export type Snapshot = { file: string; digest: string; handedIn: HandedIn } | { refused: Refused };

const most = { files: 64, bytes: 1_048_576 };

/** Files of a program by their paths below its folder, with slashes: `code.ts` first. */
type Files = Map<string, Buffer>;

/**
 * Copies code.ts and the files beside and below it that it could import, into a folder of its own that is closed to others.
 * @param into a folder that is empty or not there yet; nothing is written to it where the submission is refused
 * @param limits.file bytes that one file may have
 */
export function snapshot(submission: Submission, into: string, limits: Pick<GradeLimits, "file">): Snapshot {
  if ("refused" in submission) return { refused: submission.refused };
  try {
    const files = new Program(submission.place, limits.file).read(submission.alone);
    return { file: join(into, "code.ts"), digest: written(files, into), handedIn: toldOf(files, submission.path) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.refused };
    throw error;
  }
}

/** What `use` gives of a copy that is removed again. */
export function briefly<Result>(submission: Submission, limits: Pick<GradeLimits, "file">, use: (taken: Snapshot) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "pi-kata-look-"));
  try {
    return use(snapshot(submission, join(folder, "one"), limits));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class Program {
  readonly #folder: Place;
  readonly #entry: Buffer;
  readonly #limit: number;
  readonly #files: Files = new Map();
  /** what folders hold, by their paths; undefined where there is no such folder */
  readonly #folders = new Map<string, Map<string, Kind> | undefined>();

  constructor(entry: Place, limit: number) {
    this.#folder = { root: entry.root, names: entry.names.slice(0, -1) };
    this.#entry = entry.names.at(-1) ?? Buffer.alloc(0);
    this.#limit = limit;
  }

  /** @throws Refusal */
  read(alone: boolean): Files {
    const label = shown(spelling(this.#entry));
    this.#add("code.ts", inFolder(this.#folder, (folder) => bytesOf(folder, this.#entry, label, this.#limit)), label);
    // A map goes on to what is added while it is walked.
    if (!alone) for (const [path, bytes] of this.#files) this.#addMentioned(path, bytes);
    return this.#files;
  }

  #addMentioned(from: string, bytes: Buffer): void {
    for (const { path, imported } of mentionsIn(bytes.toString("utf8"))) {
      for (const tried of triedFor(path, from)) {
        if (!this.#files.has(tried)) this.#tryFile(tried, imported);
      }
    }
  }

  /** Words in quotes that only look like a path must not cost anything: where nothing imports it, what is no program is passed over. */
  #tryFile(path: string, imported: boolean): void {
    const kind = this.#kindOf(path);
    if (kind === undefined || kind === "folder") return;
    try {
      if (kind !== "file") throw new Refusal(odd(shown(path), kind));
      this.#add(path, this.#bytesOf(path), shown(path));
    } catch (error) {
      if (imported || !(error instanceof Refusal)) throw error;
    }
  }

  #add(path: string, bytes: Buffer, label: string): void {
    checkText(bytes, label);
    if (this.#files.size >= most.files) throw new Refusal(tooMany(most.files));
    const sum = [...this.#files.values()].reduce((all, { length }) => all + length, bytes.length);
    if (sum > most.bytes) throw new Refusal(tooMuch(most.bytes));
    this.#files.set(path, bytes);
  }

  #bytesOf(path: string): Buffer {
    const names = path.split("/").map((name) => Buffer.from(name));
    return inFolder(below(this.#folder, ...names.slice(0, -1)), (folder) => bytesOf(folder, names.at(-1) ?? Buffer.alloc(0), shown(path), this.#limit));
  }

  #kindOf(path: string): Kind | undefined {
    const [above, name] = split(path);
    return this.#inside(above)?.get(name);
  }

  /** Names that are no UTF-8 are left out: no import can spell them. */
  #inside(path: string): Map<string, Kind> | undefined {
    if (this.#folders.has(path)) return this.#folders.get(path);
    const there = path === "" || this.#kindOf(path) === "folder";
    const names = path === "" ? [] : path.split("/").map((name) => Buffer.from(name));
    const entries = there ? inFolder(below(this.#folder, ...names), entriesOf).filter(({ name }) => !isPassedOver(spelling(name))) : [];
    const inside = there ? new Map(entries.map(({ name, kind }) => [name.toString("utf8"), kind])) : undefined;
    this.#folders.set(path, inside);
    return inside;
  }
}

function split(path: string): [string, string] {
  const at = path.lastIndexOf("/");
  return [path.slice(0, Math.max(0, at)), path.slice(at + 1)];
}

/** @param path of the program below the class folder, where the others have theirs beside it */
function toldOf(files: Files, path: string): HandedIn {
  const [[, program = Buffer.alloc(0)] = [], ...more] = files;
  const others = more.sort(([a], [b]) => byCodePoint(a, b)).map(([name, bytes]) => ({ path: posix.join(posix.dirname(path), name), sha256: sha256Of(bytes) }));
  return { path, sha256: sha256Of(program), bytes: program.length, ...(others.length === 0 ? {} : { others }) };
}

const sha256Of = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** @returns the digest of all */
function written(files: Files, into: string): string {
  mkdirSync(into, { recursive: true, mode: 0o700 });
  chmodSync(into, 0o700);
  if (readdirSync(into).length > 0) throw new Error(`${into} is not empty`);
  const hash = createHash("sha256");
  for (const [path, content] of [...files].sort(([a], [b]) => byCodePoint(a, b))) {
    const file = join(into, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, content, { flag: "wx", mode: 0o600 });
    // The length keeps the end of one file apart from the beginning of the next.
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}
