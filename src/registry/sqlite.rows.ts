/**
 * Row operations as SQL: each is one statement, prepared once for its form. SQL texts contain only names of our own
 * tables and columns.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { RecordTypes, TableName } from "./records.ts";
import {
  decodedRow,
  encodedRow,
  indexesOf,
  parentMissing,
  type Rows,
  type Selection,
  servingIndex,
  tableOf,
  type Value,
} from "./tables.ts";

/** SQLITE_CONSTRAINT_FOREIGNKEY */
const FOREIGN_KEY = 787;

type SqlRow = Record<string, unknown>;

export class SqliteRows implements Rows {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async insert(table: TableName, record: object): Promise<boolean> {
    const columns = Object.keys(tableOf(table).columns);
    const row = encodedRow(table, record);
    const places = columns.map(() => "?").join(", ");
    const sql = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places}) ON CONFLICT DO NOTHING`;
    try {
      return (
        this.#run(
          sql,
          columns.map((column) => row[column] ?? null),
        ) > 0
      );
    } catch (error) {
      throw (error as { errcode?: number }).errcode === FOREIGN_KEY ? parentMissing(error) : error;
    }
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
      `SELECT ${Object.keys(tableOf(table).columns).join(", ")} FROM ${table}`,
      conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "",
      sorted.length > 0 ? `ORDER BY ${sorted.join(", ")}` : "",
      limit === undefined ? "" : "LIMIT ?",
    ].join(" ");
    const found = this.#prepared(sql).all(...(limit === undefined ? values : [...values, limit]));
    return found.map((row) => decodedRow(table, row) as unknown as RecordTypes[Name]);
  }

  async update(table: TableName, where: object, changes: object): Promise<number> {
    const [fixed, set] = [encodedRow(table, where), encodedRow(table, changes)];
    const assignments = Object.keys(set).map((column) => `${column} = ?`);
    const sql = `UPDATE ${table} SET ${assignments.join(", ")} WHERE ${equalities(fixed)}`;
    return this.#run(sql, [...Object.values(set), ...Object.values(fixed)]);
  }

  async remove(table: TableName, where: object): Promise<number> {
    const fixed = encodedRow(table, where);
    return this.#run(`DELETE FROM ${table} WHERE ${equalities(fixed)}`, Object.values(fixed));
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

const equalities = (fixed: object): string =>
  Object.keys(fixed)
    .map((column) => `${column} = ?`)
    .join(" AND ");
