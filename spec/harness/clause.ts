/**
 * Clauses are data: `spec/sNN/clauses.ts` declares each one once, and `clause` and `property` are the only way to open
 * a test. Who collects the tests decides what runs them: the kata command, vitest (see vitest.ts), our own tests.
 */
import type { Arbitrary } from "fast-check";
import type { Kit } from "./kit.ts";
import type { Text } from "./text.ts";

/** `s04`; `x` for a teacher's own clauses. */
export type ChapterId = `s${string}` | "x";

export type Clause = Text & {
  /** `s04.3`; never renumbered, never reused */
  id: string;
  /** the rule of EVOLUTION.md behind it, or "contract" */
  rule: string;
  keyword: "MUST" | "SHOULD";
  /** runtime exports without which the clause cannot be judged */
  needs: string[];
  /** from vague to concrete, never the code */
  hints: Text[];
  /** judged by the compiler, from spec/sNN/types.test-d.ts */
  types?: true;
};

export type Chapter = {
  id: ChapterId;
  title: Text;
  /** what the chapter adds, by name (`runOneTurn`, `ToolRegistry.run`), with its signature */
  adds: Record<string, string>;
  /** what it adds to the types */
  types: string[];
  clauses: Clause[];
};

export type Test = {
  clause: string;
  /** the condition under which the clause is tested */
  condition: Text;
  kind: "example" | "property" | "types";
  /** position among the tests of its clause, from 1: names the test in a replay */
  index: number;
  body(kit: Kit): Promise<void>;
};

let collect: (test: Test) => void = () => {
  throw new Error("a spec file was imported outside of a run");
};

const opened = new Map<string, number>();

function open(test: Omit<Test, "index">): void {
  const index = (opened.get(test.clause) ?? 0) + 1;
  opened.set(test.clause, index);
  collect({ ...test, index });
}

/** Sends the tests that spec files open to `sink` from now on. */
export function collectInto(sink: (test: Test) => void): void {
  collect = sink;
}

/** Opens an example test of a clause. */
export function clause(id: string, condition: Text, body: (kit: Kit) => Promise<void>): void {
  open({ clause: id, condition, kind: "example", body });
}

/** Opens a property test of a clause: `body` judges one generated value. `cost` divides the number of runs. */
export function property<Value>(id: string, condition: Text, arbitrary: Arbitrary<Value>, body: (kit: Kit, value: Value) => Promise<void>, cost = 1): void {
  open({ clause: id, condition, kind: "property", body: (kit) => kit.forAll(arbitrary, body, cost) });
}

/** Opens the test of a clause that the compiler judges. */
export function types(id: string, condition: Text, body: (kit: Kit) => Promise<void>): void {
  open({ clause: id, condition, kind: "types", body });
}
