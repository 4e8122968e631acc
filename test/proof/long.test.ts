/** What is known of a program that carried 20,000 entries, and what is not: when it has to carry 100,000. */
import { expect, test } from "vitest";
import { makeImage } from "../../spec/harness/image.ts";
import { growsEvenly } from "../../spec/harness/length.ts";
import { playLong, type Stage } from "../../spec/harness/long.ts";
import { Played } from "../../spec/harness/played.ts";
import { Stopped } from "../../spec/harness/subject.ts";
import { chosen, loadSuite } from "../../spec/harness/suite.ts";
import { judge } from "../../src/judge.ts";
import { changed, imageOf } from "../subject/programs.ts";
import { solution } from "./programs.ts";

const counted = new Map([[0, "entry-1"], [200, "entry-201"], [19_999, "entry-20000"]]);
const uuids = new Map([[0, "1c8a3d43-9d5c-4d43-8f4b-3f6d4fb6a5a0"], [7, "entry 77d6c5fb-8ad4-4f5b-92b1-f1ad7a0d7c11"]]);
const even = (code: string, ids = counted): boolean => growsEvenly(code, 100_000, ids);

test("a program that names no length, and whose ids cannot come twice, does with more what it does with fewer", async () => {
  expect(even((await makeImage(solution("s12"))).code)).toBe(true);
  expect(even('/** 1 or 2 */ const text = "\\u2028"; const letters = a1000 + $20000; limit = 10; id.slice(2, 12); x = 1e6;')).toBe(true);
  expect(even("", uuids)).toBe(true);
  expect(even("", new Map([[35, "node-z"], [71, "node-1z"], [16, "#11"]]))).toBe(true);
});

test.each(["size > 50_000", "size >= 65536", "& 0xffff", "new Array(1e5)", "x = 256 * 256", "2 ** 16", "1 << 16", "new Uint16Array(length)", "size > 65536n", "path.unshift(entry)", "path.splice(0, 0, entry)"])("%s leaves a doubt", (code) => {
  expect(even(code)).toBe(false);
});

test("ids that are neither counted nor whole UUIDs leave a doubt", () => {
  expect(even("", new Map([[0, "x7f3k2"], [200, "k2m9ap"]]))).toBe(false);
  expect(even("", new Map([[0, "1c8a3d43"], [200, "77d6c5fb"]]))).toBe(false);
  expect(even("", new Map())).toBe(false);
});

/** A program whose work takes so many milliseconds, and the counts that it was given. */
function stage(work: (count: number) => number): Stage & { counts: number[] } {
  const counts: number[] = [];
  let now = 0;
  return {
    counts,
    code: "",
    now: () => now,
    async play(scenario) {
      const [step] = scenario.steps;
      const count = step?.do === "appendMany" ? step.count : 0;
      counts.push(count);
      now += work(count);
      return new Played(scenario, { steps: [], timeline: [] });
    },
    ready: () => Promise.resolve(),
    limitsIn: (ms) => ms / 2000,
    aside: (act) => act(),
  };
}

const long = (count: number) => ({ steps: [{ do: "appendMany" as const, count }] });
const first = (answer: boolean) => ({ count: 20_000, even: () => answer });

test("where even the square would be in time, the shorter path is enough", async () => {
  const quick = stage((count) => count / 100);
  await playLong(quick, long, 100_000, first(true));
  expect(quick.counts).toEqual([5000, 20_000]);
});

test("where only a linear growth would be in time, its growth is looked at", async () => {
  const slow = stage((count) => count / 50);
  await playLong(slow, long, 100_000, first(true));
  expect(slow.counts).toEqual([5000, 20_000, 5000]);
});

test("where there is a doubt, the whole is played", async () => {
  const doubtful = stage((count) => count / 100);
  await playLong(doubtful, long, 100_000, first(false));
  expect(doubtful.counts).toEqual([5000, 20_000, 100_000]);
});

test("where it grows like the square, and the whole would not be in time, the whole is played", async () => {
  const square = stage((count) => (count / 1250) ** 2);
  await playLong(square, long, 100_000, first(true));
  expect(square.counts).toEqual([5000, 20_000, 5000, 100_000]);
});

test("a program that is late with the shorter one gets its chance with the whole", async () => {
  const late = stage((count) => count / 10);
  const { play } = late;
  late.play = async (scenario, patience) => {
    const played = await play(scenario, patience);
    if (late.counts.length === 2) throw new Stopped({ kind: "hang", limit: 6000, during: { step: 0, what: "start", name: "" } }, "");
    return played;
  };
  await playLong(late, long, 100_000, first(true));
  expect(late.counts).toEqual([5000, 20_000, 100_000]);
});

test("a shorter one in which a step throws is no answer", async () => {
  const image = await imageOf(changed("s07", "  append(message: AgentMessage): SessionEntry {\n", "  append(message: AgentMessage): SessionEntry {\n    if (this.#entries.size === 4000) throw new Error('full');\n"));
  const [result] = await judge(image, chosen(await loadSuite(), "s07", "s07.8"), { upto: "s07", replay: { seed: 1, runs: 1 }, limits: { scenario: 2000, load: 5000, memory: 256 }, lanes: 1 });
  expect(result?.outcome).toBe("fails");
  expect(result?.failure?.card?.scenario?.steps[0]).toMatchObject({ do: "appendMany", count: 100_000 });
}, 60_000);
