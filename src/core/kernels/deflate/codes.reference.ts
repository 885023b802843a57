/** Reference implementation of `assembly/deflate/codes.ts`. */

/** A code of a symbol: its first bit is the lowest. */
export interface PrefixCode {
  bits: number;
  length: number;
}

/** The lengths of the codes of symbols that occur, none above `most`; 0 for the others. */
export function lengthsOf(counts: readonly number[], most: number): number[] {
  const leaves = counts.flatMap((count, symbol) => (count > 0 ? [{ count, symbol }] : []));
  for (let symbol = 0; leaves.length < 2; symbol++) if (counts[symbol] === 0) leaves.push({ count: 1, symbol });
  leaves.sort((a, b) => a.count - b.count || a.symbol - b.symbol);
  const ofLength = limited(depthsOf(leaves.map(({ count }) => count)), most);
  const lengths = counts.map(() => 0);
  let length = most;
  for (const { symbol } of leaves) {
    while (ofLength[length] === 0) length--;
    ofLength[length]!--;
    lengths[symbol] = length;
  }
  return lengths;
}

/** How deep each leaf lies where the two lightest nodes join, again and again. @param weights ascending */
function depthsOf(weights: readonly number[]): number[] {
  const nodes = [...weights];
  const parents: number[] = [];
  let leaf = 0;
  let joined = weights.length;
  while (nodes.length < 2 * weights.length - 1) {
    const node = nodes.length;
    const children = [0, 1].map(() => {
      const ofLeaf = leaf < weights.length ? nodes[leaf]! : Number.POSITIVE_INFINITY;
      const ofJoined = joined < node ? nodes[joined]! : Number.POSITIVE_INFINITY;
      return ofLeaf <= ofJoined ? leaf++ : joined++;
    });
    for (const child of children) parents[child] = node;
    nodes.push(nodes[children[0]!]! + nodes[children[1]!]!);
  }
  const depths = nodes.map(() => 0);
  for (let node = nodes.length - 2; node >= 0; node--) depths[node] = depths[parents[node]!]! + 1;
  return depths.slice(0, weights.length);
}

/** How many leaves have each length, where those that lie deeper than `most` find a place higher. */
function limited(depths: readonly number[], most: number): number[] {
  const ofLength = Array.from({ length: most + 1 }, () => 0);
  let sum = 0;
  for (const depth of depths) {
    const length = Math.min(depth, most);
    ofLength[length]!++;
    sum += 1 << (most - length);
  }
  for (; sum > 1 << most; sum--) {
    let length = most - 1;
    while (ofLength[length] === 0) length--;
    ofLength[length]!--;
    ofLength[length + 1]! += 2;
    ofLength[most]!--;
  }
  return ofLength;
}

/** The codes of symbols with these lengths: by length, then by symbol. */
export function codesOf(lengths: readonly number[]): PrefixCode[] {
  const codes = lengths.map((length): PrefixCode => ({ bits: 0, length }));
  let code = 0;
  for (let length = 1; length <= 15; length++) {
    code *= 2;
    for (const own of codes) if (own.length === length) own.bits = reversed(code++, length);
  }
  return codes;
}

function reversed(code: number, length: number): number {
  let bits = 0;
  for (let i = 0; i < length; i++) bits |= ((code >> i) & 1) << (length - 1 - i);
  return bits;
}
