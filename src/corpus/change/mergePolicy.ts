/** Which segments of a corpus are merged when it has too many? */
import { SEGMENT_BLOCKS_MAX } from "../format/layout.ts";

/**
 * Most segments of a corpus after a change, unless they are too large to be merged: every query looks into each of
 * them.
 */
export const SEGMENTS_MAX = 8;

interface SegmentSize {
  bytes: number;
  blocks: number;
}

/**
 * The first of the last segments that are merged into one, or the number of all where none is: the next earlier segment
 * is added as long as it is at most twice as large as those after it together. Each word is so merged about as often as
 * the corpus has grown tenfold. Segments whose blocks have no room in one stay apart, so that no change is refused for
 * a merge.
 */
export function mergedFrom(sizes: readonly SegmentSize[]): number {
  const last = sizes.length - 1;
  let from = last;
  let { bytes, blocks } = sizes[last]!;
  for (; from > 0; from--) {
    const earlier = sizes[from - 1]!;
    if (blocks + earlier.blocks > SEGMENT_BLOCKS_MAX) break;
    const isNeeded = from + 1 > SEGMENTS_MAX || from === last;
    if (!isNeeded && earlier.bytes > 2 * bytes) break;
    bytes += earlier.bytes;
    blocks += earlier.blocks;
  }
  return from === last ? sizes.length : from;
}
