/** Which wall is chosen, what is told where none is to be had, and how a container is called: with stand-ins on the PATH, without an engine. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { says, scenario, turn } from "../../spec/harness/build.ts";
import { Stopped, Subject } from "../../spec/harness/subject.ts";
import type { GradeLimits, Wall } from "../../src/grade/record.ts";
import { isolation } from "../../src/grade/wall/bubblewrap.ts";
import { chooseWall } from "../../src/grade/wall/choice.ts";
import { container, usualImage } from "../../src/grade/wall/container.ts";
import { countsApart, permissions, prlimitOptions } from "../../src/grade/wall/fence.ts";
import { relay } from "../../src/grade/wall/relay.ts";
import type { Bounds } from "../../src/grade/wall/reserve.ts";
import { Unable } from "../../src/unable.ts";
import { imageOf, withBody } from "../subject/programs.ts";

const limits: GradeLimits = { scenario: 5000, load: 5000, submission: 60_000, memory: 128, data: 700, file: 262_144, output: 65_536 };
const bounds: Bounds = { ...limits, reserved: 50 };
const path = process.env.PATH;
const folders: string[] = [];

afterEach(() => {
  process.env.PATH = path;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A command of this name comes before any other. */
function standIn(name: string, script: string): string {
  const folder = mkdtempSync(join(tmpdir(), "pi-kata-stand-in-"));
  folders.push(folder);
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  process.env.PATH = `${folder}${delimiter}${process.env.PATH ?? ""}`;
  return folder;
}

async function refusal(wall: "auto" | Wall): Promise<string> {
  const error = await chooseWall(wall, limits).then(() => undefined, (thrown: unknown) => thrown);
  if (!(error instanceof Unable)) throw new Error(`${wall} was to be had, or the reason is another: ${String(error)}`);
  expect(error.sentence.zh).not.toBe(error.sentence.en);
  return error.sentence.en;
}

const image = "test/node:1";
/** What docker does, without any isolation: drops its own options, starts the entry point. */
const engine = `echo "$@" >> "$(dirname "$0")/calls"
[ "$1" = run ] || exit 0
while [ "$1" != "${image}" ] && [ "$1" != "${usualImage}" ]; do shift; done
shift
exec "${process.execPath}" "$@"`;

describe.skipIf(process.platform !== "linux")("a wall is believed only once it was tried", () => {
  test("a bwrap that hides nothing is refused, and what was visible is told", async () => {
    standIn("bwrap", `[ "$1" = --help ] && exit 0\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"`);
    const told = await refusal("bwrap");
    expect(told).toContain("bubblewrap starts, but does not hold: ");
    expect(told).toContain("is visible");
    expect(told).toContain("--sandbox node protects against accidents");
  });

  test("a bwrap that may not make namespaces is refused with its own words", async () => {
    standIn("bwrap", `echo "bwrap: setting up uid map: Permission denied" >&2\nexit 1`);
    // Where AppArmor or a setting of this machine is the reason, that is told in their place.
    expect(await refusal("bwrap")).toMatch(/setting up uid map: Permission denied|sudo sysctl/);
  });

  test("where there is none, every reason is told, and what may be asked for", async () => {
    standIn("bwrap", "exit 1");
    standIn("docker", `echo "Cannot connect to the Docker daemon" >&2\nexit 1`);
    standIn("podman", `echo "Error: ${usualImage}: image not known" >&2\nexit 125`);
    const told = await refusal("auto");
    expect(told).toMatch(/bubblewrap (does not start node here|is installed, but)/);
    expect(told).toContain("docker does not start node here: Cannot connect to the Docker daemon.");
    expect(told).toContain(`\`podman pull ${usualImage}\``);
    expect(told).toContain("--sandbox none");
  });

  test("an engine that hides nothing is refused", async () => {
    standIn("docker", engine);
    expect(await refusal("docker")).toContain("docker starts, but does not hold: ");
  });

  test("none is given when asked for, and says what it is", async () => {
    const { wall, launcher, note } = await chooseWall("none", limits);
    expect(wall).toBe("none");
    expect(launcher(["--flag"])).toEqual({ command: process.execPath, args: ["--flag", "-"] });
    expect(note.en).toContain("No wall");
  });
});

describe("how a container is called", () => {
  test("the command line gives it nothing but node", () => {
    const { command, args, multiplexed, env } = container("docker", bounds, image)(["--max-old-space-size=128"]);
    expect(command).toBe("docker");
    expect(multiplexed).toBe(true);
    expect(Object.keys(env ?? {})).not.toContain("npm_config_registry");
    const options = args.slice(0, args.indexOf(image));
    const of = (name: string): string | undefined => options[options.indexOf(name) + 1];
    expect(options.slice(0, 3)).toEqual(["run", "--rm", "--interactive"]);
    expect(["--network", "--ipc", "--user", "--cap-drop", "--security-opt", "--pull", "--memory", "--memory-swap", "--pids-limit", "--entrypoint"].map(of)).toEqual(["none", "none", "65534:65534", "ALL", "no-new-privileges", "never", "956m", "956m", "64", "node"]);
    expect(options).toContain("--read-only");
    expect(options).toContain("data=786432000:786432000");
    expect(options.filter((option) => /^(-v|--volume|--mount|--privileged|--env|-e)\b/.test(option))).toEqual([]);
    expect(args.slice(args.indexOf("--", args.indexOf(image)))).toEqual(["--", ...permissions(), "--max-old-space-size=128"]);
  });

  test("each container has a name of its own", () => {
    const names = [0, 1].map(() => container("docker", bounds, image)([]).args[4]);
    expect(new Set(names).size).toBe(2);
  });
});

