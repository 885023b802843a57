// Prefix codes: how many bits each symbol takes, and which.
//
//   counts ─▶ sorted ─▶ the two lightest nodes join, again and again ─▶ depths ─▶ none deeper than allowed ─▶ codes
//
// Symbols are sorted once, so that leaves and joined nodes are two queues (J. van Leeuwen, "On the construction of
// Huffman trees", 1976). A leaf that lies too deep takes a place beside a leaf that is higher: the sum of all 2^-length
// stays 1 (RFC 1951, 3.2.1 and 3.2.2: lengths and how codes follow from them).

/** Symbols of the largest alphabet. */
export const SYMBOLS: u32 = 288;
/** Most bits of a code, of any alphabet. */
const BITS_MAX: u32 = 15;

/** Sorted: a count and its symbol in the lowest 9 bits; then the weights of joined nodes. */
const NODES: usize = memory.data(2 * SYMBOLS * 4, 16);
const PARENTS: usize = memory.data(2 * SYMBOLS * 2, 16);
/** The depths of nodes while lengths are counted. */
const DEPTHS: usize = memory.data(2 * SYMBOLS, 16);
/** Symbols of each length, and the next code of each. */
const OF_LENGTH: usize = memory.data((BITS_MAX + 1) * 4, 16);
const NEXT: usize = memory.data((BITS_MAX + 1) * 4, 16);

/**
 * The lengths of the codes of symbols that occur, in bits; 0 for the others. At least two symbols get a code, so that
 * the code is complete: readers may refuse another.
 *
 * @param counts  `symbols` numbers of 32 bits, each below 2^22
 * @param lengths room for `symbols` bytes
 * @param most    bits of the longest code: 2^most ≥ symbols
 */
export function lengthsOf(counts: usize, symbols: u32, most: u32, lengths: usize): void {
  memory.fill(lengths, 0, symbols);
  const leaves = collect(counts, symbols);
  sort(leaves);
  join(leaves);
  countLengths(leaves, most);
  // The rarest first, and so the longest first.
  let length = most;
  for (let i: u32 = 0; i < leaves; i++) {
    while (load<u32>(OF_LENGTH + (length << 2)) == 0) length--;
    store<u32>(OF_LENGTH + (length << 2), load<u32>(OF_LENGTH + (length << 2)) - 1);
    store<u8>(lengths + (load<u32>(NODES + (i << 2)) & 511), <u8>length);
  }
}

function collect(counts: usize, symbols: u32): u32 {
  let leaves: u32 = 0;
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const count = load<u32>(counts + (symbol << 2));
    if (count > 0) store<u32>(NODES + (leaves++ << 2), (count << 9) | symbol);
  }
  for (let symbol: u32 = 0; leaves < 2; symbol++)
    if (load<u32>(counts + (symbol << 2)) == 0) store<u32>(NODES + (leaves++ << 2), (1 << 9) | symbol);
  return leaves;
}

/** By insertion over shrinking gaps: there are few. */
function sort(leaves: u32): void {
  for (let gap: u32 = 121; gap > 0; gap = (gap - 1) / 3) {
    for (let i = gap; i < leaves; i++) {
      const node = load<u32>(NODES + (i << 2));
      let at = i;
      while (at >= gap && load<u32>(NODES + ((at - gap) << 2)) > node) {
        store<u32>(NODES + (at << 2), load<u32>(NODES + ((at - gap) << 2)));
        at -= gap;
      }
      store<u32>(NODES + (at << 2), node);
    }
  }
}

/** Joins the two lightest nodes until one is left, the last; of equal weights a leaf is taken first. */
function join(leaves: u32): void {
  let leaf: u32 = 0;
  let joined = leaves;
  for (let node = leaves; node < 2 * leaves - 1; node++) {
    let weight: u32 = 0;
    for (let child = 0; child < 2; child++) {
      const ofLeaf = leaf < leaves ? load<u32>(NODES + (leaf << 2)) >> 9 : u32.MAX_VALUE;
      const ofJoined = joined < node ? load<u32>(NODES + (joined << 2)) : u32.MAX_VALUE;
      const lightest = ofLeaf <= ofJoined ? leaf++ : joined++;
      weight += ofLeaf <= ofJoined ? ofLeaf : ofJoined;
      store<u16>(PARENTS + (lightest << 1), <u16>node);
    }
    store<u32>(NODES + (node << 2), weight);
  }
}

/** How many leaves have each length, none more than `most`. */
function countLengths(leaves: u32, most: u32): void {
  memory.fill(OF_LENGTH, 0, (BITS_MAX + 1) * 4);
  const root: u32 = 2 * leaves - 2;
  store<u8>(DEPTHS + root, 0);
  // 2^most times the sum of all 2^-length, which is 2^most where no leaf was too deep.
  let sum: u32 = 0;
  for (let node: u32 = root; node-- > 0; ) {
    const depth = <u32>load<u8>(DEPTHS + load<u16>(PARENTS + (node << 1))) + 1;
    store<u8>(DEPTHS + node, <u8>depth);
    if (node >= leaves) continue;
    const length = min(depth, most);
    store<u32>(OF_LENGTH + (length << 2), load<u32>(OF_LENGTH + (length << 2)) + 1);
    sum += 1 << (most - length);
  }
  for (; sum > <u32>1 << most; sum--) {
    let length = most - 1;
    while (load<u32>(OF_LENGTH + (length << 2)) == 0) length--;
    // One of the deepest and this one become neighbours below its place.
    store<u32>(OF_LENGTH + (length << 2), load<u32>(OF_LENGTH + (length << 2)) - 1);
    store<u32>(OF_LENGTH + ((length + 1) << 2), load<u32>(OF_LENGTH + ((length + 1) << 2)) + 2);
    store<u32>(OF_LENGTH + (most << 2), load<u32>(OF_LENGTH + (most << 2)) - 1);
  }
}

/**
 * The codes of symbols with these lengths, their first bit lowest, as they are written.
 *
 * @param codes room for `symbols` numbers of 16 bits
 */
export function codesOf(lengths: usize, symbols: u32, codes: usize): void {
  memory.fill(OF_LENGTH, 0, (BITS_MAX + 1) * 4);
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const place = OF_LENGTH + (<usize>load<u8>(lengths + symbol) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
  let code: u32 = 0;
  store<u32>(OF_LENGTH, 0);
  for (let length: u32 = 1; length <= BITS_MAX; length++) {
    code = (code + load<u32>(OF_LENGTH + ((length - 1) << 2))) << 1;
    store<u32>(NEXT + (length << 2), code);
  }
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const length = <u32>load<u8>(lengths + symbol);
    if (length == 0) continue;
    const next = load<u32>(NEXT + (length << 2));
    store<u32>(NEXT + (length << 2), next + 1);
    store<u16>(codes + (symbol << 1), <u16>(reversed(next) >> (32 - length)));
  }
}

/** 16 bits turned around, in the upper half. */
// @ts-ignore: decorator
@inline
export function reversed(code: u32): u32 {
  code = ((code >> 1) & 0x5555) | ((code & 0x5555) << 1);
  code = ((code >> 2) & 0x3333) | ((code & 0x3333) << 2);
  code = ((code >> 4) & 0x0f0f) | ((code & 0x0f0f) << 4);
  return (((code >> 8) | (code << 8)) & 0xffff) << 16;
}
