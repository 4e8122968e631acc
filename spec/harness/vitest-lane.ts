/** One subject a vitest worker: this module is loaded once a worker, the setup file once a spec file. */
import { inject } from "vitest";
import { Lane } from "./run.ts";
import { checkTypes, type TypeReport } from "./typecheck.ts";

const image = inject("image");
let report: Promise<TypeReport> | undefined;

export const lane = new Lane(image, inject("limits"));
export const types = (): Promise<TypeReport> => (report ??= checkTypes(image, inject("upto")));
