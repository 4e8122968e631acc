/**
 * A transcript: everything that could be observed while a scenario was played, as plain data. Judging reads
 * transcripts and nothing else.
 */
import type { Json, Scenario } from "./scenario.ts";

/** A thrown value, read once and with care. `frames` are positions in the bundled program, outermost last. */
export type ThrownRecord = { text: string; name: string; frames: { line: number; column: number }[] };

/** Why a step gave no value. */
export type Fault =
  | { kind: "threw"; error: ThrownRecord }
  /** `path` leads to the part that is not plain data, e.g. `.messages[0].content` */
  | { kind: "notPlain"; path: string; what: string }
  /** an export or a member that is not there or is no function; `has` lists what is there */
  | { kind: "missing"; name: string; has: string[] };

/** One observation; `step` is the index of the step during which it was made. */
export type Observation =
  | { step: number; what: "request"; n: number; input: Json }
  | { step: number; what: "pull"; n: number; event: number }
  | { step: number; what: "log"; to: "turn" | "mode"; line: Json }
  | { step: number; what: "handler"; tool: string; input: Json }
  | { step: number; what: "before"; call: Json }
  | { step: number; what: "after"; call: Json; result: Json }
  | { step: number; what: "event"; label: string; event: Json }
  | { step: number; what: "command"; name: string }
  | { step: number; what: "render"; events: Json }
  /** only of an order that is `live`: the current path of the state, and from s07 all entries, where they have changed */
  | { step: number; what: "history"; path: Json; entries?: Json }
  /** an argument that a fake was given and that is not plain data */
  | { step: number; what: "notPlain"; whose: string; path: string; is: string }
  /** something printed to the console or the standard streams: R7 forbids it to the core */
  | { step: number; what: "print"; text: string }
  /** an error that nobody caught: thrown from a timer or a promise without a handler */
  | { step: number; what: "escaped"; error: ThrownRecord };

export type StepRecord = {
  /** what the step gave back; `null` also where that was undefined, which `nothing` tells */
  value?: Json;
  nothing?: true;
  fault?: Fault;
  /** after a turn: the messages of its state, oldest first (below s07 the array, from s07 the current path) */
  history?: Json;
  historyFault?: Fault;
};

export type Transcript = { steps: StepRecord[]; timeline: Observation[] };

/** What a program is, told once after it was loaded. `prints` is what the import itself printed, `timers` how many it started. */
export type Program = { exports: Record<string, string>; prints: string; timers: number };

/** "start": nothing is known yet. Otherwise the last thing the player was about to do: a call into the program, or a fake that the program had called. */
export type Mark = { step: number; what: "import" | "start" | "call" | "request" | "pull" | "handler" | "before" | "after" | "log" | "event" | "command" | "render"; name: string };

/** How a subject ended that gave no transcript. `called`: the code was given to `process.exit` by the program. */
export type Ending =
  /** `shortened`: the limit was below the usual one, after other hangs */
  | { kind: "hang"; limit: number; during: Mark; shortened?: boolean }
  | { kind: "exit"; code: number | null; called: boolean; during: Mark }
  | { kind: "memory"; during: Mark }
  /** it wrote more to the process's own streams than `limit` bytes: nothing inside the realm can */
  | { kind: "flood"; limit: number; during: Mark }
  /** what it wrote on the pipe was no report */
  | { kind: "protocol"; during: Mark }
  /** our own fault: the process could not be started, or is not wanted any more */
  | { kind: "lost"; during: Mark };

/** Of an order that is `live`, each part of its transcript is also told as it comes: a program that hangs gives no other. */
export type Seen = { observation: Observation } | { record: StepRecord };

/** Frames on the pipe, one JSON text a line. To the subject: */
/** `more`: others follow in the same write, and this one's report may wait for theirs. */
export type Order = { load: { code: string; realm: string; watched: boolean } } | { play: Scenario; live?: true; more?: true };
/** From the subject: */
export type Report = { loaded: Program } | { unloadable: ThrownRecord; prints: string } | { importing: true } | { mark: Mark } | { print: string } | { exits: number; during: Mark } | { seen: Seen } | { played: Transcript };
