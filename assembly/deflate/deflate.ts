// Text → a raw DEFLATE stream (RFC 1951): the blocks of text of a corpus, in the same bytes in every runtime.
//
//   text ─▶ symbols of up to 16,384 literals and matches ─▶ codes of their own, or the fixed ones, whatever is shorter
//
// A stream that is not shorter than its text is given up, so no block is stored as it is.

import { codesOf, lengthsOf, SYMBOLS } from "./codes";
import {
  DISTANCES,
  distanceExtraBits,
  distanceSymbol,
  END,
  LENGTHS,
  LITERALS,
  lengthBase,
  lengthExtraBits,
  lengthSymbol,
  MATCH_MAX,
  ORDER,
} from "./form";
import { beginMatches, DISTANCE_COUNTS, findMatches, LITERAL_COUNTS, symbolCount, symbols } from "./matches";

/** Codes of literals, the end and lengths of matches, and of distances. */
const CODE_LENGTHS: usize = memory.data(SYMBOLS, 16);
const DISTANCE_LENGTHS: usize = memory.data(DISTANCES, 16);
const LITERAL_CODES: usize = memory.data(SYMBOLS * 2, 16);
const DISTANCE_CODES: usize = memory.data(DISTANCES * 2, 16);
const JOINED: usize = memory.data(256 * 4, 16);
const JOINED_LENGTHS: usize = memory.data((MATCH_MAX + 1) * 4, 16);
const JOINED_DISTANCES: usize = memory.data(DISTANCES * 4, 16);
/** Lengths as runs, each a symbol | its further bits << 8, with the counts and codes of their symbols. */
const RUNS: usize = memory.data((LITERALS + DISTANCES) * 2, 16);
const RUN_COUNTS: usize = memory.data(LENGTHS * 4, 16);
const RUN_LENGTHS: usize = memory.data(LENGTHS, 16);
const RUN_CODES: usize = memory.data(LENGTHS * 2, 16);
let runs: u32 = 0;

/** Bits that are not written yet, and where they go. */
let buffer: u64 = 0;
let buffered: u32 = 0;
let to: usize = 0;

/**
 * Deflates a text.
 *
 * @param text      `textBytes` bytes, with 16 readable bytes behind them
 * @param out       room for as many, and 8 more
 * @param room      163,840 bytes, and 4 for each of 16,642 symbols
 * @returns bytes of the stream; 0 if it is not shorter than the text
 */
export function deflate(text: usize, textBytes: u32, out: usize, room: usize): u32 {
  beginMatches(text, room);
  buffer = 0;
  buffered = 0;
  to = out;
  const end = text + textBytes;
  let at = text;
  do {
    at = findMatches(at, end, room);
    if (!block(at == end, out + textBytes)) return 0;
  } while (at < end);
  const bytes = <u32>(to - out) + ((buffered + 7) >> 3);
  store<u64>(to, buffer);
  return bytes < textBytes ? bytes : 0;
}

/** Writes the symbols as one block; not, if it would reach `end`. */
function block(isLast: bool, end: usize): bool {
  store<u32>(LITERAL_COUNTS + (END << 2), 1);
  const fixed = fixedBits();
  lengthsOf(LITERAL_COUNTS, LITERALS, 15, CODE_LENGTHS);
  lengthsOf(DISTANCE_COUNTS, DISTANCES, 15, DISTANCE_LENGTHS);
  let literals = LITERALS;
  while (load<u8>(CODE_LENGTHS + literals - 1) == 0) literals--;
  let distances = DISTANCES;
  while (load<u8>(DISTANCE_LENGTHS + distances - 1) == 0) distances--;
  const own = bodyBits() + headBits(literals, distances);
  const isFixed = fixed <= own;
  if (to + ((buffered + 3 + (isFixed ? fixed : own) + 7) >> 3) >= end) return false;
  put((isFixed ? 2 : 4) | <u32>isLast, 3);
  if (isFixed) useFixed();
  else putHead(literals, distances);
  codesOf(CODE_LENGTHS, isFixed ? SYMBOLS : LITERALS, LITERAL_CODES);
  codesOf(DISTANCE_LENGTHS, DISTANCES, DISTANCE_CODES);
  putSymbols();
  return true;
}

/** Bits of the symbols by the codes of `useFixed`. */
function fixedBits(): u32 {
  useFixed();
  return bodyBits();
}

/** The fixed codes (3.2.6). */
function useFixed(): void {
  memory.fill(CODE_LENGTHS, 8, SYMBOLS);
  memory.fill(CODE_LENGTHS + 144, 9, 112);
  memory.fill(CODE_LENGTHS + 256, 7, 24);
  memory.fill(DISTANCE_LENGTHS, 5, DISTANCES);
}

/** Bits of the symbols by their codes, with those that follow lengths and distances. */
function bodyBits(): u32 {
  let bits: u32 = 0;
  for (let symbol: u32 = 0; symbol < LITERALS; symbol++) {
    const extra = symbol > END ? lengthExtraBits(symbol - 257) : 0;
    bits += load<u32>(LITERAL_COUNTS + (symbol << 2)) * (<u32>load<u8>(CODE_LENGTHS + symbol) + extra);
  }
  for (let symbol: u32 = 0; symbol < DISTANCES; symbol++)
    bits +=
      load<u32>(DISTANCE_COUNTS + (symbol << 2)) *
      (<u32>load<u8>(DISTANCE_LENGTHS + symbol) + distanceExtraBits(symbol));
  return bits;
}

