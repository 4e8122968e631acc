import type { Mutant } from "./mutant.ts";

const listing = "return [...this.#tools.values()].map((tool) => copySpec(tool.spec));";
const keeping = "this.#tools.set(entry.spec.name, entry);";
const collection = "#tools = new Map<string, Tool>();";

export const mutants: Mutant[] = [
  {
    name: "specs are sorted by name",
    clause: "s02.1",
    from: "s02",
    edits: [{ find: listing, put: "return [...this.#tools.values()].map((tool) => copySpec(tool.spec)).sort((a, b) => (a.name < b.name ? -1 : 1));" }],
    says: "what getSpecs returns",
  },
  {
    name: "the list of specs is made once and kept",
    clause: "s02.1",
    from: "s02",
    edits: [
      { find: listing, put: "this.#specs ??= [...this.#tools.values()].map((tool) => copySpec(tool.spec));\n    return structuredClone(this.#specs);" },
      { find: collection, put: `${collection}\n  #specs: ToolSpec[] | undefined;` },
    ],
    says: "does not see the tools registered later",
  },
  {
    name: "input descriptions get lost",
    clause: "s02.2",
    from: "s02",
    edits: [{ find: "input: { ...spec.input } };", put: "input: {} };" }],
    says: "input",
  },
  {
    name: "inputs are reduced to a list of names",
    clause: "s02.2",
    from: "s02",
    edits: [{ find: "input: { ...spec.input } };", put: "input: Object.keys(spec.input) as never };" }],
    says: "first difference: [0].input",
  },
  {
    name: "same-name tools are silently doubled",
    clause: "s02.3",
    from: "s02",
    edits: [
      { find: collection, put: "#tools: Tool[] = [];" },
      { find: keeping, put: "this.#tools.push(entry);" },
      { find: listing, put: "return this.#tools.map((tool) => copySpec(tool.spec));" },
    ],
    says: "One name is one tool",
  },
  {
    name: "a tool registered again moves to the end",
    clause: "s02.3",
    from: "s02",
    edits: [{ find: keeping, put: `this.#tools.delete(entry.spec.name);\n    ${keeping}` }],
    says: "takes the place of the old one",
  },
  {
    name: "the first registration of a name wins",
    clause: "s02.3",
    from: "s02",
    edits: [{ find: keeping, put: `if (!this.#tools.has(entry.spec.name)) ${keeping}` }],
    says: "takes the place of the old one",
  },
  {
    name: "a replacement keeps the inputs of the tool it replaces",
    clause: "s02.3",
    from: "s02",
    edits: [{ find: keeping, put: `entry.spec.input = { ...this.#tools.get(entry.spec.name)?.spec.input, ...entry.spec.input };\n    ${keeping}` }],
    says: "the `input` of the replaced tool",
  },
  {
    name: "specs are handed out with their handlers",
    clause: "s02.4",
    from: "s02",
    edits: [{ find: listing, put: "return [...this.#tools.values()].map((tool) => ({ ...copySpec(tool.spec), handler: tool.handler }));" }],
    says: "is a function",
  },
  {
    name: "handlers are tried out when they are registered",
    clause: "s02.4",
    from: "s02",
    edits: [{ find: keeping, put: `${keeping}\n    tool.handler({});` }],
    says: "handlers were called 1 times",
  },
  {
    name: "a plain object is the dictionary",
    clause: "s02.5",
    from: "s02",
    edits: [
      { find: collection, put: "#tools: Record<string, Tool> = {};" },
      { find: keeping, put: "this.#tools[entry.spec.name] = entry;" },
      { find: listing, put: "return Object.values(this.#tools).map((tool) => copySpec(tool.spec));" },
    ],
    says: "Any string is a name",
  },
  {
    name: "a tool without a name is refused",
    clause: "s02.5",
    from: "s02",
    edits: [{ find: keeping, put: `if (entry.spec.name) ${keeping}` }],
    says: "Any string is a name",
  },
  {
    name: "runOneTurn keeps its options to itself",
    clause: "s02.6",
    from: "s02",
    edits: [{ find: "buildProviderInput(state, options));", put: "buildProviderInput(state));" }],
    says: "does not exist for the model",
  },
  {
    name: "the tools of the first request are used for ever",
    clause: "s02.6",
    from: "s02",
    edits: [
      { find: "export function buildProviderInput(", put: "const cached = new WeakMap<ToolRegistry, ToolSpec[]>();\nexport function buildProviderInput(" },
      { find: "tools: options.registry?.getSpecs() ?? [],", put: "tools: structuredClone(options.registry === undefined ? [] : (cached.get(options.registry) ?? cached.set(options.registry, options.registry.getSpecs()).get(options.registry)!))," },
    ],
    says: "the tools of the second turn's request",
  },
  {
    name: "without a registry there is no tools field",
    clause: "s02.7",
    from: "s02",
    edits: [{ find: "options.registry?.getSpecs() ?? [],", put: "options.registry?.getSpecs() as ToolSpec[]," }],
    says: "No registry means no tools",
  },
  {
    name: "a registry is taken for granted",
    clause: "s02.7",
    from: "s02",
    edits: [{ find: "options.registry?.getSpecs() ?? [],", put: "options.registry!.getSpecs()," }],
    says: "it threw TypeError",
  },
  {
    name: "the registry of an earlier turn is the default",
    clause: "s02.7",
    from: "s02",
    edits: [
      { find: "export function buildProviderInput(", put: "let current: ToolRegistry | undefined;\nexport function buildProviderInput(" },
      { find: "options.registry?.getSpecs() ?? [],", put: "(current = options.registry ?? current)?.getSpecs() ?? []," },
    ],
    says: "not the tools of someone else",
  },
  {
    name: "the registry keeps the spec object it was given",
    clause: "s02.8",
    from: "s02",
    edits: [{ find: "spec: copySpec(tool.spec), handler", put: "spec: tool.spec, handler" }],
    says: "shares an object with the outside",
  },
  {
    name: "specs are copied, but only one level deep",
    clause: "s02.8",
    from: "s02",
    edits: [{ find: "input: { ...spec.input } };", put: "input: spec.input };" }],
    says: "a copy of the spec alone still shares it",
  },
  {
    name: "the registry hands out its own specs",
    clause: "s02.8",
    from: "s02",
    edits: [{ find: listing, put: "return [...this.#tools.values()].map((tool) => tool.spec);" }],
    says: "shares an object with the outside",
  },
  {
    name: "one collection of tools for all registries",
    clause: "s02.9",
    from: "s02",
    edits: [
      { find: collection, put: "#tools = everyTool;" },
      { find: "export class ToolRegistry {", put: "const everyTool = new Map<string, Tool>();\n\nexport class ToolRegistry {" },
    ],
    says: "the specs of the registry left",
  },
  {
    name: "the type Tool is not exported",
    clause: "s02.10",
    from: "s02",
    edits: [{ find: "export type Tool = {", put: "type Tool = {" }],
    says: "Tool",
  },
  {
    name: "the type ToolSpec has no input",
    clause: "s02.10",
    from: "s02",
    edits: [
      { find: "export type ToolSpec = { name: string; description: string; input: Record<string, string> };", put: "export type ToolSpec = { name: string; description: string };" },
      { find: ", input: { ...spec.input } };", put: " };" },
    ],
    says: "input",
  },
  {
    name: "the options of runOneTurn cannot be left out",
    clause: "s02.10",
    from: "s02",
    edits: [{ find: "  output: Output,\n  options: TurnOptions = {},", put: "  output: Output,\n  options: TurnOptions," }],
    says: "options?",
  },
];
