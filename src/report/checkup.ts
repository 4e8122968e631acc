/** The findings of `kata doctor` as text. Pure. */
import type { Language } from "../../spec/harness/text.ts";
import type { Finding } from "../checkup/finding.ts";
import { padEnd, safe, wrap, type Style, type Terminal } from "./terminal.ts";

const signs: Record<Finding["level"], [string, Style]> = { fine: ["✓", "green"], told: ["·", "dim"], odd: ["!", "yellow"], bad: ["✗", "red"] };
const labelWidth = 13;

export function checkup(findings: Finding[], language: Language, terminal: Terminal): string {
  const lines = findings.flatMap(({ level, label, text, repair }) => {
    const [sign, style] = signs[level];
    const indent = " ".repeat(labelWidth + 4);
    const body = wrap(safe(text[language]), terminal.width - indent.length);
    const mend = repair === undefined ? [] : wrap(`→ ${safe(repair[language])}`, terminal.width - indent.length);
    const [first = "", ...more] = body;
    return [`  ${terminal.paint(style, sign)} ${padEnd(label[language], labelWidth)}${first}`, ...more.map((line) => indent + line), ...mend.map((line) => indent + terminal.paint("cyan", line))];
  });
  return `${["", ...lines, "", ...wrap(summary(findings, language), terminal.width)].join("\n")}\n`;
}

function summary(findings: Finding[], language: Language): string {
  const count = (level: Finding["level"]): number => findings.filter((one) => one.level === level).length;
  const [bad, odd] = [count("bad"), count("odd")];
  if (bad > 0) return language === "zh" ? `有 ${bad} 处问题（✗），现在无法检查程序。箭头后面是修复方法。` : `${bad === 1 ? "One fault (✗) prevents" : `${bad} faults (✗) prevent`} judging. Each arrow says what mends it.`;
  if (odd > 0) return language === "zh" ? `可以检查程序。有 ${odd} 处值得看一下（!），箭头后面是修复方法。` : `Judging works. ${odd === 1 ? "One thing is" : `${odd} things are`} worth a look (!); each arrow says what mends it.`;
  return language === "zh" ? "一切就绪。" : "All is well.";
}
