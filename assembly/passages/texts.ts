// The two texts of a comparison, and room for what is computed of them. The indexed text `a` stays in memory from one
// comparison to the next, described by a frame of 32-bit numbers (`FRAME_…`); the text `b` is given with each call.
//
//   [ a: words, shingles, table, … ][ b: words, shingles ][ anchors ][ chains ][ runs of a chain ][ passages ──▶ grows
//
// All that is found is a run: words that agree, 16 bytes.

/**
 * A run: its first word in b and in a, so that as one 64-bit number runs sort by a, then by b; its length in words; of
 * an anchor 1 where it can be no passage without others.
 */
// @ts-ignore: decorator
@inline
export const RUN_BYTES: usize = 16;
// @ts-ignore: decorator
@inline
export const RUN_B: usize = 0;
// @ts-ignore: decorator
@inline
export const RUN_A: usize = 4;
// @ts-ignore: decorator
@inline
export const RUN_WORDS: usize = 8;
// @ts-ignore: decorator
@inline
export const RUN_ALONE: usize = 12;

/** Words of a run that is always a passage, or part of one. */
// @ts-ignore: decorator
@inline
export const PASSAGE_WORDS_MIN: i32 = 12;

/** Growing memory takes longer than using it: at least so many pages at once. */
// @ts-ignore: decorator
@inline
const PAGES_MORE: usize = 16;

/** No address beyond it is used: a little below 4 GiB. */
// @ts-ignore: decorator
@inline
const MEMORY_END: usize = 0xfff0_0000;

export let lengthA: i32 = 0;
export let lowA: usize = 0;
export let highA: usize = 0;
/** What each word of a is worth where it agrees, in quarters of a bit. */
export let unitsA: usize = 0;
/** For each word of a its word of b in a passage, or -1. A comparison puts back what it changed. */
export let places: usize = 0;

export let lengthB: i32 = 0;
export let lowB: usize = 0;
export let highB: usize = 0;
/** For each word of b 1 where it is in a passage. */
export let takenB: usize = 0;

let roomEnd: usize = 0;

/** Begins a comparison. @param room address behind all arguments */
export function openTexts(frame: usize, words: u32, low: usize, high: usize, room: usize): void {
  lengthA = load<i32>(frame);
  lowA = load<u32>(frame, 4);
  highA = load<u32>(frame, 8);
  unitsA = load<u32>(frame, 12);
  places = load<u32>(frame, 16);
  lengthB = <i32>words;
  lowB = low;
  highB = high;
  roomEnd = room;
}

/** Words of b that no passage has. */
export function openTaken(): void {
  takenB = take(<usize>lengthB);
  memory.fill(takenB, 0, <usize>lengthB);
}

/** Room for so many bytes behind all that was taken before. */
export function take(bytes: usize): usize {
  const at = roomEnd;
  // A sum beyond 4 GiB would be an address before what was taken.
  if (bytes > MEMORY_END - at) unreachable();
  keep(at + bytes);
  return at;
}

/** What was taken last ends here. */
export function keep(end: usize): void {
  roomEnd = (end + 15) & ~(<usize>15);
  reserve(roomEnd + 16);
}

/** Makes the memory reach to an address, and a little further. Returns to where it reaches. */
export function reserve(end: usize): usize {
  const have = <usize>memory.size() << 16;
  if (end <= have) return have;
  const pages = max(PAGES_MORE, (end - have + 0xffff) >> 16);
  if (memory.grow(<i32>pages) < 0) unreachable();
  return have + (pages << 16);
}

// @ts-ignore: decorator
@inline
export function isSameWord(a: i32, b: i32): bool {
  const atA = <usize>a << 2;
  const atB = <usize>b << 2;
  return load<u32>(lowA + atA) == load<u32>(lowB + atB) && load<u32>(highA + atA) == load<u32>(highB + atB);
}

// @ts-ignore: decorator
@inline
export function placeOf(a: i32): i32 {
  return load<i32>(places + (<usize>a << 2));
}

/** What a run is worth, in quarters of a bit. */
export function runUnits(run: usize): i32 {
  let units: i32 = 0;
  let at = unitsA + load<u32>(run, RUN_A);
  for (const end = at + load<u32>(run, RUN_WORDS); at < end; at++) units += <i32>load<u8>(at);
  return units;
}

/** What the words between two runs cost. */
// @ts-ignore: decorator
@inline
export function gapUnits(earlier: usize, later: usize): i32 {
  const words = load<i32>(earlier, RUN_WORDS);
  const gapA = load<i32>(later, RUN_A) - load<i32>(earlier, RUN_A) - words;
  const gapB = load<i32>(later, RUN_B) - load<i32>(earlier, RUN_B) - words;
  return min(gapA, gapB) * 7 + abs(gapA - gapB) * 12;
}
