/** The kernels of `assembly/text/` as typed calls. */

import type { Arena, Caller, KernelCall } from "../memory.ts";
import { bytesMaxOf, CHUNK_BYTES, fillOnce, readChunks, takeChunk } from "./chunks.ts";
import { shippedRuns } from "./foldTable.ts";
import { GrowingWords } from "./growing.ts";
import type { Hashes, TextKernels, Words } from "./kernels.ts";
import { type SelectExports, select } from "./select.ts";

/** Exports of the module; `assembly/text/` documents each. */
export interface TextExports extends SelectExports {
  readWords(
    text: number,
    lengthBytes: number,
    isLast: number,
    offsetBytes: number,
    bounds: number,
    low: number,
    high: number,
    folded: number,
    spans: number,
  ): number;
  hashShingles(low: number, high: number, count: number, shingleWords: number, outLow: number, outHigh: number): number;
  winnow(hashes: number, count: number, window: number, positions: number): number;
  identify(state: number, low: number, high: number, count: number): void;
  finishIdentity(state: number, count: number): void;
  expandFoldTable(runs: number, stage1: number, stage2Length: number, poolLength: number): void;
}

/** Words that one call of a kernel gets, so that its memory does not grow with the text: 256 kB of each array. */
export const PART_WORDS = 65_536;

/** Expands the fold table once, into memory that is never freed. */
export function installFoldTable(exports: TextExports, below: Arena): void {
  const { runs, tableBytes, stage2Length, poolLength } = shippedRuns();
  const tablePtr = below.take(tableBytes);
  const runsPtr = below.put(runs);
  exports.expandFoldTable(runsPtr, tablePtr, stage2Length, poolLength);
  below.giveBack(runsPtr);
}

export function textKernels(machine: Caller<TextExports>): TextKernels {
  return {
    readWords: (text) => readWords(machine.begin(), text),
    hashWords: (text) => hashWords(machine.begin(), text),
    encodeUtf8: (text, room) => encodeUtf8(machine.begin(), text, room),
    identity: (words) => identity(machine.begin(), words),
    hashShingles: (words, shingleWords) => hashShingles(machine.begin(), words, shingleWords),
    winnow: (hashes, windows) => winnow(machine.begin(), hashes, windows),
    select: (texts, shingleWords, window) => select(machine.begin(), texts, shingleWords, window),
  };
}

function readWords(call: KernelCall<TextExports>, text: Uint8Array): Words {
  const bounds = new GrowingWords(2 * wordsExpected(text));
  const hashes = eachWords(call, text, (more) => bounds.append(more));
  return { hashes, bounds: bounds.taken() };
}

const hashWords = (call: KernelCall<TextExports>, text: string): Hashes => eachWords(call, text, () => {});

function encodeUtf8(call: KernelCall<TextExports>, text: string, room: Uint8Array): number {
  const chunk = takeChunk(call.arena, bytesMaxOf(text), true);
  let written = 0;
  readChunks(call, chunk, text, (lengthBytes) => {
    room.set(call.arena.bytes(chunk.ptr, lengthBytes), written);
    written += lengthBytes;
    return lengthBytes;
  });
  return written;
}

/** Words for which there is room at first. */
const wordsExpected = ({ length }: string | Uint8Array): number => (length >> 2) + 16;

/** Room for the words of a chunk, and for what folding needs meanwhile. */
function takeRoom(arena: Arena, text: string | Uint8Array) {
  const chunk = takeChunk(arena, bytesMaxOf(text), typeof text === "string");
  const boundsPtr = arena.take(16 * chunk.capacityBytes);
  const lowPtr = arena.take(8 * chunk.capacityBytes);
  const highPtr = arena.take(8 * chunk.capacityBytes);
  const foldedPtr = arena.take(24 * chunk.capacityBytes + 48);
  const spansPtr = arena.take(24 * chunk.capacityBytes + 12);
  return { chunk, boundsPtr, lowPtr, highPtr, foldedPtr, spansPtr };
}

/** Folds a text, and tells of the words of each chunk. */
function eachChunk(
  { exports, arena }: KernelCall<TextExports>,
  text: string | Uint8Array,
  { chunk, boundsPtr, lowPtr, highPtr, foldedPtr, spansPtr }: ReturnType<typeof takeRoom>,
  take: (words: number) => void,
): void {
  readChunks({ exports, arena }, chunk, text, (lengthBytes, isLast, offsetBytes) => {
    const words = exports.readWords(
      ...([chunk.ptr, lengthBytes, Number(isLast), offsetBytes] as const),
      ...([boundsPtr, lowPtr, highPtr, foldedPtr, spansPtr] as const),
    );
    take(words);
    return exports.consumedBytes();
  });
}

