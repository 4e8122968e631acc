/**
 * What of the programs of a class is alike: with each other, and with the reference. It is told, with the lines of both
 * sides, to a person who can judge; no grade depends on it. The numbers come from programs that hands wrote independently
 * and from copies in disguise (test/grade/similar.test.ts): the former share 11 % at most, the latter 45 % at least.
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
  /** another student, or a chapter of the reference; `added`, 0 to 1: how much of what it adds to the chapter before is alike */
  with: { student: string } | { reference: string; added: number };
  /** 0 to 1: of what is compared of the student's program (with a reference: of the reference), how much is alike */
  share: number;
  /** the same as the other student's row says it; with a reference equal to `share` */
  theirs: number;
  /** `start`: the reference up to that chapter as `kata start` gives it, and not beyond */
  kind: "copy" | "start";
  /** the longest three; none for a `start` */
  fragments: Fragment[];
};

/** From this share on two programs are told as alike … */
const alike = 0.3;
/** … if they share at least so many prints: a hundred words or more, a dozen full lines. */
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

  /** Of each program the prints that are neither given nor the reference's. */
  const own: Uint32Array[] = [];
  const likenesses: (Likeness | undefined)[] = [];
  const read = async (file: Submission, at: number): Promise<void> => {
    const prints = [...printsOf((await wordsOf(await file.text())).words).keys()].filter((print) => !free.has(print));
    likenesses[at] = likenessOf(new Set(prints), chapters);
    own[at] = Uint32Array.from(prints.filter((print) => !referred.has(print)));
  };
  for (let at = 0; at < files.length; at += together) {
    await Promise.all(files.slice(at, at + together).map((file, more) => read(file, at + more)));
  }

  const { common, pairs } = pairsOf(own, evidence);
  const sharedOf = (one: number, other: number): number[] => {
    const right = new Set(own[other]);
    return [...own[one]!].filter((print) => right.has(print) && !common.has(print));
  };
  const sizes = own.map((prints) => prints.reduce((sum, print) => sum + (common.has(print) ? 0 : 1), 0));
  const found: Partner[][] = files.map(() => []);
  for (const [one, other] of pairs) {
    const count = sharedOf(one, other).length;
    const [share, theirs] = [count / sizes[one]!, count / sizes[other]!];
    if (count < evidence || Math.max(share, theirs) < alike) continue;
    keep(found[one]!, { other, share, theirs });
    keep(found[other]!, { other: one, share: theirs, theirs: share });
  }

  const rows: Similarity[] = [];
  for (const [at, { student, text }] of files.entries()) {
    const likeness = likenesses[at];
    if (likeness === undefined && found[at]!.length === 0) continue;
    const mine = await shownOf(await text());
    if (likeness !== undefined) {
      const { chapter, shared, share, added, kind } = likeness;
      rows.push({ student, with: { reference: chapter.id, added }, share, theirs: share, kind, fragments: kind === "start" ? [] : fragmentsOf(mine, await shownOf(chapter.text), shared) });
    }
    for (const { other, share, theirs } of found[at]!) {
      const fragments = fragmentsOf(mine, await shownOf(await files[other]!.text()), sharedOf(at, other));
      rows.push({ student, with: { student: files[other]!.student }, share, theirs, kind: "copy", fragments });
    }
  }
  return rows;
}

/** One side of a pair, seen from the other. */
type Partner = { other: number; share: number; theirs: number };

/** Keeps the strongest few of a student, whichever side of a pair they were found from. */
function keep(found: Partner[], partner: Partner): void {
  found.push(partner);
  found.sort((one, other) => Math.max(other.share, other.theirs) - Math.max(one.share, one.theirs) || one.other - other.other);
  found.splice(partners);
}

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

type Likeness = { chapter: Chapter; shared: number[]; share: number; added: number; kind: Similarity["kind"] };

/**
 * `kata start s06` gives the reference up to s05, so that much of it is nobody's copy: who has a chapter of the reference,
 * and not what the next ones add, has started from it. Only the last chapter is given to nobody; but where it is a few words
 * on top of the one before, as s11 is, everybody who began there writes the same ones.
 */
function likenessOf(prints: Set<number>, chapters: Chapter[]): Likeness | undefined {
  const parts = chapters.map((chapter) => ({ chapter, ...among(prints, chapter.prints), added: among(prints, chapter.added).share }));
  const last = parts.at(-1);
  const held = parts.findLast(({ share, added }) => share >= holds && added >= holds);
  if (held !== undefined) return { ...held, kind: held === last && last.chapter.added.length >= evidence ? "copy" : "start" };
  return last !== undefined && last.share >= alike && last.shared.length >= evidence ? { ...last, kind: "copy" } : undefined;
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
  const { reference, added } = other;
  return similar(
    `It holds ${part} of the reference of ${reference}, and ${percent(added)} of what ${reference} adds to the chapter before${en}.`,
    `它含有 ${reference} 参考答案的 ${part}，以及 ${reference} 相对前一章新增部分的 ${percent(added)}${zh}。`,
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
