/**
 * Programs that have broken out of their realm meet the wall: each of them is a script in the player's place, with all of
 * node at hand. Whatever they try, the grader lives, nothing is left running and nothing is written.
 */
import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { says, scenario, turn } from "../../spec/harness/build.ts";
import { Stopped, Subject, type Launcher } from "../../spec/harness/subject.ts";
import type { GradeLimits, Wall } from "../../src/grade/record.ts";
import { accidents } from "../../src/grade/wall/accidents.ts";
import { bubblewrap } from "../../src/grade/wall/bubblewrap.ts";
import { chooseWall } from "../../src/grade/wall/choice.ts";
import { countsApart, find, mostTasks } from "../../src/grade/wall/fence.ts";
import { probe } from "../../src/grade/wall/probe.ts";
import { boundsOf } from "../../src/grade/wall/reserve.ts";
import { imageOf, withBody } from "../subject/programs.ts";
import { intrude } from "./intruder.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const limits: GradeLimits = { scenario: 20_000, load: 20_000, submission: 60_000, memory: 96, data: 300, file: 262_144, output: 65_536 };
const bounds = await boundsOf(limits);
const chosen = async (wall: Wall): Promise<Launcher | undefined> => chooseWall(wall, limits).then(({ launcher }) => launcher, () => undefined);
const bwrap = process.platform === "linux" ? await chosen("bwrap") : undefined;
const node = process.platform === "linux" ? await chosen("node") : undefined;
/** Root starts a wall as nobody, where nobody can reach node. */
const asNobody = bwrap?.([]).uid !== undefined;
const isRoot = process.getuid?.() === 0;
/** The namespaces alone: what holds without node's own flags. */
const alone = bwrap === undefined ? undefined : bubblewrap(bounds, { asNobody, folders: false, permissions: false });
const plain: Launcher = (flags) => ({ command: process.execPath, args: [...flags, "-"] });
const why = "needs bubblewrap (apt install bubblewrap) and leave to make namespaces";

const folder = mkdtempSync(join(tmpdir(), "pi-kata-wall-test-"));
const other = join(folder, "other-student.ts");
const abstract = `\0pi-kata-wall-${process.pid}`;
const servers: Server[] = [];
let visitors = 0;
let port = 0;

beforeAll(async () => {
  writeFileSync(other, "the work of somebody else\n", { mode: 0o644 });
  const listen = (at: number | string): Promise<Server> =>
    new Promise((resolve) => {
      const server = createServer((socket) => {
        visitors += 1;
        socket.destroy();
      });
      servers.push(server);
      server.listen(at, () => resolve(server));
    });
  const address = (await listen(0)).address();
  port = typeof address === "object" && address !== null ? address.port : 0;
  if (process.platform === "linux") await listen(abstract);
});

afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

