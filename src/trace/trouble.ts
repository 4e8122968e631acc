/** What kept a scene from its end, in a sentence. */
import { calls, describe, missing } from "../../spec/harness/played.ts";
import { endingCard } from "../../spec/harness/run.ts";
import type { Stopped } from "../../spec/harness/subject.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import type { Step } from "../../spec/player/scenario.ts";
import type { Fault, ThrownRecord } from "../../spec/player/transcript.ts";

/** `missing`: an export or a member is not there, so the scene cannot be played at all. */
export type Trouble = { sentence: Text; frames: ThrownRecord["frames"]; prints: string; missing: boolean };

const plain: Omit<Trouble, "sentence"> = { frames: [], prints: "", missing: false };

/** @param whose what is not plain data, where it is not what the step returned */
export function faultSentence(step: Step, fault: Fault, whose?: string): Trouble {
  const name = step.do === "turn" ? step.by : (calls[step.do] ?? step.do);
  switch (fault.kind) {
    case "threw":
      return { ...plain, sentence: say(`${name} threw ${describe(fault.error)}`, `${name} 抛出了 ${describe(fault.error)}`), frames: fault.error.frames };
    case "notPlain": {
      const what = whose ?? say(`what ${name} gives`, `${name} 给出的`);
      const { en, zh } = typeof what === "string" ? say(what, what) : what;
      return { ...plain, sentence: say(`${en} is not plain data: ${fault.path} ${fault.what}`, `${zh} 不是纯数据：${fault.path} ${fault.what}`) };
    }
    case "missing": {
      const { expected, got } = missing(fault.name, fault.has).card;
      return { ...plain, sentence: say(`${expected.en}; ${got.en}.`, `${expected.zh}；${got.zh}。`), missing: true };
    }
  }
}

export const escapedSentence = (error: ThrownRecord): Trouble => ({ ...plain, sentence: say(`an error escaped: ${describe(error)}`, `有错误逃了出来：${describe(error)}`), frames: error.frames });

export function endSentence(stopped: Stopped): Trouble {
  const { got } = endingCard(stopped);
  return { ...plain, sentence: say(`The program did not come to the end of the scene: ${got.en}.`, `程序没有走到场景的结尾：${got.zh}。`), prints: stopped.printed };
}
