/** Reports of a subject, read with suspicion: a program that broke out of its realm may write on the pipe what it likes. */
import type { Report } from "../player/transcript.ts";

/** The report of a line, or undefined where it is none. */
export function readReport(line: string): Report | undefined {
  try {
    const report: unknown = JSON.parse(line);
    return isRecord(report) && isReport(report) ? (report as Report) : undefined;
  } catch {
    return undefined;
  }
}

type Fields = Record<string, unknown>;

const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isListOf = (value: unknown, is: (entry: unknown) => boolean): boolean => Array.isArray(value) && value.every(is);
const isMark = (value: unknown): boolean => isRecord(value) && typeof value.step === "number" && typeof value.what === "string" && typeof value.name === "string";
const isThrown = (value: unknown): boolean => isRecord(value) && typeof value.text === "string" && typeof value.name === "string" && isListOf(value.frames, isRecord);
const isFault = (value: unknown): boolean => value === undefined || (isRecord(value) && (value.kind !== "threw" || isThrown(value.error)));
const isStep = (value: unknown): boolean => isRecord(value) && isFault(value.fault) && isFault(value.historyFault);
const isObservation = (value: unknown): boolean => isRecord(value) && (value.what !== "print" || typeof value.text === "string") && (value.what !== "escaped" || isThrown(value.error));
const isProgram = (value: unknown): boolean => isRecord(value) && isRecord(value.exports) && typeof value.prints === "string" && typeof value.timers === "number";

/** Whether what the parent and the cards read of a report without a second look is there and of its type. */
function isReport(report: Fields): boolean {
  const { mark, seen, print, exits, during, unloadable, prints, loaded, played } = report;
  if (report.importing === true) return true;
  if (mark !== undefined) return isMark(mark);
  if (seen !== undefined) return isRecord(seen) && ("record" in seen ? isStep(seen.record) : isObservation(seen.observation));
  if (print !== undefined) return typeof print === "string";
  if (exits !== undefined) return typeof exits === "number" && isMark(during);
  if (unloadable !== undefined) return isThrown(unloadable) && typeof prints === "string";
  if (loaded !== undefined) return isProgram(loaded);
  return isRecord(played) && isListOf(played.steps, isStep) && isListOf(played.timeline, isObservation);
}

const refusal = /^Array buffer allocation failed$|^ArrayBuffer\.prototype\.resize: Out of memory$/;

/** Whether the program let through the error that V8 throws where the system gives no more memory. */
export function ranOut(report: Report): boolean {
  const thrown = "unloadable" in report ? [report.unloadable] : "played" in report ? report.played.steps.flatMap(({ fault }) => (fault?.kind === "threw" ? [fault.error] : [])) : [];
  return thrown.some(({ text, name }) => name === "RangeError" && refusal.test(text));
}
