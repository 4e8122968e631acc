/** Chapter s12: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

const installs = ["loadPackage", "installLoadedPackage", "ExtensionRuntime", "ResourceLoader"];

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
  clauses: [
    {
      id: "s12.1",
      rule: "contract",
      keyword: "MUST",
      needs: ["pick"],
      ...say("pick the contents that were asked for by name, and no others", "只挑出点了名的内容，其余一概不要"),
      hints: [
        say("Go through the names, not through the contents: which of them has something to give?", "按名字逐个找，而不是遍历内容：哪些名字能拿到东西？"),
        say("A name without contents leaves nothing behind, not even an empty entry. And is an empty text nothing?", "没有对应内容的名字不留下任何痕迹，连空项也没有。那么，空字符串算“没有”吗？"),
        say("A result is an object of its own; the contents stay as they were.", "结果是一个新的对象，原来的内容保持不变。"),
      ],
    },
    {
      id: "s12.2",
      rule: "contract",
      keyword: "MUST",
      needs: ["pick", "loadPackage"],
      ...say("take what the contents own, and never what every object inherits", "只取 contents 自己拥有的，绝不取每个对象都会继承到的"),
      hints: [
        say("What does `contents[name]` give for the name toString?", "名字是 toString 时，`contents[name]` 会得到什么？"),
        say("An object answers for its ancestors too. How do you ask it about itself only?", "对象会替它的原型回答。怎样只问它自己？"),
        say("A package may own a content called __proto__. Does your result keep it when you write it in?", "包里可能真有一份内容叫 __proto__。你把它写进结果时，它还在吗？"),
      ],
    },
    {
      id: "s12.3",
      rule: "contract",
      keyword: "MUST",
      needs: ["loadPackage"],
      ...say("load what the manifest lists, kind by kind, and nothing that it does not list", "清单列出什么就加载什么，分类加载；清单没有列出的一律不加载"),
      hints: [
        say("A package brings twenty files and its manifest names three. How many does the agent get to know?", "一个包带了二十个文件，清单只写了三个。agent 会知道几个？"),
        say("Three lists, three questions to the same contents. Can the answer to one depend on another?", "三个列表，向同一份 contents 提三次问题。其中一个的答案会受另一个影响吗？"),
      ],
    },
    {
      id: "s12.4",
      rule: "R6",
      keyword: "MUST",
      needs: installs,
      ...say("run nothing, register nothing and remember nothing while it loads", "加载时不运行任何东西、不注册任何东西、也不记住任何东西"),
      hints: [
        say("Somebody loads a package only to look at it. What may have happened when they decide against it?", "有人加载一个包只是想看一眼。等他决定不用时，允许已经发生了什么？"),
        say("The contents are texts, even those that look like code.", "内容都是文本，哪怕看起来像代码。"),
        say("Two packages can have the same name. What tells you that they are the same package?", "两个包可以同名。凭什么认定它们是同一个包？"),
      ],
    },
    {
      id: "s12.5",
      rule: "R2",
      keyword: "MUST",
      needs: [...installs, "executeToolCall"],
      ...say("register each tool of the package in the runtime's registry, where it gives its content and obeys the hooks like any other", "把包里的每个工具注册到 runtime 的 registry：调用时给出它的内容，并且和别的工具一样受 hook 约束"),
      hints: [
        say("Who already has the right to register a tool in a running agent?", "在运行中的 agent 里，谁本来就有权注册工具？"),
        say("An extension is a function that you can write yourself, on the spot.", "扩展就是一个函数，你可以当场自己写一个。"),
        say("Each handler must remember its own content, not the loop's last one and not its own name.", "每个 handler 要记住自己的内容，而不是循环里最后那一份，也不是自己的名字。"),
      ],
    },
    {
      id: "s12.6",
      rule: "R2",
      keyword: "MUST",
      needs: installs,
      ...say("register each command of the package, which returns its content when it is run", "注册包里的每个命令，运行时返回它的内容"),
      hints: [
        say("The same extension that brings the tools can bring the commands.", "带来工具的那个扩展，也可以带来命令。"),
        say("The name is the one in the manifest, with nothing in front of it.", "命令的名字就是清单里的名字，前面不加任何东西。"),
      ],
    },
    {
      id: "s12.7",
      rule: "R6",
      keyword: "MUST",
      needs: installs,
      ...say("add each resource of the package to the loader, where trust decides about it like about any other", "把包里的每个资源加进 loader，和其他资源一样由信任决定是否加载"),
      hints: [
        say("The package was installed by somebody you trust. Is the project trusted because of that?", "安装这个包的人你信得过。项目就因此可信了吗？"),
        say("What a package brings and what the loader was made with should be one list with one door.", "包带来的资源和 loader 原有的资源，应该是同一个列表、同一道门。"),
      ],
    },
    {
      id: "s12.8",
      rule: "contract",
      keyword: "MUST",
      needs: installs,
      ...say("leave after a second installation exactly what the first one left", "装第二次之后，结果和只装一次完全一样"),
      hints: [
        say("A start-up script installs the package on every start. What does the prompt look like after a week?", "启动脚本每次启动都会装一遍这个包。一周之后提示词会变成什么样？"),
        say("Tools and commands replace what has their name. What does a resource do?", "工具和命令会替换同名的旧项。资源呢？"),
        say("By what do you recognise that a resource is there already? Not by being the same object.", "凭什么认出一个资源已经在了？不是靠“同一个对象”。"),
      ],
    },
    {
      id: "s12.9",
      rule: "R2",
      keyword: "MUST",
      needs: ["ResourceLoader", "installLoadedPackage"],
      ...say("let a loader grow: add puts a copy of a resource behind the others, for this loader alone", "让 loader 可以增长：add 把资源的副本放到最后，而且只影响这一个 loader"),
      hints: [
        say("Who still holds the object that was passed to `add`, and what may they do to it?", "传给 `add` 的那个对象还在谁手里？他可能对它做什么？"),
        say("The loader already copies what its constructor is given. Is `add` another border?", "loader 的构造函数已经会复制传入的资源。`add` 是不是同样的边界？"),
      ],
    },
    {
      id: "s12.10",
      rule: "R8",
      keyword: "MUST",
      needs: ["runEventedToolLoop", "SessionTree", "ResourceLoader", "ExtensionRuntime", "loadPackage", "installLoadedPackage"],
      ...say("work as one: package, extension, trust, prompt, tree, snapshot, loop, hooks, stream and mode in the same turn, and in a second one from a branch", "合在一起能工作：包、扩展、信任、提示词、会话树、快照、循环、hook、事件流和 mode 同在一轮里，再从分支上来一轮"),
      hints: [
        say("Which chapter's part does the card speak of? Judge that chapter alone first.", "失败信息说的是哪一章的部分？先单独跑那一章。"),
        say("Follow one package tool: from the manifest to the registry, into the request, through the hooks, into the history, back to the model.", "跟着一个包里的工具走一遍：从清单到 registry，进入请求，经过 hook，写进历史，再回到模型。"),
        say("The second turn starts from an earlier entry. What of the first turn may it see?", "第二轮从更早的条目开始。第一轮的内容里，它能看到哪些？"),
      ],
    },
    {
      id: "s12.11",
      rule: "R1",
      keyword: "MUST",
      needs: ["loadPackage", "installLoadedPackage"],
      types: true,
      ...say("export the types of a package and of what is loaded from it, and compile in strict mode", "导出包和加载结果的类型，并且在严格模式下能编译"),
      hints: [
        say("The chapter's README lists each type with its fields.", "本章 README 列出了每个类型和它的字段。"),
        say("`installLoadedPackage` takes what `loadPackage` gives.", "`installLoadedPackage` 接收的就是 `loadPackage` 给出的东西。"),
      ],
    },
  ],
};
