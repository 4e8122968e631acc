/**
 * `kata compare --upto s06`: the scenarios of the specs, most of them random, on the learner's program and on the reference of that chapter; tells the
 * first one in which they differ where the contract lets no program differ. Exit codes: 0 none, 1 one, 2 could not run.
 */
import { basename } from "node:path";
import type { Image } from "../../spec/harness/image.ts";
import { show } from "../../spec/harness/show.ts";
import { Stopped, Unloadable } from "../../spec/harness/subject.ts";
import { chosen, loadSuite } from "../../spec/harness/suite.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import type { Options } from "../cli/options.ts";
import { imageOf, rerunTarget, targetOf } from "../cli/target.ts";
import { Pair, reachedBy, type Told } from "../compare/pair.ts";
import { playedTests, search, type Found } from "../compare/search.ts";
import { unableToLoad } from "../judge.ts";
import { quoted, seedWords } from "../report/card.ts";
import { Progress } from "../report/progress.ts";
import { endingText, storyLines, type Story } from "../report/story.ts";
import { wrap, type Terminal } from "../report/terminal.ts";
import { Unable } from "../unable.ts";

export async function compareCommand(options: Options, terminal: Terminal): Promise<number> {
  const { language, upto, seed, runs, limits, only, path } = options;
  const image = await imageOf(targetOf(options));
  const { reached, missing } = reachedBy(image, upto);
  if (reached === undefined) throw new Unable(nothingYet(image, missing?.name ?? ""));
  const tests = loadSuite(reached.id).then((suite) => playedTests(chosen(suite, reached.id, only)).filter((test) => path === undefined || test.index === path.test));
  const pair = new Pair(image, await imageOf(targetOf({ target: "solution", upto: reached.id })), limits);
  const progress = new Progress(process.stdout, language, terminal);
  try {
    await pair.start();
    const list = await tests;
    if (list.length === 0) throw new Unable(say("--path names no scenario of this chapter.", "--path 指向的场景在这一章里不存在。"));
    const found = await search(pair, list, { seed, runs, ...(path === undefined || path.path === "" ? {} : { path: path.path }) }, (done) => progress.show(done, list.length));
    const told = found === undefined ? undefined : await pair.tell(found.scenario);
    progress.stop();
    const lines = missing === undefined ? [] : [...wrap(lacking(missing, reached.id)[language], terminal.width), ""];
    if (found === undefined || told === undefined) lines.push(...wrap(`${terminal.paint("green", "=")} ${alike(pair.played, reached.id)[language]}`, terminal.width));
    else lines.push(...storyLines(storyOf(found, told, terminal.command(againOf(found, { ...options, upto: reached.id })), language), language, terminal));
    process.stdout.write(`${lines.join("\n")}\n`);
    return found === undefined ? 0 : 1;
  } catch (error) {
    throw error instanceof Unloadable ? unableToLoad(image, error) : error;
  } finally {
    progress.stop();
    pair.close();
  }
}

function storyOf({ test, scenario }: Found, { reference, yours, difference }: Told, again: string, language: Options["language"]): Story {
  const story = { clause: test.clause, condition: test.condition, random: test.kind === "property", scenario, again };
  if (yours instanceof Stopped) {
    const { step } = yours.ending.during;
    const facts = [{ what: say("how it ends", "怎么结束的"), yours: [endingText(yours.ending)[language]], reference: [`→ ${show(reference.transcript.steps[step]?.value ?? null)}`], same: false }];
    return { ...story, step, facts };
  }
  if (difference !== undefined) return { ...story, ...difference };
  const alone = say("alone they do the same: something of an earlier scenario outlived it", "单独运行时两边一样：更早的场景留下了东西");
  const hint = say("look for a list, a counter or an object outside of all functions and classes", "请找一找写在所有函数和类之外的列表、计数器或对象");
  return { ...story, step: scenario.steps.length - 1, facts: [{ what: alone, yours: [hint[language]], reference: ["—"], same: false }] };
}

/** The words of the command that plays exactly this scenario again. */
function againOf({ test, replay }: Found, options: Options): string {
  const target = rerunTarget(options);
  return ["compare --upto", options.upto, ...(target === undefined ? [] : ["--target", quoted(target)]), ...(replay === undefined ? [] : seedWords(replay.seed)), "--path", [test.clause, test.index, ...(replay === undefined ? [] : [replay.path])].join(":")].join(" ");
}

const alike = (count: number, chapter: string): Text =>
  say(`No difference to the reference of ${chapter} in ${count === 1 ? "1 scenario" : `${count} scenarios`}. Where the contract leaves a choice, yours may differ all the same.`, `在 ${count} 个场景里，和 ${chapter} 的参考答案没有差别。契约留作自由选择的地方，仍然可以不同。`);

const lacking = (missing: { name: string; chapter: string }, reached: string): Text =>
  say(`Yours has no \`${missing.name}\` yet (${missing.chapter}): compared up to ${reached}.`, `你的程序还没有 \`${missing.name}\`（${missing.chapter}）：比较到 ${reached} 为止。`);

function nothingYet({ file, exports }: Image, name: string): Text {
  const there = exports.map((one) => `\`${one}\``);
  const has = there.length === 0 ? say("Begin with spec/s01/README.md.", "请从 spec/s01/README.zh-CN.md 开始。") : say(`It exports ${there.join(", ")}.`, `它导出了 ${there.join("、")}。`);
  return say(`${basename(file)} exports no \`${name}\` yet: there is nothing to compare. ${has.en}`, `${basename(file)} 还没有导出 \`${name}\`，没有可比较的东西。${has.zh}`);
}
