/** Chapter s06: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

const alone = ["createTurnSnapshot"];
const inLoop = ["createTurnSnapshot", "runEventedToolLoop"];

export const chapter: Chapter = {
  id: "s06",
  title: say("Turn snapshot", "轮次快照"),
  adds: {
    createTurnSnapshot: "createTurnSnapshot(messages, tools)",
  },
  types: ["TurnSnapshot"],
  clauses: [
    {
      id: "s06.1",
      rule: "contract",
      keyword: "MUST",
      needs: alone,
      ...say("put every message and every tool into the snapshot, in order", "把所有消息和所有工具按顺序放进快照"),
      hints: [
        say("What would a provider miss if the snapshot were all it could see?", "如果 provider 只能看到快照，它会缺什么？"),
        say("Three kinds of messages exist by now, and one of them has a field that the others lack.", "到现在已经有三种消息，其中一种带着别人没有的字段。"),
        say("The input descriptions of the tools belong to the snapshot like their names.", "工具的 input 说明和名字一样，都属于快照。"),
      ],
    },
    {
      id: "s06.2",
      rule: "contract",
      keyword: "MUST",
      needs: inLoop,
      ...say("copy deeply: whatever is mutated after the snapshot was taken, this turn's requests stay as they were", "快照要深拷贝：拍下之后不管改动什么，这一轮的请求都不受影响"),
      hints: [
        say("A photo does not change when the person in it gets a haircut. Does your snapshot?", "照片里的人剪了头发，照片不会变。你的快照呢？"),
        say("A new array with the old objects in it is half a copy. How deep do messages and specs go?", "新数组里装着旧对象，只算拷贝了一半。消息和 spec 一共有几层？"),
        say("What you hand to a provider leaves your hands: give a copy for each request, and keep the snapshot.", "交给 provider 的东西就不由你管了：每次请求给一份副本，快照自己留着。"),
      ],
    },
    {
      id: "s06.3",
      rule: "contract",
      keyword: "MUST",
      needs: inLoop,
      ...say("show the same tools in every request of a turn, whatever is registered or replaced on the way", "一轮里的每次请求都给出同样的工具，不管中途注册或替换了什么"),
      hints: [
        say("A tool registers another tool. In which request should the model hear of it?", "一个工具注册了另一个工具。模型应该在哪一次请求里知道这件事？"),
        say("Asking the registry before each request means asking the present. The turn has its own idea of now.", "每次请求前都去问 registry，问到的是当下。而一轮有它自己的“现在”。"),
        say("Take the specs once, before the first request, and build every request from them.", "在第一次请求之前取一次 spec，之后每次请求都用这一份。"),
      ],
    },
    {
      id: "s06.4",
      rule: "contract",
      keyword: "MUST",
      needs: inLoop,
      ...say("take a new snapshot for each turn, so that the next one sees what was registered", "每一轮重新拍快照，让下一轮看到新注册的工具"),
      hints: [
        say("Pinned for how long? Who lets go?", "固定多久？什么时候松开？"),
        say("A snapshot lives in the call of the loop. Nothing outside of it needs to remember one.", "快照只活在循环的这一次调用里，外面不需要有任何东西记着它。"),
      ],
    },
    {
      id: "s06.5",
      rule: "contract",
      keyword: "MUST",
      needs: inLoop,
      ...say("let the messages of the requests grow within the turn", "一轮之内，请求里的消息要继续增长"),
      hints: [
        say("The tools stand still. May the conversation, too?", "工具不动了，对话也跟着不动吗？"),
        say("A model that never sees the result of its call asks for it again, until the limit.", "模型一直看不到调用的结果，就会一遍遍地再要，直到撞上上限。"),
        say("Two sources for one request: the tools of the snapshot, the messages of the history as it is now.", "一次请求有两个来源：工具来自快照，消息来自此刻的历史。"),
      ],
    },
    {
      id: "s06.6",
      rule: "contract",
      keyword: "MUST",
      needs: ["createTurnSnapshot", "ToolRegistry", "runOneTurn"],
      ...say("keep requests free of later changes to a spec that was registered or returned", "注册过的、返回过的 spec 对象之后再被改动，任何请求都不受影响"),
      hints: [
        say("You registered a tool and kept the object. Now you rename it. What should the registry say?", "你注册了一个工具，手里还留着那个对象，然后给它改了名。registry 应该怎么说？"),
        say("The registry has two borders: what comes in by register, what goes out by getSpecs.", "registry 有两处边界：register 进来的，和 getSpecs 出去的。"),
        say("A spec has an object inside it. A copy of the outer one alone still shares `input`.", "spec 里面还有一个对象。只拷贝外层，`input` 仍然是共享的。"),
      ],
    },
    {
      id: "s06.7",
      rule: "contract",
      keyword: "MUST",
      needs: inLoop,
      ...say("keep the model in the state: neither snapshots nor requests hold it", "model 只放在 state 里：快照和请求里都没有它"),
      hints: [
        say("Which model answers is a setting that outlives the turn. Is it something the model reads?", "由哪个模型来回答，是跨轮次的设置。这是给模型读的内容吗？"),
        say("Look at how the input is put together. Does it spread the whole state?", "看看输入是怎么拼出来的，是不是把整个 state 都展开进去了？"),
      ],
    },
    {
      id: "s06.8",
      rule: "R1",
      keyword: "MUST",
      needs: alone,
      types: true,
      ...say("export TurnSnapshot, and give AgentState its model", "导出 TurnSnapshot，并给 AgentState 加上 model"),
      hints: [
        say("The chapter's README lists the type, the new field and the signature.", "本章 README 列出了这个类型、新字段和函数签名。"),
        say("`model` is a field of `AgentState` only.", "`model` 只是 `AgentState` 的字段。"),
      ],
    },
  ],
};
