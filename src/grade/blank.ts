/** A file without a program in it, told so. Pure. */
import { say, type Text } from "../../spec/harness/text.ts";

/** @returns the sentence for a file that is empty, or holds nothing but blanks and comments; undefined where there is more */
export function blankSentence(text: string): Text | undefined {
  if (/^\ufeff?$/.test(text)) return say("The file is empty. Was it the right one, and was it saved?", "文件是空的。交的是对的那个吗，保存过吗？");
  // From the beginning on, one piece directly behind the other.
  const rest = text.replaceAll(/\s+|\/\/.*|\/\*[^]*?\*\//gy, "");
  return rest === "" ? say("The file holds nothing but blanks and comments: there is no program in it yet.", "文件里只有空白和注释，还没有程序。") : undefined;
}
