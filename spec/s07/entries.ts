/** How s07 judges what a tree gives back: paths, entries, their ids and their parents. */
import { equals, holds, matches } from "../harness/judge.ts";
import { isFields, type Fields, type Played } from "../harness/played.ts";
import { firstDifference, show } from "../harness/show.ts";
import { say, type Text } from "../harness/text.ts";
import type { Json, Message } from "../player/scenario.ts";
import { entriesText, onlyTheLeafMoves, pathText } from "./words.ts";

/** Entries are places in the order of appending; the parent of the first of all is null. */
export type Placed = { message: Message; parent: number | null };

const treeFields = ["id", "parentId"];
const asGiven = say("A message that went into the tree comes out the same: stopReason, toolCallId, toolCalls and every other field.", "消息放进树里是什么样，取出来还是什么样：stopReason、toolCallId、toolCalls 和其他字段都在。");

/** Holds where a path is these messages from the root to the leaf, each as it was appended. `why` is for other messages than these. */
export function checkPath(given: Json | undefined, expected: Message[], what: Text = pathText, why: Text = asGiven): void {
  const path = Array.isArray(given) ? given : [];
  checkNoPlaces(path.filter(isFields), what);
  const turnedRound = expected.length > 1 && firstDifference(path.toReversed(), expected, true) === undefined;
  equals(given, expected, what, turnedRound ? say("These are the right messages, from the leaf to the root: a path goes from the root to the leaf.", "消息都对，但顺序是从叶子到根；路径应该从根到叶子。") : why);
}

/** Holds where no message tells its place in the tree. */
export function checkNoPlaces(messages: Fields[], what: Text): void {
  for (const message of messages) {
    const leak = treeFields.find((key) => Object.hasOwn(message, key));
    holds(
      leak === undefined,
      say(`${what.en} without id and parentId`, `${what.zh}，不带 id 和 parentId`),
      say(`a message with \`${leak}\`: ${show(message)}`, `有消息带着 \`${leak}\`：${show(message)}`),
      say("Where an entry stands in the tree is the tree's own business; a message does not know it.", "条目在树里的位置是树自己的事，消息不需要知道。"),
    );
  }
}

/** Holds where the entries are these messages in this order, with ids of their own and the right parents. */
export function checkEntries(given: Json[], expected: Placed[], why: Text = onlyTheLeafMoves): void {
  matches(given, expected.map((one) => one.message), entriesText, why);
  checkIds(given);
  checkParents(given, expected.map((one) => one.parent));
}

/** The id of each entry: a string, and no two alike. */
export function checkIds(given: Json[]): void {
  const ids = given.map((entry) => (isFields(entry) ? entry.id : undefined));
  const odd = ids.find((id) => typeof id !== "string");
  holds(ids.every((id) => typeof id === "string"), say("every entry has an id, a string", "每个条目都有 id，是字符串"), say(show(odd), show(odd)));
  const second = ids.findIndex((id, place) => ids.indexOf(id) < place);
  const first = ids.indexOf(ids[second]);
  holds(
    second < 0,
    say("every entry has an id of its own", "每个条目的 id 互不相同"),
    say(`${named(given, first).en} and ${named(given, second).en} both have the id ${show(ids[second])}`, `${named(given, first).zh}和${named(given, second).zh}的 id 都是 ${show(ids[second])}`),
    say("An id that comes twice points to two entries, and one of them can no longer be reached.", "一个 id 出现两次，就指向两个条目，其中一个再也找不到了。"),
  );
}

/** Holds where each entry hangs under the one at the expected place; null: it is a root. */
export function checkParents(given: Json[], expected: (number | null)[]): void {
  const parents = parentsOf(given);
  const at = expected.findIndex((parent, place) => parents[place] !== parent);
  if (at < 0) return;
  const [wanted, found] = [under(given, expected[at] ?? null), under(given, parents[at] ?? null)];
  holds(
    false,
    say(`${named(given, at).en} ${wanted.en}`, `${named(given, at).zh}${wanted.zh}`),
    say(`it ${found.en}`, `它${found.zh}`),
    say("An entry hangs, for ever, under what was the leaf when it was appended: the entry appended before it, or the one that moveTo named since.", "条目追加时，当时的叶子就永远是它的父条目：也就是上一个追加的条目，或者之后 moveTo 指定的那个。"),
  );
}

function under(given: Json[], parent: Json): Text {
  if (parent === null) return say("is a root: its parentId is null", "是根：parentId 为 null");
  if (typeof parent !== "number") return say(`has the parentId ${String(parent)}, which no entry has`, `的 parentId 是 ${String(parent)}，没有哪个条目有这个 id`);
  return say(`hangs under ${named(given, parent).en}`, `挂在${named(given, parent).zh}下面`);
}

/** An entry as a reader would point at it. */
function named(given: Json[], place: number): Text {
  const entry = given[place];
  const message = isFields(entry) ? show({ role: entry.role ?? null, content: entry.content ?? null }) : show(entry);
  return say(`entry ${place + 1} (${message})`, `第 ${place + 1} 个条目（${message}）`);
}

/** Each entry's parent as a place in the list; null for a root, and as a text the id that nothing has. */
export function parentsOf(given: Json[]): Json[] {
  const places = new Map(given.map((entry, place) => [isFields(entry) ? entry.id : undefined, place]));
  return given.map((entry) => {
    const parentId = isFields(entry) ? entry.parentId : undefined;
    return parentId === null ? null : (places.get(parentId) ?? show(parentId));
  });
}

/** The entries from the root to the one at `place`, by the parents that the program itself gave them. */
export function lineage(given: Fields[], place: number): Fields[] {
  const parents = parentsOf(given);
  const found: Fields[] = [];
  for (let at: Json | undefined = place; typeof at === "number" && found.length <= given.length; at = parents[at]) {
    const entry = given[at];
    if (entry === undefined) break;
    found.push(entry);
  }
  return found.reverse();
}

/** The list of entries that a step gave. */
export const entriesOf = (played: Played, index: number): Fields[] => played.array(index).filter(isFields);
