/**
 * Compares a model's reply about one window with the suffix. Words are compared as numbers: equal words have equal
 * numbers.
 */

import type { Continuation } from "../../base/contract/resources/model.ts";
import { sum } from "../../base/lists/numbers.ts";
import { hashKey } from "../../core/fingerprint/shingles.ts";
import type { Hashes, Kernels } from "../../core/kernels/kernels.ts";
import { log } from "../../core/kernels/numbers/log.reference.ts";
import { readText, type Text, utf16Spans } from "../../core/text/text.ts";
import type { ReferenceCounts } from "./measures.ts";
import { type Known, RECITED_P_Z, RECITED_RECALL, reaches, type WindowOutcomes } from "./readings.ts";
import { ownWords, type Recitation, recitationOf } from "./recitation.ts";
import type { ScoredSuffix } from "./scored.ts";

/** Assigns a number to each distinct word. */
export class WordNumbers {
  readonly #kernels: Kernels;
  readonly #numbers = new Map<number, number>();

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
  }

  read(text: string): { text: Text; words: Uint32Array } {
    const read = readText(this.#kernels, text);
    return { text: read, words: this.of(read.words) };
  }

  of(hashes: Hashes): Uint32Array {
    return Uint32Array.from(hashes.low, (_, i) => {
      const key = hashKey(hashes, i);
      const number = this.#numbers.get(key) ?? this.#numbers.size;
      if (number === this.#numbers.size) this.#numbers.set(key, number);
      return number;
    });
  }

  /** Word counts of texts. */
  countIn(texts: readonly Text[]): ReferenceCounts {
    const counts = new Map<number, number>();
    for (const { words } of texts) {
      for (const word of this.of(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    return { counts, words: sum(texts, ({ lengthWords }) => lengthWords) };
  }
}

/** Most words of a continuation that are read, per word of the suffix. */
const READ_TIMES = 4;

const isExplainedBy = (own: Uint8Array): boolean => 2 * own.reduce((sum, one) => sum + one, 0) < own.length;

export function readScores(
  numbers: WordNumbers,
  text: string,
  { start, end, logPz, isGreedy }: ScoredSuffix,
): WindowOutcomes {
  const own = ownWords(numbers.read(text.slice(0, start)).words, numbers.read(text.slice(start, end)).words);
  return {
    recited: reaches(logPz, log(RECITED_P_Z)),
    isDiscoverable: isGreedy,
    isExplained: isExplainedBy(own),
    logPz,
    greedy: null,
    run: null,
    drawn: { of: 0, verbatim: 0, open: 0 },
  };
}

/** Continuations of a prefix. */
interface Given {
  likeliest: Continuation;
  drawn: readonly Continuation[];
  /** Requested number of drawn continuations. */
  wanted: number;
}

/** @param suffixStart UTF-16 index of the suffix in the text that was read */
export function readContinuations(
  kernels: Kernels,
  numbers: WordNumbers,
  prefix: string,
  suffix: string,
  { likeliest, drawn, wanted }: Given,
  suffixStart: number,
): WindowOutcomes {
  const truth = numbers.read(suffix);
  const own = ownWords(numbers.read(prefix).words, truth.words);
  const read = (one: Continuation) => {
    const words = numbers.read(one.text).words.subarray(0, READ_TIMES * truth.words.length);
    const recitation = recitationOf(kernels, truth.words, own, words);
    // A continuation that was cut before it reached the length of the suffix leaves its outcome open.
    const isCut = one.finish === "filtered" || (one.finish === "length" && words.length < truth.words.length);
    return { recitation, isCut };
  };
  const [first, ...others] = [likeliest, ...drawn].map(read);
  const all = [first!, ...others];
  const best = all.reduce((most, one) =>
    one.recitation.longestRunWords > most.recitation.longestRunWords ? one : most,
  );
  return {
    recited: anyOf(all, ({ recall }) => recall >= RECITED_RECALL, others.length < wanted),
    isDiscoverable: anyOf([first!], ({ isVerbatim }) => isVerbatim, false),
    isExplained: isExplainedBy(own),
    logPz: null,
    greedy: first!.recitation,
    run: runOf(truth, own, best.recitation, suffixStart),
    drawn: {
      of: others.length,
      verbatim: others.filter(({ recitation }) => recitation.isVerbatim).length,
      open: others.filter(({ recitation, isCut }) => isCut && !recitation.isVerbatim).length,
    },
  };
}

function anyOf(
  all: readonly { recitation: Recitation; isCut: boolean }[],
  event: (recitation: Recitation) => boolean,
  isShort: boolean,
): Known {
  if (all.some(({ recitation }) => event(recitation))) return true;
  return isShort || all.some(({ isCut }) => isCut) ? null : false;
}

function runOf(
  { text, words }: { text: Text; words: Uint32Array },
  own: Uint8Array,
  { longestRun, longestRunWords }: Recitation,
  suffixStart: number,
): WindowOutcomes["run"] {
  if (longestRun === null) return null;
  const { start, end } = utf16Spans(text, [longestRun])[0]!;
  const symbols = words.subarray(longestRun.start, longestRun.end).filter((_, i) => own[longestRun.start + i] === 1);
  return { words: longestRunWords, span: { start: suffixStart + start, end: suffixStart + end }, symbols };
}
