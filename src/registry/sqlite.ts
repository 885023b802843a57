/**
 * Records in one SQLite file, through the module built into Node and Deno: the embedded default of `spolia serve
 * --data`.
 *
 *   writes   one connection; waiting writes share a transaction: BEGIN IMMEDIATE, a savepoint each, COMMIT. They resolve after it
 *   reads    another connection; each read sees a snapshot, and does not wait for writers
 *
 * WAL with synchronous=FULL: acknowledged writes survive a kill and a power loss. Several processes may share a file; a
 * writer then waits for the others' commits, up to `BUSY_MS`, and blocks its own process meanwhile.
 *
 * The file contains the service's private keys and tenants' works: only its owner may read it (mode 600).
 */

import type { DatabaseSync } from "node:sqlite";
import { checkArguments, isName } from "../arguments.ts";
import { createQueue } from "../base/queue.ts";
import { isSpoliaError, SpoliaError } from "../errors.ts";
import { builtin } from "../storage/builtin.ts";
import { recordStore } from "./collections.ts";
import type { Driver, Rows } from "./driver.ts";
import { MIGRATIONS } from "./sqlite.migrations.ts";
import { SqliteRows } from "./sqlite.rows.ts";
import type { RecordStore } from "./store.ts";

const BUSY_MS = 10_000;
/** Maximum of writes in one commit: the first writes of a batch must not wait too long for the others. */
const BATCH_MAX = 256;

/** Names the running version, since a user may have several versions installed. */
function noSqlite(): { message: string; hint: string } {
  const { node } = globalThis.process?.versions ?? {};
  const runtime = node === undefined ? "this runtime" : `Node ${node}`;
  return {
    message: `Records in a file need the SQLite of Node 22.13 or later, which ${runtime} does not have.`,
    hint: "Use Node 22.13 or later, or Deno; or keep records in memory.",
  };
}

/**
 * Opens the file, or creates it with its folder.
 *
 * @throws unsupported_runtime where there is no `node:sqlite`, as in Node 20; registry_failed where the file is not a
 *   store of records, or of a later version
 */
export async function openSqliteStore(path: string): Promise<RecordStore> {
  checkArguments("openSqliteStore", [["/path", isName(path), "the path of a file"]]);
  const { DatabaseSync } = builtin("node:sqlite", noSqlite());
  return refusing(async () => {
    makeFile(path);
    const writer = connect(DatabaseSync, path);
    try {
      migrate(writer);
      return recordStore(new SqliteDriver(writer, connect(DatabaseSync, path)));
    } catch (error) {
      writer.close();
      throw error;
    }
  });
}

/** Creates the file with mode 600. SQLite gives its additional files the same mode. */
function makeFile(path: string): void {
  const fs = builtin("node:fs");
  fs.mkdirSync(builtin("node:path").dirname(path), { recursive: true, mode: 0o700 });
  fs.closeSync(fs.openSync(path, "a", 0o600));
}

function connect(Database: typeof DatabaseSync, path: string): DatabaseSync {
  const database = new Database(path, { timeout: BUSY_MS, enableForeignKeyConstraints: true });
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

interface Transaction {
  work: (rows: Rows) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

class SqliteDriver implements Driver {
  readonly #writer: DatabaseSync;
  readonly #reader: DatabaseSync;
  readonly #written: SqliteRows;
  readonly #seen: SqliteRows;
  readonly #reads = createQueue(1);
  readonly #waiting: Transaction[] = [];
  #draining: Promise<void> | null = null;
  #isClosed = false;

  constructor(writer: DatabaseSync, reader: DatabaseSync) {
    this.#writer = writer;
    this.#reader = reader;
    this.#written = new SqliteRows(writer);
    this.#seen = new SqliteRows(reader);
  }

  read<Result>(work: (rows: Rows) => Promise<Result>): Promise<Result> {
    return this.#reads(() =>
      refusing(async () => {
        if (this.#isClosed) throw closed();
        this.#reader.exec("BEGIN");
        try {
          return await work(this.#seen);
        } finally {
          this.#reader.exec("COMMIT");
        }
      }),
    );
  }

  async write<Result>(work: (rows: Rows) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw closed();
    const done = new Promise<unknown>((resolve, reject) => this.#waiting.push({ work, resolve, reject }));
    this.#draining ??= this.#drain();
    return done as Promise<Result>;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#draining;
    await this.#reads(async () => this.#reader.close());
    this.#writer.close();
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Requests that arrived together are read one after the other. After this pause, all of them are in the queue.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#commitBatch();
    }
    this.#draining = null;
  }

  /** Executes the waiting writes in one transaction, and settles each of them once the commit is durable. */
  async #commitBatch(): Promise<void> {
    const settle: (() => void)[] = [];
    const batch: Transaction[] = [];
    try {
      this.#writer.exec("BEGIN IMMEDIATE");
      while (this.#waiting.length > 0 && batch.length < BATCH_MAX) {
        const job = this.#waiting.shift()!;
        batch.push(job);
        settle.push(await this.#made(job));
      }
      this.#writer.exec("COMMIT");
    } catch (error) {
      const failed = failure(error);
      if (this.#writer.isTransaction) this.#writer.exec("ROLLBACK");
      // If the transaction could not begin, all waiting writes fail: they have waited as long as this one.
      for (const { reject } of batch.length > 0 ? batch : this.#waiting.splice(0)) reject(failed);
      return;
    }
    for (const one of settle) one();
  }

  async #made({ work, resolve, reject }: Transaction): Promise<() => void> {
    this.#writer.exec("SAVEPOINT one");
    try {
      const result = await work(this.#written);
      this.#writer.exec("RELEASE one");
      return () => resolve(result);
    } catch (error) {
      // A full disk ends the whole transaction: then the savepoint no longer exists, and the batch fails.
      this.#writer.exec("ROLLBACK TO one; RELEASE one");
      return () => reject(isFromSqlite(error) ? failure(error) : error);
    }
  }
}

async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isFromSqlite(error) || isFromSystem(error) ? failure(error) : error;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);
const isFromSqlite = (error: unknown): boolean => codeOf(error) === "ERR_SQLITE_ERROR";
const isFromSystem = (error: unknown): boolean => error instanceof Error && "syscall" in error;

function failure(cause: unknown): SpoliaError {
  if (isSpoliaError(cause)) return cause;
  const hint =
    "See its cause: a full disk, a folder that may not be written to, another process that does not end its writing.";
  return new SpoliaError("registry_failed", "The store of records refused.", { hint, cause });
}

const closed = () => new SpoliaError("closed", "The store was closed.");

const laterVersion = () =>
  new SpoliaError("registry_failed", "The store of records was made by a later version.", {
    hint: "Open it with that version, or a later one.",
  });
