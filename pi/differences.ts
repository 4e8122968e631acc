/**
 * Where the course and Pi 1.6.0 part ways on purpose or by nature, as far as the same scenario shows it. Data: this file
 * imports nothing, so the documents are made of it without Pi's packages. `pi/proofs.ts` holds a scenario for each row,
 * and a test plays it: a row that Pi no longer shows fails. `npm run docs` writes docs/pi-comparison.md.
 */
type Words = { en: string; zh: string };

export type Difference = {
  /** the anchor in docs/pi-comparison.md is `pi-` and this */
  id: string;
  chapter: string;
  course: Words;
  pi: Words;
  why: Words;
  /** in Pi's published packages at 1.6.0 */
  source: { package: "pi-ai" | "pi-agent-core" | "pi-coding-agent"; file: string; symbol: string };
};

const loop = (symbol: string): Difference["source"] => ({ package: "pi-agent-core", file: "dist/agent-loop.js", symbol });
const agent = (symbol: string): Difference["source"] => ({ package: "pi-agent-core", file: "dist/agent.js", symbol });

export const differences = [
  {
    id: "s01-error-field",
    chapter: "s01",
    course: { en: "A failed answer says in its `content` what went wrong.", zh: "失败的回复把出错原因写在 `content` 里。" },
    pi: { en: "The reason stands in `errorMessage`; `content` holds only what the model said.", zh: "原因放在 `errorMessage` 里，`content` 只放模型说过的话。" },
    why: { en: "The course's messages are text alone. A field of its own keeps the model's words apart from the host's.", zh: "课程里的消息只有文本；单独的字段能把模型的话和宿主的话分开。" },
    source: agent("handleRunFailure"),
  },
  {
    id: "s01-unreadable-error",
    chapter: "s01",
    course: { en: "Whatever a provider throws, the turn answers: an object that has no text of its own becomes a failed answer, too.", zh: "不管 provider 抛出什么，这一轮都有回复：连转不成文本的对象也会变成一条失败的回复。" },
    pi: { en: "`prompt()` rejects with a TypeError, and no answer is recorded: the text of what was thrown is made with `String()`, which throws in its turn.", zh: "`prompt()` 以 TypeError reject，也不记录回复：Pi 用 `String()` 取被抛出值的文本，而 `String()` 自己又抛出了错误。" },
    why: { en: "Rule R4 asks for it; Pi relies on providers that report errors as events and do not throw.", zh: "课程的规则 R4 要求如此；Pi 则约定 provider 用事件报告错误，不抛出。" },
    source: agent("handleRunFailure"),
  },
  {
    id: "s01-live-messages",
    chapter: "s01",
    course: { en: "A provider is shown copies: what it writes into its input changes no history.", zh: "provider 拿到的是副本：它改动输入，历史不受影响。" },
    pi: { en: "A provider is shown the recorded messages themselves: what it writes into them is in the history.", zh: "provider 拿到的就是历史里的那些消息对象：写进去的改动会留在历史里。" },
    why: { en: "Copying a long history for each request costs time; Pi trusts its providers, a course cannot.", zh: "每次请求都复制很长的历史代价不小；Pi 信任自己的 provider，课程不能这样假定。" },
    source: agent("defaultConvertToLlm"),
  },
  {
    id: "s02-duplicate-names",
    chapter: "s02",
    course: { en: "A name registered again replaces the tool: the new one is described, and the new one runs.", zh: "同名工具再次注册就替换旧的：展示的是新工具，执行的也是新工具。" },
    pi: { en: "The agent takes a list as it is: the first tool of a name runs, and which of them the model is told of changes from request to request.", zh: "agent 原样接受工具列表：执行的总是同名工具里的第一个，而给模型看的是哪一个，每次请求都在变。" },
    why: { en: "Pi's core has no registry: whoever hands it tools keeps their names apart (the coding agent refuses doubles among extensions).", zh: "Pi 的 core 没有 registry：不重名由传入工具的一方保证（编程 agent 会拒绝扩展之间的重名）。" },
    source: loop("declareToolChanges"),
  },
  {
    id: "s02-live-tools",
    chapter: "s02",
    course: { en: "What was registered is copied: writing into the tool or into `getSpecs()` later changes nothing.", zh: "注册时就复制：之后改动那个工具对象或 `getSpecs()` 的结果都没有影响。" },
    pi: { en: "The agent keeps the tool object: writing into it changes what the next prompt declares.", zh: "agent 保留的就是那个工具对象：改动它，下一次 prompt 声明的工具就变了。" },
    why: { en: "Pi copies the list, not what is in it; tools are code that the host owns.", zh: "Pi 只复制列表，不复制列表里的东西；工具是宿主自己的代码。" },
    source: agent("createContextSnapshot"),
  },
  {
    id: "s03-thrown-text",
    chapter: "s03",
    course: { en: "A stream that throws midway may keep the text so far in the failed answer.", zh: "流在半途抛出错误时，已经收到的文本可以保留在失败的回复里。" },
    pi: { en: "A stream that throws loses the text so far: the failed answer is empty. (One that sends an `error` event keeps it.)", zh: "流抛出错误时，已经收到的文本就丢了，失败的回复是空的（发 `error` 事件的流则会保留）。" },
    why: { en: "In Pi's protocol errors are events that carry the message so far; a throw is a provider's fault.", zh: "在 Pi 的协议里，错误是事件，并带着到目前为止的消息；抛出错误属于 provider 自己的缺陷。" },
    source: loop("streamAssistantResponse"),
  },
  {
    id: "s03-cut-stream",
    chapter: "s03",
    course: { en: "A stream that stops without its end event gives a failed answer with the text so far.", zh: "没有结束事件就断掉的流，得到一条失败的回复，并带着已有的文本。" },
    pi: { en: "The run never settles: the loop awaits a result that nobody sets.", zh: "这次运行永远不会结束：循环一直在等一个没有人给出的结果。" },
    why: { en: "Pi leaves the check to each provider; the course has it in the core, where no provider can forget it.", zh: "Pi 把这项检查交给每个 provider；课程把它放在 core 里，哪个 provider 都忘不掉。" },
    source: { package: "pi-ai", file: "dist/utils/event-stream.js", symbol: "EventStream.end" },
  },
  {
    id: "s04-error-flag",
    chapter: "s04",
    course: { en: "The result of a failed or blocked call is a text that begins with `error:`.", zh: "调用失败或被拦下时，结果是一段以 `error:` 开头的文本。" },
    pi: { en: "The text is bare, and the result carries `isError: true` and the tool's name.", zh: "文本不带前缀，结果上另有 `isError: true` 和工具名。" },
    why: { en: "Results of the course are texts. A tool that prints `error: …` and one that failed look the same in it; Pi tells them apart.", zh: "课程的结果只有文本：正常输出了 `error: …` 的工具和真正失败的工具看起来一样，Pi 能区分。" },
    source: loop("createErrorToolResult"),
  },
  {
    id: "s04-limit",
    chapter: "s04",
    course: { en: "When `maxTurns` ends a turn, an answer with `max turns reached` and stopReason `stop` is recorded.", zh: "`maxTurns` 用完时，记录一条带 `max turns reached`、stopReason 为 `stop` 的回复。" },
    pi: { en: "`finishTurn` ends the run after the results; nothing is added, and the last assistant message still says `toolUse`.", zh: "`finishTurn` 在工具结果之后结束运行，不追加任何消息，最后一条 assistant 消息的 stopReason 仍是 `toolUse`。" },
    why: { en: "The course's turn always has an answer to return; in Pi the host that set the limit knows that it was reached.", zh: "课程里每一轮都要返回一条回复；在 Pi 里，上限是宿主设的，宿主自己知道到了上限。" },
    source: loop("runLoop"),
  },
  {
    id: "s04-default-limit",
    chapter: "s04",
    course: { en: "Without `maxTurns` a turn ends after 8 requests.", zh: "不写 `maxTurns` 时，一轮最多 8 次请求。" },
    pi: { en: "There is no limit: the loop asks as long as the model calls tools.", zh: "没有上限：只要模型还在调用工具，循环就继续请求。" },
    why: { en: "Rule R5: a loop that a test drives has to end by itself. Pi has a user who can interrupt it.", zh: "规则 R5：由测试驱动的循环必须自己停下；Pi 有用户可以打断它。" },
    source: loop("runLoop"),
  },
  {
    id: "s04-stop-with-calls",
    chapter: "s04",
    course: { en: "A message that ends with `stop` is the answer, even if it holds calls: they run, and the turn ends.", zh: "以 `stop` 结束的消息就是回复，即使其中带有调用：调用照样执行，然后这一轮结束。" },
    pi: { en: "Only the calls count: they run, and the model is asked again.", zh: "只看有没有调用：执行完，再次请求模型。" },
    why: { en: "The course ends on the model's word; Pi on what the message holds, since providers differ in the reasons that they give.", zh: "课程以模型给出的 stopReason 为准；各家 provider 给的理由不一致，所以 Pi 只看消息内容。" },
    source: loop("runLoop"),
  },
  {
    id: "s04-failed-calls",
    chapter: "s04",
    course: { en: "A message that failed is recorded without calls, or each of them has a result.", zh: "失败的消息记录时不带调用，或者每个调用都有结果。" },
    pi: { en: "The failed message keeps its calls, and no result follows them; providers leave such messages out of later requests.", zh: "失败的消息保留它的调用，但没有对应的结果；各 provider 在之后的请求里会略去这样的消息。" },
    why: { en: "The course keeps a history that any provider takes as it is; Pi keeps what happened and repairs it at the border (pi-ai, `transformMessages`).", zh: "课程保持一份任何 provider 都能直接接受的历史；Pi 如实保存，在边界上再修整（pi-ai 的 `transformMessages`）。" },
    source: { package: "pi-ai", file: "dist/api/transform-messages.js", symbol: "transformMessages" },
  },
  {
    id: "s04-not-a-text",
    chapter: "s04",
    course: { en: "A handler that gives something else than a text gives an `error:` result.", zh: "handler 返回的不是字符串，结果就是 `error:`。" },
    pi: { en: "`undefined` and `null` fail with a TypeError's text; every other value passes as a success, with no content or with whatever it has under `content`.", zh: "`undefined` 和 `null` 得到一条 TypeError 文本的失败结果；其他值都算成功，内容为空，或者是它 `content` 成员里的任何东西。" },
    why: { en: "Pi's types forbid it, and only a tool in plain JavaScript can do it; the silent loss misleads the model.", zh: "Pi 的类型不允许这样，只有纯 JavaScript 的工具才做得到；悄悄丢掉结果会误导模型。" },
    source: loop("createToolResultMessage"),
  },
  {
    id: "s04-async-tools",
    chapter: "s04",
    course: { en: "Handlers are synchronous: one that gives a promise gives an `error:` result.", zh: "handler 是同步的：返回 promise 就得到 `error:` 结果。" },
    pi: { en: "Tools are asynchronous: the promise is awaited, and its result recorded.", zh: "工具是异步的：等 promise 完成，记录它的结果。" },
    why: { en: "One simplification of the course: no waiting, no abort signal, no partial results.", zh: "课程的一处简化：不等待，没有 abort 信号，也没有中间结果。" },
    source: loop("executePreparedToolCall"),
  },
  {
    id: "s04-unreadable-throw",
    chapter: "s04",
    course: { en: "Whatever a tool or a hook throws becomes the result of its call, and the batch goes on.", zh: "工具或钩子不管抛出什么，都变成这次调用的结果，同一批的其他调用继续。" },
    pi: { en: "An object that `String()` cannot make a text of, or an error whose message cannot be read, ends the run with a failed answer: the calls of the batch stay without results.", zh: "`String()` 转不成文本的对象，或读不出 message 的错误，会让这次运行以失败的回复告终：这一批调用都没有结果。" },
    why: { en: "The text is made inside `catch`, unguarded. Rule R4 of the course covers this case, too.", zh: "取文本的代码写在 `catch` 里，没有再保护一层；课程的规则 R4 把这种情况也包括在内。" },
    source: loop("executePreparedToolCall"),
  },
  {
    id: "s05-unknown-tool",
    chapter: "s05",
    course: { en: "Every call passes the hooks, also one to a tool that nobody registered.", zh: "每次调用都经过钩子，包括调用没有注册过的工具。" },
    pi: { en: "A call to an unknown tool fails before either hook is asked.", zh: "调用未知工具会直接失败，两个钩子都不会被询问。" },
    why: { en: "Pi's hooks get validated arguments, which only a known tool has; the course hands them the call as the model sent it.", zh: "Pi 的钩子拿到的是校验过的参数，只有已知工具才有；课程则把模型发来的调用原样交给钩子。" },
    source: loop("prepareToolCall"),
  },
  {
    id: "s05-parallel",
    chapter: "s05",
    course: { en: "The calls of a message are done one after the other: ask, run, look at the result, then the next.", zh: "一条消息里的调用逐个处理：先问钩子，再执行，再看结果，然后才轮到下一个。" },
    pi: { en: "First all are asked for, then all run together, and `afterToolCall` is asked as they finish; results are still recorded in call order.", zh: "先把所有调用问一遍，再一起执行，谁先完成就先问谁的 `afterToolCall`；结果仍按调用顺序记录。" },
    why: { en: "Parallel tools save time; the course leaves them out. `toolExecution: \"sequential\"` gives Pi the course's order.", zh: "并行执行省时间，课程略去了这一点；设 `toolExecution: \"sequential\"`，Pi 就和课程的次序一样。" },
    source: loop("executeToolCallsParallel"),
  },
  {
    id: "s05-flag-stays",
    chapter: "s05",
    course: { en: "What `afterToolCall` returns is the whole result: it can turn a failure into a success.", zh: "`afterToolCall` 的返回值就是完整的结果：它可以把失败改成成功。" },
    pi: { en: "New content leaves the flag as it is: the result still counts as an error unless the hook also returns `isError: false`.", zh: "只换内容，标志不变：结果仍算错误，除非钩子同时返回 `isError: false`。" },
    why: { en: "It follows from the flag (`s04-error-flag`): content and failure are two things in Pi.", zh: "这是错误标志（`s04-error-flag`）带来的：在 Pi 里，内容和失败是两件事。" },
    source: loop("finalizeExecutedToolCall"),
  },
  {
    id: "s05-live-call",
    chapter: "s05",
    course: { en: "Hooks are shown copies: writing into the call changes neither the history nor the id of the result.", zh: "钩子看到的是副本：改动调用既不影响历史，也不影响结果的 id。" },
    pi: { en: "Hooks are shown the block of the recorded message and the arguments that will be used: writing into them changes the history and the call.", zh: "钩子看到的是历史里那条消息的块和即将使用的参数：改动它们会改变历史和这次调用。" },
    why: { en: "Pi lets hooks change arguments, which is a feature; that the recorded call can change with them is its price.", zh: "允许钩子改参数是 Pi 的功能；代价是历史里的调用也可能被改掉。" },
    source: loop("prepareToolCall"),
  },
  {
    id: "s06-live-answer",
    chapter: "s06",
    course: { en: "The returned answer and the provider's events are no handle on the inside.", zh: "返回的回复和 provider 发出的事件都不能用来改动内部。" },
    pi: { en: "`state.messages` holds the provider's own message object: whoever keeps it can rewrite the history.", zh: "`state.messages` 里就是 provider 给出的那个消息对象：谁留着它，谁就能改写历史。" },
    why: { en: "The snapshot of an Agent copies the list and shares the messages; copying them all would cost time.", zh: "Agent 的快照只复制列表，消息本身是共用的；全部复制要花时间。" },
    source: agent("createContextSnapshot"),
  },
  {
    id: "s07-live-entries",
    chapter: "s07",
    course: { en: "What was appended is copied, and what the tree gives back is a copy.", zh: "追加时复制，树返回的也是副本。" },
    pi: { en: "The session keeps the message object that it is given and gives the same one back.", zh: "session 保留收到的消息对象，返回的也是同一个。" },
    why: { en: "Pi's session is written to a file at once: the file, not the object, is what outlives a change.", zh: "Pi 的 session 会马上写进文件：经得起改动的是文件，而不是内存里的对象。" },
    source: { package: "pi-coding-agent", file: "dist/core/session-manager.js", symbol: "SessionManager.appendMessage" },
  },
] as const satisfies Difference[];

