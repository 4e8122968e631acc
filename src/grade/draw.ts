/** What is drawn for each submission: its seed, from the run's secret, and the shard that judges it. */
import { createHash, createHmac, randomBytes } from "node:crypto";

export const newSecret = (): string => randomBytes(16).toString("hex");

/**
 * A 32-bit seed. It depends on what was handed in, too: the feedback names it, so a second try must not meet the same
 * scenarios. `seeds: "one"` gives the same to all. @param digest of the files; undefined where there are none
 */
export const seedOf = (secret: string, seeds: "each" | "one", student: string, digest: string | undefined): number =>
  createHmac("sha256", secret).update(seeds === "one" ? "" : JSON.stringify([student, digest])).digest().readInt32BE(0);

/** The shard of a student, from 1: the same on every machine, whoever else is in the class. */
export const shardOf = (student: string, count: number): number => (createHash("sha256").update(student).digest().readUInt32BE(0) % count) + 1;
