/** The words for verdicts, statuses and sandboxes: one table each, whatever a report is read in. */
import { say, type Text } from "../../spec/harness/text.ts";
import type { Status, Verdict, Wall } from "./record.ts";

/** In a sentence. */
export const verdictWords: Record<Verdict, Text> = {
  ok: say("every clause holds", "条款全部成立"),
  partial: say("some clauses hold", "部分条款成立"),
  none: say("no clause holds yet", "还没有条款成立"),
  missing: say("nothing was handed in", "没有交文件"),
  "invalid-file": say("the file cannot be read as a program", "文件无法当作程序读取"),
  "syntax-error": say("the program has a syntax error", "程序有语法错误"),
  "load-error": say("the program throws while it is loaded", "程序在加载时抛出了错误"),
  "load-timeout": say("the program does not finish loading in time", "程序没有在限定时间内加载完"),
  "out-of-memory": say("the program takes more memory than there is for it", "程序用的内存超过了限额"),
  crashed: say("the program ends its own process", "程序结束了自己的进程"),
  "output-limit": say("the program prints more than is kept", "程序打印的内容超过了限额"),
  policy: say("the program imports what it must not", "程序导入了不允许导入的东西"),
  integrity: say("no score until a person has looked at it", "人工查看之前没有分数"),
  "grader-error": say("not graded, by our own fault", "没有评分，是评分程序自己的问题"),
};

/** In a table, where there is no room for more. */
export const verdictLabels: Record<Verdict, Text> = {
  ok: say("complete", "全部成立"),
  partial: say("partial", "部分成立"),
  none: say("nothing holds", "无一成立"),
  missing: say("missing", "未提交"),
  "invalid-file": say("invalid file", "文件无效"),
  "syntax-error": say("syntax error", "语法错误"),
  "load-error": say("import fails", "导入出错"),
  "load-timeout": say("import hangs", "导入超时"),
  "out-of-memory": say("out of memory", "内存耗尽"),
  crashed: say("crashed", "进程退出"),
  "output-limit": say("prints too much", "输出过多"),
  policy: say("policy", "违反规定"),
  integrity: say("integrity", "诚信待查"),
  "grader-error": say("grader error", "评分出错"),
};

/** `sign`: told by its sign where it cannot be told by its colour. */
export const statusWords: Record<Status, Text & { sign: string }> = {
  pass: { sign: "·", ...say("holds", "成立") },
  fail: { sign: "✗", ...say("does not hold", "不成立") },
  error: { sign: "!", ...say("the program ended", "程序意外结束") },
  timeout: { sign: "T", ...say("out of time", "超时") },
  "not-run": { sign: "–", ...say("not judged", "没有评判") },
};

export const wallWords: Record<Wall, Text> = {
  bwrap: say("bubblewrap", "bubblewrap"),
  docker: say("Docker", "Docker"),
  podman: say("Podman", "Podman"),
  node: say("node's permission flags, against accidents only", "Node 的权限标志，只防意外"),
  none: say("nothing but a process of its own", "只有一个单独的进程"),
};

/** Walls behind which a result is only as good as its author's intentions. */
export const weakWalls: Partial<Record<Wall, Text>> = {
  node: say(
    "These programs ran behind node's permission flags only. That stops accidents and not an attack: a program could have reached files, the network or this grading. Grade again with bubblewrap, Docker or Podman before these scores count.",
    "这些程序只受 Node 权限标志的约束。它防得住意外，防不住攻击：程序有可能碰到文件、网络或评分过程本身。请装好 bubblewrap、Docker 或 Podman 重新评分，再采用这些分数。",
  ),
  none: say(
    "These programs ran without any sandbox. A program could have read and changed whatever the teacher can, and this grading too. Grade again with bubblewrap, Docker or Podman before these scores count.",
    "这些程序在没有沙箱的情况下运行。凡是老师能读能改的，程序都有可能读过、改过，包括评分过程本身。请装好 bubblewrap、Docker 或 Podman 重新评分，再采用这些分数。",
  ),
};

/** What needs a person, most urgent first. */
export const attentionTitles = {
  integrity: say("Integrity: no score until somebody has looked", "诚信：有人看过之前不给分"),
  fault: say("The grader's own fault: grade again", "评分程序自己的错：请重新评分"),
  review: say("To be looked at", "请看一看"),
  invalid: say("Invalid file", "文件无效"),
  missing: say("Missing", "未提交"),
} satisfies Record<string, Text>;

/** Titles and legends of what both the page and the summary show. */
export const titles = {
  mind: say("Before you use these scores", "使用这些分数之前"),
  attention: say("Needs a person", "需要人工处理"),
  scores: say("Scores", "分数分布"),
  hardest: say("What the class struggles with", "全班的难点"),
  hardestLegend: say("how many fail it, of those who hold something of its chapter (of all that were judged)", "不成立的人数／这一章已有条款成立的人数（全部评判过的人）"),
} satisfies Record<string, Text>;

export const nobodyAsks = say("Nothing: no flag asks for a look, and every student has a file and a score.", "没有：没有需要查看的标记，每个学生都交了文件，也都有成绩。");
