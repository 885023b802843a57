/**
 * What the dataset itself repeats around other words is a frame, though no other item has it: `Let m and n be …
 * integers such that … is the probability that …`. Words of an item that several places of documents have, each with
 * another filling in the same slot, are a template's from then on.
 */
import { type ReadItem, strike } from "./items.ts";
import { areOther, type FrameInstance } from "./match/slots.ts";
import { SLOTS_SHARE_MIN, TEMPLATE_ITEMS } from "./rules.ts";

/** Instances of an item's frame that are kept: each has another filling than all of the others. */
const INSTANCES_MAX = 16;

export class Frames {
  readonly #items: readonly ReadItem[];
  readonly #instances = new Map<number, FrameInstance[]>();

  constructor(items: readonly ReadItem[]) {
    this.#items = items;
  }

  /** @returns whether fewer words than before are the item's own */
  learn(item: number, found: readonly FrameInstance[]): boolean {
    const known = this.#instances.get(item) ?? [];
    const fresh = found.filter((one) => {
      if (known.length === INSTANCES_MAX || !known.every((other) => differ(one, other))) return false;
      known.push(one);
      return true;
    });
    if (fresh.length === 0) return false;
    this.#instances.set(item, known);
    const read = this.#items[item]!;
    return strike(read, "template", frameOf(known, read.own.length)) > 0;
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
  const slotWords = open.reduce((sum, many) => sum + Number(many >= TEMPLATE_ITEMS), 0);
  const isFrame = slotWords > 0 && slotWords >= SLOTS_SHARE_MIN * words;
  return alike.map((many, word) => Number(isFrame && many >= TEMPLATE_ITEMS && open[word]! < TEMPLATE_ITEMS));
}
