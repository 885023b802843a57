/** Row operations in SQLite: each statement (`sql.ts`) is prepared once for its form. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Counters, DueClaim, Increment, Rows, Selection, Stored } from "../driver.ts";
import type { RecordTypes, TableName } from "../records.ts";
import {
  claimOf,
  columnsOf,
  type Dialect,
  incrementOf,
  insertInto,
  removeFrom,
  type SqlRow,
  type Statement,
  selectFrom,
  totalOf,
  updateOf,
} from "../sql.ts";
import { decodedRow, encodedRow, otherUniqueTaken, parentMissing } from "../tables.ts";

/** SQLITE_CONSTRAINT_FOREIGNKEY, _PRIMARYKEY and _UNIQUE */
const FOREIGN_KEY = 787;
const SAME_KEY = 1555;
const SAME_UNIQUE = 2067;

/** No other process writes while this one does, so that there are no locked rows to skip. */
const SQLITE: Dialect = { name: (table) => table, columns: columnsOf, greater: "max", skipLocked: "" };

export class SqliteRows implements Rows {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async insert(table: TableName, record: object): Promise<boolean> {
    const { sql, values } = insertInto(SQLITE, table, encodedRow(table, record));
    return refusing(() => this.#run({ sql: `${sql} ON CONFLICT DO NOTHING`, values }) > 0);
  }

  /** Two statements, since no other process writes between them. */
  async insertOrFind<Name extends TableName>(
    table: Name,
    row: RecordTypes[Name],
    by: readonly (keyof RecordTypes[Name] & string)[],
  ): Promise<Stored<RecordTypes[Name]>> {
    const { sql, values } = insertInto(SQLITE, table, encodedRow(table, row));
    const kept = { sql: `${sql} ON CONFLICT (${by.join(", ")}) DO NOTHING`, values };
    const isNew = refusing(() => this.#run(kept) > 0);
    const where = Object.fromEntries(by.map((column) => [column, row[column]])) as Partial<RecordTypes[Name]>;
    return { stored: (await this.select(table, { where }))[0]!, isNew };
  }

  async select<Name extends TableName>(
    table: Name,
    selection: Selection<RecordTypes[Name]>,
  ): Promise<RecordTypes[Name][]> {
    const statement = selectFrom(SQLITE, table, selection as unknown as Selection<SqlRow>);
    return this.#all(table, statement) as RecordTypes[Name][];
  }

  async total(table: TableName, where: object, column?: string): Promise<{ count: number; sum: number }> {
    const { sql, values } = totalOf(SQLITE, table, where, column);
    return this.#prepared(sql).get(...(values as SQLInputValue[])) as { count: number; sum: number };
  }

  async update(table: TableName, where: object, changes: object, expected: object = {}): Promise<number> {
    return this.#run(updateOf(SQLITE, table, where, changes, expected));
  }

  async increment<Name extends TableName>(
    table: Name,
    key: Partial<RecordTypes[Name]>,
    counters: Counters<RecordTypes[Name]>,
  ): Promise<RecordTypes[Name] | null> {
    const statement = incrementOf(SQLITE, table, key, counters as Record<string, Increment>);
    const [row] = statement === null ? [] : refusing(() => this.#all(table, statement));
    return (row as RecordTypes[Name] | undefined) ?? null;
  }

  async claim<Name extends TableName>(table: Name, claim: DueClaim<RecordTypes[Name]>): Promise<RecordTypes[Name][]> {
    return this.#all(table, claimOf(SQLITE, table, claim)) as RecordTypes[Name][];
  }

  async remove(table: TableName, where: object, expected: object = {}): Promise<number> {
    return this.#run(removeFrom(SQLITE, table, where, expected));
  }

  #all(table: TableName, { sql, values }: Statement): unknown[] {
    const found = this.#prepared(sql).all(...(values as SQLInputValue[]));
    return found.map((row) => decodedRow(table, row));
  }

  #run({ sql, values }: Statement): number {
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

function refusing<Result>(statement: () => Result): Result {
  try {
    return statement();
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    if (errcode === FOREIGN_KEY) throw parentMissing(error);
    throw errcode === SAME_KEY || errcode === SAME_UNIQUE ? otherUniqueTaken(error) : error;
  }
}