const files = ["/etc/passwd", "/etc/hostname", "/proc/self/environ", "/proc/1/cmdline", "/sys/class/net", join(root, "package.json"), join(root, "solution/s01/code.ts"), other, folder, homedir(), dirname(root)];
const readsAll = `const told = {}; for (const file of ${JSON.stringify(files)}) told[file] = tries(() => fs.statSync(file).isDirectory() ? fs.readdirSync(file) : fs.readFileSync(file, "utf8")); tell(told); forEver();`;
const places = ["/", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/run", "/usr/bin", folder, root, homedir()].map((place) => join(place, "pi-kata-was-here"));
const writesAll = `const told = {}; for (const file of ${JSON.stringify(places)}) { told[file] = tries(() => fs.writeFileSync(file, "x".repeat(1e6))); told["mkdir " + file] = tries(() => fs.mkdirSync(file)); }
told.node = tries(() => fs.openSync(process.execPath, "r+")); told.mode = tries(() => fs.chmodSync(process.execPath, 0o777)); told.link = tries(() => fs.linkSync(process.execPath, "/tmp/pi-kata-was-here")); tell(told); forEver();`;
const connects = (): string => `const told = {}; let open = 2; for (const [name, at] of [["loopback", { port: ${port}, host: "127.0.0.1" }], ["abstract", { path: ${JSON.stringify(abstract)} }]]) {
  const done = (what) => { told[name] = what; if (--open === 0) tell(told); };
  try { net.connect(at).on("connect", () => done("done")).on("error", (error) => done(error.code)); } catch (error) { done(error.code); } } forEver();`;

const failed = (told: Record<string, string>): string[] => Object.entries(told).filter(([, result]) => result.startsWith("done")).map(([name]) => name);

describe.skipIf(alone === undefined)(`bubblewrap alone, against programs out of their realm (${why})`, () => {
  const wall = alone as Launcher;

  test("no file of the machine is there: not the repository, not another submission, not the home", async () => {
    const { told, left } = await intrude(wall, readsAll);
    expect(Object.keys(told)).toHaveLength(files.length);
    // Where node itself stands in the home, the way to it is there, and nothing beside it.
    const beside = failed(told).filter((file) => !process.execPath.startsWith(file));
    expect(beside).toEqual([]);
    expect(left).toEqual([]);
  });

  test("what is there is node, prlimit and their libraries", async () => {
    const { told } = await intrude(wall, `const all = []; const walk = (at) => { for (const found of fs.readdirSync(at, { withFileTypes: true })) { const path = at + "/" + found.name; if (found.isDirectory()) walk(path); else all.push(path); } }; walk(""); tell(Object.fromEntries(all.map((path) => [path, "there"]))); forEver();`.replace('walk("")', 'walk("/.")'));
    expect(Object.keys(told).filter((file) => !/\.so(\.\d+)*$/.test(file)).sort()).toEqual([process.execPath, find("prlimit")].filter((file) => file !== undefined).map((file) => `/.${file}`).sort());
  });

  test("nothing can be written, not even to a temporary folder: no disk and no memory can be filled", async () => {
    const { told, left } = await intrude(wall, writesAll);
    expect(Object.keys(told)).toHaveLength(2 * places.length + 3);
    expect(failed(told)).toEqual([]);
    expect(places.filter((file) => existsSync(file))).toEqual([]);
    expect(left).toEqual([]);
  });

  test("no server of the machine answers, neither on loopback nor on an abstract socket", async () => {
    const before = visitors;
    const { told, left } = await intrude(wall, connects());
    expect(Object.keys(told).sort()).toEqual(["abstract", "loopback"]);
    expect(failed(told)).toEqual([]);
    expect(visitors).toBe(before);
    expect(left).toEqual([]);
  });

  test("children that detach end with it", async () => {
    const { told, left } = await intrude(wall, `const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", MARK], { detached: true, stdio: "pipe" }); child.on("spawn", () => tell({ child: "runs" })); child.on("error", () => tell({ child: "refused" })); forEver();`);
    expect(told).toEqual({ child: "runs" });
    expect(left).toEqual([]);
  });

  test("children that outlive it by their own will end with it, too", async () => {
    const { ending, raw, left } = await intrude(wall, `spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", MARK], { detached: true, stdio: "pipe" }).on("spawn", () => { fs.writeSync(1, "it runs"); process.exit(3); });`);
    expect(ending).toBe("exit");
    expect(raw).toContain("it runs");
    expect(left).toEqual([]);
  });

  test.skipIf(find("prlimit") === undefined || !countsApart() || (isRoot && !asNobody))("a fork bomb finds room for few processes", async () => {
    const { told, left } = await intrude(wall, `const children = []; for (let n = 0; n < 12; n += 1) try { children.push(spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", MARK], { detached: true, stdio: ["pipe", 2, 2] }).on("error", () => {})); } catch {}
setTimeout(() => tell({ alive: String(children.filter((child) => child.pid !== undefined && child.exitCode === null && child.signalCode === null).length) }), 3000); forEver();`, 20_000);
    // A node has seven threads, and so has the one that starts them.
    expect(Number(told.alive)).toBeGreaterThan(0);
    expect(Number(told.alive)).toBeLessThanOrEqual(Math.floor((mostTasks - 7) / 4));
    expect(left).toEqual([]);
  });

  test("a bomb of nodes that start nodes ends with it", async () => {
    const { told, left } = await intrude(wall, `const bomb = "const { spawn } = require('node:child_process'); for (let n = 0; n < 4; n += 1) spawn(process.execPath, ['-e', process.argv[2], process.argv[1], process.argv[2]], { detached: true, stdio: 'pipe' }).on('error', () => {}); setInterval(() => {}, 1000)"; let runs = 0;
for (let n = 0; n < 4; n += 1) spawn(process.execPath, ["-e", bomb, MARK, bomb], { detached: true, stdio: "pipe" }).on("error", () => {}).on("spawn", () => { runs += 1; }); setTimeout(() => tell({ runs: String(runs) }), 2000); forEver();`, 20_000);
    expect(Number(told.runs)).toBeGreaterThan(0);
    expect(left).toEqual([]);
  });

  test("it can kill neither the grader nor the sandbox around it", async () => {
    const { told, left } = await intrude(wall, `const told = { grader: tries(() => process.kill(${process.pid}, "SIGKILL")), group: tries(() => process.kill(-${process.pid}, "SIGKILL")) }; tries(() => process.kill(process.ppid, "SIGKILL")); tries(() => process.kill(1, "SIGKILL")); tries(() => process.kill(1, "SIGSTOP")); tries(() => process.kill(-1, "SIGKILL")); setTimeout(() => tell({ ...told, after: "alive" }), 200); forEver();`);
    expect(told).toEqual({ grader: "ESRCH", group: "ESRCH", after: "alive" });
    expect(left).toEqual([]);
  });

  test("it sees no memory of another process", async () => {
    const { told } = await intrude(wall, `tell({ init: tries(() => fs.openSync("/proc/1/mem", "r+")), own: tries(() => fs.openSync("/proc/self/mem", "r+")), debug: tries(() => process._debugProcess(${process.pid})) }); forEver();`);
    expect(failed(told)).toEqual([]);
  });

  test("ten thousand files cannot be opened, and no limit can be raised", async () => {
    const prlimit = find("prlimit");
    const { told, left } = await intrude(wall, `let open = 0; const end = tries(() => { for (; open < 10000; open += 1) fs.openSync(process.execPath, "r"); });
const raised = ["--nofile=100000:100000", "--data=unlimited:unlimited", "--fsize=unlimited:unlimited", "--nproc=10000:10000", "--core=unlimited:unlimited"].filter((limit) => spawnSync(${JSON.stringify(prlimit ?? "")}, ["--pid", String(process.pid), limit]).status === 0);
tell({ open: String(open), end, raised: raised.join() }); forEver();`);
    expect(told).toMatchObject({ end: "EMFILE", raised: "" });
    expect(Number(told.open)).toBeLessThan(256);
    expect(left).toEqual([]);
  });

  test("a grader that is killed leaves nothing of it", async () => {
    const script = `import { intrude } from ${JSON.stringify(join(root, "test/grade/intruder.ts"))};
import { bubblewrap } from ${JSON.stringify(join(root, "src/grade/wall/bubblewrap.ts"))};
await intrude(bubblewrap(${JSON.stringify(bounds)}, { asNobody: ${asNobody}, folders: false, permissions: false }), 'spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", "pi-kata-orphan-${process.pid}"], { detached: true, stdio: "pipe" }).on("spawn", () => fs.writeSync(2, "up")); for (let n = 0; ; n += 1) if (n % 1e6 === 0) {}', 20000);`;
    const grader = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], { cwd: root, stdio: "ignore" });
    const orphans = (): string[] => readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && readable(`/proc/${pid}/cmdline`).includes(`\0pi-kata-orphan-${process.pid}`));
    await expect.poll(() => orphans().length, { timeout: 20_000 }).toBeGreaterThan(0);
    grader.kill("SIGKILL");
    await expect.poll(() => orphans().length, { timeout: 5000 }).toBe(0);
  });

  test("a file that the grader was given by whoever started it is not handed on", async () => {
    const secret = openSync(other, "r");
    const script = `import { probe } from ${JSON.stringify(join(root, "src/grade/wall/probe.ts"))};
import { bubblewrap } from ${JSON.stringify(join(root, "src/grade/wall/bubblewrap.ts"))};
import { readFileSync, fstatSync } from "node:fs";
const wall = bubblewrap(${JSON.stringify(bounds)}, { asNobody: ${asNobody}, folders: false, permissions: false });
const open = (flags) => ({ ...wall(flags), hidden: [] });
console.log(JSON.stringify([fstatSync(90).isFile(), (await probe(wall, ${JSON.stringify(bounds)}, false)).holes, (await probe(open, ${JSON.stringify(bounds)}, false)).holes]));
process.exit(0);`;
    const grader = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], { cwd: root, stdio: ["ignore", "pipe", "inherit", ...Array.from({ length: 87 }, () => "ignore" as const), secret] });
    closeSync(secret);
    const [there, holes, without] = JSON.parse(await text(grader.stdout as NonNullable<typeof grader.stdout>)) as [boolean, unknown[], unknown[]];
    expect(there).toBe(true);
    expect(holes).toEqual([]);
    expect(without).toEqual([{ kind: "descriptor", detail: "90" }]);
  });
});

