/** Clauses of a teacher's own: learners do not see them. `npm run kata -- grade <folder> --extra grading/extra-example`. */
import type { Chapter } from "kata/harness/clause.ts";
import { say } from "kata/harness/text.ts";

export const chapter: Chapter = {
  id: "x",
  title: say("Your teacher's own clauses", "老师自己的条款"),
  adds: {},
  types: [],
  clauses: [
    {
      id: "x.1",
      rule: "contract",
      keyword: "MUST",
      en: "keep a question and its answer apart from those of the turn before",
      zh: "让一轮的问和答不与上一轮的混在一起",
      needs: ["runOneTurn"],
      hints: [],
    },
  ],
};
