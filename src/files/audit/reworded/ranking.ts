/**
 * Which windows of documents are nearest to which windows of items, by the vectors of their words and by their numbers?
 * The first twenty are worth reading. Documents come in blocks, whose vocabulary is encoded block by block; of a block
 * only what is among the first stays.
 */
import type { Span } from "../../../base/contract/common.ts";
import type { Encoder } from "../../../base/contract/resources/encoder.ts";
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import { breathing } from "../../../base/queues/yieldToEvents.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { readText, type Text, utf16Spans, type WordRange } from "../../../core/text/text.ts";
import { agreementOf, numbersOf } from "../../../core/vectors/numbers.ts";
import { lengthOf, segmentsOf, windowsOf } from "../../../core/vectors/segments.ts";
import { Vocabulary } from "../../../core/vectors/vocabulary.ts";
import { PRODUCT_MAX, product } from "../../../core/vectors/wordVectors.ts";
import type { ReadItem } from "../items.ts";
import { type LookedAt, namedBy } from "../watch.ts";

/** A window of an item or of a document, as it is ranked and then read. */
export interface RankedWindow {
  content: string;
  span: Span;
  words: number;
  ids: Int32Array;
  numbers: ReadonlySet<number>;
  vector: Int8Array;
}

export interface ItemWindow extends RankedWindow {
  item: number;
  candidates: RankedCandidate[];
}

export interface RankedCandidate {
  window: RankedWindow;
  product: number;
  order: number;
  /** Where it stands, and later windows with the same text. */
  places: { document: NamedDocument; start: number }[];
}

type NamedDocument = ReturnType<typeof namedBy>;

/** Windows that the encoder reads for a window of an item; fewer where numbers rank as well. */
const READ_MAX = 20;
const READ_WITH_NUMBERS_MAX = 10;
const NUMBERS_MIN = 2;
/** What all numbers of two windows count beside their words, if they agree; less where they tell under eight bits. */
const NUMBERS_WEIGHT = PRODUCT_MAX / 2;
export const NUMBER_UNITS_MIN = 32;
/** Pairs of windows that are ranked before others have their turn. */
const RANKED_AT_ONCE = 1 << 16;
/** A block: its text is held until its words are encoded. */
const BLOCK_WORDS = 1 << 22;
/** Fewer words say too little to tell whether others say the same. */
const REWORDED_WORDS_MIN = 12;

export class RewordedRanking {
  readonly windows: ItemWindow[];
  /** In how many windows of documents each number stands. */
  readonly numbers = new Map<number, number>();
  windowsRanked = 0;
  readonly #kernels: Kernels;
  readonly #vocabulary: Vocabulary;
  #block: { document: NamedDocument; text: Text; ids: Int32Array; held: ReadonlySet<number> }[] = [];
  #blockWords = 0;
  #isFirst = true;

  constructor(kernels: Kernels, items: readonly ReadItem[], encoder: Encoder) {
    this.#kernels = kernels;
    this.#vocabulary = new Vocabulary(encoder);
    this.windows = items.flatMap(({ shingled: { text }, own }, item) => {
      if (text.lengthWords < REWORDED_WORDS_MIN) return [];
      const ids = this.#vocabulary.idsOf(text);
      const counted = ({ start, end }: WordRange) => own.subarray(start, end).reduce((words, one) => words + one, 0);
      const ranges = windowsOf(segmentsOf(text)).filter((range) => counted(range) >= REWORDED_WORDS_MIN);
      return this.#windowsOf(text, ids, ranges).map((window) => ({ ...window, item, candidates: [] }));
    });
  }

