/**
 * Which words of items are a template? Those in runs that several items have: the instruction before each question,
 * the frame around each answer. A template may have slots: numbers and single letters count as one word, and stay the
 * item's own, unless most items with the same template have the same there: the `3` of `x^3`.
 */

import type { ShingledText } from "../../fingerprint/shingles.ts";
import type { Hashes, Kernels } from "../../kernels/kernels.ts";
import type { Text } from "../../text/text.ts";
import { hasDigit } from "./numbers.ts";
import { sharedBy } from "./sharedRuns.ts";

/**
 * A run of words is a template where so many items have it that otherwise differ. Items that share more than half of
 * their words may be questions on one text, which is their own, unless there are `TEMPLATE_TEXTS_ALWAYS` of them.
 */
export const TEMPLATE_TEXTS = 3;
const TEMPLATE_TEXTS_ALWAYS = 10;
/** Of few items, a quarter is as good. */
const TEMPLATE_SHARE_ALWAYS = 0.25;
/** A slot that so many of the items with the same template fill alike is none. */
const FIXED_SLOT_SHARE = 0.5;

interface TemplateItem {
  own: Uint8Array;
  shingled: ShingledText;
}

/** For each item 1 for each word of a template. */
export function templatesOf(kernels: Kernels, items: readonly TemplateItem[]): Uint8Array[] {
  const always = Math.min(TEMPLATE_TEXTS_ALWAYS, Math.max(TEMPLATE_TEXTS, TEMPLATE_SHARE_ALWAYS * items.length));
  const slots = items.map(({ shingled }) => slotsOf(shingled.text));
  const skeletons = items.map(({ shingled }, i) => {
    const words = withSlots(shingled.text.words, slots[i]!);
    return kernels.hashShingles(words, shingled.profile.shingleWords);
  });
  const shared = sharedBy(kernels, skeletons);
  const open = openSlots(kernels, items, slots, skeletons, shared);
  return items.map((item, i) => {
    const often = covered(item, shared[i]!, TEMPLATE_TEXTS);
    const isFrame = often.words < item.own.length / 2;
    const { mask } = isFrame ? often : covered(item, shared[i]!, always);
    return mask.map((isTemplate, word) => isTemplate & (1 - open[i]![word]!));
  });
}

/** The slots but for those that most items with the same words around fill alike: these are words of the template. */
function openSlots(
  kernels: Kernels,
  items: readonly TemplateItem[],
  slots: readonly Uint8Array[],
  skeletons: readonly Hashes[],
  shared: readonly Uint32Array[],
): Uint8Array[] {
  const filled = items.map((item, i) => fillingsOf(item, slots[i]!, skeletons[i]!, shared[i]!));
  const alike = sharedBy(
    kernels,
    filled.map(({ fillings }) => fillings),
  );
  return slots.map((slot, i) => {
    const open = slot.slice();
    const { places, frames } = filled[i]!;
    for (const [at, place] of places.entries())
      if (alike[i]![at]! >= FIXED_SLOT_SHARE * shared[i]![frames[at]!]!) open[place] = 0;
    return open;
  });
}

/** What stands in each slot of an item, hashed with the commonest run of words around it and its place in that. */
function fillingsOf({ shingled }: TemplateItem, slots: Uint8Array, skeleton: Hashes, shared: Uint32Array) {
  const { shingleWords } = shingled.profile;
  const { low, high } = shingled.text.words;
  const places: number[] = [];
  const frames: number[] = [];
  for (let word = 0; word < slots.length; word++) {
    const [from, to] = [Math.max(0, word - shingleWords + 1), Math.min(shared.length - 1, word)];
    if (slots[word] === 0 || from > to) continue;
    let best = from;
    for (let at = from + 1; at <= to; at++) if (shared[at]! > shared[best]!) best = at;
    places.push(word);
    frames.push(best);
  }
  const mixed = (words: Uint32Array, hashes: Uint32Array) =>
    Uint32Array.from(places, (word, i) => Math.imul(words[word]! + word - frames[i]!, MIX) ^ hashes[frames[i]!]!);
  return { places, frames, fillings: { low: mixed(low, skeleton.low), high: mixed(high, skeleton.high) } };
}

/** 2^32 over the golden ratio, odd: neighbouring numbers become unlike ones. */
const MIX = 0x9e3779b1;

/** 1 for each word with a digit in it, or of one byte. */
function slotsOf(text: Text): Uint8Array {
  const { bounds, lengthWords } = text;
  return Uint8Array.from({ length: lengthWords }, (_, word) =>
    Number(bounds[2 * word + 1]! - bounds[2 * word]! === 1 || hasDigit(text, word)),
  );
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
