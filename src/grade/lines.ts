/**
 * One line of `results.jsonl`: what it holds, or that it cannot be read, and what follows from that. Each line ends with
 * a sum over itself, so that one that was changed does not pass for one that was written. Pure.
 */
import { createHash } from "node:crypto";
import { say, type Text } from "../../spec/harness/text.ts";
import { shown } from "./intake/names.ts";
import type { End, Row, Run } from "./record.ts";

/** A line that is left out, by its number from 1, and what it seems to have been. */
export type Damage = { line: number; kind?: string; student?: string };

const summed = /^(\{.*),"sum":"([\da-f]{16})"\}\s*$/s;

/** Of the text before the sum. It guards against accidents, not against somebody who makes a sum of his own. */
const sumOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** The line of an entry, without its end. */
export function lineOf(entry: Run | Row | End): string {
  const text = JSON.stringify(entry).slice(0, -1);
  return `${text},"sum":"${sumOf(text)}"}`;
}

/** undefined: a line that was not written to its end, or that somebody changed. */
export function parsed(line: string): Run | Row | End | undefined {
  const [, text, sum] = summed.exec(line) ?? [];
  return text !== undefined && sumOf(text) === sum ? (JSON.parse(`${text}}`) as Run | Row | End) : undefined;
}

export function damageOf(line: string, number: number): Damage {
  const [, kind] = /"kind":"(run|row|end)"/.exec(line) ?? [];
  const [, student] = /"student":"((?:[^"\\]|\\.)*)"/.exec(line) ?? [];
  return { line: number, ...(kind === undefined ? {} : { kind }), ...(student === undefined ? {} : { student }) };
}

/** As many as are told one by one. */
const most = 5;

/** @param file its name as it is told */
export function damageTexts(file: string, damaged: Damage[]): Text[] {
  const told = damaged.slice(0, most).map(({ line, kind, student }) => {
    const whose = student === undefined ? say("", "") : say(` (${shown(student)})`, `（${shown(student)}）`);
    const follows = consequence(kind, student);
    return say(`${file}, line ${line}${whose.en}: cannot be read, was cut off or changed, and is left out. ${follows.en}`, `${file} 第 ${line} 行${whose.zh}无法读取（写到一半中断，或被改动过），已略过。${follows.zh}`);
  });
  const rest = damaged.length - told.length;
  return rest <= 0 ? told : [...told, say(`… and ${rest} more lines of it.`, `……还有 ${rest} 行也是这样。`)];
}

function consequence(kind: string | undefined, student: string | undefined): Text {
  if (kind === "run") return say("By what rules and secret its rows were given is lost: the next run judges them again.", "那一批的规则和密钥丢了：下次评分会重新评那些人。");
  if (kind === "end") return say("The run counts as interrupted until the same command is run again.", "那一批算作中断了，直到再运行一次同样的命令。");
  const who = student === undefined ? say("Whose row it was has", "这一行的学生") : say(`${shown(student)} has`, shown(student));
  return say(`${who.en} an earlier row or none, until the next run judges again what that one does not cover.`, `${who.zh}只剩更早的一行，或者没有；如果更早的已不适用，下次评分会重新评。`);
}
