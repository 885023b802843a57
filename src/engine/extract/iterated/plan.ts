/** Plans an iterated extraction: its settings, and the beginning of each text. */
import type { ExtractRequest } from "../../../base/contract/operations/extract.ts";
import type { Sampling } from "../../../base/contract/resources/model.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { NEAR_VERBATIM_WORDS_MIN } from "../../../models/extraction/nearVerbatim.ts";
import type { EngineContext } from "../../steps/context.ts";
import { TOKENS_OF_WORD } from "../ask.ts";
import { type ExtractPlan, planOf, settingsOf } from "../plan.ts";

/** The settings of the request, with defaults filled in. */
export interface IterationSettings {
  openingWords: number;
  queries: number;
  contextWords: number;
  sampling: Sampling;
}

const OPENING_WORDS_DEFAULT = 50;
const QUERIES_DEFAULT = 100;
const MAX_TOKENS_DEFAULT = 1_000;
const CONTEXT_WORDS_DEFAULT = 1_000;

/** @throws invalid_request where a field belongs to another protocol */
export function iterationOf({ iteration = {}, windows, sampling = {} }: ExtractRequest): IterationSettings {
  if (windows !== undefined)
    throw foreign("/windows", 'must be left out for "iterated": it queries from the beginning of each text');
  if ((sampling.continuations ?? 0) > 0)
    throw foreign("/sampling/continuations", 'must be 0 for "iterated": each text has one continuation');
  const { temperature = 0, top_k, seed } = sampling;
  const openingWords = iteration.opening ?? OPENING_WORDS_DEFAULT;
  return {
    openingWords,
    queries: iteration.queries ?? QUERIES_DEFAULT,
    contextWords: Math.max(openingWords, iteration.context ?? CONTEXT_WORDS_DEFAULT),
    sampling: {
      continuations: 1,
      max_tokens: iteration.max_tokens ?? MAX_TOKENS_DEFAULT,
      temperature,
      ...(top_k !== undefined && { top_k }),
      ...(seed !== undefined && { seed }),
    },
  };
}

/** One window of each text, at its beginning: the opening, and as many words as the shortest passage that counts. */
export function iterationPlan(
  context: EngineContext,
  request: ExtractRequest,
  { openingWords }: IterationSettings,
): ExtractPlan {
  const settings = {
    ...settingsOf(request, "iterated"),
    prefix: openingWords,
    suffix: NEAR_VERBATIM_WORDS_MIN,
    // A stride beyond every text leaves one window.
    strideWords: Number.MAX_SAFE_INTEGER,
    isCensus: true,
    perControl: 1,
  };
  return planOf(context, request, settings, "iteration.opening");
}

/** The most that the protocol sends, retries not counted: every text continued to the last query. */
export function iterationCeiling(request: ExtractRequest): { requests: number; tokens: number } {
  const { queries, contextWords, sampling } = iterationOf(request);
  const requests = queries * (1 + (request.controls?.length ?? 0));
  return { requests, tokens: requests * (TOKENS_OF_WORD * contextWords + sampling.max_tokens) };
}

/** @throws invalid_request where the request has settings of iterated continuation for another protocol */
export function refuseIteration({ iteration }: ExtractRequest): void {
  if (iteration !== undefined) throw foreign("/iteration", 'must be left out unless the protocol is "iterated"');
}

function foreign(pointer: string, detail: string): SpoliaError {
  return new SpoliaError("invalid_request", "The request has a field of another protocol.", {
    hint: "Leave the field out, or request the protocol that it belongs to.",
    fields: [{ pointer, detail }],
  });
}
