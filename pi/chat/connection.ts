/** The model to talk to, and the key for it: from pi-ai's catalogue, or a server that speaks OpenAI's protocol. */
import { createModels, createProvider, type Api, type AssistantMessageEvent, type ClientIdentity, type Context, type Model, type Models } from "@earendil-works/pi-ai";
import { openAICompletionsApi } from "@earendil-works/pi-ai/api/openai-completions.lazy";
import { builtinModels } from "@earendil-works/pi-ai/providers/all";
import { say } from "../../spec/harness/text.ts";
import { Unable } from "../../src/unable.ts";

export type Connection = {
  /** as the person named it */
  model: string;
  /** the server's address, as far as pi-ai tells it */
  where: string;
  ask(context: Context, signal: AbortSignal): AsyncIterable<AssistantMessageEvent>;
};

/** A provider is not told that it talks to Pi, nor on which machine. */
const identity: ClientIdentity = { userAgent: { custom: "pi-kata" } };

export type Wish = { model?: string; baseUrl?: string };

/** @throws Unable where there is no such model, or no key for it */
export function connect(wish: Wish, environment: NodeJS.ProcessEnv): Promise<Connection> {
  return wish.baseUrl === undefined ? hosted(wish.model, environment) : served(wish.model, wish.baseUrl);
}

async function hosted(name: string | undefined, environment: NodeJS.ProcessEnv): Promise<Connection> {
  const asked: string[] = [];
  const env = (variable: string): Promise<string | undefined> => {
    asked.push(variable);
    return Promise.resolve(environment[variable]?.trim() || undefined);
  };
  // Keys come from the environment alone: no file of credentials counts.
  const models = builtinModels({ authContext: { env, fileExists: () => Promise.resolve(false) }, identity });
  const model = modelOf(models, name);
  const auth = await models.getAuth(model);
  if (auth === undefined) throw withoutKey(model.provider, asked);
  return { model: `${model.provider}/${model.id}`, where: model.baseUrl, ask: asking(models, model, [auth.auth.apiKey, ...Object.values(auth.auth.headers ?? {}), ...asked.filter((variable) => /KEY|TOKEN|SECRET|PASSWORD/i.test(variable)).map((variable) => environment[variable]?.trim())]) };
}

function modelOf(models: Models, name: string | undefined): Model<Api> {
  if (name === undefined) throw new Unable(say("Which model? Name one of pi-ai's as --model provider/id, such as --model openai/gpt-4o-mini, or a server of your own with --base-url (docs/chat.md).", "要和哪个模型对话？用 --model provider/id 写明 pi-ai 里的一个模型，例如 --model openai/gpt-4o-mini；或者用 --base-url 指向自己的服务器（docs/chat.zh-CN.md）。"));
  const [provider = "", ...rest] = name.split("/");
  const id = rest.join("/");
  const ids = models.getModels(provider).map((model) => model.id);
  if (ids.length === 0 && name !== "" && !name.includes("/")) throw new Unable(say(`For the model ${JSON.stringify(name)} of a server of your own add --base-url with its address, such as http://127.0.0.1:8080/v1; one of pi-ai's is named --model provider/id (docs/chat.md).`, `如果 ${JSON.stringify(name)} 是自己服务器上的模型，请加上 --base-url，写服务器的地址，例如 http://127.0.0.1:8080/v1；pi-ai 里的模型要写成 --model provider/id（docs/chat.zh-CN.md）。`));
  if (ids.length === 0) {
    const providers = models.getProviders().filter((one) => one.getModels().length > 0).map((one) => one.id).join(", ");
    throw new Unable(say(`pi-ai knows no provider ${JSON.stringify(provider)}. Write --model provider/id; the providers are ${providers}.`, `pi-ai 没有 ${JSON.stringify(provider)} 这个 provider。请写 --model provider/id，可选的 provider 有：${providers}。`));
  }
  const model = models.getModel(provider, id);
  if (model !== undefined) return model;
  const near = ids.filter((one) => id !== "" && (one.includes(id) || id.includes(one)));
  const some = (near.length > 0 ? near : ids).slice(0, 8).join(", ");
  throw new Unable(say(`pi-ai knows no model ${JSON.stringify(id)} of ${provider}. Some of its ${ids.length}: ${some}.`, `pi-ai 里 ${provider} 没有 ${JSON.stringify(id)} 这个模型。它的 ${ids.length} 个模型中的一部分：${some}。`));
}

