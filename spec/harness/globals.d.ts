/** The globals that a program has beside the language's own; the player's realm.ts makes them. */
interface KataConsole {
  log(...values: unknown[]): void;
  info(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
  debug(...values: unknown[]): void;
  trace(...values: unknown[]): void;
  dir(value: unknown, options?: unknown): void;
  table(value: unknown): void;
  assert(condition?: boolean, ...values: unknown[]): void;
}
declare const console: KataConsole;

interface KataTimer {
  ref(): KataTimer;
  unref(): KataTimer;
  hasRef(): boolean;
}
declare function setTimeout(run: (...args: never[]) => void, ms?: number): KataTimer;
declare function setTimeout<Args extends unknown[]>(run: (...args: Args) => void, ms?: number, ...args: Args): KataTimer;
declare function setInterval(run: (...args: never[]) => void, ms?: number): KataTimer;
declare function setInterval<Args extends unknown[]>(run: (...args: Args) => void, ms?: number, ...args: Args): KataTimer;
declare function setImmediate(run: (...args: never[]) => void): KataTimer;
declare function setImmediate<Args extends unknown[]>(run: (...args: Args) => void, ...args: Args): KataTimer;
declare function clearTimeout(timer?: KataTimer): void;
declare function clearInterval(timer?: KataTimer): void;
declare function clearImmediate(timer?: KataTimer): void;
declare function queueMicrotask(run: () => void): void;
declare function structuredClone<Value>(value: Value): Value;
declare const crypto: { randomUUID(): string; getRandomValues<Bytes extends ArrayBufferView>(bytes: Bytes): Bytes };
declare const performance: { now(): number };
declare const process: {
  argv: string[];
  env: Record<string, string | undefined>;
  exitCode: number | undefined;
  stdout: { write(text: string): boolean };
  stderr: { write(text: string): boolean };
  cwd(): string;
  exit(code?: number): never;
  nextTick(run: () => void): void;
};
