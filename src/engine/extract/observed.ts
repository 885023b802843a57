/**
 * Presents recorded replies of a model as a model: it replies to the recorded texts and leaves all others unanswered.
 */
import type { ExtractObservations } from "../../base/contract/operations/extract.ts";
import type { Continuation, ModelAnswer, ModelConnector, ScoredText } from "../../base/contract/resources/model.ts";
import { SpoliaError } from "../../base/errors.ts";
import { RECORDED } from "../../models/canaries/custody.ts";
import { faultOfScores } from "../../models/extraction/scored.ts";

const NOT_OBSERVED = { status: "unanswered", reason: "failed", detail: "It is not among the observations." } as const;

/** @throws observations_invalid if scores do not fit their text */
export function observedModel({
  model,
  retrieval,
  continues,
  scored = [],
  continued = [],
}: ExtractObservations): ModelConnector {
  scored.forEach(({ text, ...answer }, i) => {
    const fault = faultOfScores(text, answer);
    if (fault === null) return;
    throw new SpoliaError("observations_invalid", "The observations have scores that do not fit their text.", {
      hint: `In one of them, ${fault}.`,
      fields: [{ pointer: `/observations/scored/${i}`, detail: "must be log-probabilities of the tokens of its text" }],
    });
  });
  const scores = new Map<string, ScoredText>(scored.map(({ text, ...answer }) => [text, answer]));
  const key = (prefix: string, temperature: number) => `${temperature} ${prefix}`;
  const continuations = new Map<string, Continuation[]>();
  for (const { prefix, temperature, continuations: more } of continued) {
    const already = continuations.get(key(prefix, temperature)) ?? [];
    continuations.set(key(prefix, temperature), [...already, ...more]);
  }
  const hasTop = scored.some(({ tokens }) => tokens.some(({ top }) => top !== undefined));
  return {
    name: model,
    connector: RECORDED,
    retrieval,
    completes: continued.length > 0,
    continues,
    scores: scored.length === 0 ? "none" : hasTop ? "top" : "chosen",
    logprobs: async (texts) => texts.map((text) => answered(scores.get(text))),
    complete: async (prefixes, { temperature, continuations: most }) =>
      prefixes.map((prefix) => answered(continuations.get(key(prefix, temperature))?.slice(0, most))),
  };
}

function answered<Answer>(answer: Answer | undefined): ModelAnswer<Answer> {
  return answer === undefined ? NOT_OBSERVED : { status: "answered", answer };
}
