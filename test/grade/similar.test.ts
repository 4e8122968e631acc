/** Copies are told and independent hands are not: the measured ground of the thresholds in src/grade/similar. */
import { transformSync } from "esbuild";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { courseTexts } from "../../src/grade/similar/given.ts";
import { flagOf, similarities, type Similarity } from "../../src/grade/similar/similarities.ts";

const folder = fileURLToPath(new URL("../variants/", import.meta.url));
/** Right programs that hands wrote without knowing of each other or of the reference. */
const hands = readdirSync(folder).map((file) => ({ student: file.replace(/\.ts$/, ""), text: () => readFileSync(`${folder}${file}`, "utf8") }));
const handOf = (name: string): string => hands.find(({ student }) => student === name)!.text();
const submitted = (programs: Record<string, string>) => Object.entries(programs).map(([student, text]) => ({ student, text: () => text }));
const summary = (found: Similarity[]) => found.map(({ student, with: other, kind }) => `${student} ${kind} ${"student" in other ? other.student : other.reference}`);

/** The whole course: the reference of every chapter, in order. */
const course = await courseTexts("s12");
const referenceOf = (chapter: number): string => course.reference[chapter - 1]!;
const upto = (chapter: number): string[] => course.reference.slice(0, chapter);

const renamed = (text: string): string => transformSync(text, { loader: "ts", minifyIdentifiers: true, format: "esm" }).code;
/** The top-level declarations, last first. */
const reordered = (text: string): string => text.split(/\n(?=(?:export |async function|function|class |type |const |interface ))/).reverse().join("\n");
/** Other comments, other line ends, other indents, and quotes. */
const relaid = (text: string): string =>
  text
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/^( *)(.*)$/gm, (_, indent: string, line: string) => `${"\t".repeat(indent.length)}${line}${line.endsWith(";") ? " /* done */" : ""}`)
    .replaceAll("\n", "\r\n\r\n");
const disguises = { renamed, reordered, relaid, "renamed and reordered": (text: string) => reordered(renamed(text)), minified: (text: string) => transformSync(text, { loader: "ts", minify: true, format: "esm" }).code };

test.each([2, 6, 10, 12])("independent hands are alike neither with each other nor with the reference, up to s%d", async (chapter) => {
  expect(await similarities(hands, upto(chapter), course.given)).toEqual([]);
});

test.each(Object.entries(disguises))("a program %s is told on both sides", async (_, disguise) => {
  const found = await similarities([...hands, ...hands.map(({ student, text }) => ({ student: `${student} again`, text: () => disguise(text()) }))], upto(12), course.given);
  const names = hands.map(({ student }) => student);
  expect(summary(found)).toEqual([...names.map((name) => `${name} copy ${name} again`), ...names.map((name) => `${name} again copy ${name}`)]);
  expect(Math.min(...found.map(({ share, theirs }) => Math.max(share, theirs)))).toBeGreaterThan(0.45);
});

test.each(Object.entries(disguises))("the reference %s is told, in every chapter that adds more than a few words", async (_, disguise) => {
  for (const [at] of course.reference.entries()) {
    if (at + 1 === 11) continue;
    const found = await similarities([...hands, { student: "copy", text: () => disguise(referenceOf(at + 1)) }], upto(at + 1), course.given);
    expect(summary(found)).toEqual([`copy copy s${String(at + 1).padStart(2, "0")}`]);
  }
});

test("the reference of an earlier chapter is what kata start gives", async () => {
  for (let chapter = 2; chapter <= 12; chapter++) {
    const found = await similarities(submitted({ ann: referenceOf(chapter - 1), bob: renamed(referenceOf(chapter - 1)) }), upto(chapter), course.given);
    const start = `start s${String(chapter - 1).padStart(2, "0")}`;
    expect(summary(found), String(chapter)).toEqual([`ann ${start}`, `bob ${start}`]);
    expect(found.flatMap(({ fragments }) => fragments)).toEqual([]);
    expect(flagOf(found[0]!)).toMatchObject({ code: "start", severity: "info" });
  }
});

test("s11 adds a few words to s10, and whoever began with s10 writes the same", async () => {
  const mine = referenceOf(10)
    .replace("load(): ContextResource[] {", "load(decided?: string): ContextResource[] {\n    if (decided !== 'trusted') return [];")
    .replace("options.loader.load()", "options.loader.load(options.decided)");
  const found = await similarities(submitted({ ann: mine, bob: referenceOf(11) }), upto(11), course.given);
  expect(summary(found)).toEqual(["ann start s11", "bob start s11"]);
});

