/** Which wall stands around the submissions: the strongest that really holds on this machine, or the one asked for. */
import { readFileSync } from "node:fs";
import type { Launcher } from "../../../spec/harness/subject.ts";
import { say, type Text } from "../../../spec/harness/text.ts";
import { Unable } from "../../unable.ts";
import type { GradeLimits, Wall } from "../record.ts";
import { accidents } from "./accidents.ts";
import { bubblewrap, type Choice } from "./bubblewrap.ts";
import { container, usualImage } from "./container.ts";
import { find } from "./fence.ts";
import { probe, tellHole, type Found, type Kind } from "./probe.ts";
import { boundsOf, type Bounds } from "./reserve.ts";

/** A wall as data, for a process that was not there when it was tried: what it is made of. */
export type Plan = { bounds: Bounds } & (
  | { wall: "bwrap"; choice: Choice }
  | { wall: "docker" | "podman"; image: string }
  | { wall: "node"; asNobody: boolean }
  | { wall: "none" }
);

/** `note`: what the wall keeps off and what it does not, in one or two sentences. */
export type Chosen = { wall: Wall; plan: Plan; launcher: Launcher; note: Text };

/** Starts subjects behind a wall that was chosen. */
export function launcherOf(plan: Plan): Launcher {
  switch (plan.wall) {
    case "bwrap":
      return bubblewrap(plan.bounds, plan.choice);
    case "docker":
    case "podman":
      return container(plan.wall, plan.bounds, plan.image);
    case "node":
      return accidents(plan.bounds, plan.asNobody);
    case "none":
      return (flags) => ({ command: process.execPath, args: [...flags, "-"] });
  }
}

const chosen = (plan: Plan, note: Text): Chosen => ({ wall: plan.wall, plan, launcher: launcherOf(plan), note });

/** Why a wall is not to be had. */
type Refused = { why: Text };

/**
 * @param wanted `auto`: bwrap, docker or podman, in this order; the weaker ones only by name
 * @param image for docker and podman: has the node that runs this
 * @throws Unable where the wall does not hold here; says why, and what may be done
 */
export async function chooseWall(wanted: "auto" | Wall, limits: GradeLimits, image = usualImage): Promise<Chosen> {
  const tried: Text[] = [];
  const bounds: Bounds = wanted === "none" ? { ...limits, reserved: 0 } : await boundsOf(limits);
  for (const wall of wanted === "auto" ? (["bwrap", "docker", "podman"] as const) : [wanted]) {
    const found = await wallMakers[wall](bounds, image);
    if ("launcher" in found) return found;
    tried.push(found.why);
  }
  throw new Unable(
    say(
      `${wanted === "auto" ? "There is no wall to put around the submissions." : `The wall --sandbox ${wanted} is not to be had here.`} ${tried.map(({ en }) => en).join(" ")} ${weaker.en}`,
      `${wanted === "auto" ? "没有可以隔离提交的沙箱。" : `这里用不了 --sandbox ${wanted}。`}${tried.map(({ zh }) => zh).join("")}${weaker.zh}`,
    ),
  );
}

const weaker = say(
  "For files that you trust, a weaker wall may be asked for: --sandbox node protects against accidents, not against intent; --sandbox none is a process of its own and nothing else.",
  "对于你信任的文件，可以明确要求较弱的隔离：--sandbox node 只防意外、不防恶意；--sandbox none 只是一个单独的进程。",
);

const wallMakers: Record<Wall, (limits: Bounds, image: string) => Promise<Chosen | Refused>> = {
  bwrap: chooseBubblewrap,
  docker: (limits, image) => chooseContainer("docker", limits, image),
  podman: (limits, image) => chooseContainer("podman", limits, image),
  node: chooseAccidents,
  none: async (bounds) => chosen({ wall: "none", bounds }, say("No wall: each submission is a process of its own, with all that you may do yourself.", "没有隔离：每份提交只是一个单独的进程，拥有你自己的全部权限。")),
};

async function chooseBubblewrap(limits: Bounds): Promise<Chosen | Refused> {
  if (process.platform !== "linux") return { why: say("bubblewrap exists on Linux only.", "bubblewrap 只能在 Linux 上用。") };
  if (find("bwrap") === undefined) {
    return { why: say("bubblewrap is not installed (Debian, Ubuntu: `sudo apt install bubblewrap`; Fedora: `sudo dnf install bubblewrap`).", "没有安装 bubblewrap（Debian、Ubuntu：`sudo apt install bubblewrap`；Fedora：`sudo dnf install bubblewrap`）。") };
  }
  const ways = (process.getuid?.() === 0 ? [true, false] : [false]).flatMap((asNobody) => [false, true].map((folders) => ({ asNobody, folders })));
  let last: Found | undefined;
  for (const way of ways) {
    const found = await probe(bubblewrap(limits, { ...way, permissions: false }), limits, false);
    if (holds(found)) return completed({ ...way, permissions: true }, limits, found);
    last = found;
  }
  return { why: last === undefined ? say("", "") : refusal("bubblewrap", last, hintFor(last)) };
}

