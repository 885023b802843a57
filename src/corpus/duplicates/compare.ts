/**
 * Compares two texts of a corpus in full, by the definition of `compare`: near duplicates agree in a share of the words
 * of both.
 */
import { throwIfAborted } from "../../base/errors.ts";
import { CONTENT_BYTES_MAX } from "../../base/limits.ts";
import { shingleUnkept } from "../../core/fingerprint/shingles.ts";
import type { Hashes, Kernels } from "../../core/kernels/kernels.ts";
import { agreeingShares } from "../../core/passages/agreement.ts";
import { findPassages } from "../../core/passages/passages.ts";
import { indexShingles, type ShingleIndex } from "../../core/passages/shingleIndex.ts";
import { readUtf8, type Text } from "../../core/text/text.ts";
import { readWholeText } from "../segment/blocks.ts";
import type { Agreement, Measure } from "./clusters.ts";
import type { DistinctText } from "./sketch.ts";

const IDENTICAL: Agreement = { ofRepresentative: 1, ofMember: 1, isIdentical: true };

export class Comparer {
  readonly #kernels: Kernels;
  readonly #texts: readonly DistinctText[];
  readonly #threshold: number;
  readonly #signal: AbortSignal | undefined;
  /** Pairs that were not compared, and pairs whose comparison was cut short and found too little agreement. */
  #tooLong = 0;
  #cutShort = 0;

  constructor(kernels: Kernels, texts: readonly DistinctText[], threshold: number, signal: AbortSignal | undefined) {
    this.#kernels = kernels;
    this.#texts = texts;
    this.#threshold = threshold;
    this.#signal = signal;
  }

  /** What was left out, as sentences; `null` where nothing was. */
  get shortfall(): string | null {
    const sentences = [];
    if (this.#tooLong > 0) sentences.push(`${this.#tooLong} pairs have a text that is longer than 32 MiB.`);
    if (this.#cutShort > 0)
      sentences.push(`${this.#cutShort} pairs repeat themselves so often that not every repetition was followed up.`);
    return sentences.length === 0 ? null : sentences.join(" ");
  }

  /**
   * Gives `work` a function that compares other texts with this one, which is read and indexed once, when it is first
   * needed. What the kernels keep of it is freed when the work ends.
   */
  async against(representative: number, work: (measure: Measure) => Promise<void>): Promise<void> {
    let mine: Text | null | undefined;
    let index: ShingleIndex | undefined;
    const measure: Measure = async (text) => {
      throwIfAborted(this.#signal);
      if (mine === undefined) mine = await this.#read(representative);
      const theirs = await this.#read(text);
      if (mine === null || theirs === null) {
        this.#tooLong++;
        return null;
      }
      if (sameWords(mine.words, theirs.words)) return IDENTICAL;
      index ??= indexShingles(shingleUnkept(this.#kernels, mine));
      const result = findPassages(this.#kernels, index, shingleUnkept(this.#kernels, theirs));
      const { ofA, ofB } = agreeingShares(result, mine.lengthWords, theirs.lengthWords);
      if (Math.min(ofA, ofB) >= this.#threshold) return { ofRepresentative: ofA, ofMember: ofB, isIdentical: false };
      if (result.bounded) this.#cutShort++;
      return null;
    };
    try {
      await work(measure);
    } finally {
      if (index !== undefined) this.#kernels.release(index);
    }
  }

  /** `null` where the text is longer than any comparison accepts. */
  async #read(text: number): Promise<Text | null> {
    const { open, number } = this.#texts[text]!.places[0]!;
    const row = await open.segment.texts.row(number);
    return row.lengthBytes > CONTENT_BYTES_MAX ? null : readUtf8(this.#kernels, await readWholeText(open, row));
  }
}

function sameWords(a: Hashes, b: Hashes): boolean {
  if (a.low.length !== b.low.length) return false;
  return a.low.every((low, i) => low === b.low[i]) && a.high.every((high, i) => high === b.high[i]);
}
