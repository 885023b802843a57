/** The kernels of `assembly/passages/` as typed calls. */
import type { Arena, CallBeside, Caller } from "../memory.ts";
import type { Hashes } from "../text/kernels.ts";
import { fitsOneChunk, readInPlace, type TextExports } from "../text/wasm.ts";
import { anchorsOf } from "./anchors.reference.ts";
import type {
  AlignedPassage,
  AlignedPassages,
  Anchor,
  Anchors,
  IndexedWords,
  PassageKernels,
  SearchedText,
  ShingledWords,
} from "./kernels.ts";
import { findPassages as findPassagesByReference } from "./reference.ts";
import { log2Units, UNITS_PER_BIT } from "./scoring.ts";
import { searchTextBy, type TextReader } from "./searchText.ts";

/** The indexed text and the other one, by numbers and addresses. */
type TextNumbers = readonly [
  ...[frame: number, words: number, low: number, high: number],
  ...[shingles: number, shinglesLow: number, shinglesHigh: number, shingleWords: number],
];

/** Exports of the module; `assembly/passages/passages.ts` documents each. */
export interface PassageExports extends TextExports {
  findAnchors(...parameters: [...TextNumbers, allowance: number, room: number]): number;
  findPassages(
    ...parameters: [...TextNumbers, margin: number, allowance: number, placeUnits: number, room: number]
  ): number;
  anchorsUsed(): number;
  passageFlags(): number;
}

/** A call beside the frame of an indexed text. */
type PassageCall = CallBeside<PassageExports>;

/** Indexed texts of so many words are written where they are searched: 14 MB at most. */
const KEPT_INDEX_WORDS_MAX = 2 ** 18;
/**
 * Longer ones, up to so many words and 220 MB, are written once texts of a share of their words were compared with
 * them: what is written for two that are searched in turn then takes no longer than what was compared.
 */
const LONG_INDEX_WORDS_MAX = 2 ** 22;
const WRITTEN_FROM_SHARE = 1 / 8;
/** Of a text whose words are not counted yet, about. */
const BYTES_PER_WORD = 6;
/** Most words of the other text, for which up to 1 GB is needed where it repeats itself. */
const OTHER_WORDS_MAX = 2 ** 22;

export function passageKernels(machine: Caller<PassageExports>, reader: TextReader): PassageKernels {
  /** Words that were compared with the last long text before it was written. */
  let compared = { with: 0, words: 0 };

  function isWritten(a: IndexedWords, words: number): boolean {
    const { lengthWords } = a.shingled.text;
    if (lengthWords <= KEPT_INDEX_WORDS_MAX || machine.keeps(a)) return true;
    if (lengthWords > LONG_INDEX_WORDS_MAX) return false;
    const owner = machine.numberOf(a);
    compared = { with: owner, words: words + (compared.with === owner ? compared.words : 0) };
    if (compared.words < WRITTEN_FROM_SHARE * lengthWords) return false;
    // One that gives way to another has to earn its place anew.
    compared = { with: owner, words: 0 };
    return true;
  }

  /** Other texts, and those for which a host has not the memory, are searched by the reference implementation. */
  function beside<Result>(a: IndexedWords, words: number, use: (call: PassageCall) => Result, otherwise: () => Result) {
    if (words > OTHER_WORDS_MAX || !isWritten(a, words)) return otherwise();
    try {
      return machine.beside(a, (arena) => layIndex(arena, a), use);
    } catch (error) {
      if (!isLackOfMemory(error)) throw error;
      return otherwise();
    }
  }
  const findPassages: PassageKernels["findPassages"] = (a, b, marginWords, anchorsMax) =>
    beside(
      a,
      b.text.lengthWords,
      (call) => passagesIn(call, a, putText(call, b), marginWords, anchorsMax),
      () => findPassagesByReference(a, b, marginWords, anchorsMax),
    );
  const searchText = searchTextBy(reader, findPassages);
  return {
    findPassages,
    findAnchors: (a, b, anchorsMax) =>
      beside(
        a,
        b.text.lengthWords,
        (call) => anchorsIn(call, b, anchorsMax),
        () => anchorsOf(a, b, anchorsMax),
      ),
    searchText(a, bytes, marginWords, anchorsMax) {
      const inSteps = () => searchText(a, bytes, marginWords, anchorsMax);
      if (!fitsOneChunk(bytes)) return inSteps();
      const words = bytes.length / BYTES_PER_WORD;
      return beside(a, words, (call) => searchInPlace(call, a, bytes, marginWords, anchorsMax), inSteps);
    },
    release: (a) => machine.release(a),
  };
}

/** Whether memory could not grow: a kernel ends in `unreachable` then, JavaScript in a RangeError. */
function isLackOfMemory(error: unknown): boolean {
  return (
    error instanceof RangeError || (error instanceof WebAssembly.RuntimeError && /unreachable/i.test(error.message))
  );
}

