/**
 * Preloaded into every process and thread of a chat under test: a connection to anything but the loopback address is
 * refused, and every attempt is written down in the file that FENCE names.
 */
const { appendFileSync } = require("node:fs");
const dns = require("node:dns");
const { BlockList, Socket, isIP } = require("node:net");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

const isLoopback = (host) => host === "localhost" || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? "ipv6" : "ipv4"));

function pass(host) {
  appendFileSync(process.env.FENCE, `${isLoopback(host) ? "inside" : "OUTSIDE"} ${host}\n`);
  if (!isLoopback(host)) throw new Error(`the fence refuses ${host}`);
}

const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  // A pipe between processes has a path and no host.
  if (options?.path === undefined) pass(options?.host ?? "localhost");
  return Reflect.apply(connect, this, args);
};

for (const name of ["lookup", "resolve", "resolve4", "resolve6"]) {
  const original = dns[name];
  dns[name] = function (host, ...rest) {
    pass(host);
    return Reflect.apply(original, this, [host, ...rest]);
  };
}
