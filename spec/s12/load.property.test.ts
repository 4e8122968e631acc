/** s12, properties of loading: any contents, any names, hostile ones among them. */
import { scenario } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { say } from "../harness/text.ts";
import { packages, picks } from "./arbitraries.ts";
import { checkLoaded } from "./loaded.ts";
import { checkOwned, pickText } from "./words.ts";

property("s12.1", say("any contents and any names", "任意内容、任意名字"), picks, async (kit, { given, names }) => {
  const played = await kit.play(scenario({ do: "pick", contents: given, names }));
  checkOwned(played.value(), given, names, pickText);
});

property("s12.3", say("any package", "任意的包"), packages, async (kit, given) => checkLoaded(await kit.play(scenario({ do: "loadPackage", package: given })), given));
