/** s11, examples: what a loader gives to whom. */
import { scenario } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals, holds, matches } from "../harness/judge.ts";
import { isFields } from "../harness/played.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import type { Json } from "../player/scenario.ts";
import { load, loader, project, trustedText, untrustedText } from "./words.ts";

clause("s11.1", say("a project with a resource of each kind", "每种资源各有一个的项目"), async (kit) => {
  const played = await kit.play(scenario(loader(), load("trusted"), load("untrusted")));
  matches(played.value(1), project, trustedText, say("Trust lets everything through, in order.", "信任就全部放行，顺序不变。"));
  const isBlank = (value: Json): boolean => isFields(value) && value.content === "";
  holds(!played.array(2).some(isBlank), say('load("untrusted") gives no resource', 'load("untrusted") 一份资源都不给'), say(`it gave them without their contents: ${show(played.value(2))}`, `它给出了资源，只是去掉了内容：${show(played.value(2))}`), say("A name or an empty shell of a resource is already too much.", "哪怕只给出资源的名字或者一个空壳，也已经太多了。"));
  equals(played.value(2), [], untrustedText, say("No kind of resource is harmless: what the model reads, it may follow.", "没有哪种资源是无害的：模型读到什么，就可能照做什么。"));
});

clause("s11.1", say("an untrusted load alone", "只做一次不信任的 load"), async (kit) => {
  const played = await kit.play(scenario(loader(), load("untrusted")));
  equals(played.value(1), [], untrustedText, say("A name or an empty shell of a resource is already too much.", "哪怕只给出资源的名字或者一个空壳，也已经太多了。"));
});

const wrong: Json[] = ["Trusted", "TRUSTED", " trusted", "trusted ", "trusted\n", "trust", "yes", "true", "", "__proto__", true, false, 1, 0, null, [], ["trusted"], {}, { trust: "trusted" }];

for (const value of wrong) {
  clause("s11.2", say(`load(${show(value)})`, `load(${show(value)})`), async (kit) => {
    const played = await kit.play(scenario(loader(), load(value)));
    equals(
      played.value(1),
      [],
      say(`what load(${show(value)}) returns`, `load(${show(value)}) 的返回值`),
      say("A value that nobody planned for must shut the door: only one value opens it.", "没人预料到的值必须当成“关门”：能开门的只有一个值。"),
    );
  });
}

const stale = say("Each load is told its trust; what an earlier one was told is over.", "每次 load 都会传入信任；之前传过什么，已经过去了。");

clause("s11.3", say("first trusted, then untrusted, then trusted again", "先信任，再不信任，再信任"), async (kit) => {
  const played = await kit.play(scenario(loader(), load("trusted"), load("untrusted"), load("trusted")));
  matches(played.value(1), project, trustedText, stale);
  equals(played.value(2), [], untrustedText, stale);
  matches(played.value(3), project, trustedText, stale);
});

clause("s11.3", say("first untrusted, then trusted, then untrusted again", "先不信任，再信任，再不信任"), async (kit) => {
  const played = await kit.play(scenario(loader(), load("untrusted"), load("trusted"), load("untrusted")));
  equals(played.value(1), [], untrustedText, stale);
  matches(played.value(2), project, trustedText, stale);
  equals(played.value(3), [], untrustedText, stale);
});

clause("s11.3", say("two loaders, one asked with trust and one without", "两个 loader，一个信任，一个不信任"), async (kit) => {
  const played = await kit.play(scenario(loader(project, "mine"), loader(project, "theirs"), load("trusted", "mine"), load("untrusted", "theirs"), load("trusted", "mine")));
  equals(played.value(3), [], untrustedText, say("Trust in one project is no trust in another.", "信任一个项目，不等于信任另一个。"));
  matches(played.value(4), project, trustedText, stale);
});

clause("s11.7", say("the list of an untrusted load is written into", "有人往不信任时得到的列表里写东西"), async (kit) => {
  const played = await kit.play(scenario(loader(), load("untrusted"), { do: "vandal", step: 1, what: "result" }, load("untrusted"), loader(project, "other"), load("untrusted", "other")));
  const why = say("One empty list for everybody is a list that everybody can fill.", "所有人共用的空列表，就是谁都能往里塞东西的列表。");
  equals(played.value(3), [], say('what the next load("untrusted") returns', '下一次 load("untrusted") 的返回值'), why);
  equals(played.value(5), [], say('what load("untrusted") of another loader returns', '另一个 loader 的 load("untrusted") 的返回值'), why);
});

clause("s11.7", say("the list of a trusted load is written into", "有人改动信任时得到的列表"), async (kit) => {
  const played = await kit.play(scenario(loader(), load("trusted"), { do: "vandal", step: 1, what: "result" }, load("trusted"), load("untrusted")));
  matches(played.value(3), project, say('what the next load("trusted") returns', '下一次 load("trusted") 的返回值'), say("load gave away the loader's own resources: copy them on the way out.", "load 把 loader 自己的资源交了出去：返回时要复制。"));
  equals(played.value(4), [], untrustedText);
});
