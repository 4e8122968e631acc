/** What a chapter's reference shows to the outside that the one before does not, and whether its text shows it. Pure. */
import { declarationsOf } from "../ladder/declarations.ts";
import { membersOf, shapeOf } from "../../src/docs/declarations.ts";
import { blocksOf, namesOf, sectionsOf } from "./document.ts";

/** A declaration that is new or looks different from outside; `members`: those of a class, where only they differ. */
export type Growth = { name: string; members: string[] };

/** @param before the source of the chapter before; empty for s01 */
export function growthOf(before: string, after: string): Growth[] {
  const known = declarationsOf(before);
  const exported = [...declarationsOf(after).values()].filter((declaration) => declaration.exported);
  return exported.flatMap(({ name }) => {
    if (!known.has(name)) return [{ name, members: [] }];
    const [was, is] = [bare(shapeOf(before, name)), bare(shapeOf(after, name))];
    if (was === is) return [];
    const old = membersOf(was).members.map(({ text }) => text);
    return [{ name, members: membersOf(is).members.filter(({ text }) => !old.includes(text)).map((member) => member.name) }];
  });
}

/** @returns the names that "How it works" does not show, outside of folds, by a marker */
export function hiddenGrowth(text: string, growth: Growth[]): string[] {
  const works = sectionsOf(blocksOf(text), 2).find(({ title }) => title === "How it works" || title === "工作原理");
  const shown = new Set((works?.blocks ?? []).filter(({ folds }) => folds === 0).flatMap(({ marker = "" }) => (/^(?:code|shape): /.test(marker) ? namesOf(marker) : [])));
  return growth.filter(({ name, members }) => !shown.has(name) && (members.length === 0 || members.some((member) => !shown.has(`${name}.${member}`)))).map(({ name }) => name);
}

const bare = (text: string): string => text.replace(/^\s*\/\/.*\n/gm, "");
