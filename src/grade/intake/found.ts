/** The one code.ts in what a student handed in: at its top, in a clone's workspace, or one folder further in. */
import { codeOf } from "../../disk.ts";
import { below, listed, pathOf, type Entry, type Kind, type Place } from "./folder.ts";
import { isArchive, isPassedOver, shown, spelling } from "./names.ts";
import { noCode, odd, Refusal, several, unreadable, type Refused } from "./refusals.ts";

/** `beside`: the workspace has a code.ts too, which is not judged. */
export type Found = { place: Place; beside: boolean } | { place: Place; refused: Refused };

type Candidate = { place: Place; kind: Kind };

/** @param folder a student's, which is a folder and no link */
export function programIn(folder: Place): Found {
  try {
    return searched(folder);
  } catch (error) {
    if (error instanceof Refusal) return { place: folder, refused: error.refused };
    throw error;
  }
}

function searched(folder: Place): Found {
  const inside = entriesAt(folder);
  const first = directly(folder, inside);
  if (first !== undefined) return judged(first, isNamed(inside, "code.ts") && hasWorkspaceCode(folder, inside));
  const visible = inside.filter(({ name }) => !isPassedOver(spelling(name)));
  const deeper = visible.flatMap(({ name, kind }) => {
    if (kind !== "folder") return [];
    const place = below(folder, name);
    return directly(place, entriesAt(place)) ?? [];
  });
  if (deeper.length > 1) return { place: folder, refused: several(deeper.map(({ place }) => shown(pathOf({ ...place, names: place.names.slice(folder.names.length) })))) };
  const [only] = deeper;
  if (only !== undefined) return judged(only, false);
  const link = visible.find(({ kind }) => kind === "link");
  if (link !== undefined) return judged({ place: below(folder, link.name), kind: "link" }, false);
  const names = visible.filter(({ kind }) => kind === "file").map(({ name }) => spelling(name));
  const near = names.filter((name) => isArchive(name) || /\.[cm]?[jt]sx?$/i.test(name)).slice(0, 5);
  return { place: folder, refused: noCode(near.map(shown), names.some(isArchive)) };
}

/** `code.ts` of a folder, else that of its workspace; a link in the place of the workspace counts. */
function directly(folder: Place, inside: Entry[]): Candidate | undefined {
  const code = inside.find(called("code.ts"));
  if (code !== undefined) return { place: below(folder, code.name), kind: code.kind };
  const workspace = inside.find(called("workspace"));
  if (workspace?.kind === "link") return { place: below(folder, workspace.name), kind: "link" };
  return workspace?.kind === "folder" ? ofWorkspace(folder, workspace) : undefined;
}

function ofWorkspace(folder: Place, workspace: Entry): Candidate | undefined {
  const place = below(folder, workspace.name);
  const code = entriesAt(place).find(called("code.ts"));
  return code === undefined ? undefined : { place: below(place, code.name), kind: code.kind };
}

function hasWorkspaceCode(folder: Place, inside: Entry[]): boolean {
  const workspace = inside.find(called("workspace"));
  return workspace?.kind === "folder" && ofWorkspace(folder, workspace) !== undefined;
}

const called = (wanted: string) => ({ name }: Entry) => name.equals(Buffer.from(wanted));
const isNamed = (inside: Entry[], wanted: string): boolean => inside.some(called(wanted));

/** What stands where the program should: a regular file is judged, anything else refused. */
function judged({ place, kind }: Candidate, beside: boolean): Found {
  const name = place.names.at(-1);
  return kind === "file" || name === undefined ? { place, beside } : { place, refused: odd(shown(spelling(name)), kind) };
}

function entriesAt(place: Place): Entry[] {
  try {
    return listed(place);
  } catch (error) {
    const code = codeOf(error);
    if (code === "") throw error;
    throw new Refusal(unreadable(shown(pathOf(place)), code));
  }
}
