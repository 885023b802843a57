/**
 * What stands around a shingle, in eight bits: four of a hash of the three words before it, four of the three behind. Of any common run
 * of 12 words the shingle that winnowing keeps has seven others beside it, so three at least on one side: there the bits agree. Elsewhere
 * they agree by chance, once in eight. So a block whose context agrees on no side holds no run of 12 words about that shingle.
 *
 * Idea: context bits as a first look before the text itself is read; they rank, and only where no budget binds do they leave out nothing.
 */
import type { Hashes } from "../kernels/kernels.ts";

/** Words on each side. */
const CONTEXT_WORDS = 3;

/** Contexts of the shingles of `shingleWords` words at some positions. Words beyond the ends of the text count as 0. */
export function contextsOf({ low }: Hashes, positions: Uint32Array, shingleWords: number): Uint8Array {
  const contexts = new Uint8Array(positions.length);
  const wordAt = (at: number) => (at >= 0 && at < low.length ? low[at]! : 0);
  for (let i = 0; i < positions.length; i++) {
    const at = positions[i]!;
    const end = at + shingleWords;
    contexts[i] =
      at >= CONTEXT_WORDS && end + CONTEXT_WORDS <= low.length
        ? (mixed(low[at - 3]!, low[at - 2]!, low[at - 1]!) << 4) | mixed(low[end]!, low[end + 1]!, low[end + 2]!)
        : (mixed(wordAt(at - 3), wordAt(at - 2), wordAt(at - 1)) << 4) | mixed(wordAt(end), wordAt(end + 1), wordAt(end + 2));
  }
  return contexts;
}

/** Odd multipliers and the upper bits of the sum, as in multilinear hashing. */
function mixed(a: number, b: number, c: number): number {
  const sum = Math.imul(a, 0x9e37_79b1) + Math.imul(b, 0x85eb_ca6b) + Math.imul(c, 0xc2b2_ae35);
  return (Math.imul(sum ^ (sum >>> 15), 0x2c1b_3c6d) >>> 28) & 15;
}

/** Whether two contexts agree on a side. */
export function agrees(x: number, y: number): boolean {
  const difference = x ^ y;
  return (difference & 0xf0) === 0 || (difference & 0x0f) === 0;
}
