/** Texts without what is cut, and the fields of a record from which it goes. */
import type { Span } from "../../base/contract/common.ts";
import { documentOfRecord, type RecordFields, valueAt } from "../documents/datasets/fields.ts";

/**
 * The fields that hold a text as it is: the one that gave it, and equal copies. None where the text would not become
 * the rest with them, as one of several fields or one within a field: such a record goes as a whole.
 *
 * @param inventedField a field of the record that does not stand in the file
 */
export function fieldsToCut(
  record: Readonly<Record<string, unknown>>,
  text: string,
  rest: string,
  fields: RecordFields,
  inventedField?: string,
): string[] {
  const names = Object.keys(record).filter((name) => record[name] === text && name !== inventedField);
  const edited = new Map<string, unknown>(Object.entries(record));
  for (const name of names) edited.set(name, rest);
  const left = Object.fromEntries(edited);
  const found = documentOfRecord((name) => valueAt(left, name), "", fields);
  return "text" in found && found.text === rest ? names : [];
}

export function without(text: string, spans: readonly Span[]): string {
  let [kept, from] = ["", 0];
  for (const { start, end } of spans) {
    kept += text.slice(from, start);
    from = Math.max(from, end);
  }
  return kept + text.slice(from);
}