  /** @param held numbers of the items of which the document holds the words, so that no other words are looked for */
  add(document: LookedAt, held: ReadonlySet<number>): boolean {
    const text = readText(this.#kernels, document.text);
    this.#block.push({ document: namedBy(document), text, ids: this.#vocabulary.idsOf(text), held });
    this.#blockWords += text.lengthWords;
    return this.#blockWords >= BLOCK_WORDS;
  }

  /** Ranks the documents since the last call. */
  async rank(signal: PlatformAbortSignal | undefined, onEncoded: (done: number, total: number) => void) {
    await this.#vocabulary.encode(signal, onEncoded);
    if (this.#isFirst) for (const window of this.windows) window.vector = this.#vocabulary.vectorOf(window.ids);
    this.#isFirst = false;
    const breathe = breathing(RANKED_AT_ONCE, signal);
    for (const { document, text, ids, held } of this.#block) {
      const ranges = windowsOf(segmentsOf(text)).filter((range) => lengthOf(range) >= REWORDED_WORDS_MIN / 2);
      for (const [i, window] of this.#windowsOf(text, ids, ranges).entries()) {
        window.vector = this.#vocabulary.vectorOf(ids, ranges[i]!);
        this.#rankWindow(document, window, held);
        await breathe(1 + this.windows.length);
      }
    }
    this.#block = [];
    this.#blockWords = 0;
  }

  /** Part of a window that is nearest to the item: a page may say other things besides. */
  nearestPart(window: RankedWindow, item: RankedWindow): RankedWindow {
    const text = readText(this.#kernels, window.content);
    const segments = segmentsOf(text);
    if (window.words <= 1.5 * item.words || segments.length < 2 || text.lengthWords !== window.words) return window;
    let best = { value: product(window.vector, item.vector), range: { start: 0, end: text.lengthWords } };
    for (const [first, { start }] of segments.entries())
      for (const { end } of segments.slice(first)) {
        if (end - start < item.words / 2 || end - start > 2 * item.words) continue;
        const value = product(this.#vocabulary.vectorOf(window.ids, { start, end }), item.vector);
        if (value > best.value) best = { value, range: { start, end } };
      }
    if (lengthOf(best.range) === text.lengthWords) return window;
    const [part] = this.#windowsOf(text, window.ids, [best.range]) as [RankedWindow];
    const { start } = window.span;
    return { ...part, span: { start: start + part.span.start, end: start + part.span.end } };
  }

  #rankWindow(document: NamedDocument, window: RankedWindow, held: ReadonlySet<number>): void {
    const order = this.windowsRanked++;
    const place = { document, start: window.span.start };
    for (const value of window.numbers) this.numbers.set(value, (this.numbers.get(value) ?? 0) + 1);
    for (const { item, ids, vector, numbers, candidates } of this.windows) {
      const readMax = numbers.size < NUMBERS_MIN ? READ_MAX : READ_WITH_NUMBERS_MAX;
      const agreement = agreementOf(numbers, window.numbers, NUMBER_UNITS_MIN);
      const likeness = product(vector, window.vector) + Math.round(NUMBERS_WEIGHT * agreement);
      const last = candidates[readMax - 1];
      if ((last !== undefined && likeness <= last.product) || held.has(item)) continue;
      // The same words are no other words.
      if (hasRun(window.ids, ids)) continue;
      const same = candidates.find(
        ({ product: known, window: { content } }) => known === likeness && content === window.content,
      );
      if (same !== undefined) {
        same.places.push(place);
        continue;
      }
      const at = candidates.findIndex(({ product: known }) => known < likeness);
      const candidate = { window, product: likeness, order, places: [place] };
      candidates.splice(at < 0 ? candidates.length : at, 0, candidate);
      candidates.length = Math.min(candidates.length, readMax);
    }
  }

  /** Windows of these ranges, without vectors; the places of all are looked up in one pass over the text. */
  #windowsOf(text: Text, ids: Int32Array, ranges: readonly WordRange[]): RankedWindow[] {
    const spans = utf16Spans(text, ranges);
    return ranges.map((range, i) => {
      const from = text.bounds[2 * range.start]!;
      const to = range.end < text.lengthWords ? text.bounds[2 * range.end]! : text.bytes.length;
      const content = new TextDecoder().decode(text.bytes.subarray(from, to)).trimEnd();
      const own = ids.slice(range.start, range.end);
      return {
        content,
        span: spans[i]!,
        words: own.length,
        ids: own,
        numbers: new Set(numbersOf(content)),
        vector: new Int8Array(0),
      };
    });
  }
}

/** Whether these words stand there in this order, one after the other. */
function hasRun(words: Int32Array, run: Int32Array): boolean {
  for (let at = words.indexOf(run[0]!); at !== -1; at = words.indexOf(run[0]!, at + 1))
    if (run.every((word, i) => word === words[at + i])) return true;
  return false;
}
