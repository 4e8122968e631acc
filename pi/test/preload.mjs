// Runs before pi/main.ts in command.test.ts: refuses every way out, and notes each read of a variable that may hold a key.
import dgram from "node:dgram";
import dns from "node:dns";
import { writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import tls from "node:tls";

const noted = { network: [], keys: [] };
const refuse = (way) => () => {
  noted.network.push(way);
  throw new Error(`offline: ${way}`);
};
net.Socket.prototype.connect = refuse("net.connect");
tls.connect = refuse("tls.connect");
dgram.createSocket = refuse("dgram.createSocket");
dns.lookup = refuse("dns.lookup");
globalThis.fetch = refuse("fetch");
syncBuiltinESMExports();

const secret = /KEY|TOKEN|SECRET|CREDENTIAL|PASSWORD|AUTH/i;
process.env = new Proxy(process.env, {
  get(variables, name) {
    // Starting a process (esbuild) copies the environment as a whole: that is no read of a key.
    if (typeof name === "string" && secret.test(name) && !new Error().stack.includes("node:child_process")) noted.keys.push(name);
    return Reflect.get(variables, name);
  },
});
process.on("exit", () => writeFileSync(process.argv.at(-1), JSON.stringify(noted)));
