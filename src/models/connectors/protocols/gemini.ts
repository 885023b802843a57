/**
 * Gemini's `generateContent`: sampling only, by instruction. The host withholds answers that it classifies as
 * recitation (`RECITATION`), which is reported as `filtered`: the model may well know such a text. Reasoning tokens
 * count towards the limit.
 *
 * Source: Gemini API reference, "models.generateContent".
 */
import type { Continuation } from "../../../base/contract/resources/model.ts";
import { INSTRUCTION } from "./instruction.ts";
import { type Protocol, Unusable } from "./protocol.ts";
import { countsOf, fieldOf, finishOf, given, listAt, malformed, textAt } from "./wire.ts";

const FINISH = {
  STOP: "stop",
  MAX_TOKENS: "length",
  SAFETY: "filtered",
  RECITATION: "filtered",
  BLOCKLIST: "filtered",
  PROHIBITED_CONTENT: "filtered",
  SPII: "filtered",
} as const;

export function geminiContent(model: string): Protocol {
  return {
    scores: "none",
    continues: "instruction",
    path: `/models/${encodeURIComponent(model)}:generateContent`,
    headers: (key): Record<string, string> => (key === undefined ? {} : { "x-goog-api-key": key }),
    drawsMax: 1,
    cannot: () => null,
    body: (prefix, { max_tokens, temperature, top_k, top_p }, { seed }) => ({
      systemInstruction: { parts: [{ text: INSTRUCTION }] },
      contents: [{ role: "user", parts: [{ text: prefix }] }],
      generationConfig: given({
        maxOutputTokens: max_tokens,
        temperature,
        topK: top_k,
        topP: top_p,
        seed,
        candidateCount: 1,
      }),
    }),
    read: (_, response) => {
      const isBlocked = fieldOf(fieldOf(response, "promptFeedback"), "blockReason") !== undefined;
      if (isBlocked) throw new Unusable("refused", "the host blocked the prompt");
      return listAt(fieldOf(response, "candidates"), "candidates").map(continuationOf);
    },
    tokensUsed(response) {
      const usage = fieldOf(response, "usageMetadata");
      // The host omits counts of zero.
      const said = ["candidatesTokenCount", "thoughtsTokenCount"].map((name) => fieldOf(usage, name) ?? 0);
      return countsOf(fieldOf(usage, "promptTokenCount"), ...said);
    },
  };
}

function continuationOf(candidate: unknown): Continuation {
  const finish = finishOf(fieldOf(candidate, "finishReason"), FINISH);
  const parts = fieldOf(fieldOf(candidate, "content"), "parts") ?? [];
  if (!Array.isArray(parts)) throw malformed("parts are not a list");
  if (parts.length === 0 && finish === "unknown") throw malformed("a candidate has neither parts nor a reason");
  const said = parts.filter((part) => fieldOf(part, "thought") !== true);
  return { text: said.map((part) => textAt(fieldOf(part, "text"), "a part's text")).join(""), finish };
}
