/** Sentences of a text, and lines that stand alone: of a menu, a form, a signature. Wrapped lines are put together. */
import type { Text, WordRange } from "../../text/text.ts";

/** Longer ones are parted: text without full stops has no sentences. */
const SENTENCE_WORDS_MAX = 60;
/** A line of such a length may go on in the next one; shorter ones end, and longer ones are paragraphs. */
const WRAPPED_BYTES = { min: 50, max: 110 };
/** A full stop behind so few letters, before a number, is that of an abbreviation. */
const ABBREVIATED_BYTES_MAX = 3;

const [LINE_FEED, SPACE] = [0x0a, 0x20];
/** . ! ? */
const STOPS: ReadonlySet<number> = new Set([0x2e, 0x21, 0x3f]);

export interface Sentence extends WordRange {
  /** Whether it stands in one paragraph with the sentence before it. */
  isInParagraph: boolean;
}

export function sentencesOf(text: Text): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  let lineStart = 0;
  for (let word = 1; word <= text.lengthWords; word++) {
    const isLast = word === text.lengthWords;
    // Nearly all words.
    if (!isLast && word - start < SENTENCE_WORDS_MAX && isOneSpaceBefore(text, word)) continue;
    if (!isLast && word - start < SENTENCE_WORDS_MAX && !endsBefore(text, word, lineStart)) {
      if (lineFeedsBefore(text, word) > 0) lineStart = word;
      continue;
    }
    sentences.push({ start, end: word, isInParagraph: start > 0 && lineFeedsBefore(text, start) < 2 });
    start = word;
    if (!isLast && lineFeedsBefore(text, word) > 0) lineStart = word;
  }
  return sentences;
}

const isOneSpaceBefore = ({ bytes, bounds }: Text, word: number): boolean =>
  bounds[2 * word]! - bounds[2 * word - 1]! === 1 && bytes[bounds[2 * word - 1]!] === SPACE;

/** Whether a sentence ends before a word. */
function endsBefore(text: Text, word: number, lineStart: number): boolean {
  const { bytes, bounds } = text;
  const from = bounds[2 * word - 1]!;
  const to = bounds[2 * word]!;
  const lines = lineFeedsBefore(text, word);
  let isStop = false;
  for (let at = from; at < to; at++) {
    if (STOPS.has(bytes[at]!) && (bytes[at + 1]! <= SPACE || !isLetterOrDigit(bytes[at + 1]!))) isStop = true;
  }
  if (lines > 1) return true;
  if (isStop && !isAbbreviated(bytes, bounds, word)) return true;
  if (lines === 0) return false;
  const lineBytes = from - bounds[2 * lineStart]!;
  const next = bytes.subarray(to, to + WRAPPED_BYTES.max);
  const isNextLong = next.length === WRAPPED_BYTES.max && !next.includes(LINE_FEED);
  return lineBytes < WRAPPED_BYTES.min || lineBytes > WRAPPED_BYTES.max || isNextLong;
}

function isAbbreviated(bytes: Uint8Array, bounds: Uint32Array, word: number): boolean {
  const first = bytes[bounds[2 * word]!]!;
  const before = bounds[2 * word - 1]! - bounds[2 * word - 2]!;
  const isDigit = first >= 0x30 && first <= 0x39;
  return (first >= 0x61 && first <= 0x7a) || before === 1 || (isDigit && before <= ABBREVIATED_BYTES_MAX);
}

const isLetterOrDigit = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) || byte >= 0x80;

function lineFeedsBefore({ bytes, bounds }: Text, word: number): number {
  let lines = 0;
  for (let at = bounds[2 * word - 1]!; at < bounds[2 * word]!; at++) if (bytes[at] === LINE_FEED) lines++;
  return lines;
}
