/**
 * Anthropic's messages (`POST /v1/messages`): sampling only. If the model allows it, the prefix is the beginning of the
 * model's own answer, which is close to a continuation; models from Claude Opus 4.6 on refuse that with status 400, and
 * are queried by instruction. There is no seed.
 *
 * Source: Claude API reference, "Create a message", "Stop reasons", "Prefill".
 */
import type { Continuation } from "../../../base/contract/resources/model.ts";
import { INSTRUCTION, PREFILL_REQUEST } from "./instruction.ts";
import type { JsonObject, Protocol } from "./protocol.ts";
import { countsOf, fieldOf, finishOf, given, malformed, objectAt, textAt } from "./wire.ts";

interface AnthropicOptions {
  model: string;
  /** Whether the prefix begins the model's answer. */
  prefill: boolean;
}

const VERSION = "2023-06-01";
const FINISH = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "filtered",
} as const;

export function anthropicMessages({ model, prefill }: AnthropicOptions): Protocol {
  return {
    scores: "none",
    continues: prefill ? "prefill" : "instruction",
    path: "/v1/messages",
    headers: (key) => ({ "anthropic-version": VERSION, ...(key === undefined ? {} : { "x-api-key": key }) }),
    drawsMax: 1,
    cannot: ({ temperature }) => (temperature > 1 ? "a temperature above 1" : null),
    body: (prefix, { max_tokens, temperature, top_k, top_p }) => ({
      model,
      max_tokens,
      ...(prefill ? prefilled(prefix) : instructed(prefix)),
      // 1 is the default, and newer models take no temperature at all.
      ...given({ temperature: temperature === 1 ? undefined : temperature, top_k, top_p }),
    }),
    read: (prefix, response) => [continuationOf(prefix, prefill, objectAt(response, "the answer"))],
    tokensUsed(response) {
      const usage = fieldOf(response, "usage");
      return countsOf(fieldOf(usage, "input_tokens"), fieldOf(usage, "output_tokens"));
    },
  };
}

function instructed(prefix: string): JsonObject {
  return { system: INSTRUCTION, messages: [{ role: "user", content: prefix }] };
}

/** The last turn must not end in white space: the model has to generate it. */
function prefilled(prefix: string): JsonObject {
  const beginning = prefix.trimEnd();
  const answer = beginning === "" ? [] : [{ role: "assistant", content: beginning }];
  return { messages: [{ role: "user", content: PREFILL_REQUEST }, ...answer] };
}

function continuationOf(prefix: string, prefill: boolean, answer: JsonObject): Continuation {
  const { content } = answer;
  if (!Array.isArray(content)) throw malformed("content is not a list");
  const texts = content.filter((block) => fieldOf(block, "type") === "text").map((block) => fieldOf(block, "text"));
  const text = texts.map((part) => textAt(part, "a block's text")).join("");
  const heldBack = prefill ? prefix.slice(prefix.trimEnd().length) : "";
  return {
    text: text.startsWith(heldBack) ? text.slice(heldBack.length) : text,
    finish: finishOf(answer["stop_reason"], FINISH),
  };
}
