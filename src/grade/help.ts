/** The text of `npm run kata -- grade --help`. */
import { say } from "../../spec/harness/text.ts";

export const gradeHelp = say(
  `Grades a class: every submission in a folder, by the clauses that learners see.

  npm run kata -- grade <folder> --upto s06    grades, or goes on where it ended
  npm run kata -- grade <folder> --replay <id> one verdict once more, exactly
  npm run kata -- grade merge <out>… --out <f> the results of all shards as one

A submission is <id>/code.ts, <id>.ts or a clone (<id>/workspace/code.ts).

  --upto <s01..s12>   the last chapter that counts; default: that of
                      kata.config.ts, which is s12 unless it says another
  --out <folder>      where results go; default grades/ where you stand
  --roster <file>     the class, one id a line or a CSV with a column id
  --format <names>    csv, markdown, html (these by default), junit, gradescope,
                      classroom, exercism, ctrf
  --sandbox <name>    auto (bwrap, docker or podman); node and none protect less
                      and are only taken when asked for
  --image <name>      of docker and podman: the image that has node
  --seeds <each|one>  random scenarios of their own for each, or one for all
  --secret <hex>      what the seeds are derived from; drawn where it is missing
  --runs <n>          random scenarios for each property
  --extra <folder>    your own clauses, hidden from learners
  --only <id,id>      only these
  --force             judge again what has not changed, with new scenarios;
                      interrupted, the same command goes on
  --diff <folder>     what changed against an earlier run, and why
  --shard <k/n>       the k-th part of n; needs one --secret for all
  --workers <n>       submissions at a time; default: one a core
  --lang <en|zh>      language of the reports

Exit codes: 0 every submission has its score; 1 some have none (integrity,
grader-error), or a replay differs; 2 could not run; 3 a fault of the kata
itself; 130 interrupted, goes on with the same command. See docs/teaching.md.
`,
  `给一个班评分：用学习者看到的条款检查一个目录里的每份提交。

  npm run kata -- grade <目录> --upto s06      评分，或从上次中断处接着做
  npm run kata -- grade <目录> --replay <id>   原样重做一份的评分
  npm run kata -- grade merge <结果>… --out <目录>  把各分片的结果合成一份

一份提交是 <id>/code.ts、<id>.ts 或一个克隆（<id>/workspace/code.ts）。

  --upto <s01..s12>   算到哪一章；默认按 kata.config.ts，那里没写就是 s12
  --out <目录>        结果写到哪里；默认当前目录下的 grades/
  --roster <文件>     班级名单：每行一个 id，或有 id 一列的 CSV
  --format <名称>     csv、markdown、html（默认这三种），junit、gradescope、
                      classroom、exercism、ctrf
  --sandbox <名称>    auto（bwrap、docker 或 podman）；node 和 none 的保护较弱，
                      只有明确要求才会使用
  --image <名称>      docker 和 podman 用的、带 node 的镜像
  --seeds <each|one>  每份提交各有自己的随机场景，还是全班相同
  --secret <十六进制> 种子由它推出；没有写就随机取一个
  --runs <n>          每个性质测试跑多少个随机场景
  --extra <目录>      你自己的条款，学习者看不到
  --only <id,id>      只评这几份
  --force             没有变化的也重新检查，并换新的场景；中断后运行
                      同一条命令会接着做
  --diff <目录>       和以前的结果相比变了什么、为什么
  --shard <k/n>       n 份里的第 k 份；所有分片要用同一个 --secret
  --workers <n>       同时检查几份；默认每个 CPU 核心一份
  --lang <en|zh>      报告的语言

退出码：0 每份提交都有分数；1 有些没有分数（integrity、grader-error），
或重做的结果不同；2 无法运行；3 kata 自身出错；130 被中断，再运行同一条命令
会接着做。参见 docs/teaching.zh-CN.md。
`,
);
