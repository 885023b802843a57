/**
 * A model that is known whole: it has learnt some texts by heart, as far as it has, and continues what it recognises by
 * its last words. Of anything else it makes up words that occur nowhere. One word is one token.
 */
import type { Continuation, ModelConnector, Sampling } from "../../../src/base/contract/resources/model.ts";

/** Words by which the model recognises where it is. */
const RECOGNISED_BY = 8;
/** Words of an answer that the model makes up. */
const MADE_UP = 160;

/** @param learnt what the model says of each text, from the text's first word on */
export function reciter(learnt: readonly string[]): ModelConnector {
  const texts = learnt.map((text) => text.split(/\s+/).filter((word) => word !== ""));
  const places = new Map<string, string[]>();
  for (const words of texts) {
    for (let end = RECOGNISED_BY; end <= words.length; end++)
      places.set(words.slice(end - RECOGNISED_BY, end).join(" "), words.slice(end));
  }
  const continued = (prefix: string, { max_tokens }: Sampling): Continuation => {
    const known = places.get(prefix.trimEnd().split(/\s+/).slice(-RECOGNISED_BY).join(" "));
    const words = known?.length ? known : Array.from({ length: MADE_UP }, (_, i) => `y${prefix.length}y${i}`);
    return { text: words.slice(0, max_tokens).join(" "), finish: words.length > max_tokens ? "length" : "stop" };
  };
  return {
    name: "test/reciter",
    scores: "none",
    completes: true,
    continues: "instruction",
    retrieval: "absent",
    logprobs: async (texts) => texts.map(() => ({ status: "unanswered", reason: "failed", detail: "" })),
    complete: async (prefixes, sampling) =>
      prefixes.map((prefix) => ({ status: "answered", answer: [continued(prefix, sampling)] })),
  };
}
