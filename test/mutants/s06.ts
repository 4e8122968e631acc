import type { Mutant } from "./mutant.ts";

const loopInput = "const reply = await askProvider(provider, buildTurnInput(snapshot, state), output);";
const take = "  const snapshot = createTurnSnapshot(state.messages, registry.getSpecs());\n";
const grown = "    messages: state.messages.map(toProviderMessage),\n    tools: snapshot.tools.map(copySpec),";

export const mutants: Mutant[] = [
  {
    name: "a snapshot leaves tool results out",
    clause: "s06.1",
    from: "s06",
    edits: [{ find: "    messages: messages.map(toProviderMessage),\n    tools: tools.map(copySpec),", put: '    messages: messages.filter((message) => message.role !== "toolResult").map(toProviderMessage),\n    tools: tools.map(copySpec),' }],
    says: "what createTurnSnapshot returns",
  },
  {
    name: "a tool result in a snapshot has lost the id of its call",
    clause: "s06.1",
    from: "s06",
    edits: [{ find: "    messages: messages.map(toProviderMessage),\n    tools: tools.map(copySpec),", put: "    messages: messages.map(({ role, content }) => ({ role, content }) as ProviderMessage),\n    tools: tools.map(copySpec)," }],
    says: ".messages[2].toolCallId",
  },
  {
    name: "a snapshot drops the descriptions of the input",
    clause: "s06.1",
    from: "s06",
    edits: [{ find: "    tools: tools.map(copySpec),\n  };\n}\n\n", put: "    tools: tools.map((spec) => ({ ...copySpec(spec), input: {} })),\n  };\n}\n\n" }],
    says: ".tools[0].input.path",
  },
  {
    name: "the provider is handed the snapshot's own tools",
    clause: "s06.2",
    from: "s06",
    edits: [{ find: "    tools: snapshot.tools.map(copySpec),", put: "    tools: snapshot.tools," }],
    says: "give a copy each time",
  },
  {
    name: "the provider is handed a copy that shares the input of the tools",
    clause: "s06.2",
    from: "s06",
    edits: [{ find: "    tools: snapshot.tools.map(copySpec),", put: "    tools: snapshot.tools.map((spec) => ({ ...spec }))," }],
    says: "give a copy each time",
  },
  {
    name: "the snapshot holds the specs that were registered",
    clause: "s06.2",
    from: "s06",
    edits: [
      { find: "spec: copySpec(tool.spec), handler", put: "spec: tool.spec, handler" },
      { find: "    return [...this.#tools.values()].map((tool) => copySpec(tool.spec));", put: "    return [...this.#tools.values()].map((tool) => tool.spec);" },
      { find: "    tools: tools.map(copySpec),\n  };\n}\n\n", put: "    tools: [...tools],\n  };\n}\n\n" },
    ],
    says: "the two share it",
  },
  {
    name: "the calls of a reply are the provider's own objects",
    clause: "s06.2",
    from: "s06",
    edits: [{ find: "toolCalls.push(copyCall(event.call));", put: "toolCalls.push(event.call);" }],
    says: 'toolResult "c2" "worked"',
  },
  {
    name: "a request shares the calls of the recorded messages",
    clause: "s06.2",
    from: "s06",
    edits: [{ find: "toolCalls: message.toolCalls.map(copyCall) };", put: "toolCalls: message.toolCalls };" }],
    says: "one result for the recorded call",
  },
  {
    name: "each request asks the registry anew",
    clause: "s06.3",
    from: "s06",
    edits: [{ find: loopInput, put: "const reply = await askProvider(provider, buildProviderInput(state, options), output);" }],
    says: "The turn began with these tools",
  },
  {
    name: "a new snapshot for each request",
    clause: "s06.3",
    from: "s06",
    edits: [{ find: loopInput, put: "const reply = await askProvider(provider, buildTurnInput(createTurnSnapshot(state.messages, registry.getSpecs()), state), output);" }],
    says: "The turn began with these tools",
  },
  {
    name: "the number of tools is pinned, not what they are",
    clause: "s06.3",
    from: "s06",
    edits: [{ find: loopInput, put: "const now = registry.getSpecs().filter((spec) => snapshot.tools.some((one) => one.name === spec.name));\n    const reply = await askProvider(provider, buildTurnInput({ ...snapshot, tools: now }, state), output);" }],
    says: "reads better",
  },
  {
    name: "the snapshot of the first turn is kept for ever",
    clause: "s06.4",
    from: "s06",
    edits: [
      { find: take, put: "  const snapshot = kept.get(registry) ?? createTurnSnapshot(state.messages, registry.getSpecs());\n  kept.set(registry, snapshot);\n" },
      { find: "// R5: a model that never stops asking is stopped here.", put: "const kept = new WeakMap<ToolRegistry, TurnSnapshot>();" },
    ],
    says: "From the next turn on everybody sees it",
  },
  {
    name: "one snapshot for the whole program",
    clause: "s06.4",
    from: "s06",
    edits: [
      { find: take, put: "  const snapshot = (kept ??= createTurnSnapshot(state.messages, registry.getSpecs()));\n" },
      { find: "// R5: a model that never stops asking is stopped here.", put: "let kept: TurnSnapshot | undefined;" },
    ],
    says: "the tools of the next turn",
  },
  {
    name: "the registry is frozen by the turn",
    clause: "s06.4",
    from: "s06",
    edits: [
      { find: "  const answer = await answerWithTools(state, provider, output, options);\n", put: "  const frozen = new ToolRegistry();\n  const { registry } = options;\n  const register = registry?.register;\n  if (registry !== undefined) registry.register = (tool) => frozen.register(tool);\n  const answer = await answerWithTools(state, provider, output, options);\n  if (registry !== undefined && register !== undefined) registry.register = register;\n" },
    ],
    says: "the tools of the next turn",
  },
  {
    name: "the messages of every request are those of the snapshot",
    clause: "s06.5",
    from: "s06",
    edits: [{ find: grown, put: "    messages: structuredClone(snapshot.messages),\n    tools: snapshot.tools.map(copySpec)," }],
    says: "not the conversation",
  },
  {
    name: "the registry keeps the very spec it was given",
    clause: "s06.6",
    from: "s06",
    edits: [{ find: "spec: copySpec(tool.spec), handler", put: "spec: tool.spec, handler" }],
    says: "the two share it",
  },
  {
    name: "getSpecs gives the registry's own specs away",
    clause: "s06.6",
    from: "s06",
    edits: [{ find: "    return [...this.#tools.values()].map((tool) => copySpec(tool.spec));", put: "    return [...this.#tools.values()].map((tool) => tool.spec);" }],
    says: "the two share it",
  },
  {
    name: "a copy of a spec shares its input",
    clause: "s06.6",
    from: "s06",
    edits: [{ find: "input: { ...spec.input } };", put: "input: spec.input };" }],
    says: "vandal",
  },
  {
    name: "the model travels with each request of the loop",
    clause: "s06.7",
    from: "s06",
    edits: [{ find: grown, put: `    model: state.model,\n${grown}` }],
    says: "a member `model`",
  },
  {
    name: "the input is spread from the state",
    clause: "s06.7",
    from: "s06",
    edits: [{ find: "    messages: state.messages.map(toProviderMessage),\n    tools: options.registry?.getSpecs() ?? [],", put: "    ...state,\n    messages: state.messages.map(toProviderMessage),\n    tools: options.registry?.getSpecs() ?? []," }],
    says: "a member `model`",
  },
  {
    name: "the state has no model",
    clause: "s06.8",
    from: "s06",
    edits: [{ find: "  model: string;\n", put: "" }],
    says: "`AgentState` has `model: string`",
  },
  {
    name: "the snapshot's type has a model",
    clause: "s06.8",
    from: "s06",
    edits: [{ find: "export type TurnSnapshot = {\n", put: "export type TurnSnapshot = {\n  model?: string;\n" }],
    says: "Neither `TurnSnapshot` nor `ProviderInput`",
  },
];
