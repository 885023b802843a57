// What stands in a block of 64 bytes, a bit for each: letters and digits of ASCII, and bytes that are not ASCII; and
// the edges of its runs of letters, as positions.

// Bit 5, which lowers capitals and keeps digits; the offsets that move letters and digits to the smallest signed bytes,
// and the upper ends of these ranges. A loop loads them once, before it begins.
export const BIT_5: usize = memory.data<u64>([0x2020202020202020, 0x2020202020202020], 16);
export const FROM_A: usize = memory.data<u64>([0x1f1f1f1f1f1f1f1f, 0x1f1f1f1f1f1f1f1f], 16); // -128 - "a"
export const TO_Z: usize = memory.data<u64>([0x9a9a9a9a9a9a9a9a, 0x9a9a9a9a9a9a9a9a], 16); // -128 + 26
export const FROM_0: usize = memory.data<u64>([0x5050505050505050, 0x5050505050505050], 16); // -128 - "0"
export const TO_9: usize = memory.data<u64>([0x8a8a8a8a8a8a8a8a, 0x8a8a8a8a8a8a8a8a], 16); // -128 + 10

/**
 * Tests two ranges. Each is moved to the smallest signed bytes, so that one comparison tests it: SSE compares only
 * signed bytes.
 */
// @ts-ignore: decorator
@inline
export function letters16(bytes: v128, bit5: v128, fromA: v128, toZ: v128, from0: v128, to9: v128): u32 {
  const isLetter = i8x16.lt_s(i8x16.add(v128.or(bytes, bit5), fromA), toZ);
  const isDigit = i8x16.lt_s(i8x16.add(bytes, from0), to9);
  return <u32>i8x16.bitmask(v128.or(isLetter, isDigit));
}

/** Bits of the bytes over 0x7f in the next 64, or in the rest of a text. */
export function nonAsciiIn(at: usize, end: usize, isLast: bool): u64 {
  if (at + 64 <= end) return nonAscii(at);
  return at < end && isLast ? nonAscii(at) & lowBits(end - at) : 0;
}

/** One bit for each of 64 bytes: whether it is over 0x7f. */
// @ts-ignore: decorator
@inline
function nonAscii(at: usize): u64 {
  const first = <u64>(<u32>i8x16.bitmask(v128.load(at)));
  const second = <u64>(<u32>i8x16.bitmask(v128.load(at, 16)));
  const third = <u64>(<u32>i8x16.bitmask(v128.load(at, 32)));
  const fourth = <u64>(<u32>i8x16.bitmask(v128.load(at, 48)));
  return first | (second << 16) | (third << 32) | (fourth << 48);
}

// @ts-ignore: decorator
@inline
export function lowBits(count: usize): u64 {
  return (<u64>1 << <u64>count) - 1;
}

/**
 * Writes the positions of the edges of the block at `at`, and returns the address after them. It may write more than
 * there are; the next edges overwrite the excess.
 */
// @ts-ignore: decorator
@inline
export function putEdges(edge: usize, at: u32, edges: u64): usize {
  const next = edge + (<usize>popcnt(edges) << 2);
  // 24 without a branch: English text has 23 edges in 64 bytes.
  edges = put8(edge, at, edges);
  edges = put8(edge + 32, at, edges);
  edges = put8(edge + 64, at, edges);
  for (edge += 96; edge < next; edge += 32) edges = put8(edge, at, edges);
  return next;
}

// @ts-ignore: decorator
@inline
function put8(edge: usize, at: u32, edges: u64): u64 {
  store<u32>(edge, at + <u32>ctz(edges));
  edges &= edges - 1;
  store<u32>(edge, at + <u32>ctz(edges), 4);
  edges &= edges - 1;
  store<u32>(edge, at + <u32>ctz(edges), 8);
  edges &= edges - 1;
  store<u32>(edge, at + <u32>ctz(edges), 12);
  edges &= edges - 1;
  store<u32>(edge, at + <u32>ctz(edges), 16);
  edges &= edges - 1;
  store<u32>(edge, at + <u32>ctz(edges), 20);
  edges &= edges - 1;
  store<u32>(edge, at + <u32>ctz(edges), 24);
  edges &= edges - 1;
  store<u32>(edge, at + <u32>ctz(edges), 28);
  return edges & (edges - 1);
}