/** `asked`: the variables that pi-ai looked for. */
function withoutKey(provider: string, asked: string[]): Unable {
  const [first, ...others] = [...new Set(asked)].sort((a, b) => Number(b.endsWith("_API_KEY")) - Number(a.endsWith("_API_KEY")));
  if (first === undefined) return new Unable(say(`${provider} takes no key, only a login, which kata chat does not do. Choose another provider.`, `${provider} 不用密钥，只支持登录，而 kata chat 不做登录。请换一个 provider。`));
  const also = others.join(", ");
  return new Unable(say(
    `There is no key for ${provider}: set the environment variable ${first}${also === "" ? "" : ` (pi-ai also looks at ${also})`}. kata chat reads keys from nowhere else, and neither shows nor stores them.`,
    `没有 ${provider} 的密钥：请设置环境变量 ${first}${also === "" ? "" : `（pi-ai 还会看 ${also}）`}。kata chat 只从环境变量读取密钥，不会显示，也不会保存。`,
  ));
}

async function served(id: string | undefined, address: string): Promise<Connection> {
  // Whatever may be a secret is not repeated, also where the rest is no address.
  if (/[@?#]/.test(address)) throw new Unable(say("--base-url takes an address without a name, a password, a query or a fragment (no @, ? or #), such as http://127.0.0.1:8080/v1. It is not repeated here, since it may hold a secret.", "--base-url 里不能有用户名、密码、查询参数或片段（不能出现 @、?、#），要写 http://127.0.0.1:8080/v1 这样的地址。原文可能含有密钥，这里不再显示。"));
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) throw new Unable(say(`--base-url takes an address such as http://127.0.0.1:8080/v1, not ${JSON.stringify(address)}.`, `--base-url 要写 http://127.0.0.1:8080/v1 这样的地址，而不是 ${JSON.stringify(address)}。`));
  if (id === undefined || id === "") throw new Unable(say("Which of the server's models? Add --model with the name that the server gives it.", "要用服务器上的哪个模型？请加上 --model，写服务器给它起的名字。"));
  const model: Model<"openai-completions"> = {
    id,
    name: id,
    api: "openai-completions",
    provider: "base-url",
    baseUrl: address,
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 0,
    maxTokens: 4096,
    // What the oldest servers understand, too.
    compat: { supportsStore: false, supportsDeveloperRole: false, supportsReasoningEffort: false, maxTokensField: "max_tokens" },
  };
  const models = createModels({ identity });
  // Some clients refuse to send without a key; no real one goes to a server that pi-ai does not know.
  models.setProvider(createProvider({ id: model.provider, baseUrl: address, auth: { apiKey: { name: "none", resolve: () => Promise.resolve({ auth: { apiKey: "none" } }) } }, models: [model], api: openAICompletionsApi() }));
  return { model: id, where: address, ask: asking(models, model, []) };
}

/** `secrets`: what must not be told, should an error repeat it. */
const asking = (models: Models, model: Model<Api>, secrets: (string | null | undefined)[]): Connection["ask"] =>
  async function* (context, signal) {
    try {
      for await (const event of models.streamSimple(model, context, { signal })) {
        if (event.type === "error" && event.error.errorMessage !== undefined) event.error.errorMessage = without(event.error.errorMessage, secrets);
        yield event;
      }
    } catch (error) {
      throw new Error(without(error instanceof Error ? error.message : String(error), secrets));
    }
  };

/** A header holds a key behind a word such as Bearer; a server may repeat a key as it stood in an address. */
function without(message: string, secrets: (string | null | undefined)[]): string {
  const words = secrets.flatMap((secret) => (secret ?? "").split(" ")).filter((word) => word.length >= 4 && !/^(Bearer|Basic|none)$/i.test(word));
  const forms = [...new Set(words.flatMap((word) => [word, encodeURIComponent(word)]))].sort((a, b) => b.length - a.length);
  return forms.reduce((text, form) => text.replaceAll(form, "(key)"), message);
}
