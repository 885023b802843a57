/**
 * The interface of a driver: operations on rows of the tables (`tables.ts`), each of them a single statement in a
 * database that several processes share, and two transactions. The operations in domain terms are implemented once,
 * on top of them (`collections.ts`).
 *
 * Between two statements of a transaction another process may change what the first one read. So what is read is not
 * written back: a counter is incremented below its limit, due rows are claimed, and a row that was read is changed only
 * as long as it is unchanged.
 */
import type { RecordTypes, TableName } from "./records.ts";

/**
 * A selection of rows and their order. It needs an index that begins with the columns of `where` in any order, then
 * those of `order`.
 */
export interface Selection<Row> {
  where: Partial<Row>;
  /** Columns to sort by, all in one direction. */
  order?: readonly (keyof Row & string)[];
  descending?: boolean;
  /** Only rows after this position: values of the `order` columns. */
  after?: readonly (string | number)[] | undefined;
  /** Only rows whose first `order` column is at most this, and not `null`. */
  upTo?: number;
  limit?: number;
}

/** An increment of one counter. */
export interface Increment {
  add: number;
  /** A counter below this counts from here; default: 0. */
  from?: number;
  /** The largest allowed sum; default: none. */
  atMost?: number;
}

export type Counters<Row> = { readonly [Column in keyof Row]?: Row[Column] extends number ? Increment : never };

/** Due rows: those whose column is at most `now`. Claimed ones are due again at `until`. */
export interface DueClaim<Row> {
  column: keyof Row & string;
  now: number;
  until: number;
  limit: number;
}

/** The operations of a driver. Rows are returned as new objects, equal to the inserted ones. */
export interface Rows {
  /**
   * @returns `false` where another row has the same key or the same unique columns
   * @throws not_found where a row that it refers to does not exist
   */
  insert<Name extends TableName>(table: Name, row: RecordTypes[Name]): Promise<boolean>;
  /**
   * Inserts a row, or returns the stored one that has the same values in the columns `by`, a key or a unique set.
   *
   * @throws not_found where a row that it refers to does not exist; internal where another row has its other unique
   *   columns
   */
  insertOrFind<Name extends TableName>(
    table: Name,
    row: RecordTypes[Name],
    by: readonly (keyof RecordTypes[Name] & string)[],
  ): Promise<Stored<RecordTypes[Name]>>;
  select<Name extends TableName>(table: Name, selection: Selection<RecordTypes[Name]>): Promise<RecordTypes[Name][]>;
  /** Counts rows, and sums a column of them. It needs an index that begins with the columns of `where`. */
  total<Name extends TableName>(
    table: Name,
    where: Partial<RecordTypes[Name]>,
    column?: keyof RecordTypes[Name] & string,
  ): Promise<{ count: number; sum: number }>;
  /**
   * Changes rows that still have the values of `expected` (`null` equals `null`). Columns of keys and of parents never
   * change, columns of unique sets only to `null`.
   *
   * @returns number of changed rows
   */
  update<Name extends TableName>(
    table: Name,
    where: Partial<RecordTypes[Name]>,
    changes: Partial<RecordTypes[Name]>,
    expected?: Partial<RecordTypes[Name]>,
  ): Promise<number>;
  /**
   * Increments counters of the row with this key, all of them or none; a missing row counts from 0 in every column.
   *
   * @returns the row afterwards, or `null` where a sum would be above its limit
   * @throws not_found where a row that it refers to does not exist
   */
  increment<Name extends TableName>(
    table: Name,
    key: Partial<RecordTypes[Name]>,
    counters: Counters<RecordTypes[Name]>,
  ): Promise<RecordTypes[Name] | null>;
  /**
   * Claims due rows, the longest overdue first. Rows that another process is claiming are skipped, and not waited for.
   *
   * @returns the claimed rows as they are now, in no particular order
   */
  claim<Name extends TableName>(table: Name, claim: DueClaim<RecordTypes[Name]>): Promise<RecordTypes[Name][]>;
  /**
   * Removes rows that still have the values of `expected`, and all rows that refer to them. @returns number of rows
   * removed from this table
   */
  remove<Name extends TableName>(
    table: Name,
    where: Partial<RecordTypes[Name]>,
    expected?: Partial<RecordTypes[Name]>,
  ): Promise<number>;
}

/** The row that is stored after `insertOrFind`, and whether this call inserted it. */
export interface Stored<Row> {
  stored: Row;
  isNew: boolean;
}

/** A driver of a database. Another database needs another implementation of this interface. */
export interface Driver {
  /** Reads a consistent state of the rows, as between two transactions. */
  read<Result>(work: (rows: Rows) => Promise<Result>): Promise<Result>;
  /**
   * Runs a transaction. It resolves once it is durable; a rejection of `work` undoes it. Inside, await only rows and
   * operations that end by themselves: other writers may wait meanwhile, and another `write` inside may wait for ever.
   */
  write<Result>(work: (rows: Rows) => Promise<Result>): Promise<Result>;
  /** Reads from the medium anew. @throws registry_failed where what is stored is damaged */
  check(): Promise<void>;
  /** Number of writes that have not begun. */
  waiting(): number;
  close(): Promise<void>;
}
