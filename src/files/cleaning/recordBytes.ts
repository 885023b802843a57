/**
 * Takes words out of the text of a record in its bytes: numbers, the order of keys, escapes and everything else of the
 * line stay as they were written, which reading it and writing it anew would not keep.
 */
import { concat } from "../../base/bytes/bytes.ts";
import type { Span } from "../../base/contract/common.ts";
import { declaredInText } from "../documents/bytes/declared.ts";
import {
  type DecodedText,
  decodeText,
  type EncodingHints,
  markOf,
  type TextEncoding,
} from "../documents/bytes/decode.ts";
import { encodingOf } from "../documents/bytes/labels.ts";
import { NotRead } from "../documents/bytes/notRead.ts";
import { type FieldCut, spansAt } from "./stringsOfJson.ts";

/**
 * @param line a JSON object in one line, in an encoding of which each line can be read by itself
 * @param cuts of strings in it, their spans in UTF-16 units, ascending and apart
 */
export function withoutSpans(line: Uint8Array, encoding: string, cuts: readonly FieldCut[]): Uint8Array {
  const json = encodingOf(encoding)!.decode(line);
  const at = bytePlaces(line, encoding, spansAt(json, cuts));
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { start, end } of at) {
    parts.push(line.subarray(from, start));
    from = end;
  }
  return concat([...parts, line.subarray(from)]);
}

/**
 * Places in the bytes of places in their text, ascending, the mark at the beginning counted. A byte at a time: a
 * replaced byte may stand anywhere, and a broken sequence shows itself only with the byte behind it.
 */
export function bytePlaces(line: Uint8Array, encoding: string, spans: readonly Span[]): Span[] {
  // There a unit has two bytes, also one that is replaced.
  if (encoding.startsWith("utf-16")) return spans.map(({ start, end }) => ({ start: 2 * start, end: 2 * end }));
  const decoder = encodingOf(encoding)!.open();
  let [at, units] = [0, 0];
  /** Units that end with the byte at the place, where it is decoded already. */
  let own: number | undefined;
  const reach = (wanted: number): number => {
    while (units < wanted && at < line.length) {
      if (own === undefined) {
        const text = decoder.decode(line.subarray(at, at + 1), { stream: true });
        own = unitsOfLast(text, encoding === "utf-8" && line[at]! >= 0xc2 && line[at]! <= 0xf4);
        units += text.length - own;
      } else {
        units += own;
        own = undefined;
        at += 1;
      }
    }
    return at;
  };
  return spans.map(({ start, end }) => ({ start: reach(start), end: reach(end) }));
}

/**
 * Places in a file of places in its text, or `undefined` where the text does not stand in it as it is: only plain text
 * does, and what a program wrote in states or in units of four bytes is not cut.
 */
export function placesOfText(
  bytes: Uint8Array,
  text: string,
  spans: readonly Span[],
  { encoding: stated }: { encoding?: TextEncoding | undefined },
): Span[] | undefined {
  const decoded = decodedIfText(bytes, { stated, declared: declaredInText(bytes) });
  return decoded?.text === text ? placesOfDecoded(bytes, decoded.encoding, spans) : undefined;
}

/** Text of bytes, or `undefined` where they are none. */
export function decodedIfText(bytes: Uint8Array, hints: EncodingHints): DecodedText | undefined {
  try {
    return decodeText(bytes, hints);
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
    return undefined;
  }
}

/** Places in a file of places in what it decodes to. */
export function placesOfDecoded(bytes: Uint8Array, encoding: string, spans: readonly Span[]): Span[] | undefined {
  if (/^(?:utf-32|iso-2022)/.test(encoding)) return undefined;
  const mark = markOf(bytes) === undefined ? 0 : 1;
  const shifted = spans.map(({ start, end }) => ({ start: start + mark, end: end + mark }));
  return bytePlaces(bytes, encoding, shifted);
}

/** Of what a decoder gives at a byte, the units of that byte: before them stands what it gives for broken bytes. */
function unitsOfLast(text: string, beginsSequence: boolean): number {
  if (beginsSequence || text === "") return 0;
  return /[\ud800-\udbff][\udc00-\udfff]$/.test(text) ? 2 : 1;
}
