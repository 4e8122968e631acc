/** What is found in a class folder: every kind of name and layout that students and course systems make. */
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { intake, type Submission } from "../../src/grade/intake/intake.ts";
import { Unable } from "../../src/unable.ts";
import { classroom, pipe, rosterFile, scratch } from "./classroom.ts";

const students = (folder: string, roster?: string): string[] => intake(folder, { roster }).submissions.map(({ student }) => student);
const english = (folder: string, roster?: string): string[] => intake(folder, { roster }).notes.map(({ en }) => en);

/** `path`, or the verdict and the sentence. */
const outcome = (submission: Submission | undefined): string => (submission === undefined ? "nobody" : "refused" in submission ? `${submission.refused.verdict}: ${submission.refused.sentence.en}` : submission.path);
const outcomes = (folder: string, roster?: string): Record<string, string> => Object.fromEntries(intake(folder, { roster }).submissions.map((one) => [one.student, outcome(one)]));
const only = (folder: string): string => outcome(intake(folder).submissions[0]);

function refusal(run: () => unknown): Unable {
  try {
    run();
  } catch (error) {
    if (error instanceof Unable) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

test("a folder, a file, a clone and one folder more are found", () => {
  const folder = classroom({
    "ann/code.ts": "",
    "ben.ts": "",
    "cleo/workspace/code.ts": "",
    "cleo/solution/s01/code.ts": "",
    "cleo/src/starter/code.ts": "",
    "dora/submission/code.ts": "",
    "emil/pi-kata-main/workspace/code.ts": "",
    "emil/__MACOSX/code.ts": "",
    "emil/node_modules/code.ts": "",
    "emil/.git/code.ts": "",
    "Fay.TS": "",
  });
  expect(outcomes(folder)).toEqual({ Fay: "Fay.TS", ann: "ann/code.ts", ben: "ben.ts", cleo: "cleo/workspace/code.ts", dora: "dora/submission/code.ts", emil: "emil/pi-kata-main/workspace/code.ts" });
  expect(intake(folder).submissions[1]).toMatchObject({ student: "ann", entry: join(folder, "ann", "code.ts"), alone: false });
  expect(intake(folder).submissions[2]).toMatchObject({ entry: join(folder, "ben.ts"), alone: true });
  expect(english(folder)).toEqual([]);
});

test("code.ts at the top is the one that counts, and a workspace beside it is told", () => {
  const folder = classroom({ "ann/code.ts": "", "ann/workspace/code.ts": "", "ann/old/code.ts": "" });
  expect(only(folder)).toBe("ann/code.ts");
  expect(english(folder)).toEqual(["ann: code.ts is judged, and not workspace/code.ts, which is there as well."]);
});

test("of two folders further in none is chosen", () => {
  expect(only(classroom({ "ann/old/code.ts": "", "ann/new try/workspace/code.ts": "" }))).toMatch(/^invalid-file: There is more than one code\.ts: .*"new try\/workspace\/code\.ts".*/);
});

test("two folders more are too many", () => {
  expect(only(classroom({ "ann/a/b/code.ts": "" }))).toMatch(/^missing: What was handed in has no file code\.ts\./);
});

test("a folder without code.ts says what is there instead", () => {
  expect(only(classroom({ "ann/": "" }))).toBe("missing: What was handed in has no file code.ts. Name the program code.ts.");
  expect(only(classroom({ "ann/main.ts": "", "ann/notes.md": "" }))).toBe("missing: What was handed in has no file code.ts. There is main.ts. Name the program code.ts.");
  expect(only(classroom({ "ann/homework.zip": "" }))).toBe("missing: What was handed in has no file code.ts. There is homework.zip. Archives are not opened: hand in code.ts itself.");
});

test("litter leaves no trace, and whatever else lies about is told", () => {
  const folder = classroom({ "ann/code.ts": "", ".DS_Store": "", "__MACOSX/ann/code.ts": "", ".git/code.ts": "", "Thumbs.db": "", "desktop.ini": "", "._ann.ts": "", "README.md": "", "ben.zip": "", "types.d.ts": "", "node_modules/x/code.ts": "" });
  pipe(join(folder, "pipe"));
  expect(students(folder)).toEqual(["ann"]);
  const notes = english(folder);
  expect(notes).toHaveLength(5);
  expect(notes).toContain("README.md is no submission (`<id>/code.ts` or `<id>.ts`): passed over.");
  expect(notes.find((note) => note.startsWith("ben.zip"))).toContain("unpack it first");
});

test("no link is followed, wherever it stands", () => {
  const away = classroom({ "code.ts": "", "workspace/code.ts": "" });
  const folder = classroom({ "file/": "", "workspace/": "", "inside/workspace/": "", "deeper/": "" });
  symlinkSync(away, join(folder, "student"));
  symlinkSync(join(away, "code.ts"), join(folder, "alone.ts"));
  symlinkSync(join(away, "code.ts"), join(folder, "file", "code.ts"));
  symlinkSync(join(away, "workspace"), join(folder, "workspace", "workspace"));
  symlinkSync(join(away, "code.ts"), join(folder, "inside", "workspace", "code.ts"));
  symlinkSync(away, join(folder, "deeper", "submission"));
  symlinkSync("nowhere", join(folder, "dangling"));
  const link = (name: string): string => `invalid-file: ${name} is a symbolic link, and links are not followed. Hand in the file itself.`;
  expect(outcomes(folder)).toEqual({ student: link("student"), alone: link("alone.ts"), file: link("code.ts"), workspace: link("workspace"), inside: link("code.ts"), deeper: link("submission"), dangling: link("dangling") });
});

test("the class folder itself may be a link", () => {
  const folder = classroom({ "ann/code.ts": "" });
  const link = join(scratch(), "class");
  symlinkSync(folder, link);
  expect(intake(link).submissions[0]).toMatchObject({ entry: join(folder, "ann", "code.ts") });
});

test("a folder or a pipe in the place of the program is told", () => {
  const folder = classroom({ "ann/code.ts/code.ts": "", "ben.ts/code.ts": "", "cleo/": "" });
  pipe(join(folder, "cleo", "code.ts"));
  pipe(join(folder, "dora.ts"));
  expect(outcomes(folder)).toEqual({
    ann: "invalid-file: code.ts is a folder. It has to be a text file.",
    ben: "invalid-file: ben.ts is a folder. It has to be a text file.",
    cleo: "invalid-file: code.ts is a named pipe (FIFO). It has to be a text file.",
    dora: "invalid-file: dora.ts is a named pipe (FIFO). It has to be a text file.",
  });
});

test.skipIf(process.platform === "win32")("names that would harm a shell, a table or a path survive", () => {
  const names = ["a b", "'", '"', "$(touch x)", "`touch x`", "😀", "-rf", "--help", "=HYPERLINK(1)", "a\nb", "a\u001b[31mb", "a\\b", "张三", "*", "~", "a;b", "x".repeat(252), "con", "a%2fb", "constructor", "__proto__", "toString"];
  const folder = classroom(Object.fromEntries(names.flatMap((name) => (name === "x".repeat(252) ? [[`${name}.ts`, ""]] : [[`${name}/code.ts`, ""]]))));
  const found = intake(folder).submissions;
  expect(found.map(({ student }) => student).toSorted()).toEqual(names.toSorted());
  expect(found.every((one) => "entry" in one)).toBe(true);
  expect(intake(folder).notes).toEqual([]);
});

const onLinux = test.runIf(process.platform === "linux");

onLinux("names that are no UTF-8 are kept apart", () => {
  const folder = scratch();
  for (const byte of [0xfe, 0xff]) {
    const student = Buffer.concat([Buffer.from(`${folder}/a`), Buffer.from([byte])]);
    mkdirSync(student);
    writeFileSync(Buffer.concat([student, Buffer.from("/code.ts")]), "");
  }
  expect(outcomes(folder)).toEqual({ "a\\xfe": "a\\xfe/code.ts", "a\\xff": "a\\xff/code.ts" });
});

test("the order is that of code points", () => {
  expect(students(classroom({ "\u{1f600}.ts": "", "\uffee.ts": "", "b.ts": "", "B2.ts": "", "é.ts": "" }))).toEqual(["B2", "b", "é", "\uffee", "\u{1f600}"]);
});

test("ids are in NFC, and the folder's spelling is told where it differs", () => {
  const folder = classroom({ "jose\u0301/code.ts": "" });
  expect(intake(folder).submissions[0]).toMatchObject({ student: "jos\u00e9", spelled: "jose\u0301", path: "jose\u0301/code.ts" });
  expect(intake(classroom({ "Ann.ts": "" }), { roster: rosterFile("ann") }).submissions[0]).toMatchObject({ student: "ann", spelled: "Ann", path: "Ann.ts" });
  expect(intake(classroom({ "ann.ts": "" })).submissions[0]).not.toHaveProperty("spelled");
});

// Elsewhere a disk may take two of these names for one.
onLinux("two submissions of one student stop the run, and all of them are listed", () => {
  const folder = classroom({ "ann/code.ts": "", "ann.ts": "", "Ben.ts": "", "ben/code.ts": "", "jos\u00e9.ts": "", "jose\u0301.ts": "", "STRASSE.ts": "", "straße.ts": "", "ilgaz.ts": "", "ılgaz.ts": "" });
  const { sentence } = refusal(() => intake(folder));
  expect(sentence.en.split("\n").slice(1)).toEqual(["  Ben.ts · ben/code.ts", "  STRASSE.ts · straße.ts", "  ann.ts · ann/code.ts", "  jose\u0301.ts (NFD) · jos\u00e9.ts"]);
  expect(sentence.zh.split("\n")).toHaveLength(5);
});

test("who is on the roster and handed in nothing is missing; who is not on it is judged and told", () => {
  const folder = classroom({ "ann/code.ts": "", "eve/code.ts": "", "results/": "", "cleo/": "" });
  const roster = rosterFile("\ufeff# the class\r\nAnn\r\n\r\n  ben # repeats\r\n../x\r\ncleo\r\n");
  expect(outcomes(folder, roster)).toEqual({
    "../x": "missing: Nothing was handed in under this id.",
    Ann: "ann/code.ts",
    ben: "missing: Nothing was handed in under this id.",
    cleo: "missing: What was handed in has no file code.ts. Name the program code.ts.",
    eve: "eve/code.ts",
  });
  expect(english(folder, roster).toSorted()).toEqual(["The id ../x of the roster can be the name of no folder or file: only a name that a course system made leads to it. Is it right?", "eve is not on the roster, and is judged all the same.", "results is not on the roster and has no code.ts: passed over."]);
});

test("a roster in the class folder is neither a submission nor told", () => {
  const folder = classroom({ "ann/code.ts": "", "roster.csv": "id\nann\n" });
  expect(intake(folder, { roster: join(folder, "roster.csv") })).toMatchObject({ submissions: [{ student: "ann" }], notes: [] });
});

test.each([
  ["commas", "id,name\nann,Ann A\nben,Ben B\n"],
  ["a byte order mark, CRLF, another order", "\ufeffName,ID\r\nAnn A,ann\r\nBen B,ben"],
  ["semicolons", 'sep=;\r\nname;id\n"A, Ann";ann\n"B; ""Ben""";"ben"\n'],
  ["tabs, and empty lines", "id\tname\nann\tx\n\t\n\nben\ty\n"],
  ["a line break in quotes", 'id,name\n"ann","A\nnn"\n"ben",x\n'],
  ["one column, which is a list", "ann\nben\n"],
  ["an empty last field", "id,name\nann,\nben,\n"],
])("a table with %s", (_what, text) => {
  expect(students(classroom({ "ann.ts": "" }), rosterFile(text, "class.CSV"))).toEqual(["ann", "ben"]);
});

test("a table without a column id is refused, with the columns that it has; one column alone is a list", () => {
  const folder = classroom({ "ann.ts": "" });
  expect(refusal(() => intake(folder, { roster: rosterFile("Student ID;Mail address\nann;a\n", "class.csv") })).sentence.en).toMatch(/class\.csv has no column "id"\. Its columns are: "Student ID", "Mail address"\. Give the one with the ids the title id\.$/);
  expect(refusal(() => intake(folder, { roster: rosterFile("a,b,c,d,e,f,g,h,i,j,k,l\n1,2\n", "class.csv") })).sentence.en).toContain("j, …");
  expect(refusal(() => intake(folder, { roster: rosterFile("student\tname\nann\tAnn\n", "class.tsv") })).sentence.zh).toContain("它的列有：student、name。");
  expect(english(folder, rosterFile("student\nann\n", "class.csv"))).toEqual(['The roster is one column without the title "id": every line is taken for an id, the first one, student, as well.']);
});

test("a table is one by whatever name", () => {
  for (const name of ["class.txt", "class", "class.tsv"]) {
    const roster = rosterFile("id\tname\nann\tAnn A\nben\tBen B\n", name);
    expect(students(classroom({ "ann.ts": "" }), roster)).toEqual(["ann", "ben"]);
  }
  expect(students(classroom({ "ann.ts": "" }), rosterFile("id\nann\n"))).toEqual(["ann"]);
});

test("a row without an id is told, with what it has", () => {
  expect(english(classroom({ "ann.ts": "" }), rosterFile("id,name,mail\nann,Ann A,a\n,Gus Roth,g\n", "class.csv"))).toEqual(['A row of the roster has no id, and is passed over: "Gus Roth", g.']);
});

test.each(["../../etc", "a/b", "a\\b", "..", "."])("an id of the roster that no folder can have is told: %s", (id) => {
  for (const roster of [rosterFile(`${id}\nann\n`), rosterFile(`id\n${id}\nann\n`, "class.csv")]) expect(english(classroom({ "ann.ts": "" }), roster)).toEqual([expect.stringMatching(/^The id .* of the roster can be the name of no folder or file/)]);
});

test.each([
  ["names an id twice", "ann\nben\nANN\n", "ann · ANN"],
  ["names nobody", "# nobody\n\n", "names nobody"],
  ["is no UTF-8", Buffer.from([0xd5, 0xc5, 0x0a]), "is not UTF-8"],
  ["is UTF-16", Buffer.from("\ufeffann\n", "utf16le"), "is not UTF-8"],
])("a roster that %s stops the run", (_what, text, words) => {
  expect(refusal(() => intake(classroom({ "ann.ts": "" }), { roster: rosterFile(text) })).sentence.en).toContain(words);
});

test("a roster that is not there, or whose quote never ends, stops the run", () => {
  const folder = classroom({ "ann.ts": "" });
  expect(refusal(() => intake(folder, { roster: join(folder, "none.txt") })).sentence.en).toContain("cannot be read");
  expect(refusal(() => intake(folder, { roster: rosterFile('id\n"ann\n', "class.csv") })).sentence.en).toContain("never closed");
});

test("names that course systems made are led back to the roster", () => {
  const folder = classroom({
    "Jane Doe_12345_assignsubmission_file_/code.ts": "",
    "roepeter_123_456_code.ts": "",
    "lilei_LATE_123_457_code-1.ts": "",
    "hw_2_max_1_attempt_2026-03-01-12-00-00_code.ts": "",
    "hw_2_kim_attempt_2026-03-01-12-00-00/code.ts": "",
    "Ann_777_assignsubmission_file_code.ts": "",
  });
  const roster = rosterFile("id,name\ns1,Jane Doe\ns2,Peter Roe\ns3,Li Lei\nmax_1,\nKIM,\nann,\n", "class.csv");
  expect(outcomes(folder, roster)).toEqual({
    KIM: "hw_2_kim_attempt_2026-03-01-12-00-00/code.ts",
    ann: "Ann_777_assignsubmission_file_code.ts",
    max_1: "hw_2_max_1_attempt_2026-03-01-12-00-00_code.ts",
    s1: "Jane Doe_12345_assignsubmission_file_/code.ts",
    s2: "roepeter_123_456_code.ts",
    s3: "lilei_LATE_123_457_code-1.ts",
  });
  expect(intake(folder, { roster }).submissions.find(({ student }) => student === "s1")?.spelled).toBe("Jane Doe_12345_assignsubmission_file_");
  expect(english(folder, roster)).toEqual([]);
});

test("where two could be meant, or nobody is listed, such a name stays as it is", () => {
  const names = ["Jane Doe_1_assignsubmission_file_", "hw_1_ann_attempt_2026-01-01"];
  const folder = classroom(Object.fromEntries(names.map((name) => [`${name}/code.ts`, ""])));
  expect(students(folder)).toEqual(names);
  expect(students(folder, rosterFile("id,name\ns1,Jane Doe\ns2,\"Doe, Jane\"\nann,\n1_ann,\n", "class.csv"))).toEqual(["1_ann", names[0], "ann", names[1], "s1", "s2"]);
});

test("what a course system made and a plain id of the same student are two", () => {
  const folder = classroom({ "ann.ts": "", "ann_1_2_code.ts": "" });
  expect(refusal(() => intake(folder, { roster: rosterFile("ann\n") })).sentence.en).toContain("\n  ann.ts · ann_1_2_code.ts");
});

onLinux("an empty folder or an odd file beside a program is no second submission, and is told", () => {
  const folder = classroom({ "ann.ts": "", "ann/": "", "ben/code.ts": "", "Ben/notes.md": "", "cleo.ts": "", "dora/": "", "Dora/main.ts": "" });
  symlinkSync("nowhere", join(folder, "cleo"));
  expect(outcomes(folder)).toMatchObject({ ann: "ann.ts", ben: "ben/code.ts", cleo: "cleo.ts" });
  expect(students(folder)).toHaveLength(4);
  expect(english(folder).toSorted()).toEqual(["Ben holds no program and is passed over beside ben/code.ts.", "ann holds no program and is passed over beside ann.ts.", "cleo holds no program and is passed over beside cleo.ts.", "dora holds no program and is passed over beside Dora."].toSorted());
});

onLinux("beside a program, two code.ts or a folder that cannot be read may be the one that counts: nobody guesses", () => {
  const folder = classroom({ "ann.ts": "", "ann/old/code.ts": "", "ann/new/code.ts": "" });
  expect(refusal(() => intake(folder)).sentence.en).toContain("\n  ann · ann.ts");
  const closed = classroom({ "ben.ts": "", "ben/code.ts": "" });
  chmodSync(closed, 0o755);
  chmodSync(join(closed, "ben"), 0o000);
  const back = asNobody();
  try {
    expect(refusal(() => intake(closed)).sentence.en).toContain("\n  ben · ben.ts");
  } finally {
    back();
  }
});

test("an id that begins with a dot is judged where the roster has it, else told", () => {
  const folder = classroom({ "ann.ts": "", ".ben/code.ts": "", ".cleo.ts": "", ".editorconfig": "", ".cache/x": "" });
  expect(students(folder)).toEqual(["ann"]);
  expect(english(folder).map((note) => note.split(" ")[0]).toSorted()).toEqual([".ben", ".cleo.ts"]);
  expect(students(folder, rosterFile("ann\n.ben\n"))).toEqual([".ben", "ann"]);
});

test("the course itself, or a clone of it, is no class", () => {
  const course = { "kata.config.ts": "", "package.json": "", "spec/s01/clauses.ts": "", "workspace/code.ts": "" };
  expect(refusal(() => intake(classroom(course))).sentence.en).toContain("is the course itself");
  expect(refusal(() => intake(fileURLToPath(new URL("../../", import.meta.url)))).sentence.en).toContain("is the course itself");
  expect(students(classroom(Object.fromEntries(Object.entries(course).map(([path, text]) => [`ann/${path}`, text]))))).toEqual(["ann"]);
  expect(english(classroom({ "code.ts": "" }))).toEqual([expect.stringContaining("name the folder above it")]);
});

test("a folder that is not there, is a file, or holds nothing", () => {
  const folder = classroom({ "ann.ts": "", "empty/": "" });
  expect(refusal(() => intake(join(folder, "none"))).sentence.en).toContain("There is no folder");
  expect(refusal(() => intake(join(folder, "ann.ts"))).sentence.en).toContain("is not a folder");
  expect(refusal(() => intake(join(folder, "empty"))).sentence.en).toContain("holds no submission");
  expect(english(join(folder, "empty"), rosterFile("ann\n")).join()).toContain("holds no submission");
});

test("a folder that cannot be read costs its student nothing and stops nobody else", () => {
  const folder = classroom({ "ann/code.ts": "", "ben/code.ts": "" });
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "ann"), 0o000);
  const back = asNobody();
  try {
    expect(outcomes(folder)).toEqual({ ann: "grader-error: ann cannot be read on the machine that grades (EACCES). This costs nothing: ask your teacher.", ben: "ben/code.ts" });
  } finally {
    back();
  }
});

/** Root reads everything: it has to be somebody else for a while. */
function asNobody(): () => void {
  if (process.geteuid?.() !== 0) return () => {};
  process.seteuid?.(65534);
  return () => process.seteuid?.(0);
}

test("10,000 submissions are found in a second or two", () => {
  const folder = scratch();
  for (let number = 0; number < 10_000; number += 1) {
    mkdirSync(join(folder, `s${number}`));
    writeFileSync(join(folder, `s${number}`, "code.ts"), "");
  }
  renameSync(join(folder, "s77"), join(folder, "S77"));
  const started = performance.now();
  const { submissions, notes } = intake(folder, { roster: rosterFile(Array.from({ length: 10_000 }, (_one, number) => `s${number}`).join("\n")) });
  expect(performance.now() - started).toBeLessThan(5000);
  expect(submissions).toHaveLength(10_000);
  expect(submissions.every((one) => "entry" in one)).toBe(true);
  expect(notes).toEqual([]);
});
