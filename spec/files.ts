/**
 * Every spec file, by chapter, examples before properties: an example makes the plainer card. Loaded when the chapter is
 * judged, one after the other, for a replay names a test by its place; known by name, so that a bundle can hold them. A
 * test compares the list with the folders.
 */
export const typeSpecs = (): Promise<unknown> => import("./types.test.ts");

export const specs: Record<string, (() => Promise<unknown>)[]> = {
  s01: [
    () => import("./s01/turn.contract.test.ts"),
    () => import("./s01/turn.property.test.ts"),
  ],
  s02: [
    () => import("./s02/registry.contract.test.ts"),
    () => import("./s02/requests.contract.test.ts"),
    () => import("./s02/registry.property.test.ts"),
  ],
  s03: [
    () => import("./s03/failure.contract.test.ts"),
    () => import("./s03/stream.contract.test.ts"),
    () => import("./s03/failure.property.test.ts"),
    () => import("./s03/stream.property.test.ts"),
  ],
  s04: [
    () => import("./s04/endings.contract.test.ts"),
    () => import("./s04/errors.contract.test.ts"),
    () => import("./s04/limit.contract.test.ts"),
    () => import("./s04/loop.contract.test.ts"),
    () => import("./s04/errors.property.test.ts"),
    () => import("./s04/loop.property.test.ts"),
  ],
  s05: [
    () => import("./s05/execute.contract.test.ts"),
    () => import("./s05/failures.contract.test.ts"),
    () => import("./s05/loop.contract.test.ts"),
    () => import("./s05/random.property.test.ts"),
  ],
  s06: [
    () => import("./s06/copies.contract.test.ts"),
    () => import("./s06/deep.contract.test.ts"),
    () => import("./s06/pinned.contract.test.ts"),
    () => import("./s06/snapshot.contract.test.ts"),
    () => import("./s06/turns.property.test.ts"),
  ],
  s07: [
    () => import("./s07/copies.contract.test.ts"),
    () => import("./s07/tree.contract.test.ts"),
    () => import("./s07/turns.contract.test.ts"),
    () => import("./s07/tree.property.test.ts"),
    () => import("./s07/turns.property.test.ts"),
  ],
  s08: [
    () => import("./s08/loader.contract.test.ts"),
    () => import("./s08/turns.contract.test.ts"),
    () => import("./s08/loader.property.test.ts"),
    () => import("./s08/turns.property.test.ts"),
  ],
  s09: [
    () => import("./s09/commands.contract.test.ts"),
    () => import("./s09/events.contract.test.ts"),
    () => import("./s09/tools.contract.test.ts"),
    () => import("./s09/turns.contract.test.ts"),
    () => import("./s09/commands.property.test.ts"),
    () => import("./s09/events.property.test.ts"),
    () => import("./s09/tools.property.test.ts"),
    () => import("./s09/turns.property.test.ts"),
  ],
  s10: [
    () => import("./s10/render.contract.test.ts"),
    () => import("./s10/turns.contract.test.ts"),
    () => import("./s10/render.property.test.ts"),
    () => import("./s10/turns.property.test.ts"),
  ],
  s11: [
    () => import("./s11/load.contract.test.ts"),
    () => import("./s11/turns.contract.test.ts"),
    () => import("./s11/load.property.test.ts"),
    () => import("./s11/turns.property.test.ts"),
  ],
  s12: [
    () => import("./s12/add.contract.test.ts"),
    () => import("./s12/assembly.contract.test.ts"),
    () => import("./s12/install.contract.test.ts"),
    () => import("./s12/load.contract.test.ts"),
    () => import("./s12/several.contract.test.ts"),
    () => import("./s12/assembly.property.test.ts"),
    () => import("./s12/install.property.test.ts"),
    () => import("./s12/load.property.test.ts"),
  ],
};
