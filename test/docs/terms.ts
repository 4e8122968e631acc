/**
 * The words of the course, each with the chapter that introduces it. Concepts are listed by hand, with the ways they are
 * written in each language; names of the program are read from the references.
 */
import { chapters } from "../../spec/harness/chapters.ts";
import { declarationsOf } from "../ladder/declarations.ts";
import { read } from "./document.ts";

export type Term = { chapter: string; name: string; en: RegExp; zh: RegExp };

/** `name`: as the glossary lists it, in English and in Chinese. */
export type Concept = { chapter: string; name: { en: string; zh: string }; en: RegExp; zh: RegExp };

/** Where a word has an everyday sense as well, the pattern leaves that out. */
export const concepts: Concept[] = [
  { chapter: "s01", name: { en: "core", zh: "core" }, en: /\bcore\b/i, zh: /core|内核/ },
  { chapter: "s01", name: { en: "history", zh: "历史" }, en: /\bhistory\b/i, zh: /历史/ },
  { chapter: "s01", name: { en: "provider", zh: "provider" }, en: /\bproviders?\b/i, zh: /provider/i },
  { chapter: "s01", name: { en: "state", zh: "状态" }, en: /\bstate\b/i, zh: /状态/ },
  { chapter: "s01", name: { en: "turn", zh: "轮" }, en: /\bturns?\b/i, zh: /轮/ },
  { chapter: "s02", name: { en: "handler", zh: "handler" }, en: /\bhandlers?\b/i, zh: /handler|处理函数/i },
  { chapter: "s02", name: { en: "registry", zh: "registry" }, en: /\bregistr(?:y|ies)\b/i, zh: /registry|注册表/i },
  { chapter: "s02", name: { en: "spec", zh: "spec" }, en: /\btool specs?\b/i, zh: /工具(?:的)? ?spec/i },
  { chapter: "s02", name: { en: "tool", zh: "工具" }, en: /\btools?\b/i, zh: /工具/ },
  { chapter: "s03", name: { en: "delta", zh: "delta" }, en: /\bdeltas?\b/i, zh: /delta|增量文本/i },
  { chapter: "s03", name: { en: "event", zh: "事件" }, en: /\bevents?\b/i, zh: /事件/ },
  { chapter: "s03", name: { en: "stream", zh: "流" }, en: /\bstream(?:s|ed|ing)?\b/i, zh: /流式|事件流|读流|数据流|\bstream/i },
  { chapter: "s04", name: { en: "tool call", zh: "工具调用" }, en: /\btool[- ]calls?\b/i, zh: /工具调用/ },
  { chapter: "s04", name: { en: "tool loop", zh: "工具循环" }, en: /\b(?:tool|agent) loops?\b/i, zh: /工具循环|智能体循环/ },
  { chapter: "s04", name: { en: "tool result", zh: "工具结果" }, en: /\btool results?\b/i, zh: /工具(?:的)?结果/ },
  { chapter: "s04", name: { en: "turn limit", zh: "循环上限" }, en: /\b(?:loop|turn|call) limits?\b/i, zh: /循环(?:的)?上限|轮数上限/ },
  { chapter: "s05", name: { en: "hook", zh: "钩子" }, en: /\bhook(?:s|ed)?\b/i, zh: /钩子|\bhooks?\b/i },
  { chapter: "s06", name: { en: "snapshot", zh: "快照" }, en: /\bsnapshots?\b/i, zh: /快照|snapshot/i },
  { chapter: "s07", name: { en: "branch", zh: "分支" }, en: /\bbranch(?:es|ed|ing)?\b/i, zh: /分支/ },
  { chapter: "s07", name: { en: "leaf", zh: "叶子" }, en: /\bleaf\b/i, zh: /叶子|叶节点/ },
  { chapter: "s07", name: { en: "session tree", zh: "会话树" }, en: /\btrees?\b/i, zh: /会话树|历史树|树/ },
  { chapter: "s08", name: { en: "context resource", zh: "上下文资源" }, en: /\b(?:context|project) resources?\b|\bresources\b/i, zh: /资源/ },
  { chapter: "s08", name: { en: "loader", zh: "loader" }, en: /\bloaders?\b/i, zh: /loader|加载器/i },
  { chapter: "s08", name: { en: "skill", zh: "技能" }, en: /\bskills?\b/i, zh: /技能|\bskills?\b/i },
  { chapter: "s08", name: { en: "system prompt", zh: "系统提示词" }, en: /\bsystem[- ]prompts?\b/i, zh: /系统提示词?|system prompt/i },
  // A shell has commands as well.
  { chapter: "s09", name: { en: "command", zh: "命令" }, en: /(?<!\bshell |\bthe same )\bcommands?\b(?! line)/i, zh: /(?<!shell |终端)命令(?!行)/ },
  { chapter: "s09", name: { en: "extension", zh: "扩展" }, en: /(?<!\bfile )\bextensions?\b/i, zh: /扩展(?!名)/ },
  { chapter: "s09", name: { en: "listener", zh: "监听者" }, en: /\blisteners?\b/i, zh: /监听/ },
  { chapter: "s09", name: { en: "runtime event", zh: "运行时事件" }, en: /\bruntime events?\b/i, zh: /运行时事件/ },
  { chapter: "s10", name: { en: "runtime mode", zh: "运行模式" }, en: /(?<!\bstrict )\bmodes?\b/i, zh: /(?<!严格)模式/ },
  { chapter: "s11", name: { en: "containment", zh: "隔离" }, en: /\bcontain(?:ers?|ment|eri[sz]\w+)\b|\bsandbox(?:es|ed)?\b/i, zh: /容器|沙箱/ },
  { chapter: "s11", name: { en: "project trust", zh: "项目信任" }, en: /\b(?:un)?trust(?:s|ed|ing)?\b/i, zh: /信任/ },
  { chapter: "s12", name: { en: "manifest", zh: "清单" }, en: /\bmanifests?\b/i, zh: /manifest|包的清单|包清单/i },
  { chapter: "s12", name: { en: "package", zh: "包" }, en: /\bpackages?\b/i, zh: /能力包|软件包|第三方包|资源包|装包|一个包|这个包|\bpackages?\b/i },
];

/** `toolCallId`, `message_end` are names wherever they stand; `run`, `mode` and `content` are words. */
const unmistakable = (name: string): boolean => /[a-z][A-Z]|_/.test(name);

/** Types, functions, members and values, by the chapter whose reference is the first to have them. */
export const names: Term[] = namesOfReferences().map(({ name, chapter }) => ({ chapter, name, en: patternOf(name), zh: patternOf(name) }));

function namesOfReferences(): { name: string; chapter: string }[] {
  const first = new Map<string, string>();
  for (const { id } of chapters) {
    for (const { name, exported, members } of declarationsOf(read(`solution/${id}/code.ts`)).values()) {
      if (!exported) continue;
      const own = members.filter((member) => !member.startsWith("#")).map((member) => member.replaceAll('"', "")).filter(unmistakable);
      for (const word of [name, ...own]) if (!first.has(word)) first.set(word, id);
    }
  }
  return [...first].map(([name, chapter]) => ({ name, chapter }));
}

/** A name of one hump, `Tool`, is one only as code: the prose has its word among the concepts. */
function patternOf(name: string): RegExp {
  return unmistakable(name) ? new RegExp(`(?<![\\w$])${name}(?![\\w$])`) : new RegExp(`\`(?:[^\`]*[^\\w\`])?${name}(?:[^\\w\`][^\`]*)?\``);
}
