/**
 * Records in memory: for tests, for demonstrations, and for runtimes without SQLite. Every index is a sorted array that
 * is searched by bisection, as a database searches its indexes; a selection without a matching index is refused, as in
 * every driver.
 */

import { SpoliaError } from "../../base/errors.ts";
import { partitionPoint } from "../../base/lists/sorted.ts";
import { createQueue } from "../../base/queues/queue.ts";
import { recordStore } from "./collections.ts";
import type { Counters, DueClaim, Rows, Selection, Stored } from "./driver.ts";
import type { RecordTypes, TableName } from "./records.ts";
import type { RecordStore } from "./store.ts";
import {
  decodedRow,
  encodedRow,
  indexesOf,
  newCounts,
  otherUniqueTaken,
  parentMissing,
  servingIndex,
  sumsOf,
  TABLE_NAMES,
  tableOf,
  type Value,
} from "./tables.ts";

/** A stored row: never modified, only replaced. */
type Kept = Readonly<Record<string, Value>>;
type PlainRow = Record<string, unknown>;

interface Index {
  /** The columns of the index, then those of the key, so that every row has a position of its own. */
  columns: readonly string[];
  /** Number of leading columns that must be unique, or `null`. */
  unique: number | null;
  /** Ascending. */
  rows: Kept[];
}

/** A store that lives as long as the process. */
export function createMemoryStore(): RecordStore {
  const database = new MemoryDatabase();
  const inTurn = createQueue(1);
  const closed = () => new SpoliaError("closed", "The store was closed.");
  let isClosed = false;
  let waiting = 0;
  return recordStore({
    read: (work) => inTurn(async () => (isClosed ? Promise.reject(closed()) : work(database))),
    write(work) {
      waiting++;
      return inTurn(async () => {
        waiting--;
        if (isClosed) throw closed();
        try {
          return await work(database);
        } catch (error) {
          database.undo();
          throw error;
        } finally {
          database.keep();
        }
      });
    },
    waiting: () => waiting,
    async check() {
      if (isClosed) throw closed();
    },
    async close() {
      isClosed = true;
    },
  });
}

class MemoryDatabase implements Rows {
  readonly #indexes = new Map(TABLE_NAMES.map((table) => [table, emptyIndexes(table)]));
  /** Functions that undo each step, in the order of the steps. */
  #undo: (() => void)[] = [];

  keep(): void {
    this.#undo = [];
  }