/** The wall that holds, with node's permission flags inside where the player runs under them. */
async function completed(choice: Choice, limits: Bounds, { holes }: Found): Promise<Chosen> {
  const both = await probe(bubblewrap(limits, choice), limits, false);
  const second = both.started && !both.holes.some(({ kind }) => kind === "worker");
  const bounded = !holes.some(({ kind }) => kind === "memory");
  return chosen(
    { wall: "bwrap", bounds: limits, choice: { ...choice, permissions: second } },
    say(
      `bubblewrap${second ? " and node's permission flags" : ""}: no network, no files but node's own, no other process.${bounded ? "" : ` ${unbounded.en}`}`,
      `bubblewrap${second ? " 加 Node 的权限标志" : ""}：没有网络，除 Node 自身外没有文件，看不到其他进程。${bounded ? "" : unbounded.zh}`,
    ),
  );
}

const unbounded = say("Only V8's heap is limited, not all memory (prlimit, of util-linux, is not there).", "只限制了 V8 的堆，没有限制全部内存（缺少 util-linux 的 prlimit）。");

async function chooseContainer(engine: "docker" | "podman", limits: Bounds, image: string): Promise<Chosen | Refused> {
  if (find(engine) === undefined) return { why: say(`${engine} is not installed.`, `没有安装 ${engine}。`) };
  const launcher = container(engine, limits, image);
  const found = await probe(container(engine, limits, image, false), limits, true);
  if (!holds(found)) return { why: refusal(engine, found, /no such image|unable to find image|image not known/i.test(found.said) ? say(`The image ${image} is not on this machine: \`${engine} pull ${image}\`.`, `这台机器上没有镜像 ${image}：\`${engine} pull ${image}\`。`) : undefined) };
  const both = await probe(launcher, limits, true);
  if (!both.started) return { why: refusal(engine, both, undefined) };
  return chosen({ wall: engine, bounds: limits, image }, say(`${engine} (${image}) and node's permission flags: no network, no files of this machine, no other process.`, `${engine}（${image}）加 Node 的权限标志：没有网络，看不到本机文件和其他进程。`));
}

async function chooseAccidents(limits: Bounds): Promise<Chosen | Refused> {
  let found: Found | undefined;
  for (const asNobody of process.getuid?.() === 0 ? [true, false] : [false]) {
    const launcher = accidents(limits, asNobody);
    found = await probe(launcher, limits, false);
    if (!holds(found, ["interface", "connection", "process", "root"])) continue;
    const bounded = !found.holes.some(({ kind }) => kind === "memory");
    return chosen(
      { wall: "node", bounds: limits, asNobody },
      say(
        `Protection against accidents: node's permission flags keep files and programs away, but not the network.${bounded ? "" : ` ${unbounded.en}`}`,
        `只防意外：Node 的权限标志挡住了文件和其他程序，但没有挡住网络。${bounded ? "" : unbounded.zh}`,
      ),
    );
  }
  return { why: found === undefined ? say("", "") : refusal("node", found, undefined) };
}

/** @param open what this kind of wall does not claim to close. That memory is not limited is told, and no reason against a wall. */
const holds = (found: Found, open: Kind[] = []): boolean => found.started && found.holes.every(({ kind }) => kind === "memory" || open.includes(kind));

function refusal(name: string, { started, said, holes }: Found, hint: Text | undefined): Text {
  if (hint !== undefined) return hint;
  if (!started) return say(`${name} does not start node here${quoted(said, ": ")}.`, `${name} 在这里无法启动 Node${quoted(said, "：")}。`);
  const told = holes.filter(({ kind }) => kind !== "memory").slice(0, 3).map(tellHole);
  return say(`${name} starts, but does not hold: ${told.map(({ en }) => en).join("; ")}.`, `${name} 能启动，但隔离不可靠：${told.map(({ zh }) => zh).join("；")}。`);
}

/** The first line that says something, safe to print. */
function quoted(said: string, before: string): string {
  const line = said.split("\n").map((text) => text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, " ").trim()).find((text) => text !== "");
  return line === undefined ? "" : `${before}${line.slice(0, 200).replace(/[.?!]$/, "")}`;
}

/** What the system itself forbids to bubblewrap, with the repair. */
function hintFor({ started }: Found): Text | undefined {
  if (started) return undefined;
  if (setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1") {
    return say(
      "bubblewrap is installed, but AppArmor forbids it user namespaces (so by default since Ubuntu 24.04). Allow them: `sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0` until the next start, for all programs; or for bwrap alone, with a profile in /etc/apparmor.d (the package apparmor-profiles has bwrap-userns-restrict).",
      "已安装 bubblewrap，但 AppArmor 禁止它使用用户命名空间（Ubuntu 24.04 起默认如此）。可以放开：`sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`（对所有程序有效，重启后失效）；或者在 /etc/apparmor.d 里只为 bwrap 加一个配置（apparmor-profiles 包里有 bwrap-userns-restrict）。",
    );
  }
  if (setting("/proc/sys/kernel/unprivileged_userns_clone") === "0") return forbidden("kernel.unprivileged_userns_clone=1");
  if (setting("/proc/sys/user/max_user_namespaces") === "0") return forbidden("user.max_user_namespaces=10000");
  return undefined;
}

const forbidden = (repair: string): Text => say(`bubblewrap is installed, but this system forbids user namespaces. Allow them: \`sudo sysctl -w ${repair}\`.`, `已安装 bubblewrap，但系统禁止使用用户命名空间。可以放开：\`sudo sysctl -w ${repair}\`。`);

function setting(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined;
  }
}
