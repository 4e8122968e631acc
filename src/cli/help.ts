/** The text of `npm run kata -- --help`. */
import { say } from "../../spec/harness/text.ts";

export const help = say(
  `pi-kata: build a mini Pi, the core of a coding agent, in twelve chapters.

  npm run kata                 where you stand, and what is next
  npm run kata -- --upto s06   judge workspace/code.ts by all of s01 to s06
  npm run kata -- list         every clause with its verdict (or: list s04)
  npm run kata -- hint         the next hint for the next clause (or hint s04.3)
  npm run kata -- watch        judge at every save; keys: a h n t q
  npm run kata -- trace s04    plays a scene on your code and draws it
  npm run kata -- compare --upto s06   where yours and the reference differ, in
                               random scenarios (with --seed, --runs, --path)
  npm run kata -- pi --upto s07   the same scenarios on the real Pi
                               (once before: npm run pi:setup)
  npm run kata -- diff s06     what s06 adds to the reference solution
  npm run kata -- start s06    a program that has all up to s05, to go on from
  npm run kata -- reset        the empty first file again
  npm run kata -- restore      copies of your files: start and reset keep one
  npm run kata -- chat         your finished program talks to a real model
                               (docs/chat.md; with --model, --base-url)
  npm run kata -- doctor       is all that judging needs there and working
  npm run kata -- grade <folder>   for teachers: grades a class (grade --help)

Options (after the --)
  --upto <s01..s12>    the last chapter to judge
  --target solution    judge the reference solution of that chapter
  --target <file>      judge any file
  --only <s04|s04.3>   one chapter, or one clause
  --all                every failure card, not only the current chapter's
  --seed <n>           seed of the random scenarios
  --runs <n>           random scenarios for each property
  --path <path>        replay one counterexample: copy the command from its card
  --html <file>        of trace: write the drawing as a page
  --model <name>       of chat: provider/id as pi-ai knows it
  --base-url <url>     of chat: a server that speaks OpenAI's protocol instead
  --json               one JSON document instead of text (docs/json.md)
  --lang <en|zh>       language of the output
  --watch              the same as the command watch
  --inspect            wait for a debugger on 127.0.0.1:9229; no time limits
  --help               this text

Exit codes: 0 every clause holds, or nothing was to be judged; 1 some do not;
2 the program could not be judged; 3 a fault of the kata itself.
Settings live in kata.config.ts.
`,
  `pi-kata：用十二章写出一个 mini Pi，也就是编程 agent 的 core。

  npm run kata                 现在学到哪里、下一步做什么
  npm run kata -- --upto s06   用 s01 到 s06 的全部条款检查 workspace/code.ts
  npm run kata -- list         每个条款成立与否（或只看一章：list s04）
  npm run kata -- hint         下一个条款的下一条提示（或写明：hint s04.3）
  npm run kata -- watch        每次保存都检查；按键：a h n t q
  npm run kata -- trace s04    在你的代码上演一个场景，并画出来
  npm run kata -- compare --upto s06   在随机场景里，和参考答案有什么不同
                               （可加 --seed、--runs、--path）
  npm run kata -- pi --upto s07   同样的场景在真实的 Pi 上运行，和你的程序对照
                               （先运行一次 npm run pi:setup）
  npm run kata -- diff s06     s06 给参考答案加了什么
  npm run kata -- start s06    换成已完成到 s05 的程序，从 s06 开始写
  npm run kata -- reset        换回最初的空文件
  npm run kata -- restore      你的文件的副本：start 和 reset 每次都先留一份
  npm run kata -- chat         让写完的程序和真实的模型对话
                               （docs/chat.zh-CN.md；可加 --model、--base-url）
  npm run kata -- doctor       检查运行所需的一切是否齐全、可用
  npm run kata -- grade <目录>     教师用：给一个班评分（grade --help）

选项（写在 -- 之后）
  --upto <s01..s12>    检查到哪一章
  --target solution    检查那一章的参考答案
  --target <文件>      检查任意文件
  --only <s04|s04.3>   只看一章，或只看一个条款
  --all                显示所有失败卡片，而不只是当前章节的
  --seed <n>           随机场景的种子
  --runs <n>           每个性质测试跑多少个随机场景
  --path <路径>        重放一个反例：从卡片里复制命令
  --html <文件>        用于 trace：把图写成一个网页
  --model <名字>       用于 chat：pi-ai 里的 provider/id
  --base-url <地址>    用于 chat：改用一个兼容 OpenAI 协议的服务器
  --json               输出一份 JSON，而不是文字（docs/json.md）
  --lang <en|zh>       输出的语言
  --watch              等同于命令 watch
  --inspect            在 127.0.0.1:9229 等待调试器；不限时间
  --help               显示本说明

退出码：0 全部条款成立（或只是查看），1 有条款不成立，2 无法检查这个程序，
3 kata 自身出错。
设置写在 kata.config.ts 里。
`,
);
