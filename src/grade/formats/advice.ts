/** What a student can do whose program could not be judged at all. Pure. */
import { say, type Text } from "../../../spec/harness/text.ts";
import type { Row, Verdict } from "../record.ts";

/** `home`: the program is there, and their own copy of the course tells the same of it. */
export type Advice = { text: Text; home: boolean };

const again: Text = say("Mend the file as it says above, and hand it in again, if your teacher still takes it.", "请按上面说的改好文件，再交一次（如果老师还接收）。");

const home: Text = say(
  "Put your file at `workspace/code.ts` of your copy of the course and run the command below: it tells the same. If the program runs there, what you handed in is not what you have: hand it in again, with every file that it imports.",
  "把你的文件放到课程目录的 `workspace/code.ts`，运行下面的命令：它会报告同样的问题。如果程序在那里能运行，说明交上来的和你手里的不一样：请连同它导入的所有文件再交一次。",
);

/** Of a loop nobody can name the line. */
const endless: Text = say(
  "What takes so long stands outside of all functions, in `code.ts` or in a file that it imports: a loop, or an `await`. A program that does not end cannot tell where it is: take out such lines one by one, until the command gets further.",
  "拖住的代码在所有函数之外，在 `code.ts` 或它导入的文件里：一个循环，或者一个 `await`。停不下来的程序报不出自己停在哪里：把这样的行逐一去掉，直到命令能往下走。",
);

const advices: Partial<Record<Verdict, Advice>> = {
  missing: {
    text: say(
      "Hand in your program as a file named `code.ts`. If you did hand something in, ask your teacher where it went: give your id and the time at which you handed it in.",
      "请把程序存成名为 `code.ts` 的文件交上来。如果你交过，请告诉老师你的 id 和提交的时间，问问文件到哪里去了。",
    ),
    home: false,
  },
  "invalid-file": { text: again, home: false },
  "load-timeout": { text: say(`${home.en} ${endless.en}`, `${home.zh}${endless.zh}`), home: true },
};

/** undefined where the program was judged, or where it has no score: then it is not the student's turn. */
export function adviceFor({ verdict, score, clauses }: Row): Advice | undefined {
  if (score === null || clauses.some(({ status }) => status !== "not-run")) return undefined;
  return advices[verdict] ?? { text: home, home: true };
}
