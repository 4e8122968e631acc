/** What a chapter's reference has beyond the one before, as a unified diff. Pure. */
import { createTwoFilesPatch } from "diff";

export type Version = { file: string; source: string };

/** @param before nothing for s01, which has everything to add */
export function differenceOf(before: Version | undefined, after: Version): string {
  const patch = createTwoFilesPatch(before?.file ?? "/dev/null", after.file, before?.source ?? "", after.source, undefined, undefined, { context: 3 });
  return patch.slice(patch.indexOf("--- ")).trimEnd().replaceAll(/[ \t]+$/gm, "");
}
