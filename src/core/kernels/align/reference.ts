/** Reference implementations of `assembly/align/distance.ts` and `lcs.ts`: textbook dynamic programming, row by row. */
import type { AlignKernels } from "./kernels.ts";

/**
 * @param top the row above the pattern's first symbol: 0 to n to match the whole text, zeros to match any part of it
 */
function lastRow(pattern: Uint32Array, text: Uint32Array, top: (column: number) => number): number[] {
  let row = Array.from({ length: text.length + 1 }, (_, column) => top(column));
  pattern.forEach((symbol, i) => {
    const next = [i + 1];
    for (let column = 1; column <= text.length; column++) {
      const substituted = row[column - 1]! + Number(symbol !== text[column - 1]);
      next.push(Math.min(substituted, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  });
  return row;
}

export function distance(one: Uint32Array, other: Uint32Array, bound = Number.POSITIVE_INFINITY): number {
  return Math.min(lastRow(one, other, (column) => column).at(-1)!, bound + 1);
}

function bestPlace(pattern: Uint32Array, text: Uint32Array): { distance: number; end: number } {
  const row = lastRow(pattern, text, () => 0);
  const least = row.reduce((best, value) => Math.min(best, value), Number.POSITIVE_INFINITY);
  return { distance: least, end: row.indexOf(least) };
}

export function commonLength(one: Uint32Array, other: Uint32Array): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const symbol of one) {
    const next = [0];
    for (let column = 1; column <= other.length; column++) {
      next.push(symbol === other[column - 1] ? row[column - 1]! + 1 : Math.max(row[column]!, next[column - 1]!));
    }
    row = next;
  }
  return row.at(-1)!;
}

export const alignReferences: AlignKernels = { distance, bestPlace, commonLength };
