/**
 * A connector over a file of observations: answers that a model gave elsewhere, found by the hash of the text. The file
 * need not contain the texts.
 *
 *   {"text_sha256":"…64 hex…","scored":{"tokens":[{"start":0,"end":3,"logprob":null},…],"vocabulary_size":50257}}
 *   {"prefix_sha256":"…","sampling":{"continuations":10,"max_tokens":50,"temperature":1},"continuations":[{"text":"…","finish":"length"}]}
 *
 * The file is one JSON array of such records, or JSON Lines. Everything is checked when it is read; faults name
 * positions, never contents.
 */

import * as v from "valibot";
import { checkArguments, isRecord } from "../../base/arguments.ts";
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type {
  Continuation,
  ModelAnswer,
  ModelConnector,
  Sampling,
  ScoredText,
} from "../../base/contract/resources/model.ts";
import { fieldError } from "../../base/contract/schemas/parse.ts";
import { closedObject, oneOf, wholeNumber } from "../../base/contract/schemas/primitives.ts";
import { type FieldError, SpoliaError } from "../../base/errors.ts";
import { type Unanswered, unanswered } from "./ask.ts";
import type { PlannedConnector } from "./asked.ts";
import { ABOVE_ZERO_MAX, SUM_ABOVE_ONE_MAX, sumOf } from "./protocols/scored.ts";

export interface ObservedText {
  text_sha256: string;
  scored: Omit<ScoredText, "rows" | "ids">;
}

export interface ObservedContinuations {
  prefix_sha256: string;
  sampling: Sampling;
  continuations: Continuation[];
}

export interface ObservationsConnector extends PlannedConnector {
  /** Number of scores slightly above zero by rounding, which were set to zero. */
  readonly clipped: number;
}

const LINE_FAULTS_SHOWN_MAX = 20;
const TOKEN_COUNT_MAX = 2 ** 31;

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits"));
const count = wholeNumber(0, TOKEN_COUNT_MAX);
const countFromOne = wholeNumber(1, TOKEN_COUNT_MAX);
const number = v.pipe(v.number(), v.finite("must be a finite number"));
const listed = closedObject({ token: v.string(), logprob: number });
const tokenSchema = closedObject({
  start: count,
  end: count,
  logprob: v.nullable(number),
  top: v.exactOptional(v.array(listed)),
});
const textSchema = closedObject({
  text_sha256: hash,
  scored: closedObject({ tokens: v.array(tokenSchema), vocabulary_size: v.nullable(countFromOne) }),
});
const samplingSchema = closedObject({
  continuations: countFromOne,
  max_tokens: countFromOne,
  temperature: number,
  top_k: v.exactOptional(count),
  top_p: v.exactOptional(number),
  seed: v.exactOptional(count),
});
const continuationsSchema = closedObject({
  prefix_sha256: hash,
  sampling: samplingSchema,
  continuations: v.array(closedObject({ text: v.string(), finish: oneOf(["stop", "length", "filtered", "unknown"]) })),
});

/** A record of a model's scores of a text, for a file of observations. */
export async function observedText(text: string, scored: ScoredText): Promise<ObservedText> {
  checkArguments("observedText", [
    ["/text", typeof text === "string", "a string"],
    ["/scored", isRecord(scored), "the scores that the model returned"],
  ]);
  const { tokens, vocabulary_size } = scored;
  return { text_sha256: await sha256(text), scored: { tokens, vocabulary_size } };
}

/** A record of a model's continuations of a prefix. */
export async function observedContinuations(
  prefix: string,
  sampling: Sampling,
  continuations: Continuation[],
): Promise<ObservedContinuations> {
  checkArguments("observedContinuations", [["/prefix", typeof prefix === "string", "a string"]]);
  return { prefix_sha256: await sha256(prefix), sampling, continuations };
}

/**
 * @param content a JSON array of records, or one record a line
 * @throws observations_invalid, whose fields point to records and positions in them
 */
