/**
 * Queries a model, or recorded replies of one, about the windows of a plan, in its order, and reads the replies. Those
 * from before a failure are kept.
 */
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { Span } from "../../base/contract/common.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type { ExtractObservations, ExtractRequest } from "../../base/contract/operations/extract.ts";
import type {
  Continuation,
  ModelAnswer,
  ModelConnector,
  Sampling,
  ScoredText,
} from "../../base/contract/resources/model.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { type AskedAndAnswered, OWN_CONNECTOR, RECORDED } from "../../models/canaries/custody.ts";
import { readContinuations, readScores, type WordNumbers } from "../../models/extraction/answers.ts";
import type { TextReadings, WindowOutcomes, WindowReading } from "../../models/extraction/readings.ts";
import { faultOfScores, scoredSuffix } from "../../models/extraction/scored.ts";
import { askInBatches, batchesOf, type ModelReply } from "../steps/ask.ts";
import { type ExtractPlan, type ExtractText, type PlannedWindow, TOKENS_OF_WORD } from "./plan.ts";

export interface ExtractReplies {
  work: TextReadings;
  controls: TextReadings[];
  /** SHA-256 of all replies, in the order of the questions. */
  answersSha256: string;
  /** Why some questions were not asked, or `null`. */
  stopped: string | null;
}

interface ExtractQuestion {
  source: ExtractText;
  window: PlannedWindow;
}

/** The outcome of one question. The hash is that of the model's reply, or the status if there is none. */
type ExtractReply = ModelReply<WindowReading>;

/** Queries the model about several windows at once, under one protocol. */
type Ask = (questions: readonly ExtractQuestion[]) => Promise<ExtractReply[]>;

/** Windows per call; fewer if the model gives whole rows, which are large. */
const BATCH = 64;
const BATCH_OF_ROWS = 4;

/**
 * @throws the model's error if it failed before any reply; budget_exhausted, observations_invalid or model_failed if
 *   there is no reply at all; aborted
 */
export async function askWindows(
  kernels: Kernels,
  model: ModelConnector,
  plan: ExtractPlan,
  protocol: "scores" | "continuations",
  numbers: WordNumbers,
  host: HostOptions,
  isObserved: boolean,
): Promise<ExtractReplies> {
  /** What was said of the first question without an answer. */
  let refusal: string | null = null;
  const onRefused = (detail: string) => {
    refusal ??= detail;
  };
  const ask =
    protocol === "scores"
      ? scoresAsked(kernels, model, plan, numbers, host, onRefused)
      : continuationsAsked(kernels, model, plan, numbers, host, onRefused);
  const questions = plan.order.map(({ source, place }) => ({ source, window: source.windows[place]! }));
  const size = protocol === "scores" && model.scores === "rows" ? BATCH_OF_ROWS : BATCH;
  const { values, hashes, failure } = await askInBatches(
    {
      stage: "extract",
      unit: "requests",
      batches: batchesOf(questions, size),
      ask,
      // The content of the batch may be the cause of the failure. Later batches are not asked.
      failed: (batch, error) => {
        const status = isSpoliaError(error) && error.code === "budget_exhausted" ? "budget" : "failed";
        return batch.map((question) => unread(question, status));
      },
    },
    host,
  );
  requireAnswers(values, failure, isObserved, refusal);
  const rest = questions.slice(values.length).map((question) => unread(question, "budget"));
  const all = [...values, ...rest.map(({ value }) => value)];
  const ofSource = (source: ExtractText): TextReadings => ({
    id: source.id,
    words: source.lengthWords,
    population: source.population,
    windows: all.filter((_, i) => plan.order[i]!.source === source),
  });
  return {
    work: ofSource(plan.work),
    controls: plan.controls.map(ofSource),
    answersSha256: await sha256(canonicalJson([...hashes, ...rest.map(({ hash }) => hash)])),
    stopped: whyStopped(failure, rest.length),
  };
}

/** What the custody of the observation says. */
export function askedOf(
  { connector = OWN_CONNECTOR }: ModelConnector,
  { work, controls = [] }: ExtractRequest,
  { answersSha256 }: Pick<ExtractReplies, "answersSha256">,
): AskedAndAnswered {
  return { connector, texts: [work.content!], controls: controls.map(({ content }) => content), answersSha256 };
}

function whyStopped(failure: unknown, left: number): string | null {
  if (failure !== null) return isSpoliaError(failure) ? failure.message : "The model's connector failed.";
  return left > 0 ? "the time limit was reached" : null;
}

/** @throws the model's error, budget_exhausted, observations_invalid or model_failed if there is no answer at all */
export function requireAnswers(
  readings: readonly WindowReading[],
  failure: unknown,
  isObserved: boolean,
  refusal: string | null = null,
): void {
  if (readings.some(({ status }) => status === "answered")) return;
  if (isSpoliaError(failure)) throw failure;
  const all = (status: WindowReading["status"]) => readings.every((reading) => reading.status === status);
  if (failure === null && all("budget")) {
    throw new SpoliaError("budget_exhausted", "The budget does not allow a single question.", {
      hint: "Give it more requests or tokens.",
    });
  }
  if (isObserved || (failure === null && all("malformed"))) {
    throw new SpoliaError("observations_invalid", "None of the model's replies fits its question.", {
      hint: "Check the raw replies: they may score other texts, have scores above zero, or have values that are not numbers.",
    });
  }
  const first = refusal === null ? "" : `First question: ${refusal}. `;
  throw new SpoliaError("model_failed", "The model gave no usable reply to any question.", {
    hint: `${first}Check that the model's host can be reached, and check the configuration of the model.`,
    ...(failure !== null && { cause: failure }),
  });
}

