/** docs/pi-comparison.md: the differences between the course and Pi, as a document. Pure. */
import { differences, normalisations, type Difference } from "../../pi/differences.ts";
import type { Language } from "../../spec/harness/text.ts";

const words = {
  en: {
    title: "The course and Pi, held side by side",
    other: "[中文](pi-comparison.zh-CN.md)",
    intro:
      "`npm run docs` writes this page from `pi/differences.ts`. The scenarios that judge your program also run on the real Pi 1.6.0: its agent loop, its hooks and its session, with a scripted model, offline. Where the two agree, nothing stands here. Each row below is shown by a scenario of `pi/proofs.ts`, and a test plays it.",
    run: "See it for yourself (the set-up takes about 170 MB, once):",
    differences: "Differences",
    course: "The course",
    why: "Why",
    source: "In Pi's published files",
    levelled: "What is levelled before comparing",
  },
  zh: {
    title: "课程与 Pi 对照",
    other: "[English](pi-comparison.md)",
    intro:
      "本页由 `npm run docs` 根据 `pi/differences.ts` 生成。检查你程序的那些场景，也会在真实的 Pi 1.6.0 上运行：它的 agent 循环、钩子和 session，模型按剧本回复，全程离线。两边一致的地方不列。下面每一条都由 `pi/proofs.ts` 里的一个场景展示，并有测试运行它。",
    run: "自己看一遍（首次安装约 170 MB）：",
    differences: "差别",
    course: "课程",
    why: "原因",
    source: "在 Pi 发布的文件里",
    levelled: "比较之前拉平的写法",
  },
} as const satisfies Record<Language, Record<string, string>>;

export function comparisonPage(language: Language): string {
  const w = words[language];
  const parts = [`# ${w.title}`, w.other, w.intro, w.run, "```sh\nnpm run pi:setup\nnpm run kata -- pi --upto s07\n```", `## ${w.differences}`, ...differences.map((one) => row(one, language)), `## ${w.levelled}`, normalisations.map((one) => `- ${one[language]}`).join("\n")];
  return `${parts.join("\n\n")}\n`;
}

function row({ id, course, pi, why, source }: Difference, language: Language): string {
  const w = words[language];
  const colon = language === "zh" ? "：" : ": ";
  const lines = [`- ${w.course}${colon}${course[language]}`, `- Pi${colon}${pi[language]}`, `- ${w.why}${colon}${why[language]}`, `- ${w.source}${colon}\`@earendil-works/${source.package}@1.6.0\`, \`${source.file}\`, \`${source.symbol}\``];
  return `### <a id="pi-${id}"></a>${id}\n\n${lines.join("\n")}`;
}
