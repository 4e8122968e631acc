/** What came of each test: one row for a fixed scenario, one for all random ones of a property. Pure. */
import type { Test } from "../../spec/harness/clause.ts";
import { isFields } from "../../spec/harness/show.ts";
import { Stopped } from "../../spec/harness/subject.ts";
import type { Text } from "../../spec/harness/text.ts";
import type { Scenario } from "../../spec/player/scenario.ts";
import { differenceOf } from "../../src/compare/steps.ts";
import type { Heard } from "../compare/duet.ts";
import type { Note } from "../compare/steps.ts";
import type { DifferenceId } from "../differences.ts";
import type { ReasonId } from "../player/counterparts.ts";

/** How a scenario ended in the reference. */
export type Ending = "answer" | "error" | "limit" | "value" | "throws";

export type Row = {
  test: Test;
  scenarios: number;
  ending: Ending;
  /** scenarios in which yours differs from the contract; absent: yours does not take part yet */
  yours?: number;
  /** scenarios that agree, that differ as listed rows say, and that have no counterpart */
  agree: number;
  differ: number;
  none: number;
  ids: Map<DifferenceId, number>;
  lacks: Map<ReasonId, number>;
  /** what a test found that no row explains, as small as shrinking made it */
  open?: { scenario: Scenario; expected: Text; got: Text };
  /** of each row that explains something here, the first scenario's account */
  shown: Map<DifferenceId, Note>;
};

export const emptyRow = (test: Test, withYours: boolean): Row => ({ test, scenarios: 0, ending: "value", agree: 0, differ: 0, none: 0, ids: new Map(), lacks: new Map(), shown: new Map(), ...(withYours ? { yours: 0 } : {}) });

/** @param streams the program is of s03 or later */
export function enter(row: Row, { scenario, reference, verdict, yours }: Heard, streams: boolean): void {
  row.scenarios += 1;
  row.ending = endingOf(scenario, reference.transcript.steps.at(-1));
  const ids = new Set(verdict.notes.flatMap((note) => note.id ?? []));
  if (verdict.compared === 0) row.none += 1;
  else if (ids.size > 0) row.differ += 1;
  else row.agree += 1;
  for (const id of ids) row.ids.set(id, (row.ids.get(id) ?? 0) + 1);
  for (const lack of verdict.lacks) row.lacks.set(lack, (row.lacks.get(lack) ?? 0) + 1);
  for (const note of verdict.notes) if (note.id !== undefined && !row.shown.has(note.id)) row.shown.set(note.id, note);
  if (yours === undefined || row.yours === undefined) return;
  const same = !(yours instanceof Stopped) && (scenario.brief === true || differenceOf(scenario, reference.transcript, yours.transcript, streams) === undefined);
  if (!same) row.yours += 1;
}

function endingOf({ steps }: Scenario, record: Heard["reference"]["transcript"]["steps"][number] | undefined): Ending {
  if (record?.fault !== undefined) return "throws";
  const last = steps.at(-1);
  if ((last?.do !== "turn" && last?.do !== "collect") || !isFields(record?.value)) return "value";
  if (record.value.stopReason === "error") return "error";
  return String(record.value.content).includes("max turns reached") ? "limit" : "answer";
}
