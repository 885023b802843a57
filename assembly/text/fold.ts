// Folded text: the words that are compared, with one space behind each, and nothing else.
//
//   text    T h e   “ S l y ” ,   n a ï v e …
//   folded  t h e _ s l y _ n a i v e _              UTF-8
//
// 16 bytes at a time, as long as they are ASCII or general punctuation (quotes, dashes, ellipses: U+2000 to U+205F less what folding
// drops): letters are made small, all else becomes a space, and the bytes that stay, letters and the first space of a run, are
// pushed together by a table of 256 rows for each half. There is no branch on what the bytes are: pushing together costs less than
// asking whether there is something to push. Any other character sends the run that is under way, whose letters have all been copied
// one to one, through `foldStretch`.

import { joinLines } from "./lines";
import { SPAN_BYTES } from "./lookalikes";
import { foldStretch, isCut, stretchWords, WORD_BYTES_MAX } from "./stretch";
import { setConsumed } from "./consumed";

/** From so many non-ASCII bytes in 16 on, SIMD is not tried again for a while: what it costs to try should be small. */
// @ts-ignore: decorator
@inline
const HEAVY_BYTES: u32 = 6;
// @ts-ignore: decorator
@inline
const STRETCH_BYTES: usize = 256;

// Row of a mask: the places of its set bits, in order. Filled at the first call.
const PUSHED: usize = memory.data(8 * 256, 16);
let isFilled: bool = false;

const BIT_5: usize = memory.data<u64>([0x2020202020202020, 0x2020202020202020], 16);
const FROM_A: usize = memory.data<u64>([0x1f1f1f1f1f1f1f1f, 0x1f1f1f1f1f1f1f1f], 16); // -128 - "a"
const TO_Z: usize = memory.data<u64>([0x9a9a9a9a9a9a9a9a, 0x9a9a9a9a9a9a9a9a], 16); // -128 + 26
const FROM_0: usize = memory.data<u64>([0x5050505050505050, 0x5050505050505050], 16); // -128 - "0"
const TO_9: usize = memory.data<u64>([0x8a8a8a8a8a8a8a8a, 0x8a8a8a8a8a8a8a8a], 16); // -128 + 10
const UPPER_HALF: usize = memory.data<u64>([0x0808080808080808, 0x0808080808080808], 16);

/**
 * Folds one chunk and returns the bytes written; `consumedBytes` says how much of it need not come again.
 *
 * @param textPtr   `lengthBytes` bytes of UTF-8, 2 readable ones before them that continue nothing and 80 behind; gaps at line ends are
 *                  written over
 * @param isLast    whether the text ends here
 * @param outPtr    room for 14 bytes a byte of text and 32 more, a space before it
 * @param foldedPtr, spansPtr room as `foldStretch` asks
 */
export function fold(textPtr: usize, lengthBytes: u32, isLast: bool, outPtr: usize, foldedPtr: usize, spansPtr: usize): u32 {
  if (!isFilled) fillPushed();
  const bit5 = v128.load(BIT_5);
  const fromA = v128.load(FROM_A);
  const toZ = v128.load(TO_Z);
  const from0 = v128.load(FROM_0);
  const to9 = v128.load(TO_9);
  const upperHalf = v128.load(UPPER_HALF);
  const end = joinLines(textPtr, textPtr + lengthBytes, isLast);
  let at = textPtr;
  let out = outPtr;
  let spaced: u32 = 1; // whether the last byte written is a space
  let spaceAt = at; // behind which no run is longer than may be
  while (at < end) {
    const bytes = v128.load(at);
    const isWhole = at + 18 <= end;
    const others = <u32>i8x16.bitmask(bytes);
    if (!isWhole || (others != 0 && (others & ~punctuation(at, bytes)) != 0) || at - spaceAt > WORD_BYTES_MAX) {
      const run = lengthOfRun(outPtr, out);
      const until = !isWhole ? end : at + (<u32>popcnt(others) < HEAVY_BYTES ? 16 : STRETCH_BYTES);
      at = foldStretch(at - run, until, end, isLast, foldedPtr, spansPtr);
      out = putWords(out - run, foldedPtr, spansPtr);
      if (isCut) break;
      spaced = 1;
      spaceAt = at;
      continue;
    }
    const lower = v128.or(bytes, bit5);
    const isLetter = i8x16.lt_s(i8x16.add(lower, fromA), toZ);
    const isDigit = i8x16.lt_s(i8x16.add(bytes, from0), to9);
    const stays = v128.or(isLetter, isDigit);
    const spaces = <u32>i8x16.bitmask(stays) ^ 0xffff;
    // A space stays where none stands before it.
    const kept = ~(spaces & ((spaces << 1) | spaced));
    const folded = v128.bitselect(lower, bit5, stays);
    const low = kept & 0xff;
    const high = (kept >> 8) & 0xff;
    v128.store(out, i8x16.swizzle(folded, v128.load64_zero(PUSHED + (low << 3))));
    out += <usize>popcnt(low);
    v128.store(out, i8x16.swizzle(folded, i8x16.add(v128.load64_zero(PUSHED + (high << 3)), upperHalf)));
    out += <usize>popcnt(high);
    spaced = spaces >> 15;
    spaceAt = spaces != 0 ? at : spaceAt;
    at += 16;
  }
  setConsumed(at - textPtr);
  return <u32>(out - outPtr);
}

