/**
 * Transactions over two connections.
 *
 *   writes   one connection; waiting writes share a transaction: BEGIN IMMEDIATE, a savepoint each, COMMIT, and
 *            resolve after it
 *   reads    another connection; each read sees a snapshot, and does not wait for writers
 *
 * Where another process writes, this one tries again after a while, and does other things meanwhile.
 */

import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import { createQueue } from "../../../base/queues/queue.ts";
import type { Driver, Rows } from "../driver.ts";
import type { StoreConnection } from "./connection.ts";

/** How long a write waits for other processes. */
const BUSY_MS = 10_000;
/** The longest pause between two tries. */
const PAUSE_MAX_MS = 25;
/** Maximum of writes in one commit: the first writes of a batch must not wait too long for the others. */
const BATCH_MAX = 256;
/** SQLITE_BUSY, without its extensions. */
const BUSY = 5;

interface Transaction {
  work: (rows: Rows) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export class SqliteDriver implements Driver {
  readonly #open: () => StoreConnection;
  #writer: StoreConnection;
  #reader: StoreConnection;
  readonly #reads = createQueue(1);
  readonly #waiting: Transaction[] = [];
  #draining: Promise<void> | null = null;
  #isClosed = false;

  /** @param open opens a connection; also one in the place of a connection that has died */
  constructor(open: () => StoreConnection) {
    this.#open = open;
    this.#writer = open();
    this.#reader = open();
  }

  read<Result>(work: (rows: Rows) => Promise<Result>): Promise<Result> {
    return this.#onReader(async ({ control, rows }) => {
      const begun = later(control("BEGIN"));
      try {
        const result = await work(rows);
        await begun;
        return result;
      } finally {
        later(control("COMMIT"));
      }
    });
  }

  async write<Result>(work: (rows: Rows) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw closed();
    const done = new Promise<unknown>((resolve, reject) => this.#waiting.push({ work, resolve, reject }));
    this.#draining ??= this.#drain();
    return done as Promise<Result>;
  }

  check(): Promise<void> {
    return this.#onReader((reader) => reader.check());
  }

  waiting(): number {
    return this.#waiting.length;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#draining;
    await this.#reads(() => this.#reader.close());
    await this.#writer.close();
  }

  #onReader<Result>(work: (reader: StoreConnection) => Promise<Result>): Promise<Result> {
    return this.#reads(() =>
      refusing(async () => {
        if (this.#isClosed) throw closed();
        if (!this.#reader.isAlive()) this.#reader = this.#open();
        return work(this.#reader);
      }),
    );
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
    const released: Promise<void>[] = [];
    try {
      if (!this.#writer.isAlive()) this.#writer = this.#open();
      await this.#begin();
      while (this.#waiting.length > 0 && batch.length < BATCH_MAX) {
        const job = this.#waiting.shift()!;
        batch.push(job);
        settle.push(await this.#made(job, released));
      }
      await Promise.all(released);
      await this.#writer.control("COMMIT");
    } catch (error) {
      const failed = failure(error);
      await this.#writer.rollback().catch(() => {});
      // If the transaction could not begin, all waiting writes fail: they have waited as long as this one.
      for (const { reject } of batch.length > 0 ? batch : this.#waiting.splice(0)) reject(failed);
      return;
    }
    for (const one of settle) one();
  }

  /** Begins a transaction as soon as no other process writes. */
  async #begin(): Promise<void> {
    const givenUpAt = performance.now() + BUSY_MS;
    for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)) {
      try {
        return await this.#writer.control("BEGIN IMMEDIATE");
      } catch (error) {
        if (!isBusy(error) || performance.now() > givenUpAt) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** @param released the end of each savepoint, which the commit waits for */
  async #made({ work, resolve, reject }: Transaction, released: Promise<void>[]): Promise<() => void> {
    const { control, rows } = this.#writer;
    const begun = later(control("SAVEPOINT one"));
    let outcome: () => void;
    try {
      const result = await work(rows);
      outcome = () => resolve(result);
    } catch (error) {
      outcome = () => reject(isFromSqlite(error) ? failure(error) : error);
      // A full disk ends the whole transaction: then the savepoint no longer exists, and the batch fails.
      await control("ROLLBACK TO one; RELEASE one");
      return outcome;
    }
    await begun;
    released.push(later(control("RELEASE one")));
    return outcome;
  }
}

/** A statement whose outcome is looked at later, if at all: those after it tell of its failure too. */
function later(statement: Promise<void>): Promise<void> {
  statement.catch(() => {});
  return statement;
}

export async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isFromSqlite(error) || isFromSystem(error) ? failure(error) : error;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);
const isFromSqlite = (error: unknown): boolean => codeOf(error) === "ERR_SQLITE_ERROR";
const isFromSystem = (error: unknown): boolean => error instanceof Error && "syscall" in error;
const isBusy = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === BUSY;

function failure(cause: unknown): SpoliaError {
  if (isSpoliaError(cause)) return cause;
  const hint =
    "See its cause: a full disk, a folder that may not be written to, another process that does not end its writing.";
  return new SpoliaError("registry_failed", "The store of records refused.", { hint, cause });
}

const closed = () => new SpoliaError("closed", "The store was closed.");
