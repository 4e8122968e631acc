/** What is copied of a submission, and what is refused: nothing that is swapped in meanwhile is read or waited for. */
import { createHash } from "node:crypto";
import fs, { chmodSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { intake, type Submission } from "../../src/grade/intake/intake.ts";
import { snapshot, type Snapshot } from "../../src/grade/intake/snapshot.ts";
import { classroom, pipe, scratch } from "./classroom.ts";

const limits = { file: 262_144 };

function first(folder: string): Submission {
  const [submission] = intake(folder).submissions;
  if (submission === undefined) throw new Error("no submission");
  return submission;
}

const taken = (folder: string, into = join(scratch(), "into")): Snapshot => snapshot(first(folder), into, limits);
const said = (taken: Snapshot): string => ("refused" in taken ? `${taken.refused.verdict}: ${taken.refused.sentence.en}` : "taken");

/** Paths of all files of a copy. */
function copied(folder: string): string[] {
  const into = join(scratch(), "into");
  expect(said(snapshot(first(folder), into, limits))).toBe("taken");
  const entries = readdirSync(into, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(into.length + 1)).toSorted();
}

test("the copy is the same bytes, closed to others, and known by its digest", () => {
  const into = join(scratch(), "into");
  const bytes = Buffer.from("\ufeffexport const a = 1;\r\n");
  const result = snapshot(first(classroom({ "ann/code.ts": bytes })), into, limits);
  expect(result).toMatchObject({ file: join(into, "code.ts"), handedIn: { bytes: bytes.length } });
  expect(readFileSync(join(into, "code.ts"))).toEqual(bytes);
  if (process.platform !== "win32") expect([into, join(into, "code.ts")].map((place) => lstatSync(place).mode & 0o777)).toEqual([0o700, 0o600]);
  expect(taken(classroom({ "ben.ts": bytes }))).toMatchObject({ digest: "digest" in result ? result.digest : "" });
  expect(taken(classroom({ "ben.ts": "other" }))).not.toMatchObject({ digest: "digest" in result ? result.digest : "" });
});

/** As `sha256sum` tells it of the file in the class folder. */
const sumOf = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");

test.each([["plain text", "export {};\n"], ["CRLF and a byte order mark", "\ufeffexport const a = 1;\r\n"], ["no byte", ""]])("the sha256 that is told is that of the file itself: %s", (_what, text) => {
  for (const path of ["ann/code.ts", "ben.ts"]) {
    const folder = classroom({ [path]: text });
    expect(taken(folder)).toMatchObject({ handedIn: { path, sha256: sumOf(join(folder, path)), bytes: Buffer.byteLength(text) } });
  }
});

test("files that come along are told with the sha256 of each, by their paths below the class folder", () => {
  const folder = classroom({ "ann/workspace/code.ts": 'import "./b.ts"; import "./lib/a.ts";\r\n', "ann/workspace/lib/a.ts": "\ufeff", "ann/workspace/b.ts": "b" });
  const names = ["ann/workspace/b.ts", "ann/workspace/lib/a.ts"];
  expect(taken(folder)).toMatchObject({ handedIn: { path: "ann/workspace/code.ts", sha256: sumOf(join(folder, "ann/workspace/code.ts")), others: names.map((path) => ({ path, sha256: sumOf(join(folder, path)) })) } });
});

test.each(["", " \n", "// nothing\n"])("a file with no program in it, %j, is judged", (text) => expect(copied(classroom({ "ann/code.ts": text }))).toEqual(["code.ts"]));

test("files that the program could import come along, and no others", () => {
  const folder = classroom({
    "ann/code.ts": 'import { a } from "./a.ts";\nimport b from "./lib/b";\nexport * from "./c.js";\nimport "./folder";\nconst d = import(`./data.json`);\nimport "../ben/code.ts"; import "./node_modules/x.ts"; import "./.git/x.ts"; import "./backups/x.ts"; import "./none.ts"; "./mentioned"',
    "ann/a.ts": "",
    "ann/lib/b.ts": 'import "../deep/e.mts";\nimport "./../../../etc/passwd";',
    "ann/deep/e.mts": 'import "../code.ts"; import "../a";',
    "ann/c.ts": "",
    "ann/folder/index.ts": "",
    "ann/data.json": "{}",
    "ann/mentioned.ts": "",
    "ann/other.ts": "",
    "ann/node_modules/x.ts": "",
    "ann/.git/x.ts": "",
    "ann/backups/x.ts": "",
    "ben/code.ts": "",
  });
  expect(copied(folder)).toEqual(["a.ts", "c.ts", "code.ts", "data.json", "deep/e.mts", "folder/index.ts", "lib/b.ts", "mentioned.ts"]);
});

test("a single file has nothing beside it", () => {
  expect(copied(classroom({ "ann.ts": 'import "./x.ts";', "x.d.ts": "", "zoe.ts": "" }))).toEqual(["code.ts"]);
});

test("of a clone only the workspace counts", () => {
  expect(copied(classroom({ "ann/workspace/code.ts": 'import "./a.ts"; import "../solution/s06/code.ts";', "ann/workspace/a.ts": "", "ann/solution/s06/code.ts": "" }))).toEqual(["a.ts", "code.ts"]);
});

test("the digest is of all files and their names", () => {
  const digest = (files: Record<string, string>): string => {
    const result = taken(classroom(files));
    return "digest" in result ? result.digest : said(result);
  };
  const code = 'import "./a.ts"; import "./b.ts";';
  const all = ["xy", "x"].map((a) => digest({ "ann/code.ts": code, "ann/a.ts": a, "ann/b.ts": a === "x" ? "y" : "" }));
  expect(new Set([...all, digest({ "ann/code.ts": code, "ann/b.ts": "xy", "ann/a.ts": "" })]).size).toBe(3);
});

test.each<[string, Buffer, string]>([
  ["UTF-16 with a mark", Buffer.from("\ufeffexport const a = 1;\n", "utf16le"), "is saved as UTF-16"],
  ["UTF-16, the other way round", Buffer.from("\ufeffexport const a = 1;\n", "utf16le").swap16(), "is saved as UTF-16"],
  ["UTF-16 without a mark", Buffer.from("// 你好\nexport const a = 1;\n", "utf16le"), "is saved as UTF-16"],
  ["NUL", Buffer.from("const a = 1;\nconst b = '\0';\n"), "has a NUL byte (line 2)"],
  ["nothing but NUL", Buffer.alloc(4096), "has a NUL byte (line 1)"],
  ["Latin-1", Buffer.from("// caf\u00e9 tr\u00e8s bon\n", "latin1"), "is not UTF-8 text (line 1; it looks like Latin-1)"],
  ["GBK", Buffer.concat([Buffer.from("const a = 1;\n// "), Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), Buffer.from("\n")]), "is not UTF-8 text (line 2; it looks like GBK)"],
  ["a character cut short", Buffer.from("// 你好").subarray(0, -1), "is not UTF-8 text (line 1"],
])("%s is told", (_what, bytes, words) => {
  expect(said(taken(classroom({ "ann/code.ts": bytes })))).toContain(`invalid-file: code.ts ${words}`);
  expect(said(taken(classroom({ "ann/code.ts": 'import "./part.ts";', "ann/part.ts": bytes })))).toContain(`invalid-file: part.ts ${words}`);
});