/** Bits that state the codes: their lengths as runs, by a code of its own (3.2.7). */
function headBits(literals: u32, distances: u32): u32 {
  memory.fill(RUN_COUNTS, 0, LENGTHS * 4);
  runs = 0;
  addRuns(CODE_LENGTHS, literals);
  addRuns(DISTANCE_LENGTHS, distances);
  lengthsOf(RUN_COUNTS, LENGTHS, 7, RUN_LENGTHS);
  let bits: u32 = 14 + 3 * statedLengths();
  for (let symbol: u32 = 0; symbol < LENGTHS; symbol++)
    bits += load<u32>(RUN_COUNTS + (symbol << 2)) * (<u32>load<u8>(RUN_LENGTHS + symbol) + runExtraBits(symbol));
  return bits;
}

/** Lengths of the codes of runs that are stated: those at the end that are 0 are not. */
function statedLengths(): u32 {
  let stated = LENGTHS;
  while (load<u8>(RUN_LENGTHS + load<u8>(ORDER + stated - 1)) == 0) stated--;
  return stated;
}

// @ts-ignore: decorator
@inline
function runExtraBits(symbol: u32): u32 {
  return symbol < 16 ? 0 : symbol == 18 ? 7 : symbol - 14;
}

function addRuns(lengths: usize, count: u32): void {
  for (let at: u32 = 0; at < count; ) {
    const length = <u32>load<u8>(lengths + at);
    let same: u32 = 1;
    while (at + same < count && load<u8>(lengths + at + same) == length) same++;
    at += same;
    if (length > 0) {
      addRun(length, 0);
      same--;
    }
    while (same >= 3) {
      const part = min(same, <u32>(length > 0 ? 6 : 138));
      if (length > 0) addRun(16, part - 3);
      else if (part < 11) addRun(17, part - 3);
      else addRun(18, part - 11);
      same -= part;
    }
    for (; same > 0; same--) addRun(length, 0);
  }
}

function addRun(symbol: u32, extra: u32): void {
  store<u16>(RUNS + (runs++ << 1), <u16>(symbol | (extra << 8)));
  store<u32>(RUN_COUNTS + (symbol << 2), load<u32>(RUN_COUNTS + (symbol << 2)) + 1);
}

function putHead(literals: u32, distances: u32): void {
  const stated = statedLengths();
  put(literals - 257, 5);
  put(distances - 1, 5);
  put(stated - 4, 4);
  for (let i: u32 = 0; i < stated; i++) put(load<u8>(RUN_LENGTHS + load<u8>(ORDER + i)), 3);
  codesOf(RUN_LENGTHS, LENGTHS, RUN_CODES);
  for (let i: u32 = 0; i < runs; i++) {
    const run = <u32>load<u16>(RUNS + (i << 1));
    const symbol = run & 255;
    put(load<u16>(RUN_CODES + (symbol << 1)), load<u8>(RUN_LENGTHS + symbol));
    put(run >> 8, runExtraBits(symbol));
  }
}

/** Writes so many bits, at most 32. */
function put(bits: u32, count: u32): void {
  buffer |= (<u64>bits) << buffered;
  buffered += count;
  store<u64>(to, buffer);
  to += buffered >> 3;
  buffer >>= buffered & ~7;
  buffered &= 7;
}

/** Codes of bytes, of lengths with the bits that follow, and of distances: each with how many bits there are << 24. */
function joinCodes(): void {
  for (let byte: u32 = 0; byte < 256; byte++) store<u32>(JOINED + (byte << 2), codeOf(byte));
  for (let length: u32 = 4; length <= MATCH_MAX; length++) {
    const symbol = lengthSymbol(length);
    const code = codeOf(257 + symbol);
    const extra = (length - lengthBase(symbol)) << (code >> 24);
    store<u32>(JOINED_LENGTHS + (length << 2), (code | extra) + (lengthExtraBits(symbol) << 24));
  }
  for (let symbol: u32 = 0; symbol < DISTANCES; symbol++) {
    const code = <u32>load<u16>(DISTANCE_CODES + (symbol << 1));
    store<u32>(JOINED_DISTANCES + (symbol << 2), code | (<u32>load<u8>(DISTANCE_LENGTHS + symbol) << 24));
  }
}

// @ts-ignore: decorator
@inline
function codeOf(symbol: u32): u32 {
  return <u32>load<u16>(LITERAL_CODES + (symbol << 1)) | (<u32>load<u8>(CODE_LENGTHS + symbol) << 24);
}

function putSymbols(): void {
  joinCodes();
  let bits = buffer;
  let count = <u64>buffered;
  let at = to;
  for (let i = symbols, end = symbols + (<usize>symbolCount << 2); i < end; i += 4) {
    const symbol = load<u32>(i);
    if (symbol < 256) {
      const code = load<u32>(JOINED + (symbol << 2));
      bits |= <u64>(code & 0xffffff) << count;
      count += code >> 24;
    } else {
      const ofLength = load<u32>(JOINED_LENGTHS + ((symbol >> 16) << 2));
      bits |= <u64>(ofLength & 0xffffff) << count;
      count += ofLength >> 24;
      const over = (symbol & 0xffff) - 1;
      const ofDistance = distanceSymbol(over + 1);
      const code = load<u32>(JOINED_DISTANCES + (ofDistance << 2));
      bits |= <u64>(code & 0xffffff) << count;
      count += code >> 24;
      const extra = distanceExtraBits(ofDistance);
      bits |= <u64>(over & ((1 << extra) - 1)) << count;
      count += extra;
    }
    store<u64>(at, bits);
    at += <usize>(count >> 3);
    bits >>= count & 56;
    count &= 7;
  }
  buffer = bits;
  buffered = <u32>count;
  to = at;
  put(load<u16>(LITERAL_CODES + (END << 1)), load<u8>(CODE_LENGTHS + END));
}
