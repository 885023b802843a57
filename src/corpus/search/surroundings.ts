/** The surroundings of a passage in compact form: they tell whether two documents are one work (`works.ts`). */
import type { Hashes } from "../../core/kernels/kernels.ts";
import type { WordRange } from "../../core/text/text.ts";

/** Words before and after a passage that are compared: words farther away may not have been read. */
const SURROUNDING_WORDS = 32;

/** Hashes of the pairs of neighbouring words around a passage, ascending and distinct. */
export function surroundingsOf({ low }: Hashes, { start, end }: WordRange): Uint32Array {
  const pairs: number[] = [];
  const between = (from: number, to: number) => {
    for (let word = from; word + 1 < to; word++) pairs.push((Math.imul(low[word]!, 0x9e3779b1) + low[word + 1]!) >>> 0);
  };
  between(Math.max(0, start - SURROUNDING_WORDS), start);
  between(end, Math.min(low.length, end + SURROUNDING_WORDS));
  return Uint32Array.from(new Set(pairs)).sort();
}
