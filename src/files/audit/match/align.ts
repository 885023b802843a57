/** What an item shares with a stretch of a text: passages, and the words of the item that agree. */
import type { AuditFinding } from "../../../base/contract/operations/audit.ts";
import { greatest } from "../../../base/lists/numbers.ts";
import type { ShingledText } from "../../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import type { Anchor } from "../../../core/kernels/passages/kernels.ts";
import { findPassages, type Passage } from "../../../core/passages/passages.ts";
import { indexShingles, type ShingleIndex } from "../../../core/passages/shingleIndex.ts";
import type { Text, WordRange } from "../../../core/text/text.ts";
import { hasDigit } from "../../../core/uncounted/frames/numbers.ts";
import type { FrameInstance } from "../../../core/uncounted/frames/slots.ts";
import type { ReadItem } from "../items.ts";
import { ALIGNED_WORDS_MIN, holds, isShared, type OwnAgreement } from "../rules.ts";
import type { SeededStretch } from "./seeds.ts";

/** Words of the items whose indexes are kept, some 60 bytes a word. */
const INDEXED_WORDS_MAX = 1 << 22;

/** A place of a text that shares passages with an item. */
interface Alignment {
  /** Passages with the places of the whole text. */
  passages: Passage[];
  bounded: boolean;
}

/** Indexes items when they are first needed, and keeps the indexes of the latest. */
export class Aligner {
  readonly #kernels: Kernels;
  readonly #items: readonly ReadItem[];
  readonly #indexes = new Map<number, ShingleIndex>();
  #indexedWords = 0;

  constructor(kernels: Kernels, items: readonly ReadItem[]) {
    this.#kernels = kernels;
    this.#items = items;
  }

