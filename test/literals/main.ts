/**
 * `npm run literals`: every literal that a spec compares with, what compares it, and where it is stated. `--clause
 * s04.5` (or a chapter), `--source` adds what is written in the files, `--unexplained` shows nothing else. Ends with 1
 * where a literal is unexplained.
 */
import { parseArgs } from "node:util";
import { compared, inSource, summed, type Account } from "./accounts.ts";
import { judgings } from "./played.ts";

const { values } = parseArgs({ options: { clause: { type: "string" }, source: { type: "boolean" }, unexplained: { type: "boolean" }, runs: { type: "string" }, seed: { type: "string" } } });
const all = await judgings(Number(values.runs ?? 30), Number(values.seed ?? 42));
const [told, written] = [compared(all), inSource(all)];

const chosen = (account: Account): boolean =>
  (values.clause === undefined || account.clause === values.clause || account.clause.startsWith(`${values.clause}.`)) && (values.unexplained !== true || account.origin === "unexplained");
console.log(["clause", "literal", "compared by", "stated in", "where"].join("\t"));
for (const { clause, literal, by, origin, where, times } of [...summed(told), ...(values.source === true || values.unexplained === true ? summed(written) : [])].filter(chosen)) {
  console.log([clause, literal.length > 60 ? `${literal.slice(0, 57)}...` : literal, times > 1 ? `${by} (${times} times)` : by, origin, where].join("\t"));
}

for (const [name, accounts] of [["compared while the suite ran", told], ["written in the spec files", written]] as const) {
  const counts = new Map<string, number>();
  for (const { origin } of accounts) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  console.log(`\n${accounts.length} ${name}: ${[...counts].sort(([, a], [, b]) => b - a).map(([origin, count]) => `${count} ${origin}`).join(", ")}`);
}
process.exitCode = [...told, ...written].some(({ origin }) => origin === "unexplained") ? 1 : 0;