/** Writes an indexed text, and returns the address of its frame. */
function layIndex(
  arena: Arena,
  { shingled, seen, slots, next, repetition, wordUnits, isPartial }: IndexedWords,
): number {
  const { text, shingles } = shingled;
  const words = putHashes(arena, text.words);
  const unitsPtr = arena.put(wordUnits);
  const placesPtr = arena.take(4 * text.lengthWords);
  arena.bytes(placesPtr, 4 * text.lengthWords).fill(0xff);
  const repeats = repetition?.repeats ?? null;
  return arena.put(
    Uint32Array.from([
      ...[text.lengthWords, ...words, unitsPtr, placesPtr],
      ...putHashes(arena, shingles),
      ...[arena.put(seen), seen.length, arena.put(slots), slots.length, arena.put(next), Number(isPartial)],
      ...[Number(repetition !== null), repetition === null ? 0 : arena.put(repetition.nextBehindOther)],
      ...(repeats === null ? [0, 0] : [arena.put(repeats.end), arena.put(repeats.period)]),
    ]),
  );
}

function putHashes(arena: Arena, { low, high }: Hashes): readonly [low: number, high: number] {
  return [arena.put(low), arena.put(high)];
}

function putText({ arena, at }: PassageCall, { text, shingles, profile }: ShingledWords): TextNumbers {
  const words = putHashes(arena, text.words);
  return [at, text.lengthWords, ...words, shingles.low.length, ...putHashes(arena, shingles), profile.shingleWords];
}

/** Reads a text, and searches it where its words are; they are copied only where there are passages. */
function searchInPlace(
  call: PassageCall,
  a: IndexedWords,
  bytes: Uint8Array,
  marginWords: number,
  anchorsMax: number,
): SearchedText {
  const { exports, arena, at } = call;
  const { shingleWords } = a.shingled.profile;
  const { words, lowPtr, highPtr, boundsPtr } = readInPlace(call, bytes);
  const [shinglesLow, shinglesHigh] = [arena.take(4 * words), arena.take(4 * words)];
  const shingles = exports.hashShingles(lowPtr, highPtr, words, shingleWords, shinglesLow, shinglesHigh);
  const texts: TextNumbers = [at, words, lowPtr, highPtr, shingles, shinglesLow, shinglesHigh, shingleWords];
  const found = passagesIn(call, a, texts, marginWords, anchorsMax);
  if (found.passages.length === 0) return { ...found, words: null };
  const hashes = { low: arena.words(lowPtr, words).slice(), high: arena.words(highPtr, words).slice() };
  return { ...found, words: { hashes, bounds: arena.words(boundsPtr, 2 * words).slice() } };
}

const BOUNDED = 1;
const GOES_BACK = 2;
const GOES_ON = 4;

function anchorsIn(call: PassageCall, b: ShingledWords, anchorsMax: number): Anchors {
  const { exports, arena } = call;
  const at = exports.findAnchors(...putText(call, b), anchorsMax, arena.take(0)) >>> 0;
  const anchors = runsAt(arena.words(at, RUN_NUMBERS * exports.anchorsUsed()));
  return { anchors, bounded: (exports.passageFlags() & BOUNDED) !== 0 };
}

function passagesIn(
  { exports, arena }: PassageCall,
  a: IndexedWords,
  texts: TextNumbers,
  marginWords: number,
  anchorsMax: number,
): AlignedPassages {
  const placeUnits = log2Units(a.shingled.text.lengthWords) + log2Units(texts[1]);
  const margin = Math.min(marginWords, texts[1]);
  const at = exports.findPassages(...texts, margin, anchorsMax, placeUnits, arena.take(0)) >>> 0;
  const flags = exports.passageFlags();
  const count = arena.words(at, 1)[0]!;
  return {
    passages: Array.from(arena.words(at + 4, count), (passage) => passageAt(arena, passage)),
    edges: { start: (flags & GOES_BACK) !== 0, end: (flags & GOES_ON) !== 0 },
    bounded: (flags & BOUNDED) !== 0,
    anchors: exports.anchorsUsed(),
  };
}

/** Numbers of 32 bits of a passage before its runs, and of each run. */
const PASSAGE_NUMBERS = 8;
const RUN_NUMBERS = 4;

function passageAt(arena: Arena, at: number): AlignedPassage {
  const [startA, endA, startB, endB, agreeingWords, longestRunWords, units, runs] = arena.words(at, PASSAGE_NUMBERS);
  return {
    a: { start: startA!, end: endA! },
    b: { start: startB!, end: endB! },
    agreeing: runsAt(arena.words(at + 4 * PASSAGE_NUMBERS, RUN_NUMBERS * runs!)),
    agreeingWords: agreeingWords!,
    longestRunWords: longestRunWords!,
    bits: (units! | 0) / UNITS_PER_BIT,
  };
}

function runsAt(numbers: Uint32Array): Anchor[] {
  const runs: Anchor[] = [];
  for (let at = 0; at < numbers.length; at += RUN_NUMBERS)
    runs.push({ a: numbers[at + 1]!, b: numbers[at]!, lengthWords: numbers[at + 2]! });
  return runs;
}