  undo(): void {
    for (const step of this.#undo.reverse()) step();
  }

  async insert(table: TableName, record: object): Promise<boolean> {
    const row = encodedRow(table, record);
    const isTaken = (index: Index) => {
      const values = index.unique === null ? [null] : valuesOf(row, index.columns.slice(0, index.unique));
      return !values.includes(null) && rangeOf(index, values).length > 0;
    };
    if (this.#of(table).some(isTaken)) return false;
    for (const { table: parent, columns } of tableOf(table).parents ?? []) {
      const named = valuesOf(row, columns);
      if (!named.includes(null) && rangeOf(this.#of(parent)[0]!, named).length === 0) throw parentMissing();
    }
    this.#place(table, row);
    return true;
  }

  async insertOrFind<Name extends TableName>(
    table: Name,
    row: RecordTypes[Name],
    by: readonly (keyof RecordTypes[Name] & string)[],
  ): Promise<Stored<RecordTypes[Name]>> {
    const isNew = await this.insert(table, row);
    const where = Object.fromEntries(by.map((column) => [column, row[column]])) as Partial<RecordTypes[Name]>;
    const [stored] = await this.select(table, { where });
    if (stored === undefined) throw otherUniqueTaken();
    return { stored, isNew };
  }

  async select<Name extends TableName>(
    table: Name,
    selection: Selection<RecordTypes[Name]>,
  ): Promise<RecordTypes[Name][]> {
    return this.#selected(table, selection as unknown as Selection<PlainRow>).map(
      (row) => decodedRow(table, row) as unknown as RecordTypes[Name],
    );
  }

  async total(table: TableName, where: object, column?: string): Promise<{ count: number; sum: number }> {
    const found = this.#selected(table, { where: where as PlainRow });
    const sum = column === undefined ? 0 : found.reduce((total, row) => total + (row[column] as number), 0);
    return { count: found.length, sum };
  }

  async update(table: TableName, where: object, changes: object, expected: object = {}): Promise<number> {
    const found = this.#unchanged(table, where, expected);
    for (const row of found) {
      this.#take(table, row);
      this.#place(table, { ...row, ...encodedRow(table, changes) });
    }
    return found.length;
  }

  async increment<Name extends TableName>(
    table: Name,
    key: Partial<RecordTypes[Name]>,
    counters: Counters<RecordTypes[Name]>,
  ): Promise<RecordTypes[Name] | null> {
    const [before] = this.#selected(table, { where: key as PlainRow });
    const sums = sumsOf(counters, before as Readonly<Record<string, number>> | undefined);
    if (sums === null) return null;
    if (before === undefined) await this.insert(table, newCounts(table, key, sums));
    else await this.update(table, key, sums);
    return (await this.select(table, { where: key }))[0]!;
  }

  async claim<Name extends TableName>(
    table: Name,
    { column, now, until, limit }: DueClaim<RecordTypes[Name]>,
  ): Promise<RecordTypes[Name][]> {
    const { key } = tableOf(table);
    const due = this.#selected(table, { where: {}, order: [column, ...key], upTo: now, limit });
    for (const row of due)
      await this.update(table, Object.fromEntries(key.map((name) => [name, row[name]])), { [column]: until });
    return due.map((row) => decodedRow(table, { ...row, [column]: until }) as unknown as RecordTypes[Name]);
  }

  async remove(table: TableName, where: object, expected: object = {}): Promise<number> {
    const found = this.#unchanged(table, where, expected);
    for (const row of found) this.#removeWithChildren(table, row);
    return found.length;
  }

  #unchanged(table: TableName, where: object, expected: object): Kept[] {
    const values = Object.entries(encodedRow(table, expected));
    return this.#selected(table, { where: where as PlainRow }).filter((row) =>
      values.every(([column, value]) => (row[column] ?? null) === value),
    );
  }

  #removeWithChildren(table: TableName, row: Kept): void {
    const named = valuesOf(row, tableOf(table).key);
    for (const child of TABLE_NAMES) {
      for (const { table: parent, columns } of tableOf(child).parents ?? []) {
        if (parent !== table) continue;
        const where = Object.fromEntries(columns.map((column, i) => [column, named[i]]));
        for (const one of this.#selected(child, { where })) this.#removeWithChildren(child, one);
      }
    }
    this.#take(table, row);
  }

  #selected(table: TableName, selection: Selection<PlainRow>): Kept[] {
    const { where, order = [], descending = false, after, upTo, limit = Number.POSITIVE_INFINITY } = selection;
    const index = servingIndex(table, this.#of(table), Object.keys(where), order);
    const fixed = index.columns.slice(0, Object.keys(where).length).map((column) => where[column] as Value);
    const { start, end } = rangeOf(index, fixed);
    const first = upTo === undefined ? start : rangeOf(index, [...fixed, null]).end;
    const last = upTo === undefined ? end : rangeOf(index, [...fixed, upTo]).end;
    const place = after && rangeOf(index, [...fixed, ...after]);
    if (!descending) return index.rows.slice(Math.max(first, place?.end ?? 0), last).slice(0, limit);
    const behind = Math.min(last, place?.start ?? last);
    return index.rows.slice(Math.max(first, behind - limit), Math.max(first, behind)).reverse();
  }

  #place(table: TableName, row: Kept): void {
    this.#insertInto(table, row);
    this.#undo.push(() => this.#takeFrom(table, row));
  }

  #take(table: TableName, row: Kept): void {
    this.#takeFrom(table, row);
    this.#undo.push(() => this.#insertInto(table, row));
  }

  #insertInto(table: TableName, row: Kept): void {
    for (const { columns, rows } of this.#of(table))
      rows.splice(lowerBound(rows, columns, valuesOf(row, columns)), 0, row);
  }

  #takeFrom(table: TableName, row: Kept): void {
    for (const { columns, rows } of this.#of(table)) rows.splice(lowerBound(rows, columns, valuesOf(row, columns)), 1);
  }

  #of(table: TableName): Index[] {
    return this.#indexes.get(table)!;
  }
}

function emptyIndexes(table: TableName): Index[] {
  const { key, unique = [] } = tableOf(table);
  return indexesOf(table).map((columns, at) => ({
    columns: [...columns, ...key.filter((column) => !columns.includes(column))],
    unique: at <= unique.length ? columns.length : null,
    rows: [],
  }));
}

function rangeOf({ rows, columns }: Index, values: readonly Value[]): { start: number; end: number; length: number } {
  const named = columns.slice(0, values.length);
  const start = lowerBound(rows, named, values);
  const end = lowerBound(rows, named, values, true);
  return { start, end, length: end - start };
}

/** Index of the first row that is not before these values; with `isBehind`, of the first row after them. */
function lowerBound(
  rows: readonly Kept[],
  columns: readonly string[],
  values: readonly Value[],
  isBehind = false,
): number {
  return partitionPoint(rows.length, (index) => {
    const order = compared(rows[index]!, columns, values);
    return order < 0 || (isBehind && order === 0);
  });
}

/**
 * Compares a row with values; `null` sorts first. Indexed texts are ASCII, so that sorting by bytes gives the same
 * order in every database.
 */
function compared(row: Kept, columns: readonly string[], values: readonly Value[]): number {
  for (const [at, column] of columns.entries()) {
    const [one, other] = [row[column]!, values[at]!];
    if (one === other) continue;
    if (one === null || other === null) return one === null ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return 0;
}

const valuesOf = (row: Kept, columns: readonly string[]): Value[] => columns.map((column) => row[column] ?? null);
