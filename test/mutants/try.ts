/** `node --import tsx test/mutants/try.ts s04 [name part]`: judges the mutants of one chapter on their own clause and prints the words. */
import { allMutants, judgeMutant, wordsOf } from "./kill.ts";

const [chapter = "s01", part = ""] = process.argv.slice(2);
for (const mutant of await allMutants()) {
  if (!mutant.clause.startsWith(chapter) || !mutant.name.includes(part)) continue;
  const [result] = await judgeMutant(mutant, { only: mutant.clause });
  const words = wordsOf(result);
  const verdict = result === undefined ? "NO SUCH CLAUSE" : result.outcome === "holds" ? "SURVIVES" : words.includes(mutant.says) ? "killed" : "WRONG WORDS";
  console.log(`${verdict}  ${mutant.clause}  ${mutant.name}  [${result?.failure?.test.condition.en ?? ""}]\n    ${words.replaceAll("\n", "\n    ")}`);
}
