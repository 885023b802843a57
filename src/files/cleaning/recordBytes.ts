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
import { endOfString, parsedJson } from "../documents/datasets/record.ts";
import type { FieldCut } from "./fieldsToCut.ts";

/**
 * @param line a JSON object in one line, in an encoding of which each line can be read by itself
 * @param cuts of fields of the object that hold one string; of several of one name the last counts, as in `JSON.parse`;
 *   spans of the string in UTF-16 units, ascending and apart
 */
export function withoutSpans(line: Uint8Array, encoding: string, cuts: readonly FieldCut[]): Uint8Array {
  const json = encodingOf(encoding)!.decode(line);
  const at = bytePlaces(line, encoding, spansInJson(json, cuts));
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { start, end } of at) {
    parts.push(line.subarray(from, start));
    from = end;
  }
  return concat([...parts, line.subarray(from)]);
}

/** Where cuts of fields of an object stand in its JSON, ascending. */
export function spansInJson(json: string, cuts: readonly FieldCut[]): Span[] {
  const spans = cuts.flatMap(({ field, spans }) => rawSpans(json, literalOf(json, field), spans));
  return spans.sort((one, other) => one.start - other.start);
}

/** Where the contents of the string of a field of the outermost object stand, without their quotation marks. */
function literalOf(json: string, field: string): Span {
  const quote = /^\s*"/.exec(json)?.[0].length;
  // A line that is a text, and no object.
  if (quote !== undefined) return { start: quote, end: endOfString(json, quote - 1) - 1 };
  let [depth, found, isValue, key] = [0, { start: 0, end: 0 }, false, ""];
  for (let at = 0; at < json.length; at++) {
    const unit = json[at]!;
    if (unit === '"') {
      const end = endOfString(json, at);
      if (depth === 1 && !isValue) key = parsedJson(json.slice(at, end)) as string;
      else if (depth === 1 && key === field) found = { start: at + 1, end: end - 1 };
      at = end - 1;
    } else if (unit === "{" || unit === "[") depth += 1;
    else if (unit === "}" || unit === "]") depth -= 1;
    else if (depth === 1 && (unit === ":" || unit === ",")) isValue = unit === ":";
  }
  return found;
}

/** Places in the JSON of places in the string: an escape stands for one unit. */
function rawSpans(json: string, { start, end }: Span, cuts: readonly Span[]): Span[] {
  const spans: Span[] = [];
  let [at, unit] = [start, 0];
  const reach = (wanted: number): number => {
    for (; unit < wanted && at < end; unit++) at += json[at] !== "\\" ? 1 : json[at + 1] === "u" ? 6 : 2;
    return at;
  };
  for (const cut of cuts) spans.push({ start: reach(cut.start), end: reach(cut.end) });
  return spans;
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
