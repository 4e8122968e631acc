/** What a class handed in: one submission for each student, found by names alone; nothing is opened and no link is followed. */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { say, type Text } from "../../../spec/harness/text.ts";
import { codeOf } from "../../disk.ts";
import { Unable } from "../../unable.ts";
import { below, listed, pathOf, type Entry, type Place } from "./folder.ts";
import { programIn, type Found } from "./found.ts";
import { byCodePoint, folded, isArchive, isHidden, isLitter, shared, shown, spelling } from "./names.ts";
import { nothingCame, odd, type Refused } from "./refusals.ts";
import { readRoster, type Roster } from "./roster.ts";
import { Register } from "./systems.ts";

/**
 * `student`: the id as the roster spells it, else as the folder does, in NFC. `spelled`: the folder's spelling where that
 * differs. `path`: the program below the class folder, with slashes; what stands in its place where it is refused, "" where nothing came.
 */
export type Submission = { student: string; spelled?: string; path: string } & (
  | {
      /** the program's absolute path, to be shown: a name that is no UTF-8 has none, so `place` alone leads to the file */
      entry: string;
      place: Place;
      /** `<id>.ts`: it has no files beside it */
      alone: boolean;
    }
  | { refused: Refused }
);

export type Intake = { submissions: Submission[]; notes: Text[] };

/**
 * @param folder the class folder: `<id>/code.ts`, `<id>.ts`, clones of this repository, and what course systems make of them
 * @param options.roster the file that lists the class
 * @returns submissions in the order of their ids, and what a teacher should know about the folder
 * @throws Unable where the folder or the roster cannot be read, or two submissions are of one student
 */
export function intake(folder: string, options: { roster?: string } = {}): Intake {
  const root = rootOf(folder);
  const roster = options.roster === undefined ? undefined : readRoster(options.roster);
  const notes = [...(roster?.notes ?? [])];
  const all = received(root, roster, options.roster, notes);
  refuseDuplicates(all);
  const handedIn = withoutEmpty(all, notes);
  if (handedIn.some(({ path }) => path === "code.ts")) notes.push(say("code.ts at the top is judged as the submission of somebody whose id is code. If this is the folder of one student, name the folder above it.", "最上层的 code.ts 会当作 id 为 code 的学生的提交来评分。如果这是某一个学生的目录，请写它的上一级目录。"));
  if (handedIn.length === 0) {
    const empty = say(`${shown(folder)} holds no submission: \`<id>/code.ts\` or \`<id>.ts\` is looked for.`, `${shown(folder)} 里没有提交：应当有 \`<id>/code.ts\` 或 \`<id>.ts\`。`);
    if (roster === undefined) throw new Unable(empty);
    notes.push(empty);
  }
  const here = new Set(handedIn.map(({ student }) => folded(student)));
  const absent = (roster?.people ?? []).filter(({ id }) => !here.has(folded(id))).map(({ id }): Submission => ({ student: id, path: "", refused: nothingCame }));
  const submissions = [...handedIn, ...absent].sort((a, b) => byCodePoint(a.student, b.student));
  return { submissions, notes };
}

function rootOf(folder: string): Place {
  try {
    const root: Place = { root: realpathSync(folder), names: [] };
    if (isCourse(listed(root))) throw new Unable(say(`${shown(folder)} is the course itself, or a clone of it, and no class: name the folder that holds one folder or file for each student.`, `${shown(folder)} 是课程本身（或它的一个克隆），不是一个班：请写出存放提交的目录，里面每个学生一个目录或文件。`));
    return root;
  } catch (error) {
    if (error instanceof Unable) throw error;
    const code = codeOf(error);
    if (code === "ENOENT") throw new Unable(say(`There is no folder ${shown(folder)}.`, `找不到目录 ${shown(folder)}。`));
    if (code === "ENOTDIR") throw new Unable(say(`${shown(folder)} is not a folder: name the one that holds all submissions.`, `${shown(folder)} 不是目录：请写出存放全部提交的目录。`));
    if (code === "") throw error;
    throw new Unable(say(`The folder ${shown(folder)} cannot be read (${code}).`, `无法读取目录 ${shown(folder)}（${code}）。`));
  }
}

/** By what lies at the top of this repository: no class has students of these names. */
const isCourse = (entries: Entry[]): boolean => ["kata.config.ts", "package.json", "spec", "workspace"].every((wanted) => entries.some(({ name }) => spelling(name) === wanted));

