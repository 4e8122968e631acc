/**
 * Mutants of the reference that survive and may. Reviewed by hand: each entry says why. CONTRIBUTING.md says how a
 * survivor comes to stand here.
 */
import type { Equivalent } from "./listing.ts";

export const equivalents: Equivalent[] = [];
