/**
 * Takes words out of the text of a record in its bytes: numbers, the order of keys, escapes and everything else of the
 * line stay as they were written, which reading it and writing it anew would not keep.
 */
import { concat } from "../../base/bytes/bytes.ts";
import type { Span } from "../../base/contract/common.ts";
import { endOfString } from "../documents/datasets/record.ts";

/**
 * @param line  a JSON object in one line, in an encoding of which each line can be read by itself
 * @param field a field of the object that holds a string; of several of one name the last counts, as in `JSON.parse`
 * @param cuts  spans of the string in UTF-16 units, ascending and apart
 */
export function withoutSpans(line: Uint8Array, encoding: string, field: string, cuts: readonly Span[]): Uint8Array {
  const json = new TextDecoder(encoding, { ignoreBOM: true }).decode(line);
  const at = bytePlaces(line, encoding, spansInJson(json, field, cuts));
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { start, end } of at) {
    parts.push(line.subarray(from, start));
    from = end;
  }
  return concat([...parts, line.subarray(from)]);
}

/** Where cuts of a field of an object stand in its JSON. */
export function spansInJson(json: string, field: string, cuts: readonly Span[]): Span[] {
  return rawSpans(json, literalOf(json, field), cuts);
}

/** Where the contents of the string of a field of the outermost object stand, without their quotation marks. */
function literalOf(json: string, field: string): Span {
  let [depth, found, isValue, key] = [0, { start: 0, end: 0 }, false, ""];
  for (let at = 0; at < json.length; at++) {
    const unit = json[at]!;
    if (unit === '"') {
      const end = endOfString(json, at);
      if (depth === 1 && !isValue) key = JSON.parse(json.slice(at, end)) as string;
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
 * replaced byte may stand anywhere.
 */
export function bytePlaces(line: Uint8Array, encoding: string, spans: readonly Span[]): Span[] {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  let [at, units] = [0, 0];
  const reach = (wanted: number): number => {
    for (; units < wanted && at < line.length; at++)
      units += decoder.decode(line.subarray(at, at + 1), { stream: true }).length;
    return at;
  };
  return spans.map(({ start, end }) => ({ start: reach(start), end: reach(end) }));
}
