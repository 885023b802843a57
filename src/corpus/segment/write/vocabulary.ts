/** Which words does a segment list, and how often does it say that they stand in it? */
import { COMMON_WORDS, COUNT_MAX } from "../../format/layout.ts";
import { CountSum, type WordCounts } from "../../format/vocabulary.ts";

/**
 * Words with their counts, in ascending order, and the largest count of a word that is not among them: 0 if all are.
 */
export interface ListedCounts extends WordCounts {
  unlistedCount: number;
}

/**
 * Words that a corpus without text lists have a greater count: whoever has its files can test whether it has a word,
 * and a rare word may be a name or a secret.
 */
const RARE_COUNT_MAX = 7;
/**
 * Counts from several parts, some of which list only their common words. A word that a part does not list is counted as
 * often as it may stand there at most.
 */
export class PartialCounts {
  readonly #beyond = new CountSum();
  #unlisted = 0;

  /**
   * @param words         ascending
   * @param unlistedCount largest count of a word that the part does not list
   */
  add(words: WordCounts, unlistedCount: number): void {
    this.#unlisted += unlistedCount;
    if (unlistedCount === 0 && !words.counts.includes(0)) {
      this.#beyond.add(words);
      return;
    }
    const isBeyond = (i: number) => words.counts[i]! > unlistedCount;
    const beyond = chosen(words, Uint32Array.from(words.counts.keys()).filter(isBeyond));
    this.#beyond.add({ ...beyond, counts: beyond.counts.map((count) => count - unlistedCount) });
  }

  /** All words of the parts. */
  all(): ListedCounts {
    const { hashes, counts } = this.#beyond.total();
    const unlistedCount = this.#unlisted;
    return { hashes, counts: counts.map((count) => Math.min(COUNT_MAX, count + unlistedCount)), unlistedCount };
  }

  /** Only the most common words of the parts, none of them rare. */
  common(): ListedCounts {
    const all = this.all();
    const rareCount = Math.max(RARE_COUNT_MAX, all.unlistedCount);
    const isListed = (i: number) => all.counts[i]! > rareCount;
    const listed = mostCommon(chosen(all, Uint32Array.from(all.counts.keys()).filter(isListed)));
    const left = all.counts
      .filter((_, i) => isListed(i))
      .sort()
      .at(-COMMON_WORDS - 1);
    return { ...listed, unlistedCount: left ?? rareCount };
  }
}

/** The `COMMON_WORDS` most common words, ascending by hash; of words with equal counts, those with the smaller hash. */
export function mostCommon({ hashes, counts }: WordCounts): WordCounts {
  const least = counts.length <= COMMON_WORDS ? 0 : counts.slice().sort()[counts.length - COMMON_WORDS]!;
  let ofLeast = COMMON_WORDS - counts.reduce((sum, count) => sum + Number(count > least), 0);
  const isListed = (count: number) => count > least || (count === least && ofLeast-- > 0);
  return chosen(
    { hashes, counts },
    Uint32Array.from(counts.keys()).filter((i) => isListed(counts[i]!)),
  );
}

/** The words with these numbers. */
function chosen({ hashes, counts }: WordCounts, numbers: Uint32Array): WordCounts {
  return {
    hashes: { low: numbers.map((i) => hashes.low[i]!), high: numbers.map((i) => hashes.high[i]!) },
    counts: numbers.map((i) => counts[i]!),
  };
}
