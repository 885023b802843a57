/**
 * Chat completions as OpenAI defined them (`POST /chat/completions`): sampling by instruction. Source: OpenAI API
 * reference, "Chat".
 */
import type { Continuation } from "../../../base/contract/resources/model.ts";
import { INSTRUCTION } from "./instruction.ts";
import type { Protocol } from "./protocol.ts";
import { bearer, countsOf, fieldOf, finishOf, given, listAt, objectAt, textAt } from "./wire.ts";

interface ChatOptions {
  model: string;
  /** Reasoning models refuse `max_tokens`; older servers do not know `max_completion_tokens`. */
  limitField: "max_tokens" | "max_completion_tokens";
}

const FINISH = { stop: "stop", length: "length", content_filter: "filtered" } as const;

export function chatCompletions({ model, limitField }: ChatOptions): Protocol {
  return {
    scores: "none",
    continues: "instruction",
    path: "/chat/completions",
    headers: bearer,
    drawsMax: 1, // not every server heeds `n`
    cannot: ({ top_k }) => (top_k === undefined ? null : "top_k"),
    body: (prefix, { max_tokens, temperature, top_p }, { seed }) => {
      const messages = [
        { role: "system", content: INSTRUCTION },
        { role: "user", content: prefix },
      ];
      return given({ model, messages, [limitField]: max_tokens, temperature, top_p, seed });
    },
    read: (_, response) => listAt(fieldOf(response, "choices"), "choices").map(continuationOf),
    tokensUsed(response) {
      const usage = fieldOf(response, "usage");
      return countsOf(fieldOf(usage, "prompt_tokens"), fieldOf(usage, "completion_tokens"));
    },
  };
}

function continuationOf(choice: unknown): Continuation {
  const message = objectAt(fieldOf(choice, "message"), "a message");
  const finish = finishOf(fieldOf(choice, "finish_reason"), FINISH);
  if (typeof message["refusal"] === "string") return { text: "", finish: "filtered" };
  // The content is null where reasoning used all tokens, or where a filter removed the answer.
  if (message["content"] === null && finish !== "stop") return { text: "", finish };
  return { text: textAt(message["content"], "a message's content"), finish };
}
