/** The form of a DEFLATE stream (RFC 1951), as `assembly/deflate/form.ts` computes it. */

/** In which order lengths of codes of lengths stand. */
export const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
export const END = 256;

/** Of a symbol of lengths or distances: the least that it stands for, and how many bits say how much more it is. */
interface SymbolSpan {
  base: number;
  extraBits: number;
}

function spans(count: number, base: number, perDoubling: number): SymbolSpan[] {
  const all: SymbolSpan[] = [];
  for (let symbol = 0, next = base; symbol < count; symbol++) {
    const extraBits = Math.max(0, Math.floor(symbol / perDoubling) - 1);
    all.push({ base: next, extraBits });
    next += 1 << extraBits;
  }
  return all;
}

/** The longest has a symbol of its own. */
export const LENGTH_SPANS: readonly SymbolSpan[] = [...spans(28, 3, 4), { base: 258, extraBits: 0 }];
export const DISTANCE_SPANS: readonly SymbolSpan[] = spans(30, 1, 2);

export const FIXED_LENGTHS: readonly number[] = Array.from({ length: 288 }, (_, symbol) =>
  symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
);
