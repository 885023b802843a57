/**
 * Which words of items are a template? Those in runs that several items have: the instruction before each question,
 * the frame around each answer. A template may have slots: numbers and single letters count as one word, and stay the
 * item's own. rules.ts has the numbers.
 */
import type { ShingledText } from "../fingerprint/shingles.ts";
import type { Hashes, Kernels } from "../kernels/kernels.ts";
import type { Text } from "../text/text.ts";
import { TEMPLATE_ITEMS, TEMPLATE_ITEMS_ALWAYS, TEMPLATE_SHARE_ALWAYS } from "./rules.ts";

interface TemplateItem {
  own: Uint8Array;
  shingled: ShingledText;
}

/** For each item 1 for each word of a template. */
export function templatesOf(kernels: Kernels, items: readonly TemplateItem[]): Uint8Array[] {
  const always = Math.min(TEMPLATE_ITEMS_ALWAYS, Math.max(TEMPLATE_ITEMS, TEMPLATE_SHARE_ALWAYS * items.length));
  const slots = items.map(({ shingled }) => slotsOf(shingled.text));
  const skeletons = items.map(({ shingled }, i) => {
    const words = withSlots(shingled.text.words, slots[i]!);
    return kernels.hashShingles(words, shingled.profile.shingleWords);
  });
  const shared = sharedBy(kernels, skeletons);
  return items.map((item, i) => {
    const often = covered(item, shared[i]!, TEMPLATE_ITEMS);
    const isFrame = often.words < item.own.length / 2;
    const { mask } = isFrame ? often : covered(item, shared[i]!, always);
    return mask.map((isTemplate, word) => isTemplate & (1 - slots[i]![word]!));
  });
}

const ZERO = 0x30;

/** 1 for each word with a digit in it, or of one byte. */
function slotsOf({ bytes, bounds, lengthWords }: Text): Uint8Array {
  return Uint8Array.from({ length: lengthWords }, (_, word) => {
    const [start, end] = [bounds[2 * word]!, bounds[2 * word + 1]!];
    if (end - start === 1) return 1;
    for (let at = start; at < end; at++) if (bytes[at]! >= ZERO && bytes[at]! < ZERO + 10) return 1;
    return 0;
  });
}

function withSlots({ low, high }: Hashes, slots: Uint8Array): Hashes {
  const filled = (hashes: Uint32Array) => hashes.map((hash, word) => (slots[word] === 1 ? 0 : hash));
  return { low: filled(low), high: filled(high) };
}

/** The words in shingles that at least so many items have. */
function covered({ own, shingled }: TemplateItem, items: Uint32Array, itemsMin: number) {
  const mask = new Uint8Array(own.length);
  for (let at = 0; at < items.length; at++)
    if (items[at]! >= itemsMin) mask.fill(1, at, at + shingled.profile.shingleWords);
  return { mask, words: mask.reduce((sum, one) => sum + one, 0) };
}

/** For each shingle of each item the number of items that have it. */
function sharedBy(kernels: Kernels, items: readonly Hashes[]): Uint32Array[] {
  const starts = [0];
  for (const { low } of items) starts.push(starts.at(-1)! + low.length);
  const total = starts.at(-1)!;
  const all = { low: new Uint32Array(total), high: new Uint32Array(total) };
  const itemOf = new Uint32Array(total);
  for (const [i, { low, high }] of items.entries()) {
    all.low.set(low, starts[i]);
    all.high.set(high, starts[i]);
    itemOf.fill(i, starts[i], starts[i + 1]);
  }
  const { hashes, payloads } = kernels.sortWith(
    all,
    Uint32Array.from({ length: total }, (_, place) => place),
  );
  const counts = new Uint32Array(total);
  for (let from = 0, to = 0; from < total; from = to) {
    let [items, last] = [0, -1];
    for (to = from; to < total && isSame(hashes, from, to); to++) {
      // The sort is stable, so that the places of one item follow each other.
      const item = itemOf[payloads[to]!]!;
      if (item !== last) items += 1;
      last = item;
    }
    for (let at = from; at < to; at++) counts[payloads[at]!] = items;
  }
  return items.map((_, i) => counts.subarray(starts[i], starts[i + 1]));
}

function isSame({ low, high }: Hashes, a: number, b: number): boolean {
  return low[a] === low[b] && high[a] === high[b];
}
