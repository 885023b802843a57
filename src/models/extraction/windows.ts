/**
 * Chooses the windows of a text that a model is queried for: all of them, or a seeded simple random sample.
 *
 *     words   │▁▁▁▁▁▁▁▁│▁▁▁▁▁▁▁▁│▁▁▁▁▁▁▁▁▁▁▁▁▁▁      a window: the prefix that the model is given, and the expected continuation;
 *              prefix   suffix                        another one starts `stride` words on: neighbours overlap
 *
 * Overlapping windows depend on each other, so an interval that treats a scan as independent cases covers 0.2 instead
 * of 0.95 (`bench/quality/coverage/windows.ts`). Here the text is the population, and only the choice of windows is
 * random: they are drawn without replacement, and every set is equally likely. They are queried in the order drawn, so
 * the windows queried before a budget ends are a simple random sample as well.
 */
import { RandomStream } from "../../core/kernels/numbers/random.ts";

export interface WindowShape {
  /** Words of each window. */
  lengthWords: number;
  /** Words from one start to the next. */
  strideWords: number;
}

/** Number of windows in a text of so many words. */
export function windowsIn(textWords: number, { lengthWords, strideWords }: WindowShape): number {
  return textWords < lengthWords ? 0 : Math.floor((textWords - lengthWords) / strideWords) + 1;
}

/**
 * First words of the chosen windows, in the order of querying.
 *
 * @param most   maximum of windows; if the text has no more, all are chosen
 * @param stream name of the random stream: the same name gives the same choice
 */
export function chooseWindows(textWords: number, shape: WindowShape, most: number, stream: string): Uint32Array {
  const population = windowsIn(textWords, shape);
  const random = new RandomStream(stream);
  // The first steps of a shuffle; the map stores only the places that were swapped.
  const moved = new Map<number, number>();
  return Uint32Array.from({ length: Math.min(most, population) }, (_, place) => {
    const other = place + random.below(population - place);
    const chosen = moved.get(other) ?? other;
    moved.set(other, moved.get(place) ?? place);
    return chosen * shape.strideWords;
  });
}

/** Number of windows that start at the word `from` or later, and before the word `to`. */
export function windowsStarting(textWords: number, shape: WindowShape, from: number, to: number): number {
  const before = (word: number) =>
    Math.min(windowsIn(textWords, shape), Math.ceil(Math.max(0, word) / shape.strideWords));
  return before(to) - before(from);
}
