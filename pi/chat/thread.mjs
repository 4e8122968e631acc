/** Where a thread starts. JavaScript, since Node 20 hands tsx's loader on to no thread: this file brings it again. */
import { register } from "tsx/esm/api";

register();
await import("./worker.ts");
