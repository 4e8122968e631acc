/** What CONTRIBUTING.md asks of every file, checked. Each message names the file and what to do. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));
const sources = tracked.filter((file) => file.endsWith(".ts"));
const read = (file: string): string => readFileSync(join(root, file), "utf8");
/** Source without comments and strings, so that words in them do not count. */
const bare = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").replace(/`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""');

const importsOf = (file: string): string[] => [...read(file).matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)";|^import "([^"]+)";/gm)].map((match) => match[1] ?? match[2] ?? "");
/** Where an import leads: a path in the repository, or a package. */
const target = (file: string, name: string): string => (name.startsWith(".") ? join(dirname(file), name).split("\\").join("/") : name);

/** Files found at run time by their place are imported by name: data, not structure. */
const dynamic = ["spec/files.ts", "src/config.ts", "test/mutants/kill.ts"];

test("no any, no suppressed type errors", () => {
  const found = sources.filter((file) => /[:<|&(,]\s*any\b|\bas any\b|\bany\[\]/.test(bare(read(file))) || /@ts-(?:ignore|nocheck|expect-error)/.test(read(file)));
  expect(found.filter((file) => file !== "test/discipline.test.ts"), "give the value its type").toEqual([]);
});

test("no inline imports", () => {
  const found = sources.filter((file) => /\bimport\(/.test(bare(read(file)))).filter((file) => !dynamic.includes(file));
  expect(found, "import at the top of the file").toEqual([]);
});

test("only erasable TypeScript", () => {
  const found = sources.filter((file) => /^\s*(?:export\s+)?(?:const\s+)?enum\s|^\s*(?:export\s+)?namespace\s|constructor\([^)]*\b(?:private|public|protected|readonly)\s/m.test(bare(read(file))));
  expect(found, "write a union of strings, a module, a field").toEqual([]);
});

const rules: { folder: RegExp; may(to: string, from: string): boolean; rule: string }[] = [
  { folder: /^solution\//, may: () => false, rule: "the reference imports nothing" },
  { folder: /^spec\/player\//, may: (to) => to.startsWith("node:") || to.startsWith("spec/player/"), rule: "the player depends on node only" },
  { folder: /^spec\/harness\//, may: (to) => /^(node:|vitest|fast-check$|esbuild$|spec\/(harness|player)\/|spec\/s\d\d\/clauses\.ts$|spec\/(?:files|extra)\.ts$)/.test(to), rule: "the harness knows vitest, fast-check, esbuild, the player and the clauses" },
  {
    folder: /^spec\/s\d\d\//,
    may: (to, from) => /^(fast-check$|kata:code$|spec\/harness\/)/.test(to) || to === "spec/player/scenario.ts" || to.startsWith(`${dirname(from)}/`) || (/^spec\/s\d\d\/words\.ts$/.test(to) && dirname(to) < dirname(from)),
    rule: "a spec imports the harness, fast-check, its own chapter and the words of earlier ones",
  },
  {
    folder: /^src\//,
    may: (to) => !/^(test|solution|workspace)\//.test(to) && !/\.test\.ts$/.test(to) && (!to.startsWith("pi/") || to === "pi/differences.ts") && !to.startsWith("@earendil-works/"),
    rule: "the tool never imports a test, a solution or a workspace, and of pi/ only the table of differences",
  },
  { folder: /^pi\/differences\.ts$/, may: () => false, rule: "the table of differences imports nothing: documents are made of it without Pi's packages" },
  {
    folder: /^pi\/(?!(?:test\/)?chat\/)/,
    may: (to, from) => /^(node:|@earendil-works\/|spec\/(harness|player|s\d\d)\/|src\/|pi\/)/.test(to) || (from.startsWith("pi/test/") && /^(vitest(\/config)?|fast-check)$/.test(to)),
    rule: "Pi's player imports its own packages, the harness, the player, the specs' data and the kata's comparison and report",
  },
  {
    folder: /^pi\/chat\//,
    may: (to) => /^(node:|@earendil-works\/|spec\/harness\/(?:image|text)\.ts$|src\/(?:unable|report\/terminal)\.ts$|solution\/s12\/code\.ts$|pi\/chat\/)/.test(to),
    rule: "the chat imports pi-ai, the bundler, the words and colours of the kata, and of the reference the types",
  },
];

test.each(rules)("dependency rule: $rule", ({ folder, may }) => {
  const broken = sources.filter((file) => folder.test(file)).flatMap((file) => importsOf(file).map((name) => [file, target(file, name)] as const).filter(([from, to]) => !may(to, from)));
  expect(broken.map(([from, to]) => `${from} imports ${to}`)).toEqual([]);
});

test("the chat takes types from the reference, and no code", () => {
  const found = sources.filter((file) => file.startsWith("pi/chat/")).flatMap((file) => [...read(file).matchAll(/^import (?!type )[^;]*solution\/[^;]*;/gm)].map(([line]) => `${file}: ${line}`));
  expect(found, "import type").toEqual([]);
});

test("files are named by nouns", () => {
  const vague = sources.filter((file) => /^(utils?|helpers?|common|misc|shared)\.ts$/.test(basename(file)));
  expect(vague, "name the file after what is in it").toEqual([]);
});

test("versions are exact and esbuild is the one that tsx brings", () => {
  const { devDependencies } = JSON.parse(read("package.json")) as { devDependencies: Record<string, string> };
  const { dependencies } = JSON.parse(read("pi/package.json")) as { dependencies: Record<string, string> };
  expect(Object.entries({ ...devDependencies, ...dependencies }).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, { version?: string; resolved?: string }> };
  expect(Object.keys(lock.packages).filter((name) => name.endsWith("node_modules/esbuild"))).toEqual(["node_modules/esbuild"]);
});

test("no path of a machine and no registry host in a tracked file", () => {
  const lines = tracked
    .filter((file) => !/\.(png|svg)$/.test(file))
    .flatMap((file) => read(file).split("\n").map((line, at) => [`${relative(root, join(root, file))}:${at + 1}`, line] as const))
    .filter(([, line]) => /\/home\/[a-z]|\/Users\/[a-z]|\/work\/main|[A-Z]:\\Users\\|registry\.npm|"resolved":/.test(line));
  expect(lines.map(([place]) => place).filter((place) => !place.startsWith("test/discipline.test.ts"))).toEqual([]);
});

test("every file ends with one newline and has no trailing space", () => {
  const untidy = sources.filter((file) => !read(file).endsWith("\n") || /[ \t]$/m.test(read(file)) || read(file).includes("\r"));
  expect(untidy.filter((file) => !file.startsWith("test/fixtures/"))).toEqual([]);
});

test("a text of a card is made with show", () => {
  const found = sources.filter((file) => /^spec\/s\d\d\//.test(file)).flatMap((file) => read(file).split("\n").map((line, at) => [`${file}:${at + 1}`, line] as const).filter(([, line]) => /\bsay\((?:[^)`"]*|`[^`]*)JSON\.stringify/.test(line)));
  expect(found.map(([place]) => place), "JSON.stringify(undefined) is no text: use show").toEqual([]);
});