describe.skipIf(process.platform === "win32")("the relay, between the pipes of a container and those of a subject", () => {
  const one = scenario(turn("hello", [says("hi")]));
  const start = async (body: string): Promise<{ subject: Subject; folder: string }> => {
    const folder = standIn("docker", engine);
    const program = await imageOf(withBody(body));
    const subject = new Subject(program, { limits, launch: container(join(folder, "docker"), bounds, image, false) }).load(program);
    return { subject, folder };
  };

  test("orders and reports pass, long ones as well; what is printed does not mix with them", async () => {
    const { subject } = await start(`output.log("x".repeat(4_000_000)); console.log("a print"); return { role: "assistant", content: userInput.length + "", stopReason: "stop" };`);
    const asked = [1, 2_000_000].map((length) => subject.play(scenario(turn("y".repeat(length), [says("hi")]))));
    for (const [at, length] of ["1", "2000000"].entries()) expect((await asked[at])?.steps[0]?.value).toMatchObject({ content: length });
    subject.close();
  });

  test("what a program prints to the raw streams is no report", async () => {
    const folder = standIn("docker", engine);
    const player = `process.stdout.write('{"loaded":{"exports":{"forged":"1"},"prints":"","timers":0}}\\n', () => process.stderr.write("and more\\n", () => setTimeout(() => process.exit(5), 100)));`;
    const subject = new Subject({ player, realm: "" }, { limits, launch: container(join(folder, "docker"), bounds, image, false) });
    await expect(subject.load({ file: "", code: "", player: "", realm: "", exports: [], map: "", commonjs: false }).loaded()).rejects.toMatchObject({ ending: { kind: "exit", code: 5 } });
    expect(subject.raw).toContain("and more");
  });

  test("its end is the program's, and a full heap is told as one", async () => {
    const { subject } = await start(`const all = []; for (;;) all.push(new Array(10000).fill(1.5));`);
    const error: unknown = await subject.play(one, 30_000).catch((thrown: unknown) => thrown);
    expect(error instanceof Stopped ? error.ending.kind : error).toBe("memory");
  });

  test("it ends its program and itself when its parent is gone, even in the middle of a loop", async () => {
    const child = spawn(process.execPath, ["-e", relay, "--"], { stdio: ["pipe", "pipe", "inherit"], env: {} });
    child.stdin.write(`${JSON.stringify(`require("node:fs").writeSync(3, process.pid + "\\n"); for (;;) {}`)}\n`);
    const pid = Number(String((await once(child.stdout, "data"))[0]));
    child.stdin.end();
    expect((await once(child, "exit"))[0]).toBe(0);
    await expect.poll(() => alive(pid), { timeout: 2000 }).toBe(false);
  });

  test("one that hangs is killed by its name as well", async () => {
    const { subject, folder } = await start("for (;;) {}");
    const error: unknown = await subject.play(one, 1000).catch((thrown: unknown) => thrown);
    expect(error instanceof Stopped ? error.ending.kind : error).toBe("hang");
    const calls = (): string => (existsSync(join(folder, "calls")) ? readFileSync(join(folder, "calls"), "utf8") : "");
    await expect.poll(calls, { timeout: 5000 }).toMatch(/^kill pi-kata-[0-9a-f-]{36}$/m);
    expect(/--name (\S+)/.exec(calls())?.[1]).toBe(/^kill (\S+)$/m.exec(calls())?.[1]);
  });
});

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("what differs from system to system", () => {
  test.each([["v20.19.0", "--experimental-permission"], ["v22.12.0", "--experimental-permission"], ["v22.13.0", "--permission"], ["v23.4.0", "--experimental-permission"], ["v23.5.0", "--permission"], ["v24.0.0", "--permission"], ["v26.1.0", "--permission"]])("node %s calls its flag %s", (version, flag) => {
    expect(permissions(version)[0]).toBe(flag);
  });

  test.each([["4.19.0", false], ["5.13.19", false], ["5.14.0-70.el9", true], ["6.8.0-41-generic", true]])("Linux %s counts processes apart: %s", (version, apart) => {
    expect(countsApart(version)).toBe(apart);
  });

  test("an older bwrap is not asked for what it does not know", () => {
    expect(isolation("--clearenv  Unset all")).not.toContain("--disable-userns");
    expect(isolation("--clearenv\n--disable-userns")).toContain("--disable-userns");
    expect(isolation("")).toEqual(expect.arrayContaining(["--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]));
  });

  test("prlimit limits data, files, file sizes, processor time and processes", () => {
    expect(prlimitOptions(bounds, true)).toEqual(["--data=786432000", "--fsize=0", "--nofile=256", "--core=0", "--cpu=130", "--nproc=32"]);
    expect(prlimitOptions(bounds, false)).not.toContain("--nproc=32");
  });
});