test("256 KiB may be, one byte more may not, and a terabyte of nothing is not read", () => {
  expect(said(taken(classroom({ "ann/code.ts": " ".repeat(limits.file) })))).toBe("taken");
  expect(said(taken(classroom({ "ann/code.ts": " ".repeat(limits.file + 1) })))).toContain("invalid-file: code.ts is larger than 256 KiB");
  const folder = classroom({ "ann/code.ts": "" });
  truncateSync(join(folder, "ann", "code.ts"), 2 ** 40);
  expect(said(taken(folder))).toContain("larger than 256 KiB");
});

test("64 files may be, and 1 MiB together", () => {
  const parts = (count: number, size: number) => {
    const names = Array.from({ length: count }, (_one, at) => `p${at}.ts`);
    return classroom({ "ann/code.ts": names.map((name) => `import "./${name}";`).join("\n"), ...Object.fromEntries(names.map((name) => [`ann/${name}`, " ".repeat(size)])) });
  };
  expect(said(taken(parts(63, 1)))).toBe("taken");
  expect(said(taken(parts(64, 1)))).toContain("invalid-file: The program has more than 64 files");
  expect(said(taken(parts(4, 250_000)))).toBe("taken");
  expect(said(taken(parts(5, 250_000)))).toContain("larger than 1 MiB together");
});

test("an odd file is refused where it is imported, and not where words only look like its path", () => {
  const folder = classroom({ "ann/code.ts": 'import "./part.ts";', "away.md": "secret" });
  symlinkSync("../away.md", join(folder, "ann", "part.ts"));
  expect(said(taken(folder))).toBe("invalid-file: part.ts is a symbolic link, and links are not followed. Hand in the file itself.");
  writeFileSync(join(folder, "ann", "code.ts"), 'const path = "./part.ts";');
  expect(copied(folder)).toEqual(["code.ts"]);
});