  /** Aligns an item with a stretch of a text; `null` where they share no passage. */
  align({ item, start, end }: SeededStretch, shingled: ShingledText): Alignment | null {
    const { passages, bounded } = findPassages(this.#kernels, this.indexOf(item), partOf(shingled, { start, end }));
    if (passages.length === 0) return null;
    return { passages: passages.map((passage) => moved(passage, start)), bounded };
  }

  /**
   * Aligns an item with stretches of a text, ascending. Where they overlap, the item stands again beside itself: an
   * alignment names one of these places, and the others are in what it leaves.
   */
  *alignAll(stretches: readonly SeededStretch[], shingled: ShingledText): Generator<Alignment> {
    let found: WordRange[] = [];
    for (const [i, stretch] of stretches.entries()) {
      const [before, next] = [stretches[i - 1], stretches[i + 1]];
      const isCut = next !== undefined && next.start < stretch.end;
      if (!isCut && (before?.end ?? 0) <= stretch.start) {
        const alignment = this.align(stretch, shingled);
        if (alignment !== null) yield alignment;
        continue;
      }
      // What goes on beyond the end is the next stretch's, which has all of it.
      const goesOn = ({ b }: Passage) => isCut && next.end > stretch.end && b.end + ALIGNED_WORDS_MIN > stretch.end;
      found = found.filter(({ end }) => end > stretch.start);
      const left = gapsOf(stretch, found);
      for (let gap = left.pop(); gap !== undefined; gap = left.pop()) {
        const alignment = this.align({ ...gap, item: stretch.item }, shingled);
        if (alignment === null) continue;
        const { passages } = alignment;
        const own = passages.filter((one) => !goesOn(one) || one.b.start < next!.start);
        if (own.length > 0) yield { ...alignment, passages: own };
        for (const one of own) if (!goesOn(one)) found.push(one.b);
        const taken = passages.map(({ b }) => b);
        left.push(...gapsOf(gap, taken));
      }
    }
  }

  indexOf(item: number): ShingleIndex {
    const known = this.#indexes.get(item);
    if (known !== undefined) {
      this.#indexes.delete(item);
      this.#indexes.set(item, known);
      return known;
    }
    const made = indexShingles(this.#items[item]!.shingled);
    this.#indexes.set(item, made);
    this.#indexedWords += made.shingled.text.lengthWords;
    for (const [oldest, index] of this.#indexes) {
      if (this.#indexedWords <= INDEXED_WORDS_MAX || oldest === item) break;
      this.#indexes.delete(oldest);
      this.#indexedWords -= index.shingled.text.lengthWords;
    }
    return made;
  }
}

/** What others leave of a range, where an item may be aligned. */
function gapsOf({ start, end }: WordRange, taken: readonly WordRange[]): WordRange[] {
  const gaps: WordRange[] = [];
  let from = start;
  const ascending = [...taken].sort((one, other) => one.start - other.start);
  for (const range of [...ascending, { start: end, end }]) {
    if (range.start - from >= ALIGNED_WORDS_MIN) gaps.push({ start: from, end: Math.min(end, range.start) });
    from = Math.max(from, range.end);
  }
  return gaps;
}

/** A range of words of a text; its bounds are still those of the whole text. */
function partOf({ text, profile, shingles, selected }: ShingledText, { start, end }: WordRange): ShingledText {
  const part: Text = {
    bytes: text.bytes,
    lengthWords: end - start,
    words: { low: text.words.low.subarray(start, end), high: text.words.high.subarray(start, end) },
    bounds: text.bounds.subarray(2 * start, 2 * end),
  };
  const last = Math.max(start, end - profile.shingleWords + 1);
  const within = { low: shingles.low.subarray(start, last), high: shingles.high.subarray(start, last) };
  return { text: part, profile, shingles: within, selected };
}

function moved(passage: Passage, words: number): Passage {
  return {
    ...passage,
    b: { start: passage.b.start + words, end: passage.b.end + words },
    agreeing: passage.agreeing.map((run) => ({ ...run, b: run.b + words })),
  };
}

/** What a document shares with an item, whichever words are the item's own. */
export interface Agreed {
  runs: readonly Anchor[];
  longestRunWords: number;
  /** Words of the item that are numbers for which the document has others. */
  otherNumbers: readonly number[];
}

/** What a document shares with a distinct item, by its number. */
export interface ItemFinding {
  item: number;
  finding: AuditFinding;
  /** What it is judged by; `null` where it is a run of a short item. */
  agreed: Agreed | null;
  /** The places of the document that hold the item by themselves, where there are several. */
  places: readonly Agreed[];
  /** Places where the document has other words between those of the item. */
  instances: readonly FrameInstance[];
}

/** @param others the numbers of the item for which the text of a passage has others */
export const agreedOf = <Found extends Pick<Passage, "agreeing" | "longestRunWords">>(
  passages: readonly Found[],
  others: (passage: Found) => readonly number[],
): Agreed => ({
  runs: passages.flatMap(({ agreeing }) => agreeing),
  longestRunWords: greatest(passages, ({ longestRunWords }) => longestRunWords),
  otherNumbers: passages.flatMap((passage) => [...others(passage)]),
});

/** Whether a document holds the item, and its share of the item's own words; `null` where that is not worth naming. */
export function judged(read: ReadItem, agreed: Agreed): { holds: boolean; share: number } | null {
  const whole = { words: read.own.length, ownWords: read.ownWords, ownUnits: read.ownUnits };
  const agreeing = agreementOf(read, agreed);
  if (!isShared(whole, agreeing)) return null;
  return { holds: holds(whole, agreeing), share: agreeing.ownWords / whole.ownWords };
}

/** The words of the item that agree. */
function agreementOf({ own, telling, shingled: { text } }: ReadItem, agreed: Agreed): OwnAgreement {
  const agrees = new Uint8Array(own.length);
  const differs = new Uint8Array(own.length);
  for (const { a, lengthWords } of agreed.runs) agrees.fill(1, a, a + lengthWords);
  for (const word of agreed.otherNumbers) differs[word] = 1;
  const result: OwnAgreement = {
    words: 0,
    ownWords: 0,
    ownUnits: 0,
    longestRunWords: agreed.longestRunWords,
    numbers: 0,
    otherNumbers: 0,
  };
  for (let word = 0; word < agrees.length; word++) {
    result.words += agrees[word]!;
    result.ownWords += agrees[word]! & own[word]!;
    result.ownUnits += agrees[word]! * own[word]! * telling[word]!;
    if (agrees[word] === 1 && hasDigit(text, word)) result.numbers += 1;
    result.otherNumbers += differs[word]! & (1 - agrees[word]!);
  }
  return result;
}
