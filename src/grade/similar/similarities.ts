/**
 * What of the programs of a class is alike: with each other, and with the reference. It is told, with the lines of both
 * sides, to a person who can judge; no grade depends on it. The numbers come from programs that hands wrote independently
 * and from copies in disguise (test/grade/similar.test.ts): the former share 13 % at most, the latter 60 % at least.
 */
import { say, type Text } from "../../../spec/harness/text.ts";
import type { Flag } from "../record.ts";
import { fragmentsOf, type Fragment, type Shown } from "./fragments.ts";
import { pairsOf } from "./pairs.ts";
import { hashesOf, printsOf } from "./prints.ts";
import { wordsOf } from "./words.ts";

/** `text` is asked for when it is needed, so that a class need not be in memory. */
export type Submission = { student: string; text(): Promise<string> | string };

export type Similarity = {
  student: string;
  /** another student, or a chapter of the reference */
  /** `since`: what the chapter has beyond this earlier one is what is compared, since the program holds the earlier one */
  with: { student: string } | { reference: string; since?: string };
  /** 0 to 1: of what is compared of the student's program (with a reference: of the reference), how much is alike */
  share: number;
  /** the same as the other student's row says it; with a reference equal to `share` */
  theirs: number;
  /** `start`: the reference up to that chapter as `kata start` gives it, and no more is alike */
  kind: "copy" | "start";
  /** the longest three; none for a `start` */
  fragments: Fragment[];
};

/** From this share on two programs are told as alike, */
const alike = 0.3;
/** if there are at least so many prints of it: about a hundred words in a row, or a dozen full lines. */
const evidence = 20;
/** Who has so much of a chapter of the reference, and of what it adds to the one before, has it. */
const holds = 0.4;
/** What is told of one student. */
const partners = 3;
/** How many programs are in memory at once, so that esbuild works while words are read. */
const together = 8;

/**
 * @param reference the texts of the reference's chapters in order, from s01 up to the chapter that is graded
 * @param given texts that every program may hold: the starter, the code blocks of the READMEs
 * @returns for each pair two rows, one of each side; in the order of `files`, the most alike first
 */
export async function similarities(files: Submission[], reference: string[], given: string[] = []): Promise<Similarity[]> {
  const free = new Set<number>();
  for (const text of given) for (const hash of hashesOf((await wordsOf(text)).words)) free.add(hash);
  const chapters = await chaptersOf(reference, free);
  const referred = new Set(chapters.flatMap(({ hashes }) => [...hashes]));

  const own: Uint32Array[] = [];
  const found: Similarity[][] = files.map(() => []);
  for (let at = 0; at < files.length; at += together) {
    await Promise.all(files.slice(at, at + together).map((file, more) => read(file, at + more)));
  }
  async function read(file: Submission, at: number): Promise<void> {
    const prints = [...printsOf((await wordsOf(await file.text())).words).keys()].filter((print) => !free.has(print));
    const likeness = likenessOf(new Set(prints), chapters);
    if (likeness !== undefined) {
      const { chapter, since, shared, share, kind } = likeness;
      const fragments = kind === "start" ? [] : fragmentsOf(await shownOf(await file.text()), await shownOf(chapter.text), shared);
      found[at]!.push({ student: file.student, with: { reference: chapter.id, ...(since && { since }) }, share, theirs: share, kind, fragments });
    }
    own[at] = Uint32Array.from(prints.filter((print) => !referred.has(print)));
  }

  const { common, pairs } = pairsOf(own, evidence);
  for (const [one, other] of pairs) {
    const left = own[one]!.filter((print) => !common.has(print));
    const right = new Set(own[other]!.filter((print) => !common.has(print)));
    const shared = left.filter((print) => right.has(print));
    const shares = [shared.length / left.length, shared.length / right.size] as const;
    if (shared.length < evidence || Math.max(...shares) < alike) continue;
    const fragments = fragmentsOf(await shownOf(await files[one]!.text()), await shownOf(await files[other]!.text()), shared);
    const [mine, theirs] = [files[one]!.student, files[other]!.student];
    keep(found[one]!, { student: mine, with: { student: theirs }, share: shares[0], theirs: shares[1], kind: "copy", fragments });
    keep(found[other]!, { student: theirs, with: { student: mine }, share: shares[1], theirs: shares[0], kind: "copy", fragments: fragments.map((fragment) => ({ mine: fragment.theirs, theirs: fragment.mine })) });
  }
  return found.flat();
}

