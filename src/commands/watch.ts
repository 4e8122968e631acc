/** `kata watch`: judges at every save until it is told to stop. Exit code 0: watching is no verdict. */
import { dirname, relative } from "node:path";
import { makePlayer } from "../../spec/harness/image.ts";
import { root } from "../../spec/harness/root.ts";
import { loadSuite } from "../../spec/harness/suite.ts";
import { say } from "../../spec/harness/text.ts";
import type { Options } from "../cli/options.ts";
import { isCount } from "../config.ts";
import type { Terminal } from "../report/terminal.ts";
import { Unable } from "../unable.ts";
import { readKeys } from "../watch/keys.ts";
import { Session } from "../watch/session.ts";
import { Watcher } from "../watch/watcher.ts";

export async function watchCommand(options: Options, terminal: Terminal): Promise<number> {
  const { stdin, stdout } = process;
  const { language } = options;
  const poll = pollOf(options.poll, process.env.KATA_POLL);
  const [suite, player] = await Promise.all([loadSuite(), makePlayer()]);
  const write = (text: string): void => void stdout.write(text);
  return new Promise<number>((done) => {
    const session: Session = new Session({
      options,
      terminal,
      suite,
      player,
      write,
      rows: () => (stdout.isTTY ? stdout.rows : undefined),
      keys: stdin.isTTY && stdout.isTTY,
      onSources: (files) => watcher.include(files),
      onQuit: () => quit(),
    });
    const watcher: Watcher = new Watcher(session.file, {
      ...(poll === undefined ? {} : { poll }),
      onChange: () => session.judge(),
      onFallback: (why, often) => write(`${fallback(why, often)[language]}\n`),
    });
    const release = stdout.isTTY ? readKeys(stdin, (deed) => session.deeds[deed]()) : () => undefined;
    const stop = (): void => {
      release();
      watcher.close();
      session.close();
    };
    const quit = (): void => {
      stop();
      done(0);
    };
    // However it ends, the terminal is left as it was. Ctrl-C is the way to end it, so it is no failure.
    process.once("exit", stop);
    process.prependListener("SIGINT", () => process.exit(0));
    // Nobody reads any more.
    stdout.on("error", quit);
    write(`${started(relative(root, dirname(session.file)) || ".", poll)[language]}\n`);
    session.judge();
  });
}

const started = (folder: string, poll: number | undefined) =>
  poll === undefined
    ? say(`Watching ${folder}; Ctrl-C ends it.`, `正在监视 ${folder}；按 Ctrl-C 结束。`)
    : say(`Watching ${folder}, looking every ${poll} ms; Ctrl-C ends it.`, `正在监视 ${folder}，每 ${poll} 毫秒查看一次；按 Ctrl-C 结束。`);

const fallback = (why: string, often: number) =>
  say(`The system does not tell of saves here (${why}): the files are looked at every ${often} ms instead.`, `系统在这里无法通知保存（${why}）：改为每 ${often} 毫秒查看一次文件。`);

/** @throws Unable */
function pollOf(setting: number | undefined, environment: string | undefined): number | undefined {
  if (environment === undefined || environment === "") return setting;
  const poll = Number(environment);
  if (!isCount(poll) || poll > 600_000) throw new Unable(say(`KATA_POLL is a number of milliseconds from 1 to 600000, not ${JSON.stringify(environment)}.`, `KATA_POLL 要写 1 到 600000 的毫秒数，而不是 ${JSON.stringify(environment)}。`));
  return poll;
}
