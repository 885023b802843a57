/**
 * Row operations in PostgreSQL: each is one statement (`sql.ts`) without a name, since a pooler may give the next
 * statement to another connection.
 */
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
import { isLarge, isMoved, type MovedValues, TIERED } from "./objects.ts";
import type { RunStatement, StatementError } from "./statement.ts";

/** foreign_key_violation and unique_violation */
const FOREIGN_KEY = "23503";
const SAME_UNIQUE = "23505";

export const postgresDialect = (schema: string): Dialect => ({
  name: (table) => `${schema}.${table}`,
  columns: (table) => (TIERED[table] === undefined ? columnsOf(table) : [...columnsOf(table), "object"]),
  greater: "greatest",
  skipLocked: "FOR UPDATE SKIP LOCKED",
});

export class PostgresRows implements Rows {
  readonly #run: RunStatement;
  readonly #dialect: Dialect;
  readonly #moved: MovedValues;
  readonly #isWriting: boolean;
  /** Whether a value was inserted that will be moved. */
  hasLarge = false;

  constructor(run: RunStatement, dialect: Dialect, moved: MovedValues, isWriting: boolean) {
    this.#run = run;
    this.#dialect = dialect;
    this.#moved = moved;
    this.#isWriting = isWriting;
  }

  async insert(table: TableName, record: object): Promise<boolean> {
    const { sql, values } = this.#insertInto(table, record);
    return (await this.#answer({ sql: `${sql} ON CONFLICT DO NOTHING`, values })).count > 0;
  }

  async insertOrFind<Name extends TableName>(
    table: Name,
    row: RecordTypes[Name],
    by: readonly (keyof RecordTypes[Name] & string)[],
  ): Promise<Stored<RecordTypes[Name]>> {
    const { sql, values } = this.#insertInto(table, row);
    const columns = this.#dialect.columns(table).map((column) => `${table}.${column}`);
    // A row that is there is set to what it is, since only rows that are written are returned.
    const same = columnsOf(table).find((column) => !(by as readonly string[]).includes(column));
    const found = await this.#answer({
      sql: [
        `${sql} ON CONFLICT (${by.join(", ")}) DO UPDATE SET ${same} = ${table}.${same}`,
        `RETURNING ${columns.join(", ")}, (${table}.xmax = 0) AS is_new`,
      ].join(" "),
      values,
    });
    const [stored] = await this.#decoded<Name>(table, found.rows);
    return { stored: stored!, isNew: found.rows[0]!["is_new"] === true };
  }

  async select<Name extends TableName>(
    table: Name,
    selection: Selection<RecordTypes[Name]>,
  ): Promise<RecordTypes[Name][]> {
    const statement = selectFrom(this.#dialect, table, selection as unknown as Selection<SqlRow>);
    return this.#decoded<Name>(table, (await this.#answer(statement)).rows);
  }

  /**
   * What a transaction counts after it has added to it, others may have added to as well. They wait here for each
   * other, at the row of their tenant, or of the one whose deals they count: whoever comes second counts what the first
   * has added.
   */
  async total(table: TableName, where: object, column?: string): Promise<{ count: number; sum: number }> {
    const { tenant: owner, counterpart } = where as { tenant?: string; counterpart?: string };
    const tenant = owner ?? counterpart;
    if (this.#isWriting && tenant !== undefined) {
      const sql = `SELECT 1 FROM ${this.#dialect.name("tenants")} WHERE id = ? FOR NO KEY UPDATE`;
      await this.#answer({ sql, values: [tenant] });
    }
    const { rows } = await this.#answer(totalOf(this.#dialect, table, where, column));
    return rows[0] as { count: number; sum: number };
  }

  async update(table: TableName, where: object, changes: object, expected: object = {}): Promise<number> {
    return (await this.#answer(updateOf(this.#dialect, table, where, changes, expected))).count;
  }

  async increment<Name extends TableName>(
    table: Name,
    key: Partial<RecordTypes[Name]>,
    counters: Counters<RecordTypes[Name]>,
  ): Promise<RecordTypes[Name] | null> {
    const statement = incrementOf(this.#dialect, table, key, counters as Record<string, Increment>);
    const found = statement === null ? [] : (await this.#answer(statement)).rows;
    return (await this.#decoded<Name>(table, found))[0] ?? null;
  }

  async claim<Name extends TableName>(table: Name, claim: DueClaim<RecordTypes[Name]>): Promise<RecordTypes[Name][]> {
    return this.#decoded<Name>(table, (await this.#answer(claimOf(this.#dialect, table, claim))).rows);
  }

  async remove(table: TableName, where: object, expected: object = {}): Promise<number> {
    return (await this.#answer(removeFrom(this.#dialect, table, where, expected))).count;
  }

  #insertInto(table: TableName, record: object): Statement {
    const row = encodedRow(table, record);
    this.hasLarge ||= isLarge(table, row);
    return insertInto(this.#dialect, table, row);
  }

  async #decoded<Name extends TableName>(table: TableName, rows: SqlRow[]): Promise<RecordTypes[Name][]> {
    await Promise.all(rows.filter(isMoved).map((row) => this.#moved.fetch(table, row)));
    return rows.map((row) => decodedRow(table, row)) as unknown as RecordTypes[Name][];
  }

  async #answer({ sql, values }: Statement): ReturnType<RunStatement> {
    let number = 0;
    const numbered = sql.replace(/\?/g, () => `$${++number}`);
    try {
      return await this.#run(numbered, values);
    } catch (error) {
      const { code } = error as StatementError;
      if (code === FOREIGN_KEY) throw parentMissing(error);
      throw code === SAME_UNIQUE ? otherUniqueTaken(error) : error;
    }
  }
}
