/** Texts without what is cut, and the fields of a record from which it goes. */
import type { Span } from "../../base/contract/common.ts";
import { type RecordFields, valueAt } from "../documents/datasets/fields.ts";
import { BETWEEN, textOfRecord, textWithPaths } from "../documents/datasets/recordText.ts";

/** What goes from a field of a record that holds one string. */
export interface FieldCut {
  field: string;
  spans: readonly Span[];
}

/**
 * What goes from each field: those that gave the text, which is of one or several of them, and equal copies. None where
 * the text would not become the rest, as of fields within others: such a record goes as a whole.
 *
 * @param inventedField a field of the record that does not stand in the file
 */
export function fieldsToCut(
  record: Readonly<Record<string, unknown>>,
  spans: readonly Span[],
  fields: RecordFields,
  inventedField?: string,
): FieldCut[] {
  const read = textWithPaths((name) => valueAt(record, name), fields.textField);
  const parts = (read?.paths ?? []).map((path) => record[path]);
  if (read === undefined || parts.join(BETWEEN) !== read.text) return [];
  let start = 0;
  const spansByPart = new Map<unknown, Span[]>();
  for (const part of parts as string[]) {
    const end = start + part.length;
    const own = spans.flatMap((span) => {
      const [from, to] = [Math.max(span.start, start), Math.min(span.end, end)];
      return from < to ? [{ start: from - start, end: to - start }] : [];
    });
    if (own.length > 0) spansByPart.set(part, own);
    start = end + BETWEEN.length;
  }
  const cuts = Object.keys(record).flatMap((field): FieldCut[] => {
    const own = field === inventedField ? undefined : spansByPart.get(record[field]);
    return own === undefined ? [] : [{ field, spans: own }];
  });
  const edited = new Map<string, unknown>(Object.entries(record));
  for (const { field, spans: own } of cuts) edited.set(field, without(record[field] as string, own));
  const left = Object.fromEntries(edited);
  const rest = textOfRecord((name) => valueAt(left, name), fields.textField);
  // Between parts stand blank lines, which a cut may take along, and an empty part has none.
  return rest !== undefined && plain(rest) === plain(without(read.text, spans)) ? cuts : [];
}

const plain = (text: string): string => text.split(/\s+/).join(" ").trim();

export function without(text: string, spans: readonly Span[]): string {
  let [kept, from] = ["", 0];
  for (const { start, end } of spans) {
    kept += text.slice(from, start);
    from = Math.max(from, end);
  }
  return kept + text.slice(from);
}
