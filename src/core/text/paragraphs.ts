/**
 * Where paragraphs begin. The one rule: a text begins with a paragraph, and the next begins with the first character
 * after white space that has two line breaks or more in it, so after a blank line. A line break is LF, CR or CR LF. The
 * rule is about the text that was read: readers end each block of a document with such a line. Verses between blank
 * lines are one paragraph, and a text without blank lines is one as a whole.
 */
import { utf16Lengths } from "./utf16.ts";

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * UTF-16 indices at which paragraphs begin, ascending.
 *
 * @param bytes well-formed UTF-8 from the beginning of a text; of a later part, the first index may be within a
 *   paragraph
 */
export function paragraphStarts(bytes: Uint8Array): number[] {
  const starts = paragraphBytes(bytes);
  const lengths = utf16Lengths(bytes, starts);
  return starts.map((at) => lengths.get(at)!);
}

function paragraphBytes(bytes: Uint8Array): number[] {
  const starts: number[] = [];
  // Of each kind the next, where `at` is not beyond it: lines are long, and the runtime looks for a byte fastest.
  let lineFeed = -1;
  let carriageReturn = -1;
  let breaks = 2;
  for (let at = 0; at < bytes.length; ) {
    const spaceBytes = spaceAt(bytes, at);
    if (spaceBytes > 0) {
      if (isLineBreak(bytes, at)) breaks += 1;
      at += spaceBytes;
      continue;
    }
    if (breaks >= 2) starts.push(at);
    breaks = 0;
    if (lineFeed < at) lineFeed = nextOf(bytes, LINE_FEED, at);
    if (carriageReturn < at) carriageReturn = nextOf(bytes, CARRIAGE_RETURN, at);
    at = Math.min(lineFeed, carriageReturn);
  }
  return starts;
}

function nextOf(bytes: Uint8Array, byte: number, from: number): number {
  const at = bytes.indexOf(byte, from);
  return at === -1 ? bytes.length : at;
}

function isLineBreak(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === LINE_FEED || (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED);
}

/** Bytes of the white space character here, as `\s` has it; 0 where another character stands here. */
function spaceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return first === 0x20 || (first >= 9 && first <= 13) ? 1 : 0;
  if (first === 0xc2) return bytes[at + 1] === 0xa0 ? 2 : 0;
  const code = (first << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
  const isSpace = (code >= 0xe28080 && code <= 0xe2808a) || SPACES.has(code);
  return isSpace ? 3 : 0;
}

/** UTF-8 of U+1680, U+2028, U+2029, U+202F, U+205F, U+3000 and U+FEFF. */
const SPACES = new Set([0xe19a80, 0xe280a8, 0xe280a9, 0xe280af, 0xe2819f, 0xe38080, 0xefbbbf]);
