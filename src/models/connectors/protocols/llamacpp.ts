/**
 * llama.cpp's own server (`POST /completion`): the prompt is the model's input, unchanged. It scores generated tokens
 * (`n_probs`), never the prompt; it refuses `/v1/completions` with `echo`, or answers with the generated tokens alone.
 * So it supports sampling only.
 *
 * Source: llama.cpp, `tools/server/README.md`.
 */
import type { Protocol } from "./protocol.ts";
import { bearer, countsOf, fieldOf, finishOf, given, objectAt, textAt } from "./wire.ts";

const FINISH = { eos: "stop", word: "stop", limit: "length" } as const;
/**
 * The defaults change the distribution (top_k 40, top_p 0.95, min_p 0.05, a repetition penalty), so each is set to a
 * neutral value.
 */
const NEUTRAL = { top_k: 0, top_p: 1, min_p: 0, typical_p: 1, repeat_penalty: 1 };

export function llamacppCompletion(): Protocol {
  return {
    scores: "none",
    continues: "prefix",
    path: "/completion",
    headers: bearer,
    drawsMax: 1,
    cannot: () => null,
    body: (prompt, { max_tokens, temperature, top_k, top_p }, { seed }) => ({
      prompt,
      n_predict: max_tokens,
      temperature,
      ...NEUTRAL,
      ...given({ top_k, top_p, seed }),
      cache_prompt: false, // with it the same seed may give another text
    }),
    read: (_, response) => {
      const answer = objectAt(response, "the answer");
      return [{ text: textAt(answer["content"], "content"), finish: finishOf(answer["stop_type"], FINISH) }];
    },
    tokensUsed: (response) => countsOf(fieldOf(response, "tokens_evaluated"), fieldOf(response, "tokens_predicted")),
  };
}
