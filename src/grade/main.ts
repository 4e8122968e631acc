/** `npm run kata -- grade <folder>`: a command of its own bundle, since a learner's command should not wait for it. Exit codes: 0 graded, 1 some rows need a person, 2 could not run, 3 our fault. */
import { work } from "./worker.ts";

if (process.argv[2] === "worker") work();
