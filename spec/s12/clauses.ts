/** Chapter s12: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

export const chapter: Chapter = {
  id: "s12",
  title: say("Packages", "包"),
  adds: {
    pick: "pick(contents, names)",
    loadPackage: "loadPackage(pkg)",
    installLoadedPackage: "installLoadedPackage(loaded, runtime, loader)",
    "ResourceLoader.add": "add(resource)",
  },
  types: ["PackageManifest", "Package", "LoadedPackage"],
  clauses: [],
};