/** Folds a text, and passes on the bounds of its words part by part. @returns their hashes */
function eachWords(
  call: KernelCall<TextExports>,
  text: string | Uint8Array,
  takeBounds: (bounds: Uint32Array) => void,
): Hashes {
  const { arena } = call;
  const room = takeRoom(arena, text);
  const capacity = wordsExpected(text);
  const [low, high] = [new GrowingWords(capacity), new GrowingWords(capacity)];
  eachChunk(call, text, room, (words) => {
    takeBounds(arena.words(room.boundsPtr, 2 * words));
    low.append(arena.words(room.lowPtr, words));
    high.append(arena.words(room.highPtr, words));
  });
  return { low: low.taken(), high: high.taken() };
}

/** Whether a text is read in one chunk, so that its words can stay where they are. */
export const fitsOneChunk = (text: Uint8Array): boolean => text.length <= CHUNK_BYTES;

/** Reads the words of a text that fits one chunk, and leaves them in the memory of the call. */
export function readInPlace({ exports, arena }: KernelCall<TextExports>, text: Uint8Array) {
  const { chunk, boundsPtr, lowPtr, highPtr, foldedPtr, spansPtr } = takeRoom(arena, text);
  fillOnce(arena, chunk, text);
  const words = exports.readWords(chunk.ptr, text.length, 1, 0, boundsPtr, lowPtr, highPtr, foldedPtr, spansPtr);
  arena.giveBack(foldedPtr);
  return { words, boundsPtr, lowPtr, highPtr };
}

/** The words of a text, part by part. */
function* parts(arena: Arena, { low, high }: Hashes, overlapWords: number) {
  const roomBytes = 4 * Math.min(low.length, PART_WORDS + overlapWords);
  const [lowPtr, highPtr] = [arena.take(roomBytes), arena.take(roomBytes)];
  for (let from = 0; from < low.length - overlapWords; from += PART_WORDS) {
    const to = Math.min(low.length, from + PART_WORDS + overlapWords);
    arena.words(lowPtr, to - from).set(low.subarray(from, to));
    arena.words(highPtr, to - from).set(high.subarray(from, to));
    yield { lowPtr, highPtr, from, count: to - from };
  }
}

function identity({ exports, arena }: KernelCall<TextExports>, words: Hashes): Uint32Array {
  const statePtr = arena.take(16);
  arena.words(statePtr, 4).fill(0);
  for (const { lowPtr, highPtr, count } of parts(arena, words, 0)) exports.identify(statePtr, lowPtr, highPtr, count);
  exports.finishIdentity(statePtr, words.low.length);
  return arena.words(statePtr, 4).slice();
}

function hashShingles({ exports, arena }: KernelCall<TextExports>, words: Hashes, shingleWords: number): Hashes {
  const shingles = Math.max(0, words.low.length - shingleWords + 1);
  const hashes = { low: new Uint32Array(shingles), high: new Uint32Array(shingles) };
  const roomBytes = 4 * Math.min(shingles, PART_WORDS);
  const [outLowPtr, outHighPtr] = [arena.take(roomBytes), arena.take(roomBytes)];
  for (const { lowPtr, highPtr, from, count } of parts(arena, words, shingleWords - 1)) {
    const made = exports.hashShingles(lowPtr, highPtr, count, shingleWords, outLowPtr, outHighPtr);
    hashes.low.set(arena.words(outLowPtr, made), from);
    hashes.high.set(arena.words(outHighPtr, made), from);
  }
  return hashes;
}

function winnow(
  { exports, arena }: KernelCall<TextExports>,
  hashes: Uint32Array,
  windows: readonly number[],
): Uint32Array[] {
  const width = Math.max(1, Math.min(hashes.length, Math.max(...windows)));
  const roomBytes = 4 * Math.min(hashes.length, PART_WORDS + width - 1);
  const [hashesPtr, positionsPtr] = [arena.take(roomBytes), arena.take(roomBytes)];
  const kept = windows.map((window) => new GrowingWords(Math.ceil((3 * hashes.length) / (window + 1)) + 1));
  for (let from = 0; from < hashes.length - width + 1; from += PART_WORDS) {
    const isLast = from + PART_WORDS >= hashes.length - width + 1;
    windows.forEach((window, i) => {
      // The windows that begin in this part; the last part has those that the widest window leaves over.
      const to = isLast ? hashes.length : from + PART_WORDS + window - 1;
      arena.words(hashesPtr, to - from).set(hashes.subarray(from, to));
      const count = exports.winnow(hashesPtr, to - from, window, positionsPtr);
      const positions = arena.words(positionsPtr, count);
      if (from > 0) for (let i = 0; i < count; i++) positions[i]! += from;
      // What the last window of the part before has kept is not written again.
      kept[i]!.append(positions[0] === kept[i]!.last ? positions.subarray(1) : positions);
    });
  }
  return kept.map((positions) => positions.taken());
}
