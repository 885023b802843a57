/**
 * Reference implementation of `assembly/text/words/lines.ts`, which explains the rules for words divided at line ends.
 */
import { ENTRY_CLASS, entryAt, type FoldTable, piecesAt } from "./foldTable.ts";

const GAP_BYTES_MAX = 64;
const NEWLINE = 0x0a;
const BLANKS = [0x20, 0x09, 0x0d];
const HYPHENS = ["-", "\u2010", "\u00ad", "¬"].map((hyphen) => new TextEncoder().encode(hyphen));
const [FILL_TWO, FILL_THREE] = ["\u00ad", "\u200b"].map((filler) => new TextEncoder().encode(filler)) as [
  Uint8Array,
  Uint8Array,
];

/** Overwrites the gaps in divided words with invisible characters, so that no offset changes. */
export function joinLines(text: Uint8Array, table: FoldTable): Uint8Array {
  const joined = text.slice();
  for (let newline = joined.indexOf(NEWLINE); newline >= 0; newline = joined.indexOf(NEWLINE, newline + 1)) {
    const gap = gapAround(joined, newline, table);
    if (gap !== null) fill(joined.subarray(gap.start, gap.end));
  }
  return joined;
}

function gapAround(text: Uint8Array, newline: number, table: FoldTable): { start: number; end: number } | null {
  let hyphenEnd = newline;
  while (hyphenEnd > Math.max(0, newline - GAP_BYTES_MAX) && BLANKS.includes(text[hyphenEnd - 1]!)) hyphenEnd--;
  const hyphen = HYPHENS.find((bytes) => bytes.every((byte, i) => text[hyphenEnd - bytes.length + i] === byte));
  if (hyphen === undefined) return null;
  const start = hyphenEnd - hyphen.length;
  let end = newline + 1;
  while (BLANKS.includes(text[end]!)) end++;
  return end - start < GAP_BYTES_MAX && endsInLetter(text, start, table) && isSmallAt(text, end)
    ? { start, end }
    : null;
}

/** Whether the character before `end` is a letter or a mark, not a digit. */
function endsInLetter(text: Uint8Array, end: number, table: FoldTable): boolean {
  const lengths = [1, 2, 3, 4].filter((length) => length <= end);
  const before = lengths
    .map((length) => decodeAt(text, end - length))
    .find(({ codePoint, length }, i) => codePoint !== null && length === lengths[i]);
  const codePoint = before?.codePoint ?? null;
  if (codePoint === null) return false;
  const entry = entryAt(codePoint, table);
  if (entry & ENTRY_CLASS.isExpansion) return true;
  const kind = entry & 7;
  if (kind === ENTRY_CLASS.letter) return piecesAt(codePoint, table)[0]!.codePoint >= 0x61;
  return kind === ENTRY_CLASS.extend || kind === ENTRY_CLASS.drop;
}

function isSmallAt(text: Uint8Array, at: number): boolean {
  if (at >= text.length) return false;
  const { codePoint } = decodeAt(text, at);
  return codePoint !== null && isSmall(codePoint);
}

/** Small letters of Latin, Greek, Cyrillic and Armenian. */
function isSmall(codePoint: number): boolean {
  const within = (first: number, last: number) => codePoint >= first && codePoint <= last;
  const isOdd = codePoint % 2 === 1;
  if (within(0x1e96, 0x1e9d) || within(0x1f70, 0x1f7f)) return true;
  if (within(0x139, 0x148) || within(0x179, 0x17e)) return !isOdd;
  if (within(0x100, 0x17f) || within(0x460, 0x481) || within(0x1e00, 0x1eff)) return isOdd;
  if (within(0x1f00, 0x1f6f) || within(0x1f80, 0x1faf)) return (codePoint & 8) === 0;
  const wholes = [
    [0x61, 0x7a],
    [0xdf, 0xf6],
    [0xf8, 0xff],
    [0x3ac, 0x3ce],
    [0x430, 0x45f],
    [0x561, 0x587],
  ] as const;
  return wholes.some(([first, last]) => within(first, last));
}

function fill(gap: Uint8Array): void {
  for (let at = 0; at < gap.length; ) {
    const filler = (gap.length - at) % 2 === 1 && gap.length - at === 3 ? FILL_THREE : FILL_TWO;
    gap.set(filler, at);
    at += filler.length;
  }
}

/**
 * The code point at `at`; for malformed bytes `null` with length 1, which counts as a separator. Reference
 * implementation of `assembly/text/utf8.ts`.
 */
export function decodeAt(bytes: Uint8Array, at: number): { codePoint: number | null; length: number } {
  const lead = bytes[at]!;
  if (lead < 0x80) return { codePoint: lead, length: 1 };
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const rest = bytes.subarray(at + 1, at + length);
  const malformed = { codePoint: null, length: 1 };
  if (lead < 0xc2 || lead > 0xf4 || rest.length < length - 1 || rest.some((byte) => byte >> 6 !== 2)) return malformed;
  const codePoint = rest.reduce((bits, byte) => (bits << 6) | (byte & 0x3f), lead & (0x7f >> length));
  // Two bytes from 0xc2 on are never too many for their code point.
  const isOverlong = (length === 3 && codePoint < 0x800) || (length === 4 && codePoint < 0x10000);
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return isOverlong || codePoint > 0x10ffff || isSurrogate ? malformed : { codePoint, length };
}
