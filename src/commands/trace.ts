/** `kata trace s04`: plays a chapter's scene on the program and draws it, in the terminal or as a page. */
import { chapters } from "../../spec/harness/chapters.ts";
import { missing } from "../../spec/harness/played.ts";
import { placeOf } from "../../spec/harness/run.ts";
import { say, type Language } from "../../spec/harness/text.ts";
import { reached } from "../../spec/harness/typecheck.ts";
import type { Image } from "../../spec/harness/image.ts";
import type { Options } from "../cli/options.ts";
import { imageOf, rerunTarget, targetOf } from "../cli/target.ts";
import { placeText } from "../report/card.ts";
import { safe, wrap, type Terminal } from "../report/terminal.ts";
import { compactText } from "../trace/compact.ts";
import { pageOf } from "../trace/html.ts";
import { traceOf, type Trace } from "../trace/model.ts";
import { writePage } from "../trace/page.ts";
import { watch } from "../trace/play.ts";
import { scenarioOf, sceneOf } from "../trace/scenes.ts";
import { traceText } from "../trace/text.ts";
import { Unable } from "../unable.ts";

/** Exit code 1 where the program threw, hung or ended in the middle: what was seen until then is drawn. @throws Unable */
export async function traceCommand(options: Options, terminal: Terminal): Promise<number> {
  const { language } = options;
  const upto = options.argument ?? options.upto;
  const image = await imageOf(targetOf({ target: options.target, upto }));
  const chapter = options.argument ?? reached(image.exports);
  const trace = await traceFor(chapter, image, options);
  if (options.html === undefined) process.stdout.write(drawing(trace, chapter, image, language, terminal));
  else {
    const file = await writePage(options.html, pageOf(trace, headingOf(chapter, language), rerunTarget({ target: options.target, upto: chapter }) ?? "workspace/code.ts", language));
    process.stdout.write(language === "zh" ? `页面已写好：${file}\n` : `The page is in ${file}\n`);
    process.stdout.write(troubleText(trace, image, language, terminal));
  }
  return trace.trouble === undefined ? 0 : 1;
}

const headingOf = (chapter: string, language: Language): string => `${chapter}  ${chapters.find(({ id }) => id === chapter)?.title[language] ?? ""}`;

/** A trace for the terminal, with what went wrong below it. */
export const drawing = (trace: Trace, chapter: string, image: Image, language: Language, terminal: Terminal): string =>
  traceText(trace, headingOf(chapter, language), language, terminal) + troubleText(trace, image, language, terminal);

/** The trace of a chapter's scene. @throws Unable where the program lacks what the scene needs, or cannot be imported */
export async function traceFor(chapter: string, image: Image, { limits }: Pick<Options, "limits">): Promise<Trace> {
  const scene = sceneOf(chapter);
  const absent = scene.needs.find((name) => !image.exports.includes(name));
  if (absent !== undefined) {
    const { expected, got } = missing(absent, image.exports).card;
    throw new Unable(say(`${expected.en}; ${got.en}.`, `${expected.zh}；${got.zh}。`));
  }
  const trace = traceOf(scene, await watch(image, scenarioOf(scene), limits), image.exports.includes("collectAssistantMessage"));
  if (trace.trouble?.missing === true) throw new Unable(trace.trouble.sentence);
  return trace;
}

/** Room for the turns of s12 below a report. */
const mostLines = 24;

/** The turns of s12 in at most 24 lines, as this program plays them; nothing where it cannot. */
export async function assembledTurn(image: Image, options: Options, terminal: Terminal): Promise<string[]> {
  const trace = await traceFor("s12", image, options).catch((error: unknown) => {
    if (error instanceof Unable) return undefined;
    throw error;
  });
  return trace === undefined || trace.trouble !== undefined ? [] : compactText(trace, mostLines, options.language, terminal);
}

/** What the drawing cannot say: where in the source it happened, and what the program printed last. */
function troubleText({ trouble }: Trace, image: Image, language: Language, terminal: Terminal): string {
  if (trouble === undefined) return "";
  const at = placeOf(image, trouble.frames);
  const lines = wrap(`${terminal.paint("red", "✗")} ${safe(trouble.sentence[language])}`, terminal.width);
  if (at !== undefined) lines.push(`  ${placeText(at)}`);
  if (trouble.prints !== "") lines.push(...wrap(`  ${language === "zh" ? "打印了" : "printed"} ${safe(trouble.prints.slice(0, 300).trimEnd())}`, terminal.width));
  return `\n${lines.join("\n")}\n`;
}
