/** docker and podman: a container without network, files or rights, of an image that has node; thrown away at its end. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Launcher } from "../../../spec/harness/subject.ts";
import { mostTasks, nobody, permissions, ulimitOptions } from "./fence.ts";
import { relay } from "./relay.ts";
import type { Bounds } from "./reserve.ts";

/** The image taken where none is named: it has the very node that runs this. It is never fetched unasked. */
export const usualImage = `node:${process.versions.node}-slim`;

/** Memory of the container beyond what one process may have: the relay's, and what is no data. */
const roomMiB = 256;

/** @param image has `node` of the version that runs this @param secondWall node's permission flags inside */
export function container(engine: string, limits: Bounds, image: string, secondWall = true): Launcher {
  return (flags) => {
    const name = `pi-kata-${randomUUID()}`;
    return {
      command: engine,
      args: [...containerOptions(name, limits), "--entrypoint", "node", image, "-e", relay, "--", ...(secondWall ? permissions() : []), ...flags],
      // The client finds its engine by these.
      env: Object.fromEntries(clientVariables.flatMap((key) => (process.env[key] === undefined ? [] : [[key, process.env[key] as string]]))),
      multiplexed: true,
      bounded: true,
      kill: () => void spawn(engine, ["kill", name], { stdio: "ignore", detached: true }).on("error", () => undefined).unref(),
    };
  };
}

const clientVariables = ["PATH", "HOME", "DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG", "DOCKER_CERT_PATH", "DOCKER_TLS_VERIFY", "CONTAINER_HOST", "XDG_RUNTIME_DIR"];

export function containerOptions(name: string, limits: Bounds): string[] {
  const memory = `${limits.data + roomMiB}m`;
  return [
    ...["run", "--rm", "--interactive", "--name", name, "--pull", "never", "--log-driver", "none"],
    ...["--network", "none", "--ipc", "none", "--read-only", "--user", `${nobody}:${nobody}`, "--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--hostname", "wall", "--workdir", "/"],
    ...["--memory", memory, "--memory-swap", memory, "--pids-limit", String(2 * mostTasks)],
    ...ulimitOptions(limits),
  ];
}
