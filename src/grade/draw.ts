/** What is drawn for each submission: its seed, from the run's secret, and the shard that judges it. */
import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Run } from "./record.ts";

export const newSecret = (): string => randomBytes(16).toString("hex");

/** A 32-bit seed. `seeds: "one"` gives the same to all. */
export const seedOf = ({ secret, seeds }: Pick<Run, "secret" | "seeds">, student: string): number =>
  createHmac("sha256", secret).update(seeds === "one" ? "" : student).digest().readInt32BE(0);

/** The shard of a student, from 1: the same on every machine, whoever else is in the class. */
export const shardOf = (student: string, count: number): number => (createHash("sha256").update(student).digest().readUInt32BE(0) % count) + 1;