/** Bytes behind the last space written. */
function lengthOfRun(outPtr: usize, out: usize): usize {
  let at = out;
  while (at > outPtr && load<u8>(at - 1) != 0x20) at--;
  return out - at;
}

/** Writes the words of the last stretch and returns where the next byte goes. */
function putWords(out: usize, foldedPtr: usize, spansPtr: usize): usize {
  let start: usize = 0;
  for (let span = spansPtr, last = spansPtr + <usize>stretchWords * SPAN_BYTES; span < last; span += SPAN_BYTES) {
    const stop = <usize>load<u32>(span, 8);
    for (let at: usize = 0; at < stop - start; at += 16) v128.store(out + at, v128.load(foldedPtr + start + at));
    out += stop - start;
    store<u8>(out, 0x20);
    out += 1;
    start = stop;
  }
  return out;
}

// Bytes that `separates` compares with, 16 of each.
const E2: usize = memory.data<u64>([0xe2e2e2e2e2e2e2e2, 0xe2e2e2e2e2e2e2e2], 16);
const X80: usize = memory.data<u64>([0x8080808080808080, 0x8080808080808080], 16);
const X81: usize = memory.data<u64>([0x8181818181818181, 0x8181818181818181], 16);
const X8A: usize = memory.data<u64>([0x8a8a8a8a8a8a8a8a, 0x8a8a8a8a8a8a8a8a], 16);
const X90: usize = memory.data<u64>([0x9090909090909090, 0x9090909090909090], 16);
const X9F: usize = memory.data<u64>([0x9f9f9f9f9f9f9f9f, 0x9f9f9f9f9f9f9f9f], 16);
const XA9: usize = memory.data<u64>([0xa9a9a9a9a9a9a9a9, 0xa9a9a9a9a9a9a9a9], 16);
const XAF: usize = memory.data<u64>([0xafafafafafafafaf, 0xafafafafafafafaf], 16);
const XBF: usize = memory.data<u64>([0xbfbfbfbfbfbfbfbf, 0xbfbfbfbfbfbfbfbf], 16);

/** Bits of the bytes of general punctuation that separates; `bytes` stand at `at`. */
function punctuation(at: usize, bytes: v128): u32 {
  const before1 = v128.load(at - 1);
  const before2 = v128.load(at - 2);
  const after1 = v128.load(at, 1);
  const after2 = v128.load(at, 2);
  const asLast = separates(before2, before1, bytes);
  const asSecond = separates(before1, bytes, after1);
  const asFirst = separates(bytes, after1, after2);
  return <u32>i8x16.bitmask(v128.or(asFirst, v128.or(asSecond, asLast)));
}

/** Lanes of three bytes that are a separator: e2 80 80-8a, e2 80 90-a9, e2 80 af-bf, e2 81 80-9f. */
// @ts-ignore: decorator
@inline
function separates(first: v128, second: v128, third: v128): v128 {
  const in80 = v128.or(within(third, X80, X8A), v128.or(within(third, X90, XA9), within(third, XAF, XBF)));
  const is80 = v128.and(i8x16.eq(second, v128.load(X80)), in80);
  const is81 = v128.and(i8x16.eq(second, v128.load(X81)), within(third, X80, X9F));
  return v128.and(i8x16.eq(first, v128.load(E2)), v128.or(is80, is81));
}

/** Lanes from one byte to another: what is no smaller than the first and no larger than the last is what both limits leave alone. */
// @ts-ignore: decorator
@inline
function within(bytes: v128, firstPtr: usize, lastPtr: usize): v128 {
  return i8x16.eq(bytes, i8x16.max_u(i8x16.min_u(bytes, v128.load(lastPtr)), v128.load(firstPtr)));
}

function fillPushed(): void {
  for (let mask: usize = 0; mask < 256; mask++) {
    let ptr = PUSHED + (mask << 3);
    store<u64>(ptr, 0x8080808080808080);
    for (let bit: u32 = 0; bit < 8; bit++) {
      if (((<u32>mask >> bit) & 1) != 0) store<u8>(ptr++, bit);
    }
  }
  isFilled = true;
}
