/**
 * Row operations as SQL: each is one statement, prepared once for its form. SQL texts contain only names of our own
 * tables and columns.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Counters, DueClaim, Increment, Rows, Selection, Stored } from "./driver.ts";
import type { RecordTypes, TableName } from "./records.ts";
import {
  decodedRow,
  encodedRow,
  indexesOf,
  newCounts,
  otherUniqueTaken,
  parentMissing,
  servingIndex,
  sumsOf,
  tableOf,
  type Value,
} from "./tables.ts";

/** SQLITE_CONSTRAINT_FOREIGNKEY, _PRIMARYKEY and _UNIQUE */
const FOREIGN_KEY = 787;
const SAME_KEY = 1555;
const SAME_UNIQUE = 2067;

type SqlRow = Record<string, unknown>;

export class SqliteRows implements Rows {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async insert(table: TableName, record: object): Promise<boolean> {
    const row = encodedRow(table, record);
    return refusing(() => this.#run(`${insertInto(table)} ON CONFLICT DO NOTHING`, valuesOf(table, row)) > 0);
  }

  /** Two statements, since no other process writes between them. */
  async insertOrFind<Name extends TableName>(
    table: Name,
    row: RecordTypes[Name],
    by: readonly (keyof RecordTypes[Name] & string)[],
  ): Promise<Stored<RecordTypes[Name]>> {
    const sql = `${insertInto(table)} ON CONFLICT (${by.join(", ")}) DO NOTHING`;
    const isNew = refusing(() => this.#run(sql, valuesOf(table, encodedRow(table, row))) > 0);
    const where = Object.fromEntries(by.map((column) => [column, row[column]])) as Partial<RecordTypes[Name]>;
    return { stored: (await this.select(table, { where }))[0]!, isNew };
  }

  async select<Name extends TableName>(
    table: Name,
    selection: Selection<RecordTypes[Name]>,
  ): Promise<RecordTypes[Name][]> {
    const { where, order = [], descending = false, after, upTo, limit } = selection as unknown as Selection<SqlRow>;
    const fixed = encodedRow(table, where);
    servingIndex(
      table,
      indexesOf(table).map((columns) => ({ columns })),
      Object.keys(fixed),
      order,
    );
    const conditions = Object.keys(fixed).map((column) => `${column} = ?`);
    const values = Object.values(fixed);
    if (upTo !== undefined) {
      conditions.push(`${order[0]} <= ?`);
      values.push(upTo);
    }
    if (after !== undefined) {
      conditions.push(`(${order.join(", ")}) ${descending ? "<" : ">"} (${after.map(() => "?").join(", ")})`);
      values.push(...after);
    }
    const sorted = order.map((column) => (descending ? `${column} DESC` : column));
    const sql = [
      `SELECT ${columnsOf(table)} FROM ${table}`,
      conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "",
      sorted.length > 0 ? `ORDER BY ${sorted.join(", ")}` : "",
      limit === undefined ? "" : "LIMIT ?",
    ].join(" ");
    return this.#all(table, sql, limit === undefined ? values : [...values, limit]) as unknown as RecordTypes[Name][];
  }

  async total(table: TableName, where: object, column?: string): Promise<{ count: number; sum: number }> {
    const found = conditions(table, where, {});
    servingIndex(
      table,
      indexesOf(table).map((columns) => ({ columns })),
      Object.keys(where),
      [],
    );
    const sum = column === undefined ? "0" : `coalesce(sum(${column}), 0)`;
    const sql = `SELECT count(*) AS count, ${sum} AS sum FROM ${table} WHERE ${found.sql}`;
    return this.#prepared(sql).get(...(found.values as SQLInputValue[])) as { count: number; sum: number };
  }

  async update(table: TableName, where: object, changes: object, expected: object = {}): Promise<number> {
    const [found, set] = [conditions(table, where, expected), encodedRow(table, changes)];
    const assignments = Object.keys(set).map((column) => `${column} = ?`);
    const sql = `UPDATE ${table} SET ${assignments.join(", ")} WHERE ${found.sql}`;
    return this.#run(sql, [...Object.values(set), ...found.values]);
  }

  async increment<Name extends TableName>(
    table: Name,
    key: Partial<RecordTypes[Name]>,
    counters: Counters<RecordTypes[Name]>,
  ): Promise<RecordTypes[Name] | null> {
    const first = sumsOf(counters);
    // No row has a smaller sum than one that counts from nothing.
    if (first === null) return null;
    const steps = Object.entries(counters as Record<string, Increment>).map(([column, { from, add, atMost }]) => {
      const sum = from === undefined ? `${table}.${column} + ?` : `max(${table}.${column}, ?) + ?`;
      return { column, sum, values: from === undefined ? [add] : [from, add], atMost };
    });
    const limited = steps.filter(({ atMost }) => atMost !== undefined);
    const sql = [
      `${insertInto(table)} ON CONFLICT (${tableOf(table).key.join(", ")}) DO UPDATE SET`,
      steps.map(({ column, sum }) => `${column} = ${sum}`).join(", "),
      limited.length === 0 ? "" : `WHERE ${limited.map(({ sum }) => `${sum} <= ?`).join(" AND ")}`,
      `RETURNING ${columnsOf(table)}`,
    ].join(" ");
    const values = [
      ...valuesOf(table, newCounts(table, encodedRow(table, key), first)),
      ...steps.flatMap((step) => step.values),
      ...limited.flatMap((step) => [...step.values, step.atMost!]),
    ];
    const [row] = refusing(() => this.#all(table, sql, values));
    return (row as RecordTypes[Name] | undefined) ?? null;
  }

  async claim<Name extends TableName>(
    table: Name,
    { column, now, until, limit }: DueClaim<RecordTypes[Name]>,
  ): Promise<RecordTypes[Name][]> {
    const key = tableOf(table).key.join(", ");
    const due = `SELECT ${key} FROM ${table} WHERE ${column} <= ? ORDER BY ${column}, ${key} LIMIT ?`;
    const sql = `UPDATE ${table} SET ${column} = ? WHERE (${key}) IN (${due}) RETURNING ${columnsOf(table)}`;
    return this.#all(table, sql, [until, now, limit]) as unknown as RecordTypes[Name][];
  }

  async remove(table: TableName, where: object, expected: object = {}): Promise<number> {
    const found = conditions(table, where, expected);
    return this.#run(`DELETE FROM ${table} WHERE ${found.sql}`, found.values);
  }

  #all(table: TableName, sql: string, values: readonly Value[]): Record<string, unknown>[] {
    const found = this.#prepared(sql).all(...(values as SQLInputValue[]));
    return found.map((row) => decodedRow(table, row));
  }

  #run(sql: string, values: readonly Value[]): number {
    return Number(this.#prepared(sql).run(...(values as SQLInputValue[])).changes);
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

const columnsOf = (table: TableName): string => Object.keys(tableOf(table).columns).join(", ");

function insertInto(table: TableName): string {
  const places = Object.keys(tableOf(table).columns).map(() => "?");
  return `INSERT INTO ${table} (${columnsOf(table)}) VALUES (${places.join(", ")})`;
}

const valuesOf = (table: TableName, row: Readonly<Record<string, Value>>): Value[] =>
  Object.keys(tableOf(table).columns).map((column) => row[column] ?? null);

function conditions(table: TableName, where: object, expected: object): { sql: string; values: Value[] } {
  const [fixed, before] = [encodedRow(table, where), encodedRow(table, expected)];
  const found = Object.keys(fixed).map((column) => `${column} = ?`);
  const unchanged = Object.keys(before).map((column) => `${column} IS ?`);
  return { sql: [...found, ...unchanged].join(" AND "), values: [...Object.values(fixed), ...Object.values(before)] };
}

function refusing<Result>(statement: () => Result): Result {
  try {
    return statement();
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    if (errcode === FOREIGN_KEY) throw parentMissing(error);
    throw errcode === SAME_KEY || errcode === SAME_UNIQUE ? otherUniqueTaken(error) : error;
  }
}
