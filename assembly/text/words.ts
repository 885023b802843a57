// Word hashes: 64 bits for each folded token, from its bytes and its length alone.
//
//   folded   t h e h o u s e o f …        tokens lie end to end, without separators
//   ends           3         8   10       u32[count], exclusive
//   hash(token) = for 8 bytes at a time, the last ones padded with zeros: state = finish(absorb(state, bytes)), from the length on
//
// The length keeps "a" and "a\0" apart. `finish` after every 8 bytes, not only at the end: `absorb` alone moves a difference in its
// uppermost bits to a known place, where letter 12 of a word could undo letter 8 ("i", "0" and "9", "2" collided half of the time).

import { absorb, finish, GOLDEN } from "../mix";

/**
 * Hashes `count` tokens; the low and the high halves go to two arrays, because halves are what is sorted and compared.
 *
 * @param foldedPtr tokens end to end; 8 bytes behind the last one must be readable
 * @param endsPtr   `count` unsigned 32-bit exclusive ends, ascending
 * @param lowPtr    room for `count` unsigned 32-bit low halves
 * @param highPtr   the same for the high halves
 */
export function hashWords(foldedPtr: usize, endsPtr: usize, count: u32, lowPtr: usize, highPtr: usize): void {
  let start: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const end = load<u32>(endsPtr + ((<usize>i) << 2));
    const hash = hashWord(foldedPtr + start, end - start);
    store<u32>(lowPtr + ((<usize>i) << 2), <u32>hash);
    store<u32>(highPtr + ((<usize>i) << 2), <u32>(hash >> 32));
    start = end;
  }
}

function hashWord(ptr: usize, lengthBytes: u32): u64 {
  let state = <u64>lengthBytes * GOLDEN;
  while (lengthBytes >= 8) {
    state = finish(absorb(state, load<u64>(ptr)));
    ptr += 8;
    lengthBytes -= 8;
  }
  if (lengthBytes > 0) {
    const unusedBits = <u64>(64 - (lengthBytes << 3));
    state = finish(absorb(state, (load<u64>(ptr) << unusedBits) >> unusedBits));
  }
  return state;
}
