/**
 * Queries a model for the continuation of each text, and then for the continuation of its own answers, in rounds: the
 * n-th query of all texts before the next one of any, so that a budget that ends affects all alike.
 *
 * Each query contains the last words of opening and answers, instead of a conversation in which a user says "continue"
 * as in arXiv 2601.02671. So it works with every connector, each query can be replayed by itself, and the cost of a
 * query does not grow with the number of queries before it. Nothing of the text but its opening is ever sent.
 */
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type { IterationEnd } from "../../base/contract/operations/extract.ts";
import type { Continuation, ModelAnswer, ModelConnector } from "../../base/contract/resources/model.ts";
import { isSpoliaError, throwIfAborted } from "../../base/errors.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { readText, utf16Spans } from "../../core/text/text.ts";
import type { WordNumbers } from "../../models/extraction/answers.ts";
import {
  declines,
  endsText,
  FIRST_MATCH_MIN,
  firstMatch,
  isAtEnd,
  passageEnds,
  type RecitableText,
  recitableText,
  STRAYS_MAX,
} from "../../models/extraction/iterated.ts";
import { indexWords, type WordIndex } from "../../models/extraction/longRuns.ts";
import type { ExtractPlan, ExtractText, IterationSettings } from "./plan.ts";

/** What was asked and answered about one text. */
export interface IteratedText {
  source: ExtractText;
  opening: string;
  text: RecitableText;
  /** Built when the text is continued beyond the first answer: most controls never are, and whole books are large. */
  index: WordIndex | null;
  /** The answers, joined. */
  answers: string;
  /** Length of `answers` after each of them, in UTF-16 units. */
  ends: number[];
  first: Continuation | null;
  firstMatch: number;
  queries: number;
  refusals: number;
  truncations: number;
  /** Answers in a row that hold no passage of the text. */
  strays: number;
  /** `null` while it is asked. */
  ended: IterationEnd | null;
  /** Every answer, or why there is none. */
  replies: unknown[];
}

export interface IteratedReplies {
  work: IteratedText;
  controls: IteratedText[];
  answersSha256: string;
  /** The error that the model threw, or `null`. */
  failure: unknown;
  /** Why queries that the protocol provides for were not asked, or `null`. */
  stopped: string | null;
}

interface Asking {
  kernels: Kernels;
  model: ModelConnector;
  numbers: WordNumbers;
  settings: IterationSettings;
}

/** @throws aborted */
export async function askIterated(asking: Asking, plan: ExtractPlan, host: HostOptions): Promise<IteratedReplies> {
  const { kernels, model, numbers, settings } = asking;
  const texts = [plan.work, ...plan.controls].map((source) => begun(source, numbers, settings));
  const isOpen = ({ ended }: IteratedText) => ended === null;
  let failure: unknown = null;
  let stopped: string | null = null;
  for (let open = texts; open.length > 0; open = open.filter(isOpen)) {
    if (host.askUntil?.aborted) {
      stopped = "the time limit was reached";
      for (const one of open) one.ended = "budget";
      break;
    }
    throwIfAborted(host.signal);
    const prefixes = open.map((one) => prefixOf(kernels, one.opening, one.answers, settings.contextWords));
    const answers = await model
      .complete(prefixes, settings.sampling, { signal: host.signal })
      .catch((error: unknown): ModelAnswer<Continuation[]>[] => {
        throwIfAborted(host.signal);
        failure = error;
        stopped = isSpoliaError(error) ? error.message : "The model's connector failed.";
        const reason = isSpoliaError(error) && error.code === "budget_exhausted" ? "budget" : "failed";
        return open.map(() => ({ status: "unanswered", reason, detail: "" }));
      });
    open.forEach((one, i) => {
      take(one, answers[i], asking);
    });
    reportProgress(texts, settings, host);
  }
  const [work, ...controls] = texts;
  const answersSha256 = await sha256(canonicalJson(texts.map(({ replies }) => replies)));
  return { work: work!, controls, answersSha256, failure, stopped };
}

function begun(source: ExtractText, numbers: WordNumbers, { openingWords }: IterationSettings): IteratedText {
  const words = numbers.of(source.content.shingled.text.words);
  const { start, end } = source.windows[0]!.prefix;
  return {
    source,
    opening: source.content.text.slice(start, end),
    text: recitableText(words.subarray(0, openingWords), words.subarray(openingWords)),
    index: null,
    answers: "",
    ends: [],
    first: null,
    firstMatch: 0,
    queries: 0,
    refusals: 0,
    truncations: 0,
    strays: 0,
    ended: null,
    replies: [],
  };
}

