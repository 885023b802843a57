/** Moves the records of one store to another, table by table. */
import { checkArguments } from "../../base/arguments.ts";
import { SpoliaError } from "../../base/errors.ts";
import { driverOf } from "./collections.ts";
import type { Rows } from "./driver.ts";
import type { TableName } from "./records.ts";
import type { RecordStore } from "./store.ts";
import { TABLE_NAMES, tableOf } from "./tables.ts";

const READ_AT_ONCE = 200;
/** Of tables whose rows hold texts or results of up to tens of megabytes. */
const LARGE_READ_AT_ONCE = 4;

/** Number of records that were copied, by table. @since 0.2.0 */
export type CopiedRecords = Record<string, number>;

/**
 * Copies all records of a store, in the state of one moment, to an empty one: all or none. What is written to the first
 * store afterwards is not copied, so stop its service before.
 *
 * @throws conflict where the other store has records; registry_failed where one of them refuses
 * @since 0.2.0
 */
export async function copyRecords(from: RecordStore, to: RecordStore): Promise<CopiedRecords> {
  const [source, target] = [driverOf(from), driverOf(to)];
  checkArguments("copyRecords", [
    ["/from", source !== undefined, "a store that this library opened"],
    ["/to", target !== undefined && target !== source, "another store that this library opened"],
  ]);
  return target!.write((written) => source!.read((read) => copied(read, written)));
}

async function copied(from: Rows, to: Rows): Promise<CopiedRecords> {
  for (const table of TABLE_NAMES) if ((await rowsOf(to, table, undefined, 1)).length > 0) throw notEmpty(table);
  const counts: CopiedRecords = {};
  // Parents come before their children in the list of tables.
  for (const table of TABLE_NAMES) {
    counts[table] = 0;
    const limit = mayBeLarge(table) ? LARGE_READ_AT_ONCE : READ_AT_ONCE;
    let after: (string | number)[] | undefined;
    for (let isWhole = false; !isWhole; ) {
      const rows = await rowsOf(from, table, after, limit);
      for (const row of rows) await to.insert(table, row as never);
      counts[table] += rows.length;
      isWhole = rows.length < limit;
      const last = rows.at(-1);
      if (last !== undefined) after = tableOf(table).key.map((column) => last[column] as string | number);
    }
  }
  return counts;
}

/** Whether one row can have megabytes: `json` and `bytes` have no bound of their own, as names and counts do. */
function mayBeLarge(table: TableName): boolean {
  return Object.values(tableOf(table).columns).some((type) => type === "json" || type === "bytes");
}

/** Rows in the order of their keys. */
async function rowsOf(rows: Rows, table: TableName, after: (string | number)[] | undefined, limit: number) {
  const order = tableOf(table).key as never;
  return (await rows.select(table, { where: {}, order, after, limit })) as unknown as Record<string, unknown>[];
}

const notEmpty = (table: TableName) =>
  new SpoliaError("conflict", `The store to copy to has records already, in ${table}.`, {
    hint: "Copy to a new folder, or a new schema of the database.",
  });