function readable(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

describe.skipIf(node === undefined)("node's permission flags: what an accident would do", () => {
  const wall = node as Launcher;

  test("no file can be read or written, no program started", async () => {
    const read = await intrude(wall, readsAll);
    expect(Object.keys(read.told)).toHaveLength(files.length);
    expect(failed(read.told)).toEqual([]);
    const written = await intrude(wall, writesAll);
    expect(failed(written.told)).toEqual([]);
    expect(places.filter((file) => existsSync(file))).toEqual([]);
    const started = await intrude(wall, `tell({ child: tries(() => spawnSync(process.execPath, ["--version"])) }); forEver();`);
    expect(started.told).toEqual({ child: "ERR_ACCESS_DENIED" });
    expect([...read.left, ...written.left, ...started.left]).toEqual([]);
  });

  test.skipIf(node?.([]).uid === undefined)("as another user than root's it can end no process of the grader", async () => {
    const { told } = await intrude(wall, `tell({ grader: tries(() => process.kill(${process.pid}, 0)) }); forEver();`);
    expect(told).toEqual({ grader: "EPERM" });
  });
});

describe.each([["bwrap", bwrap], ["node", node]] as const)("what a subject says behind the wall %s", (_name, launcher) => {
  const wall = launcher as Launcher;
  const run = test.skipIf(launcher === undefined);

  run("200 MB on standard output and standard error are read and dropped", async () => {
    const { told, raw, left } = await intrude(wall, `const block = Buffer.alloc(1e6, "x"); const all = (fd) => { for (let n = 0; n < 100; n += 1) for (let sent = 0; sent < block.length; ) try { sent += fs.writeSync(fd, block, sent); } catch (error) { if (error.code !== "EAGAIN") throw error; } }; all(1); all(2); tell({ sent: "all" }); forEver();`, 30_000);
    expect(told).toEqual({ sent: "all" });
    expect(raw.length).toBeLessThanOrEqual(4096);
    expect(left).toEqual([]);
  });

  run("200 MB on the pipe of reports are no report", async () => {
    const { ending, left } = await intrude(wall, `const block = Buffer.alloc(1e6, "x"); for (let n = 0; n < 200; n += 1) for (let sent = 0; sent < block.length; ) try { sent += fs.writeSync(3, block, sent); } catch (error) { if (error.code !== "EAGAIN") throw error; } forEver();`, 30_000);
    expect(ending).toBe("protocol");
    expect(left).toEqual([]);
  });

  run("who says for ever that the import begins gains no time", async () => {
    const { ending, ms, left } = await intrude(wall, `setInterval(() => fs.writeSync(3, '{"importing":true}\\n'), 20);`, 1500);
    expect(ending).toBe("hang");
    expect(ms).toBeLessThan(6000);
    expect(left).toEqual([]);
  });

  run("one that ends itself is told as an end", async () => {
    const killed = await intrude(wall, `process.kill(process.pid, "SIGKILL");`);
    expect(killed.ending).toBe("exit");
    const aborted = await intrude(wall, `process.reallyExit(0);`);
    expect(aborted.ending).toBe("exit");
  });

  const one = scenario(turn("hello", [says("hi")]));
  run.each([
    ["the heap", "const all = []; for (;;) all.push(new Array(10000).fill(1.5));"],
    ["buffers", "const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1));"],
    ["buffers of which none is touched", "const all = []; for (;;) all.push(new ArrayBuffer(5e7));"],
    ["small buffers", "const all = []; for (;;) all.push(new Uint8Array(20000).fill(1));"],
    ["strings", "const all = []; for (let n = 0; ; n += 1) all.push(`${n}-`.repeat(2000).split('').join('.'));"],
    ["a map of typed arrays", "const all = new Map(); for (let n = 0; ; n += 1) all.set(n, new Float64Array(100000).fill(n));"],
  ])("a program that fills memory with %s is told so, and the next one has its own", async (_what, body) => {
    const image = await imageOf(withBody(`if (userInput === "hello") { ${body} } return { role: "assistant", content: "hi", stopReason: "stop" };`));
    const start = (): Subject => new Subject(image, { limits, launch: wall }).load(image);
    const subject = start();
    const ending = await subject.play(one).then(() => "none", (error: unknown) => (error instanceof Stopped ? error.ending.kind : String(error)));
    expect(ending).toBe("memory");
    expect(subject.alive).toBe(false);
    const next = start();
    expect((await next.play(scenario(turn("another", [says("hi")])))).steps[0]?.value).toMatchObject({ content: "hi" });
    next.close();
  });
});

test.skipIf(process.platform !== "linux").each(['"null"', '"5"', '"[]"', '"{}"', '"{\\"mark\\":null}"', '"{\\"print\\":{}}"', '"{\\"exits\\":\\"x\\",\\"during\\":{}}"', '"{\\"unloadable\\":null,\\"prints\\":\\"\\"}"', '"{\\"loaded\\":{\\"exports\\":null}}"', '"{\\"played\\":{\\"steps\\":[null],\\"timeline\\":[]}}"', '"[".repeat(1e6)', 'Buffer.from([255, 254, 0, 10])', '"::error::forged"'])("to the parent a line %s is a breach of protocol", async (line) => {
  const { ending, left } = await intrude(plain, `fs.writeSync(3, ${line}); fs.writeSync(3, "\\n"); forEver();`);
  expect(ending).toBe("protocol");
  expect(left).toEqual([]);
});

test.skipIf(process.platform !== "linux")("without a wall the probe finds what is open", async () => {
  const { started, holes } = await probe(plain, bounds, false);
  expect(started).toBe(true);
  expect([...new Set(holes.map(({ kind }) => kind))]).toEqual(expect.arrayContaining(["connection", "file", "memory", "write"]));
});

test.skipIf(process.platform !== "linux")("node's flags leave open what they do not claim to close, and nothing else", async () => {
  const { holes } = await probe(accidents(bounds, node?.([]).uid !== undefined), bounds, false);
  expect(holes.filter(({ kind }) => !["interface", "connection", "process", "root"].includes(kind))).toEqual(find("prlimit") === undefined ? [{ kind: "memory", detail: "" }] : []);
});
