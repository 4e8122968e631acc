/** "How it works" shows every exported type and signature that its chapter adds or changes. */
import { expect, test } from "vitest";
import { neighbour } from "../../spec/harness/chapters.ts";
import { texts } from "./chapters.ts";
import { read } from "./document.ts";
import { growthOf, hiddenGrowth } from "./shown.ts";

function growthAt(id: string): ReturnType<typeof growthOf> {
  const earlier = neighbour(id, -1);
  return growthOf(earlier === undefined ? "" : read(`solution/${earlier.id}/code.ts`), read(`solution/${id}/code.ts`));
}

test.each(texts)("$file shows what the chapter adds or changes", ({ id, text }) => {
  expect(hiddenGrowth(text, growthAt(id)), "show them in How it works, by a marker shape: or code: outside of folds").toEqual([]);
});

test("the check itself: what grew is what the chapters list", () => {
  const names = (id: string): string[] => growthAt(id).map(({ name, members }) => [name, ...members].join("."));
  expect(names("s05")).toEqual(["BeforeToolCallResult", "ToolHooks", "executeToolCall", "TurnOptions.hooks"]);
  expect(names("s12")).toEqual(["ResourceLoader.add", "PackageManifest", "Package", "LoadedPackage", "pick", "loadPackage", "installLoadedPackage"]);
  expect(names("s03")).toEqual(["ProviderEvent", "Provider.stream", "collectAssistantMessage"]);
  const text = (marker: string): string => `## How it works\n\n${marker}\n\`\`\`ts\n\`\`\`\n`;
  const growth = growthAt("s12").slice(0, 2);
  expect(hiddenGrowth(text("<!-- shape: ResourceLoader.add, PackageManifest -->"), growth)).toEqual([]);
  expect(hiddenGrowth(text("<!-- code: ResourceLoader -->"), growth)).toEqual(["PackageManifest"]);
  expect(hiddenGrowth(text("<details>\n\n<!-- code: ResourceLoader, PackageManifest -->"), growth)).toEqual(["ResourceLoader", "PackageManifest"]);
  expect(hiddenGrowth(text("## Try it\n\n<!-- code: ResourceLoader, PackageManifest -->"), growth)).toEqual(["ResourceLoader", "PackageManifest"]);
});
