/**
 * One sitting of `kata watch`: a program, the level it is judged at, what is known of it. Told of a save, it judges:
 * the chapter at hand, then the others, then the types. A save during a judgement ends it; the newest text is always
 * judged last.
 */
import { chapterOf, chapters, neighbour } from "../../spec/harness/chapters.ts";
import type { Chapter, Test } from "../../spec/harness/clause.ts";
import { makeImage, type Image, type Player } from "../../spec/harness/image.ts";
import { Lane, runTest, type TestResult } from "../../spec/harness/run.ts";
import type { Subject } from "../../spec/harness/subject.ts";
import { chosen } from "../../spec/harness/suite.ts";
import { reached } from "../../spec/harness/typecheck.ts";
import type { Options } from "../cli/options.ts";
import { imageOf, rerunOf, targetOf } from "../cli/target.ts";
import { hintText } from "../commands/hint.ts";
import { drawing, traceFor } from "../commands/trace.ts";
import { Judging, type ClauseResult } from "../judge.ts";
import { recall, remember } from "../recall.ts";
import { placeText } from "../report/card.ts";
import { humanReport, ownFault, unableReport } from "../report/human.ts";
import { nextClause, standingOf, type Standing } from "../report/standing.ts";
import type { Terminal } from "../report/terminal.ts";
import { completeLines, footer, judgingLine, restLines, shownCard, titleLine, verdictLines, type Known, type Screen } from "../report/watch.ts";
import { stackOf, Unable } from "../unable.ts";
import type { Deed } from "./keys.ts";
import { Spares } from "./spares.ts";

export type SessionOptions = {
  options: Options;
  terminal: Terminal;
  suite: Test[];
  player: Player;
  write(text: string): void;
  /** lines of the terminal, asked anew for each screen; undefined without one: then nothing is ever cleared */
  rows(): number | undefined;
  /** there are keys to press */
  keys: boolean;
  /** told the files a program was bundled from */
  onSources(files: string[]): void;
  onQuit(): void;
};

/** Side by side: the chapter at hand is too short for more, and the judge itself needs a core. */
const lanes = 2;
/** One beside the lanes judges a failed example once more, alone. */
const spares = lanes + 1;

export class Session {
  readonly #given: SessionOptions;
  readonly #spares: Spares;
  readonly #file: string;
  #level: string;
  #standing: Standing | undefined;
  /** what is known of the newest text; `#standing` is of it only when it is "judged" */
  #state: "judging" | "unable" | "judged" = "judging";
  #known: Known = new Map();
  /** examples that held and took long: they wait until the first verdict is told */
  readonly #slow = new Set<Test>();
  /** levels whose end was told */
  readonly #finished = new Set<string>();
  #judging: Judging | undefined;
  #working = false;
  /** the text, or what is asked of it, is newer than what is being judged */
  #stale = false;
  /** what the next report shows: everything, or what a save changed */
  #everything = false;
  /** the level was raised by hand: its chapter is the one at hand */
  #raised = false;
  #closed = false;
  #reference: { level: string; image: Promise<Image> } | undefined;
  readonly deeds: Record<Deed, () => void>;

  constructor(given: SessionOptions) {
    this.#given = given;
    const { options, player } = given;
    this.#file = targetOf(options);
    // Without --upto the level is what the program has reached.
    this.#level = options.uptoNamed ? options.upto : "s01";
    this.#spares = new Spares(spares, player, options.limits, (subject, wanted) => this.#rehearse(subject, wanted));
    this.deeds = {
      all: () => {
        this.#everything = true;
        this.judge();
      },
      hint: () => this.#hint(),
      next: () => this.#next(),
      trace: () => void this.#trace().catch((error: unknown) => this.#tell(error)),
      quit: () => given.onQuit(),
    };
  }

  get file(): string {
    return this.#file;
  }

