/**
 * The n-grams of the language detector as the built files hold them, at a quarter of their size as source code. They
 * are inflated once, into columns; the scores of an n-gram become an object when the detector asks for them, since
 * 50,000 objects would take more time and memory than all analyses of a process.
 */
import { inflateSync, strFromU8 } from "fflate";
import { inflated } from "../../base/bytes/inflated.ts";

/** Scores of an n-gram by the number of a language. */
export type Scores = Record<number, number>;

/** `src/build/tables/ngrams.ts` makes it. */
export interface PackedNgrams {
  ngrams: number;
  /** Scores of all n-grams together. */
  scores: number;
  /**
   * Base64 of the deflated columns, a byte per number: for each n-gram, in sorted order, a `shape`, and how many scores
   * it has; for each score its language, and the score; then what each n-gram adds to the characters that it shares
   * with the one before, as Latin-1.
   */
  columns: string;
}

/** A shape is the number of characters shared with the n-gram before, times this, plus the number added. */
export const SHAPE_BASE = 8;

/** An object that gives the scores of an n-gram, or undefined, as the detector reads them. It lists no names. */
export function unpackedNgrams({ ngrams, scores, columns }: PackedNgrams): Record<string, Scores> {
  const bytes = inflated(columns, inflateSync);
  let taken = 0;
  const take = (count: number) => {
    taken += count;
    return bytes.subarray(taken - count, taken);
  };
  const [shapes, counts, languages, values] = [take(ngrams), take(ngrams), take(scores), take(scores)];
  const added = strFromU8(bytes.subarray(taken), true);

  const numbers = new Map<string, number>();
  const starts = new Uint32Array(ngrams + 1);
  let last = "";
  for (let i = 0, read = 0; i < ngrams; i++) {
    const shape = shapes[i]!;
    const end = read + (shape % SHAPE_BASE);
    last = last.slice(0, Math.floor(shape / SHAPE_BASE)) + added.slice(read, end);
    read = end;
    numbers.set(last, i);
    starts[i + 1] = starts[i]! + counts[i]!;
  }
  return new Proxy<Record<string, Scores>>(
    {},
    {
      get(_, ngram) {
        const number = numbers.get(ngram as string);
        if (number === undefined) return undefined;
        const found: Scores = {};
        // The largest first, so that the object grows once.
        for (let i = starts[number + 1]! - 1; i >= starts[number]!; i--) found[languages[i]!] = values[i]!;
        return found;
      },
    },
  );
}
