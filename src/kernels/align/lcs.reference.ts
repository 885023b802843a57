/** Reference implementation of `assembly/align/lcs.ts`: the table of the textbooks, row by row. */
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
