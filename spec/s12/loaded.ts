/** Judges what was loaded of a package. */
import { equals } from "../harness/judge.ts";
import type { Played } from "../harness/played.ts";
import { say } from "../harness/text.ts";
import type { Package } from "../player/scenario.ts";
import { explained } from "../s07/words.ts";
import { checkOwned } from "./words.ts";

const onlyReads = say("Loading reads the manifest and runs nothing of the contents; a name that leads to nothing is passed over.", "加载只是读清单，不运行任何内容；名字找不到对应的内容，就跳过它。");

/** The name and the three records are what the manifest and the contents have in common. */
export function checkLoaded(played: Played, { manifest, contents }: Package, index = 0): void {
  const loaded = explained(onlyReads, () => played.object(index));
  equals(loaded.name, manifest.name, say("the name of the loaded package", "加载结果的 name"));
  for (const kind of ["tools", "commands", "resources"] as const) checkOwned(loaded[kind], contents, manifest[kind], say(`the ${kind} of the loaded package`, `加载结果的 ${kind}`));
}