/** Keeps the strongest few of a student, whichever side of a pair they were found from. */
function keep(rows: Similarity[], row: Similarity): void {
  rows.push(row);
  rows.sort((one, other) => Math.max(other.share, other.theirs) - Math.max(one.share, one.theirs));
  rows.splice(partners);
}

/** `added`: the prints that the chapter before has not. `hashes`: every run of words, whether a window kept it or not. */
type Chapter = { id: string; text: string; prints: number[]; added: number[]; hashes: Set<number> };

async function chaptersOf(reference: string[], free: Set<number>): Promise<Chapter[]> {
  const chapters: Chapter[] = [];
  for (const [at, text] of reference.entries()) {
    const { words } = await wordsOf(text);
    const prints = [...printsOf(words).keys()].filter((print) => !free.has(print));
    const added = prints.filter((print) => !chapters.at(-1)?.hashes.has(print));
    chapters.push({ id: `s${String(at + 1).padStart(2, "0")}`, text, prints, added, hashes: new Set(hashesOf(words)) });
  }
  return chapters;
}

type Likeness = { chapter: Chapter; since?: string; shared: number[]; share: number; kind: Similarity["kind"] };

/**
 * `kata start s06` gives the reference up to s05, so that much of it is nobody's copy. Of a program that holds an earlier
 * chapter, only what the last one has beyond it is compared. One that holds the last chapter itself was not given it.
 */
function likenessOf(prints: Set<number>, chapters: Chapter[]): Likeness | undefined {
  const last = chapters.at(-1);
  if (last === undefined) return undefined;
  const held = chapters.findLast(({ prints: all, added }) => among(prints, all).share >= holds && among(prints, added).share >= holds);
  if (held === last) return { chapter: last, ...among(prints, last.prints), kind: "copy" };
  const beyond = among(prints, [...last.prints].filter((print) => !held?.hashes.has(print)));
  if (beyond.shared.length >= evidence && beyond.share >= alike) return { chapter: last, since: held?.id, ...beyond, kind: "copy" };
  return held && { chapter: held, ...among(prints, held.prints), kind: "start" };
}

/** What of all these is among the prints. */
function among(prints: Set<number>, all: number[]): { shared: number[]; share: number } {
  const shared = all.filter((print) => prints.has(print));
  return { shared, share: all.length === 0 ? 0 : shared.length / all.length };
}

async function shownOf(text: string): Promise<Shown> {
  const { words, lines = [] } = await wordsOf(text, true);
  return { text, lines, prints: printsOf(words) };
}

/** The flag that a row of the grades carries, with the longest piece of both sides named by its lines. */
export function flagOf({ with: other, share, theirs, kind, fragments }: Similarity): Flag {
  const part = percent(share);
  if (kind === "start" && "reference" in other) {
    const detail = say(
      `It holds ${part} of the reference of ${other.reference}, which \`kata start\` gives to whoever begins with the chapter after it.`,
      `它含有 ${other.reference} 参考答案的 ${part}；从下一章开始的人用 \`kata start\` 就会得到这些代码。`,
    );
    return { code: "start", severity: "info", detail };
  }
  const { en, zh } = linesOf(fragments);
  if ("student" in other) return similar(`${part} of it is alike with ${other.student}, of whose program ${percent(theirs)} is${en}.`, `它有 ${part} 与 ${other.student} 的程序相似，对方的程序有 ${percent(theirs)} 与它相似${zh}。`);
  const { reference, since } = other;
  if (since === undefined) return similar(`It holds ${part} of the reference of ${reference}${en}.`, `它含有 ${reference} 参考答案的 ${part}${zh}。`);
  return similar(
    `It holds the reference of ${since}, as \`kata start\` gives it, and ${part} of what the reference of ${reference} has beyond that${en}.`,
    `它含有 \`kata start\` 给出的 ${since} 参考答案；此后到 ${reference} 新增的参考代码中，它含有 ${part}${zh}。`,
  );
}

const similar = (en: string, zh: string): Flag => ({ code: "similar", severity: "review", detail: say(en, zh) });

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const linesOf = ([longest]: Fragment[]): Text =>
  longest === undefined
    ? say("", "")
    : say(
        `: lines ${longest.mine.from} to ${longest.mine.to} here, ${longest.theirs.from} to ${longest.theirs.to} there`,
        `：此处第 ${longest.mine.from}–${longest.mine.to} 行，对方第 ${longest.theirs.from}–${longest.theirs.to} 行`,
      );
