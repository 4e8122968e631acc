/** Judges what was loaded of a package. */
import { equals } from "../harness/judge.ts";
import type { Played } from "../harness/played.ts";
import { say } from "../harness/text.ts";
import type { Package } from "../player/scenario.ts";
import { owned } from "./words.ts";

/** The name and the three records are what the manifest and the contents have in common. */
export function checkLoaded(played: Played, { manifest, contents: all }: Package, index = 0): void {
  const loaded = played.object(index);
  equals(loaded.name, manifest.name, say("the name of the loaded package", "加载结果的 name"));
  for (const kind of ["tools", "commands", "resources"] as const) {
    const why = say(`What the manifest lists under ${kind} and the contents own is loaded, nothing more and nothing less.`, `清单的 ${kind} 里列出、contents 又确实拥有的才加载，不多也不少。`);
    equals(loaded[kind], owned(all, manifest[kind]), say(`the ${kind} of the loaded package`, `加载结果的 ${kind}`), why);
  }
}
