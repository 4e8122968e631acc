/** The files in grading/ that a teacher copies: each parses, and each names only what there is. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { chapters } from "../../spec/harness/chapters.ts";
import { gradeOptions } from "../../src/grade/options.ts";
import { formats } from "../../src/grade/outputs.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "grading");
const read = (file: string): string => readFileSync(join(folder, file), "utf8");
const yaml = ["github-actions-class.yml", "github-classroom.yml", "kubernetes-job.yml"];
const scripts = ["gradescope/setup.sh", "gradescope/run_autograder"];

type Tree = string | number | boolean | null | undefined | Tree[] | { [key: string]: Tree };
const documents = (file: string): Tree[] =>
  parseAllDocuments(read(file)).map((document) => {
    expect([...document.errors, ...document.warnings], file).toEqual([]);
    return document.toJS() as Tree;
  });
/** The value at a path of keys and positions. */
const at = (tree: Tree, ...path: (string | number)[]): Tree => path.reduce<Tree>((part, key) => (part as Record<string | number, Tree> | undefined)?.[key], tree);
const texts = (tree: Tree): string[] => (typeof tree === "string" ? [tree] : typeof tree === "object" && tree !== null ? Object.values(tree).flatMap(texts) : []);

/** What a shell reads of each `npm run -s kata -- …` in a text: its words, without quotes. */
const commandsOf = (text: string): string[][] =>
  [...text.replace(/^\s*#.*$/gm, "").replace(/\\\n/g, " ").matchAll(/npm run -s kata -- (.*?)(?: \|\|)?$/gm)].map((match) => [...match[1]!.matchAll(/(?:"[^"]*"|[^\s"])+/g)].map(([word]) => word.replaceAll('"', "")));

const all = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => statSync(join(folder, file)).isFile()).map((file) => file.split("\\").join("/")).filter((file) => !file.startsWith("extra-example/"));
const sources: Record<string, string[]> = {
  ...Object.fromEntries(yaml.map((file) => [file, documents(file).flatMap(texts)])),
  ...Object.fromEntries(scripts.map((file) => [file, [read(file)]])),
  "classroom.json": texts(JSON.parse(read("classroom.json")) as Tree),
};

test("every file is known here", () => {
  expect(all.sort()).toEqual([...Object.keys(sources), "gradescope/README.md"].sort());
});

const text = { type: "string" } as const;
const merge = { out: text };

test.each(Object.entries(sources))("%s calls kata with options that it has", (file, parts) => {
  const commands = parts.flatMap(commandsOf);
  // setup.sh only installs.
  expect(commands.length, file).toBe(file.endsWith("setup.sh") ? 0 : file === "github-actions-class.yml" || file === "kubernetes-job.yml" ? 2 : 1);
  for (const [command, ...args] of commands) {
    if (command !== "grade") {
      expect(parseArgs({ args: [command!, ...args], options: { upto: text } }).values.upto).toMatch(/^s\d\d$/);
    } else if (args[0] === "merge") {
      const { values, positionals } = parseArgs({ args: args.slice(1), options: merge, allowPositionals: true });
      expect(positionals.length).toBeGreaterThan(0);
      expect(values.out).toBeDefined();
    } else {
      const { values, positionals } = parseArgs({ args, options: gradeOptions, allowPositionals: true });
      expect(positionals, file).toHaveLength(1);
      expect(values.out).toBeDefined();
      expect(chapters.map(({ id }) => id), file).toContain(values.upto === "$UPTO" ? uptoOf(parts.join("\n"), file) : values.upto);
      expect(["auto", "bwrap", "none", "$sandbox"]).toContain(values.sandbox);
      if (values.shard !== undefined) expect(values.secret, "all shards derive their seeds from one secret").toBe("$KATA_SECRET");
      for (const format of values.format?.split(",") ?? []) expect(formats).toContain(format);
    }
  }
});

/** The chapter that a script or a workflow sets. */
const uptoOf = (source: string, file: string): string | undefined => (file.endsWith(".yml") ? String(at(documents(file)[0], "env", "UPTO")) : /^UPTO=(\S+)$/m.exec(source)?.[1]);

test.each(all)("%s begins with what to change", (file) => {
  if (/\.(md|json)$/.test(file)) return;
  expect(read(file).split("\n").slice(0, 6).join("\n")).toMatch(/^(?:#!.*\n)?# [\s\S]*[Cc]hange /);
});

test("the class workflow has one shard for each machine, and merges all of them", () => {
  const [workflow] = documents("github-actions-class.yml");
  const k = at(workflow, "jobs", "grade", "strategy", "matrix", "k") as number[];
  expect(k).toEqual(k.map((_, place) => place + 1));
  const steps = at(workflow, "jobs", "grade", "steps") as Tree[];
  expect(at(steps.find((step) => at(step, "name") === "Grade"), "env", "SHARD")).toBe("${{ matrix.k }}/${{ strategy.job-total }}");
  expect(at(steps.at(-1), "with", "name")).toBe("shard-${{ matrix.k }}");
  const merging = at(workflow, "jobs", "merge", "steps") as Tree[];
  expect(merging.map((step) => at(step, "with", "pattern")).filter(Boolean)).toEqual(["shard-*"]);
});

test("the classroom reporter reads the result of the step that grades", () => {
  const [workflow] = documents("github-classroom.yml");
  const steps = at(workflow, "jobs", "run-autograding-tests", "steps") as Tree[];
  const reporter = steps.at(-1);
  const runner = String(at(reporter, "with", "runners"));
  expect(Object.entries(at(reporter, "env") as Record<string, Tree>)).toEqual([[`${runner.toUpperCase()}_RESULTS`, `\${{ steps.${runner}.outputs.result }}`]]);
  const grader = steps.find((step) => at(step, "id") === runner);
  expect(at(grader, "run")).toContain('echo "result=$(base64 -w 0 ');
});

test("nobody's words are put into a script of a workflow by an expression", () => {
  for (const file of yaml) for (const part of sources[file]!.filter((source) => source.includes("npm run"))) expect(part, file).not.toContain("${{");
});

test("the Kubernetes job has as many pods as shards", () => {
  const [job, merger, policy] = documents("kubernetes-job.yml");
  expect([job, merger, policy].map((document) => at(document, "kind"))).toEqual(["Job", "Job", "NetworkPolicy"]);
  expect(at(job, "spec", "completionMode")).toBe("Indexed");
  const container = at(job, "spec", "template", "spec", "containers", 0);
  expect(at(container, "args", 0)).toContain(`--shard "$((JOB_COMPLETION_INDEX + 1))/${String(at(job, "spec", "completions"))}"`);
  const mounts = at(container, "volumeMounts") as Tree[];
  const volumes = (at(job, "spec", "template", "spec", "volumes") as Tree[]).map((volume) => at(volume, "name"));
  expect(mounts.map((mount) => at(mount, "name"))).toEqual(volumes);
});

test.skipIf(process.platform === "win32")("the scripts are executable bash", () => {
  for (const script of scripts) {
    expect(statSync(join(folder, script)).mode & 0o111, script).not.toBe(0);
    execFileSync("bash", ["-n", join(folder, script)]);
    expect(read(script)).toContain("\nset -euo pipefail\n");
  }
});

/** Runs run_autograder with an npm that does what `body` says. @returns what Gradescope finds */
function autograde(body: string): { score?: number; extra_data?: { grader_error?: boolean } } {
  const place = mkdtempSync(join(tmpdir(), "kata-gradescope-"));
  try {
    for (const part of ["bin", "submission", "source/pi-kata"]) mkdirSync(join(place, part), { recursive: true });
    writeFileSync(join(place, "submission", "code.ts"), "export {};\n");
    writeFileSync(join(place, "bin", "npm"), `#!/usr/bin/env bash\nwhile [ "$1" != --out ]; do [ -d "$1" ] && class="$1"; shift; done\nout="$2"\n${body}\n`);
    chmodSync(join(place, "bin", "npm"), 0o755);
    const { status } = spawnSync("bash", [join(folder, "gradescope", "run_autograder")], { env: { ...process.env, AUTOGRADER: place, PATH: `${join(place, "bin")}${delimiter}${process.env["PATH"] ?? ""}` } });
    expect(status).toBe(0);
    const results = join(place, "results", "results.json");
    expect(existsSync(results)).toBe(true);
    return JSON.parse(readFileSync(results, "utf8")) as ReturnType<typeof autograde>;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const writes = `mkdir -p "$out/gradescope"; test -f "$class/submission/code.ts" && echo '{"score":7}' > "$out/gradescope/submission.json"`;

test.skipIf(process.platform === "win32").each([
  ["what was graded", writes, { score: 7 }],
  ["what was graded, although grade ended badly afterwards", `${writes}; exit 3`, { score: 7 }],
  ["that the grader failed, where it wrote nothing", "exit 1", { extra_data: { grader_error: true } }],
  ["that the grader failed, where it was stopped", "kill -TERM $PPID; sleep 0.2", { extra_data: { grader_error: true } }],
])("Gradescope is told %s", (_, body, found) => {
  expect(autograde(body)).toMatchObject(found);
});
