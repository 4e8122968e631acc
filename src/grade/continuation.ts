/** How a run follows what its folder holds already: the secret that goes on, and the rows that need not be judged again. Pure. */
import type { Contents, Entry } from "./book.ts";
import { newSecret } from "./draw.ts";
import { digestOf } from "./hashes.ts";
import type { GradeOptions } from "./options.ts";
import type { Run } from "./record.ts";
import { differences } from "./rules.ts";

type Settings = Omit<Run, "secret">;

export type Continuation = {
  run: Run;
  /** the interrupted --force that this one goes on with: when it began */
  since?: string;
  /** an interrupted --force that this one does not go on with: when it began, and how many of these keep the scenarios they had */
  left?: { since: string; count: number };
  /** the row of a student that holds if nothing it depends on has changed */
  known(student: string): Entry | undefined;
  /** what the seed of a student is derived from */
  secretOf(student: string): string;
};

/**
 * Without --force every row that is there may hold, and who was graded by another secret keeps it. With --force none does,
 * save those that the very same command has judged since and did not come to its end with.
 *
 * @param asked ids of those who are to be judged
 */
export function continuationOf(contents: Contents, settings: Settings, options: Pick<GradeOptions, "force" | "secret">, asked: string[]): Continuation {
  const { runs, rows } = contents;
  if (options.force) {
    const forced = digestOf(asked);
    const begun = unfinished(contents, forced).filter((run) => differences(run, settings).length === 0);
    const secret = options.secret ?? begun.at(-1)?.secret ?? newSecret();
    const same = begun.filter((run) => run.secret === secret);
    const [first] = same;
    return {
      run: { ...settings, secret, forced },
      ...(first === undefined ? {} : { since: first.at }),
      known(student) {
        const kept = rows.get(student);
        return same.some(({ id }) => id === kept?.run) ? kept : undefined;
      },
      secretOf: () => secret,
    };
  }
  const secret = options.secret ?? runs.at(-1)?.secret ?? newSecret();
  const begun = unfinished(contents, digestOf(asked));
  const [first] = begun;
  const count = asked.filter((student) => !begun.some(({ id }) => id === rows.get(student)?.run)).length;
  return {
    run: { ...settings, secret },
    ...(first === undefined || count === 0 ? {} : { left: { since: first.at, count } }),
    known: (student) => rows.get(student),
    secretOf: (student) => options.secret ?? runs.find(({ id }) => id === rows.get(student)?.run)?.secret ?? secret,
  };
}

/** The runs of a --force since the last one of it that came to its end. */
function unfinished({ runs, ends }: Contents, forced: string): Run[] {
  const same = runs.filter((run) => run.forced === forced);
  const ended = new Set(ends.map(({ run }) => run));
  return same.slice(same.findLastIndex(({ id }) => ended.has(id)) + 1);
}
