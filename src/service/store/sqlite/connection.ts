/**
 * A connection to the file, in this thread or in one of its own (`thread.ts`). Its methods return promises in
 * both cases; statements run in the order of the calls, whether the calls are awaited or not.
 */
import type { DatabaseSync } from "node:sqlite";
import { SpoliaError } from "../../../base/errors.ts";
import { builtin } from "../../../corpus/storage/builtin.ts";
import type { Rows } from "../driver.ts";
import { MIGRATIONS } from "./migrations.ts";
import { SqliteRows } from "./rows.ts";

/** Beginnings and ends of transactions. Where another process writes, one fails at once, with SQLITE_BUSY. */
type Control =
  | "BEGIN"
  | "BEGIN IMMEDIATE"
  | "COMMIT"
  | "SAVEPOINT one"
  | "RELEASE one"
  | "ROLLBACK TO one; RELEASE one";

export interface StoreConnection {
  readonly rows: Rows;
  control(statement: Control): Promise<void>;
  /** Undoes the transaction, if there is one. */
  rollback(): Promise<void>;
  /** Reads from the file anew, past everything that this connection remembers. @throws where the file is damaged */
  check(): Promise<void>;
  close(): Promise<void>;
  /** Whether it can be used: not one in a thread that has died. */
  readonly isAlive: () => boolean;
}

/** How long opening and migrating wait for other processes. */
const OPEN_MS = 10_000;
/** How long all else waits: other connections lock the file for a moment when they open, recover or close it. */
const MOMENT_MS = 1_000;
/** Files up to this size are checked whole: some 10 ms. Larger ones are read in their first pages. */
const CHECKED_BYTES_MAX = 4_000_000;

/** Names the running version, since a user may have several versions installed. */
function noSqlite(): { message: string; hint: string } {
  const { node } = globalThis.process?.versions ?? {};
  const runtime = node === undefined ? "this runtime" : `Node ${node}`;
  return {
    message: `Records in a file need the SQLite of Node 22.13 or later, which ${runtime} does not have.`,
    hint: "Use Node 22.13 or later, or Deno; or keep records in memory.",
  };
}

/** @throws unsupported_runtime where there is no `node:sqlite` */
export const requireSqlite = () => builtin("node:sqlite", noSqlite());

/** Creates the file with mode 600, its folder and its tables. SQLite gives its additional files the same mode. */
export function makeFile(path: string): void {
  const fs = builtin("node:fs");
  fs.mkdirSync(builtin("node:path").dirname(path), { recursive: true, mode: 0o700 });
  // Closing any descriptor of a file gives up the locks that SQLite of this process holds on it.
  if (!fs.existsSync(path)) fs.closeSync(fs.openSync(path, "a", 0o600));
  const database = connect(path);
  try {
    migrate(database);
  } finally {
    database.close();
  }
}

function connect(path: string): DatabaseSync {
  const database = new (requireSqlite().DatabaseSync)(path, { timeout: OPEN_MS, enableForeignKeyConstraints: true });
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;");
  return database;
}

function migrate(database: DatabaseSync): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    database.exec("CREATE TABLE IF NOT EXISTS migrations (step INTEGER NOT NULL, PRIMARY KEY (step))");
    const { made } = database.prepare("SELECT count(*) AS made FROM migrations").get() as { made: number };
    if (made > MIGRATIONS.length) throw laterVersion();
    for (const [step, sql] of MIGRATIONS.entries()) {
      if (step < made) continue;
      database.exec(sql);
      database.prepare("INSERT INTO migrations (step) VALUES (?)").run(step);
    }
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

/** A connection in this thread, to a file that was made. The writing of another process is not waited for. */
export function openConnection(path: string): StoreConnection {
  const database = connect(path);
  const waitMs = (ms: number) => database.exec(`PRAGMA busy_timeout = ${ms}`);
  waitMs(MOMENT_MS);
  const rows = new SqliteRows(database);
  return {
    rows,
    async control(statement) {
      if (statement !== "BEGIN IMMEDIATE") return database.exec(statement);
      waitMs(0);
      try {
        database.exec(statement);
      } finally {
        waitMs(MOMENT_MS);
      }
    },
    rollback: async () => {
      if (database.isTransaction) database.exec("ROLLBACK");
    },
    check: async () => checkFile(path),
    close: async () => database.close(),
    isAlive: () => true,
  };
}

function checkFile(path: string): void {
  const database = new (requireSqlite().DatabaseSync)(path, { readOnly: true, timeout: MOMENT_MS });
  try {
    const { bytes } = database
      .prepare("SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()")
      .get() as { bytes: number };
    if (bytes > CHECKED_BYTES_MAX) database.prepare("SELECT step FROM migrations").all();
    else {
      const [found] = database.prepare("PRAGMA quick_check(1)").all() as { quick_check: string }[];
      if (found!.quick_check !== "ok") throw new SpoliaError("registry_failed", "The file of records is damaged.");
    }
  } finally {
    database.close();
  }
}

const laterVersion = () =>
  new SpoliaError("registry_failed", "The store of records was made by a later version.", {
    hint: "Open it with that version, or a later one.",
  });