  /** Judges the text as it is now; what is being judged is given up. */
  judge(): void {
    this.#stale = true;
    this.#state = "judging";
    this.#judging?.close();
    if (!this.#working) void this.#work();
  }

  close(): void {
    this.#closed = true;
    this.#judging?.close();
    this.#spares.close();
  }

  async #work(): Promise<void> {
    this.#working = true;
    while (this.#stale && !this.#closed) {
      this.#stale = false;
      const slow = setTimeout(() => this.#showJudging(), patience);
      await this.#judgeOnce(slow).catch((error: unknown) => this.#tell(error));
      clearTimeout(slow);
    }
    this.#working = false;
    // One process after the other is started while there is nothing to do.
    if (!this.#closed) void this.#spares.fill();
  }

  get #outdated(): boolean {
    return this.#stale || this.#closed;
  }

  /** `slow` tells that there is no verdict yet: it is not needed once there is one. */
  async #judgeOnce(slow: NodeJS.Timeout): Promise<void> {
    const { options, suite } = this.#given;
    const started = performance.now();
    const image = await imageOf(this.#file);
    this.#given.onSources(sourcesOf(image));
    if (this.#outdated) return;
    if (!options.uptoNamed) this.#level = [this.#level, reached(image.exports, options.upto)].sort().at(-1) ?? this.#level;
    const { seed, runs, limits } = options;
    const draw = { upto: this.#level, seed, runs };
    const tests = chosen(suite, this.#level);
    const focus = this.#focusFor(image, draw);
    const stages = stagesOf(tests, focus, this.#slow);
    // Of what fails only the card that is shown is shrunk.
    const replay = { seed, runs, shrink: false };
    const judging = new Judging(image, { upto: this.#level, replay, limits, lanes, late: true, start: () => this.#spares.take(), onResult: (result) => this.#learn(result) });
    this.#judging = judging;
    try {
      await judging.load();
      await judging.run(stages.focus.tests, { ...replay, runs: Math.min(runs, firstRuns) });
      if (this.#outdated) return;
      clearTimeout(slow);
      const first = await this.#showVerdict(judging, stages.focus, image, performance.now() - started);
      judging.compile();
      const failed = new Set(first.played.flatMap(({ tests }) => tests).filter(({ outcome }) => outcome !== "holds").map(({ test }) => test));
      await judging.run([...stages.rest.filter((test) => !failed.has(test)), ...stages.others]);
      await judging.run(stages.types);
      if (this.#outdated) return;
      const results = judging.verdicts(tests);
      const fault = ownFault(results);
      if (fault !== undefined) throw fault.failure?.error;
      remember(image, draw, results);
      const standing = standingOf(results, image.exports);
      await this.#showRest(judging, standing, focus, first, performance.now() - started);
      this.#standing = standing;
      if (!this.#outdated) this.#state = "judged";
      this.#known = new Map(results.map(({ clause, outcome }) => [clause.id, outcome === "holds"]));
    } finally {
      judging.close();
      this.#judging = undefined;
    }
  }

  #learn({ test, outcome, ms }: TestResult): void {
    if (test.kind !== "example") return;
    if (outcome === "holds" && ms > longExample) this.#slow.add(test);
    else this.#slow.delete(test);
  }

  /** The chapter the learner works on: the one that was current, or the last one whose exports are there. */
  #focusFor(image: Image, draw: { upto: string; seed: number; runs: number }): string {
    if (this.#raised) {
      this.#raised = false;
      return this.#level;
    }
    const recalled = this.#standing === undefined ? recall(image, draw) : undefined;
    const known = this.#standing ?? (recalled === undefined ? undefined : standingOf(recalled, image.exports));
    if (known === undefined) return reached(image.exports, this.#level);
    return known.current?.chapter.id ?? this.#level;
  }

  /** The first verdict, and the first card of the chapter; gives the lines, and the clause that the card tells of. */
  async #showVerdict(judging: Judging, focus: Focus, image: Image, ms: number): Promise<First> {
    const screen = this.#screen();
    const played = judging.verdicts(focus.tests);
    const found = played.find(({ outcome }) => outcome !== "holds");
    const standing = standingOf(played, image.exports);
    this.#clear(screen);
    this.#print(verdictLines({ chapter: focus.chapter, clauses: played, total: focus.total }, standing, this.#known, ms, screen));
    if (found === undefined) return { played, ms };
    const failing = await this.#checked(judging, found);
    if (!this.#outdated) this.#print(shownCard(failing, screen));
    return { played, ms, failing };
  }

  /**
   * What the other chapters and the compiler add, or the whole report where it was asked for. On a terminal the screen
   * is drawn anew, so that the first, smaller count does not stay; else it stands below.
   */
  async #showRest(judging: Judging, standing: Standing, focus: string, first: First, ms: number): Promise<void> {
    const screen = this.#screen();
    const { language, terminal, rerun, rows } = screen;
    const next = nextClause(standing);
    const card = next === undefined || next.clause.id === first.failing?.clause.id ? undefined : await this.#checked(judging, next);
    if (this.#outdated) return;
    const complete = standing.current === undefined ? completeLines(this.#level, !this.#finished.has(this.#level), screen) : [];
    if (this.#everything) this.#print([humanReport(standing, { language, terminal, all: false, only: undefined, rerun, seconds: ms / 1000 })]);
    else if (rows === undefined) this.#print([...restLines(standing, { id: focus, told: first.played }, card, this.#known, screen), ...complete]);
    else {
      const time = terminal.paint("dim", `    ${Math.round(first.ms)} ms`);
      const rest = [...restLines(standing, { id: focus, told: [] }, undefined, this.#known, screen), time, ...complete];
      const shown = card ?? first.failing;
      this.#clear(screen);
      // The title, an empty line, the keys, and the line that the cursor stands on.
      this.#print([...rest, ...(shown === undefined ? [] : shownCard(shown, screen, rows - rest.length - 4))]);
    }
    this.#everything = false;
    if (standing.current === undefined) this.#finished.add(this.#level);
    this.#foot(screen);
  }

  /** A failing clause with a card fit to be shown: a random scenario is shrunk, an example judged again alone. */
  async #checked(judging: Judging, result: ClauseResult): Promise<ClauseResult> {
    const { seed, runs } = this.#given.options;
    return result.failure === undefined ? result : { ...result, failure: await judging.finish(result.failure, { seed, runs }) };
  }

  /** On a terminal the old verdict does not stay while there is no new one. */
  #showJudging(): void {
    const screen = this.#screen();
    if (this.#outdated || screen.rows === undefined) return;
    this.#clear(screen);
    this.#print([judgingLine(screen)]);
    this.#foot(screen);
  }

  /** What cannot be judged is told in one block, and watching goes on. */
  #tell(error: unknown): void {
    if (this.#outdated) return;
    this.#state = "unable";
    const screen = this.#screen();
    this.#clear(screen);
    if (error instanceof Unable) this.#given.write(unableReport(error, screen.language, screen.terminal));
    else this.#print([`A fault of the kata itself, not of your code: ${stackOf(error)}`]);
    this.#foot(screen);
  }

  #hint(): void {
    const { options, terminal } = this.#given;
    const { language } = options;
    if (this.#standing === undefined || this.#state !== "judged") return this.#print([this.#unjudged()]);
    const id = nextClause(this.#standing)?.clause.id;
    if (id === undefined) return this.#print([language === "zh" ? "没有不成立的条款：不需要提示。" : "Every clause holds: there is nothing to hint at."]);
    this.#print(["", hintText(id, options, terminal, { en: "for the next hint, press h again", zh: "下一条提示：再按一次 h" })]);
    this.#foot(this.#screen());
  }

  /** Why neither a hint nor the next chapter has a ground to stand on. */
  #unjudged(): string {
    const zh = this.#given.options.language === "zh";
    if (this.#state === "judging") return zh ? "新的内容还在检查，稍等。" : "The text as it is now is still being judged: a moment.";
    return zh ? "现在的内容无法检查：请先修好上面这一处。" : "The text as it is now cannot be judged: first mend what is told above.";
  }

  #next(): void {
    const { language } = this.#given.options;
    if (this.#state !== "judged") return this.#print([this.#unjudged()]);
    const next = neighbour(this.#level, 1)?.id;
    if (next === undefined) return this.#print([language === "zh" ? "s12 是最后一章。" : "s12 is the last chapter."]);
    this.#level = next;
    this.#raised = true;
    this.judge();
  }

  /** The scene of the chapter at hand, on the program as it is now. */
  async #trace(): Promise<void> {
    const { options, terminal } = this.#given;
    const chapter = this.#standing?.current?.chapter.id ?? this.#level;
    const image = await imageOf(this.#file);
    const trace = await traceFor(chapter, image, options);
    this.#print([drawing(trace, chapter, image, options.language, terminal)]);
    this.#foot(this.#screen());
  }

  #screen(): Screen {
    const { options, terminal, keys } = this.#given;
    const rows = this.#given.rows();
    return { language: options.language, terminal, rerun: rerunOf({ ...options, upto: this.#level }), keys, ...(rows === undefined ? {} : { rows }) };
  }

  /** On a terminal each save gets an empty screen. */
  #clear(screen: Screen): void {
    const name = placeText({ file: this.#file, line: 0, column: 0 }).replace(/:0$/, "");
    if (screen.rows !== undefined) this.#given.write("\u001b[H\u001b[2J");
    this.#print([titleLine(this.#level, name, new Date(), screen)]);
  }

  #foot(screen: Screen): void {
    this.#print(screen.keys ? ["", footer(screen)] : [""]);
  }

  #print(lines: string[]): void {
    if (lines.length > 0) this.#given.write(`${lines.join("\n")}\n`);
  }

  /** Judges the reference by the chapter at hand, with few random scenarios. Where there is no reference, a spare goes without. */
  async #rehearse(subject: Subject, wanted: () => boolean): Promise<void> {
    const { options, suite } = this.#given;
    const level = this.#level;
    if (this.#reference?.level !== level) this.#reference = { level, image: makeImage(targetOf({ target: "solution", upto: level })) };
    const image = await this.#reference.image;
    const focus = this.#standing?.current?.chapter.id ?? level;
    const lane = new Lane(image, options.limits, () => subject);
    for (const test of chosen(suite, level, focus).filter(({ kind }) => kind !== "types")) {
      if (!wanted()) return;
      await runTest(test, lane, { seed: options.seed, runs: 10 }, () => Promise.reject(new Error("no types in a rehearsal")));
    }
  }
}

/** A red run needs this long to look stuck, in milliseconds. */
const patience = 400;

/** What was told first: the verdicts on the chapter at hand, and the clause of the card. */
type First = { played: ClauseResult[]; ms: number; failing?: ClauseResult };

/** Random scenarios of each property before the first verdict; the rest is judged after it. */
const firstRuns = 8;

/** Milliseconds from which an example is long. */
const longExample = 40;

type Focus = { chapter: Chapter; tests: Test[]; total: number };

/**
 * In the order of running: the chapter at hand, examples first, without the slow ones; its slow examples and all random
 * scenarios; the later chapters, which say what comes next; the earlier ones, the latest first.
 */
function stagesOf(tests: Test[], focus: string, slow: ReadonlySet<Test>): { focus: Focus; rest: Test[]; others: Test[]; types: Test[] } {
  const played = tests.filter(({ kind }) => kind !== "types");
  const own = played.filter(({ clause }) => chapterOf(clause) === focus);
  const later = played.filter(({ clause }) => chapterOf(clause) > focus);
  const earlier = [...new Set(played.map(({ clause }) => chapterOf(clause)).filter((id) => id < focus))].reverse().flatMap((id) => played.filter(({ clause }) => chapterOf(clause) === id));
  const chapter = chapters.find(({ id }) => id === focus);
  if (chapter === undefined) throw new Error(`there is no chapter ${focus}`);
  return {
    focus: { chapter, tests: [...own.filter((test) => test.kind === "example" && !slow.has(test)), ...own.filter(({ kind }) => kind === "property")], total: chapter.clauses.length },
    rest: own.filter((test) => test.kind === "property" || slow.has(test)),
    others: [...later, ...earlier],
    types: tests.filter(({ kind }) => kind === "types"),
  };
}

/** The files that a bundle was made of. */
const sourcesOf = (image: Image): string[] => (JSON.parse(image.map) as { sources: string[] }).sources;
