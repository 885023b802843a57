/** What differs between the records of two catalogues? */
import { checkArguments, isRecord } from "../../base/arguments.ts";
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { keyOf } from "../ledger/ledger.ts";
import type { CatalogueRecords, CatalogueTable } from "../ledger/records.ts";
import { CATALOGUE_TABLES } from "./sign.ts";

/** How a table differs, by the ids of its records; `<model> <dataset>` of an edge. */
export interface TableChanges {
  readonly table: CatalogueTable;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Records of the same id, with the fields that differ. */
  readonly changed: readonly { readonly id: string; readonly fields: readonly string[] }[];
}

/** Tables that differ, in the order of the records; empty where none does. */
export function changesBetween(before: CatalogueRecords, after: CatalogueRecords): TableChanges[] {
  const isWhole = (records: unknown) =>
    isRecord(records) && CATALOGUE_TABLES.every((table) => Array.isArray(records[table]));
  checkArguments("changesBetween", [
    ["/before", isWhole(before), "a catalogue: await loadCatalogue()"],
    ["/after", isWhole(after), "a catalogue: await loadCatalogue()"],
  ]);
  return CATALOGUE_TABLES.flatMap((table) => {
    const [old, now] = [byKey(before[table]), byKey(after[table])];
    const added = [...now.keys()].filter((key) => !old.has(key));
    const removed = [...old.keys()].filter((key) => !now.has(key));
    const changed = [...now].flatMap(([id, row]) => {
      const fields = differingFields(old.get(id), row);
      return fields.length === 0 ? [] : [{ id, fields }];
    });
    return added.length + removed.length + changed.length === 0 ? [] : [{ table, added, removed, changed }];
  });
}

const byKey = (rows: CatalogueRecords[CatalogueTable]): Map<string, object> =>
  new Map(rows.map((row) => [keyOf(row), row]));

/** None for a record that was not there before. */
function differingFields(before: object | undefined, after: object): string[] {
  if (before === undefined) return [];
  const old: Readonly<Record<string, unknown>> = { ...before };
  return Object.entries(after)
    .filter(([name, value]) => canonicalJson(old[name] ?? null) !== canonicalJson(value ?? null))
    .map(([name]) => name);
}
