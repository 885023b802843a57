/**
 * Which windows of a text is a model asked about? All of them, or a seeded simple random sample.
 *
 *     words   │▁▁▁▁▁▁▁▁│▁▁▁▁▁▁▁▁│▁▁▁▁▁▁▁▁▁▁▁▁▁▁      a window: what the model is given, and what it is expected to go on with;
 *              prefix   suffix                        another one starts `stride` words on: neighbours overlap
 *
 * Windows that overlap depend on each other, so an interval that takes a scan for independent cases covers 0.2 instead of 0.95
 * (`bench/quality/coverage/windows.ts`). Here the text is the population and chance is in the choice alone: drawn without
 * replacement, each set of windows as likely. They are asked in the order drawn, so that those asked before a budget ends are such a
 * sample as well.
 */
import { RandomStream } from "../kernels/numbers/random.ts";

export interface WindowShape {
  /** Words of each window. */
  lengthWords: number;
  /** Words from one start to the next. */
  strideWords: number;
}

/** How many windows a text of so many words has. */
export function windowsIn(textWords: number, { lengthWords, strideWords }: WindowShape): number {
  return textWords < lengthWords ? 0 : Math.floor((textWords - lengthWords) / strideWords) + 1;
}

/**
 * First words of windows, in the order in which they are to be asked.
 *
 * @param most   how many at most; where the text has no more, all of them
 * @param stream name of the random numbers: the same name, the same choice
 */
export function chooseWindows(textWords: number, shape: WindowShape, most: number, stream: string): Uint32Array {
  const population = windowsIn(textWords, shape);
  const random = new RandomStream(stream);
  // The beginning of a shuffle; only what was moved is remembered.
  const moved = new Map<number, number>();
  return Uint32Array.from({ length: Math.min(most, population) }, (_, place) => {
    const other = place + random.below(population - place);
    const chosen = moved.get(other) ?? other;
    moved.set(other, moved.get(place) ?? place);
    return chosen * shape.strideWords;
  });
}

/** How many of a text's windows start from one word to before another. */
export function windowsStarting(textWords: number, shape: WindowShape, from: number, to: number): number {
  const before = (word: number) => Math.min(windowsIn(textWords, shape), Math.ceil(Math.max(0, word) / shape.strideWords));
  return before(to) - before(from);
}
