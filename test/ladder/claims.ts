/** What each chapter of the reference claims to change. Everything else stays as the chapter before left it (R8). */
export const claims: Record<string, { changes: string[]; /** members that U1 retires, as `Type.member` */ retires?: string[] }> = {
  s02: { changes: ["ProviderInput", "buildProviderInput", "runOneTurn"] },
  s03: { changes: ["Provider", "askProvider", "runOneTurn"], retires: ["Provider.complete"] },
  s04: {
    changes: ["StopReason", "AssistantMessage", "AgentMessage", "ProviderMessage", "ProviderEvent", "ToolRegistry", "TurnOptions", "toProviderMessage", "collectAssistantMessage", "runOneTurn"],
  },
  s05: { changes: ["TurnOptions", "answerWithTools"] },
  s06: { changes: ["AgentState", "answerWithTools"] },
  s07: { changes: ["AgentState", "record", "buildProviderInput", "buildTurnInput", "answerWithTools"] },
  s08: { changes: ["ProviderInput", "TurnSnapshot", "createTurnSnapshot", "TurnOptions", "buildProviderInput", "buildTurnInput", "answerWithTools"] },
  s09: { changes: ["TurnOptions", "runEventedToolLoop"] },
  s10: { changes: ["TurnOptions", "announce"] },
  s11: { changes: ["ResourceLoader", "readSystemPrompt", "TurnOptions"] },
  s12: { changes: ["ResourceLoader"] },
};