function unread({ window }: ExtractQuestion, status: Exclude<WindowReading["status"], "answered">): ExtractReply {
  const { startWord, suffix } = window;
  return { value: { startWord, suffix, status, answer: null }, hash: status };
}

function answeredReply(
  { window: { startWord } }: ExtractQuestion,
  suffix: Span,
  answer: WindowOutcomes,
  hash: string,
): ExtractReply {
  return { value: { startWord, suffix, status: "answered", answer }, hash };
}

/**
 * Queries scores of windows. If the tokens of a text are longer than its words, asks again for a longer stretch of it.
 */
function scoresAsked(
  kernels: Kernels,
  model: ModelConnector,
  { settings }: ExtractPlan,
  numbers: WordNumbers,
  host: HostOptions,
  onRefused: (detail: string) => void,
): Ask {
  const { unit, prefix, suffix, temperature, topK } = settings;
  const read = async (question: ExtractQuestion, text: string, scored: ScoredText): Promise<ExtractReply | "short"> => {
    if (faultOfScores(text, scored) !== null) return unread(question, "malformed");
    const { start } = question.window.prefix;
    const division =
      unit === "tokens" ? ({ unit, prefix, suffix } as const) : { unit, prefixEnd: question.window.prefix.end - start };
    const found = scoredSuffix(kernels, scored, division, { temperature, topK });
    if (found === "short") return "short";
    if ("missing" in found) return unread(question, "malformed");
    const answer = readScores(numbers, text, found);
    const { rows: _, ids: __, ...plain } = scored;
    // Tokens may begin with the space before a word, so a suffix in tokens has its own range.
    const place = unit === "tokens" ? { start: start + found.start, end: start + found.end } : question.window.suffix;
    return answeredReply(question, place, answer, await sha256(canonicalJson([plain, found])));
  };
  const askStretch = async (questions: readonly ExtractQuestion[], stretch: number): Promise<ExtractReply[]> => {
    const texts = questions.map(({ source, window }) =>
      source.content.text.slice(window.prefix.start, window.ends[stretch]),
    );
    const answers = await model.logprobs(texts, { signal: host.signal });
    const replies: (ExtractReply | "short")[] = [];
    for (const [i, question] of questions.entries()) {
      const answer = answers[i];
      if (answer === undefined) replies.push(unread(question, "malformed"));
      else if (answer.status === "unanswered") {
        onRefused(answer.detail);
        replies.push(unread(question, answer.reason));
      } else replies.push(await read(question, texts[i]!, answer.answer));
    }
    const isLonger = ({ window }: ExtractQuestion) => (window.ends[stretch + 1] ?? 0) > window.ends[stretch]!;
    const again = questions.filter((question, i) => replies[i] === "short" && isLonger(question));
    const longer = again.length === 0 ? [] : await askStretch(again, stretch + 1);
    return replies.map((reply, i) => {
      if (reply !== "short") return reply;
      const question = questions[i]!;
      return isLonger(question) ? longer[again.indexOf(question)]! : unread(question, "too_short");
    });
  };
  return (questions) => askStretch(questions, 0);
}

/** Queries the likeliest continuation of each prefix, and the drawn ones. */
function continuationsAsked(
  kernels: Kernels,
  model: ModelConnector,
  { settings }: ExtractPlan,
  numbers: WordNumbers,
  host: HostOptions,
  onRefused: (detail: string) => void,
): Ask {
  const { suffix, continuations, temperature, topK, samplingSeed } = settings;
  const max_tokens = TOKENS_OF_WORD * suffix;
  const seed = samplingSeed === null ? {} : { seed: samplingSeed };
  const likeliest: Sampling = { continuations: 1, max_tokens, temperature: 0, ...seed };
  const drawn: Sampling = { continuations, max_tokens, temperature, ...(topK !== null && { top_k: topK }), ...seed };
  const isContinuation = (one: unknown): boolean => typeof (one as Continuation | null)?.text === "string";
  return async (questions) => {
    const prefixes = questions.map(({ source, window }) =>
      source.content.text.slice(window.prefix.start, window.prefix.end),
    );
    const signal = { signal: host.signal };
    const greedy = await model.complete(prefixes, likeliest, signal);
    const more = continuations === 0 ? [] : await model.complete(prefixes, drawn, signal);
    const replies: ExtractReply[] = [];
    for (const [i, question] of questions.entries()) {
      const answers = continuations === 0 ? [greedy[i]] : [greedy[i], more[i]];
      const refusal = answers.find((answer) => answer?.status === "unanswered");
      const texts = answers.flatMap((answer) => (answer?.status === "answered" ? [answer.answer] : []));
      if (refusal?.status === "unanswered") {
        onRefused(refusal.detail);
        replies.push(unread(question, refusal.reason));
      } else if (
        texts.length < answers.length ||
        !texts.every((some) => Array.isArray(some) && some.every(isContinuation)) ||
        texts[0]!.length === 0
      )
        replies.push(unread(question, "malformed"));
      else {
        const { source, window } = question;
        const suffixText = source.content.text.slice(window.suffix.start, window.suffix.end);
        const given = { likeliest: texts[0]![0]!, drawn: texts[1] ?? [], wanted: continuations };
        const answer = readContinuations(kernels, numbers, prefixes[i]!, suffixText, given, window.suffix.start);
        replies.push(answeredReply(question, window.suffix, answer, await sha256(canonicalJson(texts))));
      }
    }
    return replies;
  };
}

const NOT_OBSERVED = { status: "unanswered", reason: "failed", detail: "It is not among the observations." } as const;

/**
 * Presents recorded replies of a model as a model: it replies to the recorded texts and leaves all others unanswered.
 *
 * @throws observations_invalid if scores do not fit their text
 */
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
