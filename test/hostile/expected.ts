/** Holds a row of the results against what the corpus expects. */
import type { Row } from "../../src/grade/record.ts";
import type { Base, Case } from "./case.ts";

/** What is wrong with the row of a case, one sentence each; none where it is as expected. @param rows those of the bases */
export function faultsOf(one: Case, row: Row | undefined, rows: Record<Base, Row | undefined>): string[] {
  if (row === undefined) return ["it has no row"];
  const told: string[] = [];
  const wanted = typeof one.verdict === "string" ? [one.verdict] : one.verdict;
  if (!wanted.includes(row.verdict)) told.push(`verdict ${row.verdict} instead of ${wanted.join(" or ")}: ${row.sentence.en}`);
  told.push(...clauseFaults(one, row, rows));
  const counted = row.clauses.filter(({ status }) => status === "pass").length;
  if (row.score !== counted) told.push(`score ${row.score}, though ${counted} clauses hold`);
  for (const code of one.flags ?? []) if (!row.flags.some((flag) => flag.code === code)) told.push(`no flag ${code}`);
  const said = [row.sentence, ...row.clauses.flatMap(({ card }) => card ?? [])];
  if (one.says !== undefined && !said.some(({ en }) => one.says?.test(en.replaceAll(/\s+/g, " ")))) told.push(`nothing says ${one.says}: ${row.sentence.en}`);
  if (row.sentence.en === "" || !/\p{Script=Han}/u.test(row.sentence.zh)) told.push("a sentence is missing in one language");
  if (/pi-kata-|\/tmp\/|\[object/.test(row.sentence.en)) told.push(`the sentence shows what is ours: ${row.sentence.en}`);
  if (/\p{Cc}/u.test(row.sentence.en + row.sentence.zh)) told.push(`the sentence is not one line of text: ${JSON.stringify(row.sentence.en)}`);
  return told;
}

function clauseFaults({ gains }: Case, row: Row, rows: Record<Base, Row | undefined>): string[] {
  if ("atMost" in gains) {
    const base = rows[gains.atMost];
    return row.clauses.filter(({ id, status }) => status === "pass" && statusIn(base, id) !== "pass").map(({ id }) => `it gains ${id}`);
  }
  if (gains.as === "nothing") return row.clauses.filter(({ status }) => status === "pass").map(({ id }) => `it gains ${id}`);
  const { but = {} } = gains;
  return row.clauses.flatMap(({ id, status, card }) => {
    const expected = but[id] ?? statusIn(rows[gains.as], id);
    const allowed = Array.isArray(expected) ? expected : [expected];
    return allowed.includes(status) ? [] : [`${id} ${status} instead of ${allowed.join(" or ")}${card === undefined ? "" : `\n${card.en}`}`];
  });
}

const statusIn = (row: Row | undefined, id: string) => row?.clauses.find((clause) => clause.id === id)?.status;
