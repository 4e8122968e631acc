/**
 * `npm run kata:matrix`: which clause kills which wrong program, and that the right ones live. Every mutant is judged by
 * all clauses up to its chapter. `--seed n`, `--runs n`, `--json file`.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { chapters } from "../spec/harness/chapters.ts";
import { allMutants, judgeMutant } from "./mutants/kill.ts";
import { failures, judgeFile, rightPrograms } from "./proof/programs.ts";

const { values } = parseArgs({ options: { seed: { type: "string" }, runs: { type: "string" }, json: { type: "string" } } });
const options = { seed: Number(values.seed ?? 42), runs: Number(values.runs ?? 100) };

const mutants = await allMutants();
const rows: { name: string; own: string; killedBy: string[] }[] = [];
const queue = [...mutants];
await Promise.all(
  [1, 2].map(async () => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const results = await judgeMutant(mutant, options);
      rows.push({ name: mutant.name, own: mutant.clause, killedBy: results.filter(({ outcome }) => outcome !== "holds").map(({ clause }) => clause.id) });
      if (process.stderr.isTTY) process.stderr.write(`\r${rows.length} of ${mutants.length}`);
    }
  }),
);
if (process.stderr.isTTY) process.stderr.write("\r\u001b[2K");

const order = new Map(mutants.map(({ name }, index) => [name, index]));
rows.sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
for (const { name, own, killedBy } of rows) {
  const others = killedBy.filter((id) => id !== own);
  console.log(`${killedBy.includes(own) ? "killed  " : "SURVIVES"}  ${own.padEnd(7)} ${name}${others.length === 0 ? "" : `   also ${others.join(" ")}`}`);
}

console.log("\nclause by clause: wrong programs it is meant to kill, and all that it kills");
for (const { clauses } of chapters) {
  for (const { id } of clauses) {
    const meant = rows.filter(({ own, killedBy }) => own === id && killedBy.includes(id)).length;
    const all = rows.filter(({ killedBy }) => killedBy.includes(id)).length;
    console.log(`${meant === 0 ? "NOTHING " : "        "}  ${id.padEnd(7)} ${String(meant).padStart(3)} ${String(all).padStart(4)}`);
  }
}

console.log("\nright programs");
let right = 0;
for (const { name, file, upto } of rightPrograms) {
  const failed = failures(await judgeFile(file, upto, options));
  if (failed.length === 0) right += 1;
  console.log(`${failed.length === 0 ? "holds" : "FAILS"}  ${upto}  ${name}${failed.map((line) => `\n    ${line}`).join("")}`);
}

const survivors = rows.filter(({ own, killedBy }) => !killedBy.includes(own));
const idle = chapters.flatMap(({ clauses }) => clauses).filter(({ id }) => !rows.some(({ own, killedBy }) => own === id && killedBy.includes(id)));
console.log(`\n${rows.length - survivors.length} of ${rows.length} wrong programs killed by their clause, ${idle.length} clauses that kill nothing, ${right} of ${rightPrograms.length} right programs hold`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ ...options, rows }, null, 2)}\n`);
process.exitCode = survivors.length === 0 && idle.length === 0 && right === rightPrograms.length ? 0 : 1;