export type DifferenceId = (typeof differences)[number]["id"];

/** What is levelled before anything is compared: another notation for the same thing, and no difference. */
export const normalisations: (Words & { id: string })[] = [
  { id: "blocks", en: "Pi's content is a list of blocks. The texts of a message, joined, stand for the course's `content`; its `toolCall` blocks for `toolCalls`, `arguments` for `input`.", zh: "Pi 的 content 是由块组成的列表：一条消息里的文本块连起来对应课程的 `content`，`toolCall` 块对应 `toolCalls`，`arguments` 对应 `input`。" },
  { id: "system", en: "Pi declares prompt and tools in system messages of the transcript. What they come to is compared with `systemPrompt` and `tools`; the messages themselves are left out, in requests, histories and sessions.", zh: "Pi 用对话记录里的 system 消息声明提示词和工具。比较的是它们最终得到的 `systemPrompt` 和 `tools`；请求、历史和 session 里的这些消息本身略去不计。" },
  { id: "schema", en: "A tool's JSON Schema stands for the course's `input`: the description of each parameter.", zh: "工具的 JSON Schema 对应课程的 `input`：各参数的 description。" },
  { id: "metadata", en: "Model, provider, usage, times, thinking level and the tool's name in a result are left out; the course has no such fields. Pi's provider is shown `stopReason`, the course's is not: in requests it is left out.", zh: "模型、provider、用量、时间、思考级别和结果里的工具名都略去，课程没有这些字段。Pi 的 provider 看得到 `stopReason`，课程的看不到：比较请求时略去。" },
  { id: "handler", en: "A text that a handler gives is a result with one text block in Pi; hooks that allow return nothing there.", zh: "handler 返回的文本，在 Pi 里是带一个文本块的结果；放行的钩子在 Pi 里什么都不返回。" },
  { id: "events", en: "`message_start` is Pi's `start`, deltas stand between `text_start` and `text_end`, `message_end` is `done` or `error`. Whatever the loop tells its listeners as a delta stands for a line of the log.", zh: "`message_start` 对应 Pi 的 `start`，delta 前后有 `text_start` 和 `text_end`，`message_end` 对应 `done` 或 `error`。循环告诉监听者的每个 delta 对应一行日志。" },
  { id: "limit", en: "`maxTurns` is a `finishTurn` that ends the run after so many responses. Without it the player stops Pi after 24.", zh: "`maxTurns` 对应一个在若干次响应之后结束运行的 `finishTurn`。没有它时，播放器在 24 次之后让 Pi 停下。" },
  { id: "names", en: "Ids of entries are made by each side; the places of entries are compared. A `toolUse` without a call may be kept or become `stop`: the contract leaves it free.", zh: "条目的 id 由各自生成，比较的是条目的位置。没有调用的 `toolUse` 可以保留，也可以变成 `stop`：契约没有限定。" },
];