export function fromObservations(
  content: string,
  about: Pick<ModelConnector, "name" | "retrieval">,
): ObservationsConnector {
  checkArguments("fromObservations", [
    ["/content", typeof content === "string", "a string"],
    ["/about", isRecord(about), "an object with `name` and `retrieval`"],
  ]);
  const { name, retrieval } = about;
  const texts = new Map<string, ScoredText>();
  const continued = new Map<string, Continuation[]>();
  const faults: FieldError[] = [];
  let clipped = 0;
  recordsOf(content, faults).forEach((record, index) => {
    if (faults.length >= LINE_FAULTS_SHOWN_MAX || record === undefined) return;
    const isText = typeof record === "object" && record !== null && Object.hasOwn(record, "text_sha256");
    const schema: v.GenericSchema<unknown, ObservedText | ObservedContinuations> = isText
      ? textSchema
      : continuationsSchema;
    const parsed = v.safeParse(schema, record, { abortEarly: true });
    const at = `/${index}`;
    if (!parsed.success) {
      const { pointer, detail } = fieldError(parsed.issues[0]);
      faults.push({ pointer: at + pointer, detail });
    } else if ("scored" in parsed.output) {
      const fault = faultOf(parsed.output.scored, `${at}/scored/tokens`);
      if (fault !== null) faults.push(fault);
      clipped += clip(parsed.output.scored);
      texts.set(parsed.output.text_sha256, parsed.output.scored);
    } else {
      const { prefix_sha256, sampling, continuations } = parsed.output;
      continued.set(prefix_sha256 + canonicalJson(sampling), continuations);
    }
  });
  if (faults.length > 0) throw invalid(faults);
  return {
    name,
    connector: "observations",
    retrieval,
    clipped,
    scores: scoresOf(texts),
    completes: continued.size > 0,
    spent: { requests: 0, tokens: 0 },
    plan: async () => ({ requests: 0, tokens: 0 }),
    logprobs: (asked) => Promise.all(asked.map(async (text) => scoredAnswer(text, texts.get(await sha256(text))))),
    complete: (prefixes, sampling) =>
      Promise.all(
        prefixes.map(async (prefix): Promise<ModelAnswer<Continuation[]>> => {
          const found = continued.get((await sha256(prefix)) + canonicalJson(withoutUndefined(sampling)));
          return found === undefined || found.length === 0 ? NOT_OBSERVED : { status: "answered", answer: found };
        }),
      ),
  };
}

const NOT_OBSERVED: Unanswered = unanswered("failed", "it was not observed");

function scoredAnswer(text: string, scored: ScoredText | undefined): ModelAnswer<ScoredText> {
  if (scored === undefined) return NOT_OBSERVED;
  const end = scored.tokens.at(-1)?.end ?? 0;
  if (end === text.length) return { status: "answered", answer: scored };
  return unanswered("malformed", "the observed tokens do not cover the text");
}

/** The kinds of scores that all texts have. */
function scoresOf(texts: ReadonlyMap<string, ScoredText>): ModelConnector["scores"] {
  if (texts.size === 0) return "none";
  const isListed = ({ tokens }: ScoredText) =>
    tokens.every(({ logprob, top }) => logprob === null || top !== undefined);
  return [...texts.values()].every(isListed) ? "top" : "chosen";
}

function withoutUndefined(sampling: Sampling): unknown {
  return JSON.parse(JSON.stringify(sampling));
}

function recordsOf(content: string, faults: FieldError[]): unknown[] {
  if (/^\s*\[/.test(content)) {
    try {
      return JSON.parse(content) as unknown[];
    } catch {
      throw invalid([{ pointer: "", detail: "must be JSON" }]);
    }
  }
  const lines = content.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) throw invalid([{ pointer: "", detail: "must hold records" }]);
  return lines.map((line, index) => {
    try {
      return JSON.parse(line) as unknown;
    } catch {
      if (faults.length < LINE_FAULTS_SHOWN_MAX) faults.push({ pointer: `/${index}`, detail: "must be JSON" });
      return undefined;
    }
  });
}

/** The first fault of the scores, or `null`. */
function faultOf({ tokens }: ScoredText, at: string): FieldError | null {
  let end = 0;
  for (const [i, token] of tokens.entries()) {
    const { logprob, top } = token;
    const fault = (place: string, detail: string): FieldError => ({ pointer: `${at}/${i}/${place}`, detail });
    if (token.start !== end) return fault("start", "must be the end of the token before, and 0 at the first");
    if (token.end < token.start) return fault("end", "must not lie before the start");
    end = token.end;
    if (logprob === null && i > 0) return fault("logprob", "must be a number at every token after the first");
    if (logprob !== null && logprob > ABOVE_ZERO_MAX) return fault("logprob", "must not be above zero");
    if (top === undefined) continue;
    const above = top.findIndex((item) => item.logprob > ABOVE_ZERO_MAX);
    if (above >= 0) return fault(`top/${above}/logprob`, "must not be above zero");
    const unsorted = top.findIndex((item, rank) => rank > 0 && item.logprob > top[rank - 1]!.logprob);
    if (unsorted >= 0) return fault(`top/${unsorted}/logprob`, "must not be above the one before");
    if (sumOf(top) > 1 + SUM_ABOVE_ONE_MAX) return fault("top", "must have probabilities that come to one at most");
  }
  return null;
}

/** Sets scores slightly above zero to zero, and returns their number. */
function clip({ tokens }: ScoredText): number {
  let clipped = 0;
  const items: { logprob: number | null }[] = tokens.flatMap((token) => [token, ...(token.top ?? [])]);
  for (const item of items) {
    if (item.logprob === null || item.logprob <= 0) continue;
    item.logprob = 0;
    clipped++;
  }
  return clipped;
}

function invalid(fields: readonly FieldError[]): SpoliaError {
  return new SpoliaError("observations_invalid", "The observations do not have the expected form.", {
    hint: "The first number of each pointer counts the records of the array, or the lines that are not empty, from 0.",
    fields,
  });
}
