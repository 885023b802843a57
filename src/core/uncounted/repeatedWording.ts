/** What a passage repeats: "of claim 1, wherein the" stands in each of thirty claims, and is one wording. */

/** A longer run is compared by all its stretches of so many words, so that the work grows with the words alone. */
const STRETCH_WORDS = 8;

interface WordRun {
  /** First word in the content. */
  a: number;
  lengthWords: number;
}

/**
 * The runs without those whose wording longer or earlier ones have.
 *
 * @param keyOf a word of the content: equal words have equal keys
 */
export function withoutRepeated<One extends WordRun>(runs: readonly One[], keyOf: (word: number) => number): One[] {
  const ordered = [...runs].sort((one, other) => other.lengthWords - one.lengthWords || one.a - other.a);
  const lengths = [...new Set(runs.map(stretchWords))];
  const seen = new Set<number>();
  const isSeen = ({ a, lengthWords }: WordRun, words: number): boolean => {
    for (let i = 0; i <= lengthWords - words; i++) if (!seen.has(stretchKey(keyOf, a + i, words))) return false;
    return true;
  };
  return ordered.filter((run, i) => {
    if (isSeen(run, stretchWords(run))) return false;
    // Behind the last run nobody asks.
    for (const words of i + 1 < ordered.length ? lengths : [])
      for (let at = 0; at <= run.lengthWords - words; at++) seen.add(stretchKey(keyOf, run.a + at, words));
    return true;
  });
}

const stretchWords = ({ lengthWords }: WordRun): number => Math.min(STRETCH_WORDS, lengthWords);

/** 53 bits of the words of a stretch and their number: of a million million pairs hardly one is equal by chance. */
function stretchKey(keyOf: (word: number) => number, from: number, words: number): number {
  let [low, high] = [words, words];
  for (let word = from; word < from + words; word++) {
    const key = keyOf(word);
    low = Math.imul(low ^ (key >>> 0), 0x9e3779b1);
    low ^= low >>> 15;
    high = Math.imul(high ^ ((key / 2 ** 32) >>> 0) ^ low, 0x85ebca6b);
    high ^= high >>> 13;
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