/** What one answer changes. */
function take(one: IteratedText, reply: ModelAnswer<Continuation[]> | undefined, asking: Asking): void {
  if (reply?.status === "unanswered") {
    one.queries += Number(reply.reason !== "budget");
    one.refusals += Number(reply.reason === "refused");
    one.ended = reply.reason;
    one.replies.push(reply.reason);
    return;
  }
  one.queries++;
  const answer: unknown = reply?.answer?.[0];
  if (!isContinuation(answer)) {
    one.ended = "malformed";
    one.replies.push("malformed");
    return;
  }
  one.replies.push({ text: answer.text, finish: answer.finish });
  one.first ??= answer;
  one.ended = endAfter(one, answer, asking);
}

const isContinuation = (one: unknown): one is Continuation => typeof (one as Continuation | null)?.text === "string";

/** UTF-16 units before an answer that are read with it, since the last answer may have few words. */
const SEAM_UNITS = 500;

function endAfter(one: IteratedText, { text, finish }: Continuation, asking: Asking): IterationEnd | null {
  const { numbers, settings } = asking;
  const words = numbers.read(text).words;
  if (one.queries === 1) one.firstMatch = firstMatch(one.text, words);
  if (one.firstMatch >= FIRST_MATCH_MIN) one.index ??= indexWords(one.text.reference);
  const holdsPassage = one.index !== null && passageEnds(one.index, words).length > 0;
  const isRefusal = finish === "filtered" || (!holdsPassage && declines(text));
  one.refusals += Number(isRefusal);
  one.truncations += Number(finish === "length");
  // What a host withheld after some words is a refusal of the rest; words that only decline are no part of the text.
  if (finish === "filtered" || !isRefusal) {
    one.answers = joined(one.answers, finish === "length" ? withoutBrokenWord(text) : text);
    one.ends.push(one.answers.length);
  }
  one.strays = holdsPassage ? 0 : one.strays + 1;
  if (isRefusal) return "refused";
  // Reasoning used all tokens, so it is not known how the model would go on.
  if (words.length === 0 && finish === "length") return "malformed";
  if (one.index === null) return "differs";
  const { index } = one;
  const tail = numbers.read(one.answers.slice(-(text.length + SEAM_UNITS))).words;
  if (passageEnds(index, tail).some((end) => isAtEnd(index, end))) return "whole";
  if (words.length === 0 || (finish !== "length" && endsText(text))) return "ended";
  if (one.strays === STRAYS_MAX) return "strayed";
  return one.queries === settings.queries ? "queries" : null;
}

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Hosts trim white space: a space is put between two words that would become one. */
function joined(before: string, answer: string): string {
  const [last, first] = [Array.from(before.slice(-2)).at(-1) ?? "", Array.from(answer.slice(0, 2))[0] ?? ""];
  const areWords = /[^\s]/u.test(last) && /[\p{L}\p{N}]/u.test(first);
  return `${before}${areWords && !UNSPACED.test(last + first) ? " " : ""}${answer}`;
}

/** UTF-16 units at the end of an answer in which its last word begins. */
const LAST_WORD_UNITS = 100;

/**
 * Leaves out a last word that may have been cut in the middle, with what is written onto it: the next answer begins
 * with it again.
 */
function withoutBrokenWord(text: string): string {
  const end = text.slice(-LAST_WORD_UNITS);
  const word = /\S*[\p{L}\p{M}\p{N}'’-]$/u.exec(end);
  const isOnly = word === null || word.index === 0 || UNSPACED.test(word[0]);
  return isOnly ? text : text.slice(0, text.length - word[0].length).trimEnd();
}

/** UTF-16 units of a word, more than any word of a language takes on average. */
const UNITS_OF_WORD = 32;

/** The last words of opening and answers. */
function prefixOf(kernels: Kernels, opening: string, answers: string, contextWords: number): string {
  const whole = joined(opening, answers);
  const tail = whole.slice(-UNITS_OF_WORD * contextWords);
  const text = readText(kernels, tail);
  const isCut = tail.length < whole.length;
  const first = Math.max(Number(isCut), text.lengthWords - contextWords);
  if (first === 0 || first >= text.lengthWords) return tail;
  return tail.slice(utf16Spans(text, [{ start: first, end: first + 1 }])[0]!.start);
}

function reportProgress(texts: readonly IteratedText[], { queries }: IterationSettings, host: HostOptions): void {
  const done = texts.reduce((sum, one) => sum + one.queries, 0);
  const left = texts.reduce((sum, one) => sum + (one.ended === null ? queries - one.queries : 0), 0);
  host.onProgress?.({ stage: "extract", done, total: done + left, unit: "requests" });
}
