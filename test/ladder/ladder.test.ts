/** R8, R1, R2 on the reference: each chapter is the one before plus what it claims. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { chapters } from "../../spec/harness/chapters.ts";
import { makeImage } from "../../spec/harness/image.ts";
import { claims } from "./claims.ts";
import { declarationsOf } from "./declarations.ts";

const solution = (id: string): string => fileURLToPath(new URL(`../../solution/${id}/code.ts`, import.meta.url));
const read = async (id: string) => declarationsOf(await readFile(solution(id), "utf8"));

describe.each(chapters.slice(1).map((chapter, index) => [chapters[index]?.id ?? "", chapter.id] as const))("%s to %s", (before, after) => {
  test("no declaration, export, field or method disappears, save what U1 retires", async () => {
    const [old, now] = [await read(before), await read(after)];
    const lost: string[] = [];
    for (const { name, exported, members } of old.values()) {
      const kept = now.get(name);
      if (kept === undefined || kept.exported !== exported) lost.push(name);
      for (const member of members) if (kept?.members.includes(member) === false) lost.push(`${name}.${member}`);
    }
    expect(lost).toEqual(claims[after]?.retires ?? []);
  });

  test("what the chapter does not claim to change is identical, and each claim is used", async () => {
    const [old, now] = [await read(before), await read(after)];
    const changed = [...now.values()].filter(({ name, text }) => old.has(name) && old.get(name)?.text !== text).map(({ name }) => name);
    expect(changed.sort()).toEqual([...(claims[after]?.changes ?? [])].sort());
  });

  test("what stays keeps its order", async () => {
    const [old, now] = [await read(before), await read(after)];
    expect([...now.keys()].filter((name) => old.has(name))).toEqual([...old.keys()]);
  });
});

test.each(chapters.map(({ id }) => id))("%s exports what its chapter and the earlier ones list, and nothing else", async (id) => {
  const upTo = chapters.filter((chapter) => chapter.id <= id);
  const runtime = upTo.flatMap((chapter) => Object.keys(chapter.adds)).filter((name) => !name.includes("."));
  expect([...(await makeImage(solution(id))).exports].sort()).toEqual(runtime.sort());
  const declared = [...(await read(id)).values()].filter(({ exported }) => exported).map(({ name }) => name);
  expect(declared.sort()).toEqual([...runtime, ...upTo.flatMap((chapter) => chapter.types)].sort());
});