test("who began with the reference of s05 and copied the last chapter is told", async () => {
  const declared = (text: string): string[] => text.split(/\n(?=(?:export |async function|function|class |type |const |interface ))/);
  const name = (part: string): string => /(?:function|class|type|const|interface) (\w+)/.exec(part)?.[1] ?? "";
  const copied = declared(referenceOf(10)).filter((part) => !declared(referenceOf(9)).includes(part));
  const kept = declared(referenceOf(5)).filter((part) => !copied.some((other) => name(other) === name(part)));
  const [found] = await similarities(submitted({ ann: [...kept, ...copied].join("\n") }), upto(10), course.given);
  expect(found).toMatchObject({ kind: "copy", with: { reference: "s10" } });
  expect(flagOf(found!).detail.en).toMatch(/^It holds \d\d % of the reference of s10, and \d{2,3} % of what s10 adds to the chapter before: lines \d+ to \d+ here, \d+ to \d+ there\.$/);
});

test("both sides are shown with their lines", async () => {
  const text = handOf("lean");
  const copy = `// mine\n\n${renamed(text)}`;
  const [mine, theirs] = await similarities(submitted({ ann: text, bob: copy }), [], course.given);
  expect(mine!.fragments.length).toBeGreaterThan(0);
  expect(mine!.fragments.length).toBeLessThanOrEqual(3);
  for (const [place, source] of mine!.fragments.flatMap((fragment) => [[fragment.mine, text] as const, [fragment.theirs, copy] as const])) {
    expect(place.from).toBeLessThan(place.to);
    const shown = place.text.replace(/\n…$/, "");
    expect(source.split("\n").slice(place.from - 1, place.to).join("\n").startsWith(shown)).toBe(true);
    expect(shown.length).toBeLessThanOrEqual(800);
  }
  expect(theirs!.fragments).toEqual(mine!.fragments.map((fragment) => ({ mine: fragment.theirs, theirs: fragment.mine })));
  const { from, to } = mine!.fragments[0]!.mine;
  expect(flagOf(mine!)).toMatchObject({ code: "similar", severity: "review" });
  expect(flagOf(mine!).detail.en).toContain(`lines ${from} to ${to} here`);
  expect(flagOf(mine!).detail.zh).toContain(`第 ${from}–${to} 行`);
});

/** A statement that nobody else writes. */
const odd = (seed: number): string => {
  let state = seed + 1;
  const pick = <T>(of: T[]): T => of[(state = (Math.imul(state, 1103515245) + 12345) >>> 0) % 65_521 % of.length]!;
  const value = (depth: number): string => (depth === 0 ? pick(["a", "1", "b.c", "'d'"]) : pick([() => `f(${value(depth - 1)})`, () => `[${value(depth - 1)}, ...a]`, () => `(${value(depth - 1)} ? ${value(depth - 1)} : a)`, () => `((x) => ${value(depth - 1)})`, () => `!${value(depth - 1)}.e`])());
  return `use(${value(4)} + ${value(3)});`;
};
const own = (student: number): string => Array.from({ length: 60 }, (_, line) => odd(student * 1000 + line)).join("\n");

test("what the class was taught is nobody's copy, and a copy among it is found", async () => {
  const taught = handOf("classes");
  const text = (student: number): string => `${taught}\n${own(student === 39 ? 7 : student)}`;
  const found = await similarities(Array.from({ length: 40 }, (_, at) => ({ student: `u${at}`, text: () => text(at) })), [], []);
  expect(summary(found)).toEqual(["u7 copy u39", "u39 copy u7"]);
});

test("of a group each member is told, with a few of the others", async () => {
  const found = await similarities(Array.from({ length: 80 }, (_, at) => ({ student: `u${at}`, text: () => (at % 4 === 0 ? renamed(handOf("lean")) : own(at)) })), [], []);
  expect(new Set(found.map(({ student }) => student))).toEqual(new Set(Array.from({ length: 20 }, (_, at) => `u${at * 4}`)));
  expect(found.length).toBeLessThanOrEqual(60);
});

test("a text that esbuild cannot read, or that is made to cost much, is compared as it stands or not at all", async () => {
  const broken = `${handOf("lean")}\n}}} (`;
  const costly = ["{".repeat(250_000), "!".repeat(250_000), "`${".repeat(80_000), "/[".repeat(100_000), "x(1);".repeat(50_000), "\u0000".repeat(1000), ""];
  const found = await similarities(submitted({ broken, again: broken.replaceAll("state", "s"), ...Object.fromEntries(costly.map((text, at) => [`costly${at}`, text])) }), upto(12), course.given);
  expect(summary(found)).toEqual(["broken copy again", "again copy broken"]);
});
