// UTF-16, as strings of JavaScript are, to UTF-8: what a runtime's own encoder does, several times as fast where
// letters beyond ASCII stand.
//
//   16 units, all ASCII     16 bytes, packed at once
//    8 units below U+0800   two bytes of each, of which a table of 256 masks drops one where the unit is ASCII
//    8 other units          each as four bytes, over which the next one is written; surrogates by hand
//
// A lone surrogate becomes U+FFFD, as the Encoding Standard says. The table of masks is an idea of simdutf (D. Lemire
// and W. Muła, "Transcoding billions of Unicode characters per second with SIMD instructions", 2022).

import { setConsumed } from "./consumed";
import { encode } from "./utf8";

// @ts-ignore: decorator
@inline
const REPLACEMENT: u32 = 0xfffd;

/** For each set of ASCII units among eight, which of their 16 bytes are kept. Made at the first call. */
const KEPT_BYTES: usize = memory.data(4096, 16);
let isTableMade: bool = false;

function makeTable(): void {
  for (let mask: u32 = 0; mask < 256; mask++) {
    let to = KEPT_BYTES + (<usize>mask << 4);
    for (let unit: u32 = 0; unit < 8; unit++) {
      store<u8>(to++, 2 * unit);
      if (((mask >> unit) & 1) == 0) store<u8>(to++, 2 * unit + 1);
    }
  }
  isTableMade = true;
}

/** Most bytes of 16 units, or of nine of which the last two are a pair, and of what is written behind them. */
// @ts-ignore: decorator
@inline
const STEP_BYTES: usize = 48;

/**
 * Writes units as UTF-8 while there is room, and returns the number of bytes; `consumedBytes` tells of how many bytes
 * of units. All of them have room where it has 3 bytes a unit.
 *
 * @param unitsPtr `count` units of 2 bytes; a pair of surrogates is not divided behind them
 * @param outPtr   `roomBytes` bytes and 16 more
 */
export function encodeUtf16(unitsPtr: usize, count: u32, outPtr: usize, roomBytes: u32): u32 {
  const end = unitsPtr + (<usize>count << 1);
  const outEnd = outPtr + roomBytes;
  const beyondAscii = i16x8.splat(<i16>0xff80);
  const beyondTwo = i16x8.splat(<i16>0xf800);
  let out = outPtr;
  let at = unitsPtr;
  if (!isTableMade) makeTable();
  while (at + 32 <= end && out + STEP_BYTES <= outEnd) {
    const first = v128.load(at);
    const second = v128.load(at, 16);
    if (!v128.any_true(v128.and(v128.or(first, second), beyondAscii))) {
      v128.store(out, i8x16.narrow_i16x8_u(first, second));
      const more = asciiUnits(at + 32, min<usize>(end, at + ((outEnd - out) << 1)), out + 16);
      out += 16 + (more >> 1);
      at += 32 + more;
    } else if (!v128.any_true(v128.and(first, beyondTwo))) {
      const isAscii = i16x8.eq(v128.and(first, beyondAscii), i16x8.splat(0));
      const lead = v128.or(i16x8.shr_u(first, 6), i16x8.splat(<i16>0x80c0));
      const two = v128.or(lead, i16x8.shl(v128.and(first, i16x8.splat(0x3f)), 8));
      const mask = <usize>i16x8.bitmask(isAscii);
      v128.store(out, i8x16.swizzle(v128.bitselect(first, two, isAscii), v128.load(KEPT_BYTES + (mask << 4))));
      out += 16 - <usize>popcnt<u32>(<u32>mask);
      at += 16;
    } else {
      const to = at + 16;
      out = encodeBlock(at, to, end, out);
      // The second half of a pair may stand behind the block.
      at = to + (endsInPair(to, end) ? 2 : 0);
    }
  }
  if (out + ((end - at) >> 1) * 3 <= outEnd) {
    out = encodeBlock(at, end, end, out);
    at = end;
  }
  setConsumed(at - unitsPtr);
  return <u32>(out - outPtr);
}

/** Packs units while 32 of them are ASCII; returns how many bytes they had. */
function asciiUnits(from: usize, end: usize, out: usize): usize {
  const beyondAscii = i16x8.splat(<i16>0xff80);
  let at = from;
  for (; at + 64 <= end; at += 64, out += 32) {
    const first = v128.load(at);
    const second = v128.load(at, 16);
    const third = v128.load(at, 32);
    const fourth = v128.load(at, 48);
    const all = v128.or(v128.or(first, second), v128.or(third, fourth));
    if (v128.any_true(v128.and(all, beyondAscii))) break;
    v128.store(out, i8x16.narrow_i16x8_u(first, second));
    v128.store(out, i8x16.narrow_i16x8_u(third, fourth), 16);
  }
  return at - from;
}

// @ts-ignore: decorator
@inline
function isHigh(unit: u32): bool {
  return (unit & 0xfc00) == 0xd800;
}

// @ts-ignore: decorator
@inline
function isLow(unit: u32): bool {
  return (unit & 0xfc00) == 0xdc00;
}

/** Whether a pair of surrogates goes on behind `at`. */
// @ts-ignore: decorator
@inline
function endsInPair(at: usize, end: usize): bool {
  return at < end && isHigh(load<u16>(at - 2)) && isLow(load<u16>(at));
}

/** Writes the units up to `to`; the last one may be the first half of a pair, which ends behind it. */
function encodeBlock(at: usize, to: usize, end: usize, out: usize): usize {
  while (at < to) {
    const unit = <u32>load<u16>(at);
    if ((unit & 0xf800) == 0xd800) {
      const isPair = isHigh(unit) && at + 2 < end && isLow(load<u16>(at, 2));
      const codePoint = isPair ? 0x10000 + ((unit & 0x3ff) << 10) + (<u32>load<u16>(at, 2) & 0x3ff) : REPLACEMENT;
      out = encode(out, codePoint);
      at += isPair ? 4 : 2;
      continue;
    }
    const low = 0x80 | (unit & 0x3f);
    const two = 0xc0 | (unit >> 6) | (low << 8);
    const three = 0xe0 | (unit >> 12) | ((0x80 | ((unit >> 6) & 0x3f)) << 8) | (low << 16);
    const longer = unit < 0x800 ? two : three;
    store<u32>(out, unit < 0x80 ? unit : longer);
    out += 1 + usize(unit >= 0x80) + usize(unit >= 0x800);
    at += 2;
  }
  return out;
}
