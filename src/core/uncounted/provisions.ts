/**
 * Which words stand in numbered provisions, as in laws, contracts and claims of patents? Such texts share formulas of
 * any length with texts that they were not copied from, so that no length of a run tells anything there.
 *
 * They are known by the labels of their parts, in any language: numbers or letters in brackets (not at a name, as in
 * `open(2)`), at the beginning of a line, behind § or behind a word such as "section".
 */
import { partitionPoint } from "../../base/lists/sorted.ts";
import { GrowingWords } from "../kernels/text/growing.ts";
import type { Text, WordRange } from "../text/text.ts";
import type { ReadWords } from "./enumerations/words.ts";

/** Words on both sides of a range that are looked at with it. */
const AROUND_WORDS = 100;
/** Fewest labels in a stretch. */
const LABELS_MIN = 2;
/** Fewest labels in a hundred words. */
const LABELS_PER_100_WORDS_MIN = 1;

/** Labels of provisions in a text. */
interface Provisions {
  readonly lengthWords: number;
  /** Words that are labels, ascending. */
  readonly labels: Uint32Array;
}

export function provisionsOf(text: Text, words: ReadWords): Provisions {
  const { bytes, bounds, lengthWords } = text;
  const labels = new GrowingWords(16);
  for (let word = 0; word < lengthWords; word++) {
    const start = bounds[2 * word]!;
    const end = bounds[2 * word + 1]!;
    // Few words stand where labels do, and many are as short: their letters are looked at last.
    if (end - start > LABEL_BYTES_MAX || !standsAsLabel(bytes, start, end, words, word)) continue;
    const letters = String.fromCharCode(...bytes.subarray(start, end));
    if (LABEL.test(letters) && !isAtName(text, word)) labels.push(word);
  }
  return { lengthWords, labels: labels.taken() };
}

/** Whether a range, with the words around it, is of numbered provisions. */
export function areProvisions({ lengthWords, labels }: Provisions, { start, end }: WordRange): boolean {
  const from = Math.max(0, start - AROUND_WORDS);
  const to = Math.min(lengthWords, end + AROUND_WORDS);
  const count = countIn(labels, { start: from, end: to });
  return count >= LABELS_MIN && 100 * count >= LABELS_PER_100_WORDS_MIN * (to - from);
}

/** How many of some places, ascending, are in a range. */
export function countIn(places: Uint32Array, { start, end }: WordRange): number {
  const before = (word: number) => partitionPoint(places.length, (i) => places[i]! < word);
  return before(end) - before(start);
}

/** Most letters or digits of a label: `viii`, `217a`. */
const LABEL_BYTES_MAX = 4;
const LABEL = /^(?:\d{1,4}[a-z]?|[a-z]|[ivx]+)$/i;
const [LINE_FEED, SPACE, BRACKET, BRACKET_CLOSED, DOT] = [0x0a, 0x20, 0x28, 0x29, 0x2e];
/** The second byte of § in UTF-8, behind `SECTION_FIRST`. */
const [SECTION_FIRST, SECTION] = [0xc2, 0xa7];

function standsAsLabel(bytes: Uint8Array, start: number, end: number, words: ReadWords, word: number): boolean {
  if (bytes[start - 1] === BRACKET) return bytes[end] === BRACKET_CLOSED;
  let before = start - 1;
  while (before >= 0 && bytes[before]! <= SPACE && bytes[before] !== LINE_FEED) before--;
  if (before < 0 || bytes[before] === LINE_FEED)
    return (bytes[end] === DOT || bytes[end] === BRACKET_CLOSED) && !(bytes[end + 1]! > SPACE);
  if (bytes[before] === SECTION && bytes[before - 1] === SECTION_FIRST) return true;
  return isDigit(bytes[start]!) && words.at(word - 1).isProvision;
}

/** Whether brackets stand at a name, as in `open(2)`, f(x) and author(s). At a number they are a label: 16a(2). */
function isAtName({ bytes, bounds }: Text, word: number): boolean {
  if (word === 0) return false;
  const [start, end] = [bounds[2 * word - 2]!, bounds[2 * word - 1]!];
  return bytes[end] === BRACKET && end + 1 === bounds[2 * word] && isLatin(bytes[start]!);
}

const isLatin = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
