/** The fields of a record from which something of its text goes. */
import { documentOfRecord, type RecordFields, valueAt } from "../documents/datasets/fields.ts";

/**
 * The fields that hold a text as it is: the one that gave it, and equal copies. None where the text would not become the
 * rest with them, as one of several fields or one within a field: such a record goes as a whole.
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
