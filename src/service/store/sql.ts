/**
 * Row operations as statements of SQL, one for each operation. SQL texts contain only names of our own tables and
 * columns; values are bound to question marks.
 */
import type { DueClaim, Increment, Selection } from "./driver.ts";
import type { TableName } from "./records.ts";
import { encodedRow, indexesOf, newCounts, servingIndex, sumsOf, tableOf, type Value } from "./tables.ts";

export interface Statement {
  sql: string;
  values: Value[];
}

/** A row as a database gives it. */
export type SqlRow = Record<string, unknown>;

/** What databases say in different words. */
export interface Dialect {
  /** Where a table is. */
  name(table: TableName): string;
  /** Columns that are read, of a table. */
  columns(table: TableName): readonly string[];
  /** The function that gives the larger of two numbers. */
  greater: string;
  /** What a selection of rows to be claimed ends with. */
  skipLocked: string;
}

export const columnsOf = (table: TableName): string[] => Object.keys(tableOf(table).columns);

/** @param row all columns of the table */
export function insertInto(dialect: Dialect, table: TableName, row: Readonly<Record<string, Value>>): Statement {
  const columns = columnsOf(table);
  return {
    sql: `INSERT INTO ${dialect.name(table)} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    values: columns.map((column) => row[column] ?? null),
  };
}

export function selectFrom(dialect: Dialect, table: TableName, selection: Selection<SqlRow>) {
  const { where, order = [], descending = false, after, upTo, limit } = selection;
  const found = conditions(table, where, {});
  requireIndex(table, where, order);
  if (upTo !== undefined) {
    found.sql.push(`${order[0]} <= ?`);
    found.values.push(upTo);
  }
  if (after !== undefined) {
    found.sql.push(`(${order.join(", ")}) ${descending ? "<" : ">"} (${after.map(() => "?").join(", ")})`);
    found.values.push(...after);
  }
  const sorted = order.map((column) => (descending ? `${column} DESC` : column));
  const sql = [
    `SELECT ${dialect.columns(table).join(", ")} FROM ${dialect.name(table)}`,
    found.sql.length > 0 ? `WHERE ${found.sql.join(" AND ")}` : "",
    sorted.length > 0 ? `ORDER BY ${sorted.join(", ")}` : "",
    limit === undefined ? "" : "LIMIT ?",
  ].join(" ");
  return { sql, values: limit === undefined ? found.values : [...found.values, limit] };
}

export function totalOf(dialect: Dialect, table: TableName, where: object, column?: string): Statement {
  const { sql, values } = conditions(table, where, {});
  requireIndex(table, where, []);
  const sum = column === undefined ? "0" : `coalesce(sum(${column}), 0)`;
  return {
    sql: `SELECT count(*) AS count, CAST(${sum} AS BIGINT) AS sum FROM ${dialect.name(table)} WHERE ${sql.join(" AND ")}`,
    values,
  };
}

export function updateOf(
  dialect: Dialect,
  table: TableName,
  where: object,
  changes: object,
  expected: object,
): Statement {
  const [found, set] = [conditions(table, where, expected), encodedRow(table, changes)];
  const assignments = Object.keys(set).map((column) => `${column} = ?`);
  return {
    sql: `UPDATE ${dialect.name(table)} SET ${assignments.join(", ")} WHERE ${found.sql.join(" AND ")}`,
    values: [...Object.values(set), ...found.values],
  };
}

/** `null` where no row can have so small a sum. */
export function incrementOf(
  dialect: Dialect,
  table: TableName,
  key: object,
  counters: Readonly<Record<string, Increment>>,
): Statement | null {
  const first = sumsOf(counters);
  // No row has a smaller sum than one that counts from nothing.
  if (first === null) return null;
  const steps = Object.entries(counters).map(([column, { from, add, atMost }]) => {
    const before = `${table}.${column}`;
    const sum = from === undefined ? `${before} + ?` : `${dialect.greater}(${before}, ?) + ?`;
    return { column, sum, values: from === undefined ? [add] : [from, add], atMost };
  });
  const limited = steps.filter(({ atMost }) => atMost !== undefined);
  const insert = insertInto(dialect, table, newCounts(table, encodedRow(table, key), first));
  const sql = [
    `${insert.sql} ON CONFLICT (${tableOf(table).key.join(", ")}) DO UPDATE SET`,
    steps.map(({ column, sum }) => `${column} = ${sum}`).join(", "),
    limited.length === 0 ? "" : `WHERE ${limited.map(({ sum }) => `${sum} <= ?`).join(" AND ")}`,
    `RETURNING ${dialect
      .columns(table)
      .map((column) => `${table}.${column}`)
      .join(", ")}`,
  ].join(" ");
  const limits = limited.flatMap((step) => [...step.values, step.atMost!]);
  return { sql, values: [...insert.values, ...steps.flatMap((step) => step.values), ...limits] };
}

export function claimOf(
  dialect: Dialect,
  table: TableName,
  { column, now, until, limit }: Omit<DueClaim<never>, "column"> & { column: string },
): Statement {
  const key = tableOf(table).key.join(", ");
  const name = dialect.name(table);
  const due = `SELECT ${key} FROM ${name} WHERE ${column} <= ? ORDER BY ${column}, ${key} LIMIT ? ${dialect.skipLocked}`;
  // Materialised, so that the rows are selected once, whatever the plan of the update is.
  const sql = [
    `WITH due AS MATERIALIZED (${due})`,
    `UPDATE ${name} SET ${column} = ? WHERE (${key}) IN (SELECT ${key} FROM due)`,
    `RETURNING ${dialect.columns(table).join(", ")}`,
  ].join(" ");
  return { sql, values: [now, limit, until] };
}

export function removeFrom(dialect: Dialect, table: TableName, where: object, expected: object): Statement {
  const { sql, values } = conditions(table, where, expected);
  return { sql: `DELETE FROM ${dialect.name(table)} WHERE ${sql.join(" AND ")}`, values };
}

function conditions(table: TableName, where: object, expected: object): { sql: string[]; values: Value[] } {
  const [fixed, before] = [encodedRow(table, where), encodedRow(table, expected)];
  const found = Object.keys(fixed).map((column) => `${column} = ?`);
  const unchanged = Object.keys(before).map((column) => `${column} IS NOT DISTINCT FROM ?`);
  return { sql: [...found, ...unchanged], values: [...Object.values(fixed), ...Object.values(before)] };
}

function requireIndex(table: TableName, where: object, order: readonly string[]): void {
  const indexes = indexesOf(table).map((columns) => ({ columns }));
  servingIndex(table, indexes, Object.keys(where), order);
}
