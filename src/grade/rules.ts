/** By what rules a grade is given, and what of them differs between two runs. Pure. */
import { say, type Text } from "../../spec/harness/text.ts";
import type { Rules } from "./one.ts";
import type { Run } from "./record.ts";

export const rulesOf = ({ id, upto, runs, seeds, weights, limits, wall, suite, tool, versions }: Run): Rules => ({ id, upto, runs, seeds, weights, limits, wall, suite, tool, versions });

/** What a grade by the one rules is not to be compared by with a grade by the others; nothing where all is the same, whatever their ids. */
export function differences(before: Rules, now: Rules): Text[] {
  const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
  return [
    ...(before.suite === now.suite ? [] : [say("other specs", "测试不同")]),
    ...(before.tool === now.tool ? [] : [say("another version of the kata", "kata 版本不同")]),
    ...(before.upto === now.upto ? [] : [say(`up to ${now.upto}, not ${before.upto}`, `检查到 ${now.upto}，之前是 ${before.upto}`)]),
    ...(differs(before.weights, now.weights) ? [say("other weights", "权重不同")] : []),
    ...(differs([before.limits, before.runs], [now.limits, now.runs]) ? [say("other limits or number of scenarios", "时限或场景数不同")] : []),
    ...(before.seeds === now.seeds ? [] : [say(`--seeds ${now.seeds}, not ${before.seeds}`, `--seeds ${now.seeds}，之前是 ${before.seeds}`)]),
    ...(before.wall === now.wall ? [] : [say("another sandbox", "沙箱不同")]),
    ...(differs(before.versions, now.versions) ? [say("other versions of Node or packages", "Node 或依赖的版本不同")] : []),
  ];
}
