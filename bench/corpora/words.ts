/**
 * Words that the real text does not have. A larger corpus has more names, places and slips of the pen, so what stands in one real
 * document only is replaced in every generated one by a word of its own: the same throughout the document, as a hero's name is.
 */
import { Random } from "../harness/random.ts";
import type { Tokens } from "./chain.ts";

/** Made-up words, a power of two; the first are drawn most. */
export const MADE_UP = 1 << 19;
const DIGIT = /\d/;

/** How a printed form is written: as it is, by a word of the document's own, or with digits of the document's own. */
export const AS_IT_IS = 0;
export const OWN_WORD = 1;
export const OWN_DIGITS = 2;

/** Strings as bytes behind each other, a space after each. */
export interface Stock {
  /** With room behind, so that four bytes can be read anywhere. */
  view: DataView;
  /** One more than there are strings. */
  starts: Uint32Array;
}

export function stockOf(forms: readonly string[]): Stock {
  const starts = new Uint32Array(forms.length + 1);
  forms.forEach((form, i) => {
    starts[i + 1] = starts[i]! + Buffer.byteLength(form) + 1;
  });
  const bytes = new TextEncoder().encode(`${forms.join(" ")}     `);
  return { view: new DataView(bytes.buffer), starts };
}

/** Heads and tails of real words put together anew: they look like words, and are few times what real ones are. */
export function madeUpWords({ foldedForms }: Tokens): Stock {
  const random = new Random("made-up words");
  const letters = foldedForms.filter((form) => /^[a-z]{4,12}$/.test(form));
  if (letters.length === 0) letters.push("word");
  const forms: string[] = [];
  for (let i = 0; i < MADE_UP; i++) {
    const [head, tail] = [random.pick(letters), random.pick(letters)];
    forms.push(head.slice(0, 2 + random.below(3)) + tail.slice(-2 - random.below(4)));
  }
  return stockOf(forms);
}

/** How each printed form is written. */
export function waysOf({ printedForms, printed, folded, documents }: Tokens): Uint8Array {
  const ways = new Uint8Array(printedForms.length);
  for (let place = 0; place < printed.length; place++) {
    const id = printed[place]!;
    if (DIGIT.test(printedForms[id]!)) ways[id] = OWN_DIGITS;
    else if (documents[folded[place]!] === 1) ways[id] = OWN_WORD;
  }
  return ways;
}
