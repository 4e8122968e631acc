/**
 * The player's own realm, closed. Where the player reads a getter of the program, or shows a value, the program may run
 * a proxy's trap in its place, and the array of arguments that the trap is handed is one of this realm: through it the
 * program reaches `Array.prototype`, `Object.prototype` and what they lead to. It may have them: nothing of it can be changed.
 */

/** Freezes every object of the language itself that can be reached from here: constructors, prototypes, their functions. */
export function freezeLanguage(): void {
  const closed = new Set<object>();
  const open: object[] = [...named(), ...nameless()];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (closed.has(one)) continue;
    closed.add(one);
    for (const key of Reflect.ownKeys(one)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(one, key) ?? {};
      for (const part of [value, get, set] as unknown[]) if (isObject(part)) open.push(part);
    }
    const prototype: unknown = Reflect.getPrototypeOf(one);
    if (isObject(prototype)) open.push(prototype);
  }
  // A hook that is not there yet could be added to nothing frozen; this one node looks for by name.
  Object.defineProperty(Error, "prepareStackTrace", { value: undefined });
  for (const one of closed) Object.freeze(one);
}

const isObject = (value: unknown): value is object => (typeof value === "object" && value !== null) || typeof value === "function";

function named(): object[] {
  const names = [
    ...["Object", "Function", "Array", "Number", "Boolean", "String", "Symbol", "BigInt", "Date", "Promise", "RegExp", "Proxy", "Reflect", "JSON", "Math", "Atomics", "Iterator"],
    ...["Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError", "AggregateError"],
    ...["Map", "Set", "WeakMap", "WeakSet", "WeakRef", "FinalizationRegistry", "ArrayBuffer", "SharedArrayBuffer", "DataView", "Float32Array", "Float64Array"],
    ...["Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "BigInt64Array", "BigUint64Array"],
  ];
  return names.map((name): unknown => Reflect.get(globalThis, name)).filter(isObject);
}

/** Prototypes that no global leads to. */
function nameless(): object[] {
  return [
    [][Symbol.iterator](),
    new Map()[Symbol.iterator](),
    new Set()[Symbol.iterator](),
    ""[Symbol.iterator](),
    "".matchAll(/x/g),
    function* () {},
    async function () {},
    async function* () {},
    (function* () {})(),
    (async function* () {})(),
  ];
}