/** What stands in the class folder, without litter; a note tells of what is nobody's. */
function received(root: Place, roster: Roster | undefined, rosterFile: string | undefined, notes: Text[]): Submission[] {
  const register = roster === undefined ? undefined : new Register(roster);
  const own = rosterFile === undefined ? undefined : realpathSync(rosterFile);
  const all: Submission[] = [];
  for (const entry of listed(root)) {
    const name = spelling(entry.name);
    const place = below(root, entry.name);
    if (isLitter(name) || join(root.root, name) === own) continue;
    const id = idWithin(entry, name);
    const person = id === undefined ? undefined : register?.personOf(id.normalize("NFC"));
    if (isHidden(name) && person === undefined) {
      if (id !== undefined && !isEmpty(foundAt(place, entry))) notes.push(say(`${shown(name)} begins with a dot, as hidden files do, and is passed over: rename it if it is a student's.`, `${shown(name)} 以点开头，像是隐藏文件，已略过：如果是学生交的，请改名。`));
      continue;
    }
    if (id === undefined) {
      notes.push(stray(name));
      continue;
    }
    const found = foundAt(place, entry);
    const known = roster === undefined || person !== undefined;
    if (!known && isEmpty(found)) {
      notes.push(say(`${shown(name)} is not on the roster and has no code.ts: passed over.`, `${shown(name)} 不在名单上，也没有 code.ts：已略过。`));
      continue;
    }
    if (!known) notes.push(say(`${shown(id)} is not on the roster, and is judged all the same.`, `${shown(id)} 不在名单上，但照样评分。`));
    if ("place" in found && "beside" in found && found.beside) notes.push(say(`${shown(id)}: code.ts is judged, and not workspace/code.ts, which is there as well.`, `${shown(id)}：评分的是 code.ts，而不是同样存在的 workspace/code.ts。`));
    const student = person?.id ?? id.normalize("NFC");
    all.push({ student, ...(id === student ? {} : { spelled: id }), path: pathOf(found.place), ...content(found, entry) });
  }
  return all;
}

/** The id that a name of the class folder stands for; undefined where it is no submission. A `.d.ts` is no program. */
function idWithin({ kind }: Entry, name: string): string | undefined {
  const [, id] = /^(.+)(?<!\.d)\.ts$/isu.exec(name) ?? [];
  if (id !== undefined) return id;
  return (kind === "folder" && name !== "node_modules") || kind === "link" ? name : undefined;
}

function foundAt(place: Place, { name, kind }: Entry): Found {
  const isProgram = /\.ts$/i.test(spelling(name));
  if (isProgram && kind === "file") return { place, beside: false };
  if (!isProgram && kind === "folder") return programIn(place);
  return { place, refused: odd(shown(spelling(name)), kind) };
}

function content(found: Found, { kind }: Entry) {
  if ("refused" in found) return { refused: found.refused };
  const { place } = found;
  return { entry: join(place.root, pathOf(place)), place, alone: kind === "file" };
}

function stray(name: string): Text {
  if (isArchive(name)) return say(`${shown(name)} is an archive, and archives are not opened: unpack it first, into a folder named by the student's id.`, `${shown(name)} 是压缩包，不会被打开：请先解压到以学生 id 命名的目录里。`);
  return say(`${shown(name)} is no submission (\`<id>/code.ts\` or \`<id>.ts\`): passed over.`, `${shown(name)} 不是提交（\`<id>/code.ts\` 或 \`<id>.ts\`）：已略过。`);
}

const isEmpty = (found: Found): boolean => "refused" in found && found.refused.verdict === "missing";

/** Two Unicode forms of one name look alike. */
const seen = (path: string): string => (path === path.normalize("NFC") ? shown(path) : `${shown(path)} (NFD)`);

/** Something that is judged, or might be if it could be read. */
const isProgram = (submission: Submission): boolean => !("refused" in submission) || submission.refused.program === true;

/** No guess is made which of two programs counts: a grade must not depend on it. */
function refuseDuplicates(submissions: Submission[]): void {
  const groups = shared(submissions.filter(isProgram), ({ student }) => student);
  if (groups.length === 0) return;
  const list = groups
    .map((same) => `\n  ${same.map(({ path }) => seen(path)).sort(byCodePoint).join(" · ")}`)
    .sort(byCodePoint)
    .join("");
  throw new Unable(say(`Some students have more than one submission (in an id, case and Unicode form do not count). Keep one of each line:${list}`, `有些学生的提交不止一份（id 不区分大小写和 Unicode 形式）。每行只保留一份：${list}`));
}

/** An empty folder or a link beside a program is no second submission. Of several without any program the first one that is at least an odd file tells why. */
function withoutEmpty(submissions: Submission[], notes: Text[]): Submission[] {
  const rank = (one: Submission): number => (isProgram(one) ? 0 : "refused" in one && one.refused.verdict === "missing" ? 2 : 1);
  const passedOver = new Set<Submission>();
  for (const same of shared(submissions, ({ student }) => student)) {
    const [kept, ...others] = same.toSorted((a, b) => rank(a) - rank(b) || byCodePoint(a.path, b.path));
    if (kept === undefined) continue;
    for (const other of others) {
      passedOver.add(other);
      notes.push(say(`${seen(other.path)} holds no program and is passed over beside ${seen(kept.path)}.`, `${seen(other.path)} 里没有程序，已略过；评分的是 ${seen(kept.path)}。`));
    }
  }
  return submissions.filter((one) => !passedOver.has(one));
}