test("files in a linked folder are not copied", () => {
  const folder = classroom({ "ann/code.ts": 'import "./lib/a.ts";' });
  symlinkSync(classroom({ "a.ts": "secret" }), join(folder, "ann", "lib"));
  expect(copied(folder)).toEqual(["code.ts"]);
});

test("a socket is no file", async () => {
  const folder = classroom({ "ann/": "" });
  const server = createServer().listen(join(folder, "ann", "code.ts"));
  await new Promise((done) => server.once("listening", done));
  expect(said(taken(folder))).toBe("invalid-file: code.ts is a socket. It has to be a text file.");
  await new Promise((done) => server.close(done));
});

test("a hard link is a file like any other", () => {
  const folder = classroom({ "ann/": "", "away.md": "text" });
  linkSync(join(folder, "away.md"), join(folder, "ann", "code.ts"));
  expect(said(taken(folder))).toBe("taken");
});

test.runIf(process.platform === "linux")("a name that is no UTF-8 leads to its file", () => {
  const folder = scratch();
  const student = Buffer.concat([Buffer.from(`${folder}/a`), Buffer.from([0xff])]);
  mkdirSync(student);
  writeFileSync(Buffer.concat([student, Buffer.from("/code.ts")]), "text");
  expect(taken(folder)).toMatchObject({ handedIn: { bytes: 4 } });
});

test("a file that cannot be read costs its student nothing", () => {
  const folder = classroom({ "ann/code.ts": "" });
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "ann", "code.ts"), 0o000);
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(65534);
  try {
    expect(said(snapshot(first(folder), join(folder, "into"), limits))).toBe("grader-error: code.ts cannot be read on the machine that grades (EACCES). This costs nothing: ask your teacher.");
  } finally {
    if (root) process.seteuid?.(0);
  }
});

test("a folder that is not empty is not written to, and a refused submission writes nothing", () => {
  const into = classroom({ "there.txt": "" });
  expect(() => taken(classroom({ "ann.ts": "" }), into)).toThrow("is not empty");
  expect(readdirSync(into)).toEqual(["there.txt"]);
  const other = join(scratch(), "into");
  expect(said(taken(classroom({ "ann.ts": "\0" }), other))).toContain("NUL");
  expect(lstatSync(other, { throwIfNoEntry: false })).toBeUndefined();
});

/** Something that happens right after the look at a file, before it is opened. */
function swappedAfterLook(folder: string, swap: () => void): string {
  const submission = first(folder);
  const real = fs.lstatSync;
  let pending = true;
  Reflect.set(fs, "lstatSync", (...args: Parameters<typeof real>) => {
    const found = real(...args);
    if (pending && String(args[0]).endsWith("/code.ts")) {
      pending = false;
      swap();
    }
    return found;
  });
  syncBuiltinESMExports();
  try {
    return said(snapshot(submission, join(scratch(), "into"), limits));
  } finally {
    Reflect.set(fs, "lstatSync", real);
    syncBuiltinESMExports();
  }
}

test.each<[string, (code: string) => void, RegExp]>([
  ["a link", (code) => symlinkSync("../away.md", code), /^grader-error: code\.ts changed/],
  ["a pipe", (code) => pipe(code), /^invalid-file: code\.ts is a named pipe/],
  ["a folder", (code) => mkdirSync(code), /^invalid-file: code\.ts is a folder/],
  ["another file", (code) => writeFileSync(code, "other"), /^grader-error: code\.ts changed/],
  ["nothing", () => {}, /^grader-error: code\.ts changed/],
])("%s that takes the place of a file between look and opening is not read", (_what, put, words) => {
  const folder = classroom({ "ann/code.ts": "", "away.md": "secret" });
  const code = join(folder, "ann", "code.ts");
  expect(
    swappedAfterLook(folder, () => {
      renameSync(code, `${code}.old`);
      put(code);
    }),
  ).toMatch(words);
});

test("a link in the place of the student's folder is not gone through", () => {
  const folder = classroom({ "ann/code.ts": "mine" });
  const away = classroom({ "code.ts": "secret" });
  const submission = first(folder);
  rmSync(join(folder, "ann"), { recursive: true });
  symlinkSync(away, join(folder, "ann"));
  expect(said(snapshot(submission, join(scratch(), "into"), limits))).toContain("invalid-file: ann is a symbolic link");
});

test.runIf(process.platform === "linux")("nor is one that comes while the folder is held", () => {
  const folder = classroom({ "ann/code.ts": "mine" });
  const away = classroom({ "code.ts": "a longer secret" });
  const swap = (): void => {
    renameSync(join(folder, "ann"), join(folder, "old"));
    symlinkSync(away, join(folder, "ann"));
  };
  expect(swappedAfterLook(folder, swap)).toBe("taken");
});
