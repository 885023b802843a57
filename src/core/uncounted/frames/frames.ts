/**
 * What the searched texts themselves repeat around other words is a frame, though no other content has it: `Let m and n
 * be … integers such that … is the probability that …`. Words that several places of documents have, each with another
 * filling in the same slot, are a frame's from then on.
 */
import { areOther, type FrameInstance } from "./slots.ts";
import { TEMPLATE_TEXTS } from "./templates.ts";

/** Instances of a frame that are kept: each has another filling than all of the others. */
const INSTANCES_MAX = 16;
/**
 * Where documents have a text's words around others, its frame is a template only if so much of the text is slots: who
 * changes a text in places has not used a frame.
 */
export const SLOTS_SHARE_MIN = 0.2;

/** The frames of texts, by their numbers, as far as they are known from what was looked through. */
export class Frames {
  readonly #instances = new Map<number, FrameInstance[]>();

  /** @returns 1 for each word of the text's frame, as it is known now; `null` where nothing new was learned */
  learn(text: number, lengthWords: number, found: readonly FrameInstance[]): Uint8Array | null {
    const known = this.#instances.get(text) ?? [];
    const fresh = found.filter((one) => {
      if (known.length === INSTANCES_MAX || !known.every((other) => differ(one, other))) return false;
      known.push(one);
      return true;
    });
    if (fresh.length === 0) return null;
    this.#instances.set(text, known);
    return frameOf(known, lengthWords);
  }
}

/** Whether two instances fill a slot that both have otherwise. */
function differ(one: FrameInstance, other: FrameInstance): boolean {
  return one.slots.some((mine) =>
    other.slots.some(
      (theirs) => mine.start < theirs.end && theirs.start < mine.end && areOther(mine.filling, theirs.filling),
    ),
  );
}

/** 1 for each word that so many instances have. */
function frameOf(instances: readonly FrameInstance[], words: number): Uint8Array {
  const [open, alike] = [new Uint8Array(words), new Uint8Array(words)];
  for (const { slots, agreeing } of instances) {
    for (const { start, end } of slots) for (let word = start; word < end; word++) open[word]! += 1;
    for (const { a, lengthWords } of agreeing) for (let word = a; word < a + lengthWords; word++) alike[word]! += 1;
  }
  const slotWords = open.reduce((sum, many) => sum + Number(many >= TEMPLATE_TEXTS), 0);
  const isFrame = slotWords > 0 && slotWords >= SLOTS_SHARE_MIN * words;
  return alike.map((many, word) => Number(isFrame && many >= TEMPLATE_TEXTS && open[word]! < TEMPLATE_TEXTS));
}
