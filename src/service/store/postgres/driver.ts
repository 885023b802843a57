/**
 * Transactions in PostgreSQL, over a pool of connections. Nothing depends on which connection a transaction has, so
 * that poolers in transaction mode may stand between: no settings, locks or statements outlive a transaction.
 *
 *   writes   READ COMMITTED: every statement sees what others have committed (`driver.ts` says why that is enough)
 *   reads    REPEATABLE READ: all statements see one state
 *
 * Where the database undid a transaction, or the connection was lost before its end, it is made again. Where it was
 * lost during COMMIT, the database is asked what came of it (`commits.ts`).
 */
import type { Pool, PoolClient } from "pg";
import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import { quoted } from "../../../base/postgres.ts";
import type { WritableStorage } from "../../../corpus/storage/storage.ts";
import type { Driver, Rows } from "../driver.ts";
import { type CommitSlot, CommitSlots, slotRemoved } from "./commits.ts";
import { MovedValues } from "./objects.ts";
import { PostgresRows, postgresDialect } from "./rows.ts";
import { type RunStatement, StatementError, statementsOn } from "./statement.ts";

/** How long a transaction is made again, and waits for the rows of others. */
const PATIENCE_MS = 10_000;
const PAUSE_MAX_MS = 250;

/** `synchronous_commit = off` would acknowledge what a crash takes along. A process that hangs holds rows for 10 s. */
const BEGIN_WRITE = `
BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
SELECT set_config('lock_timeout', '${PATIENCE_MS}', true),
  set_config('idle_in_transaction_session_timeout', '${PATIENCE_MS}', true),
  set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), true)`;
const BEGIN_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/**
 * What passes: lost connections (08), conflicts of transactions (40), a database that stops, starts or gives over to
 * another (57P01 to 57P03, 25P03, 25006), and one that has no connection left (53300).
 */
const PASSING = /^(08...|40...|57P0[123]|25P03|25006|53300|E[A-Z_]+|)$/;

export class PostgresDriver implements Driver {
  readonly #pool: Pool;
  readonly #schema: string;
  readonly #moved: MovedValues;
  readonly #slots: CommitSlots;
  #waiting = 0;
  #isClosed = false;

  constructor(pool: Pool, schema: string, objects: WritableStorage | undefined) {
    const named = quoted(schema);
    this.#pool = pool;
    this.#schema = named;
    this.#slots = new CommitSlots(named);
    const database = {
      schema: named,
      run: (sql: string, values?: readonly unknown[]) => this.#connected((client) => statementsOn(client)(sql, values)),
      transaction: <Result>(work: (run: RunStatement) => Promise<Result>) => this.transaction(work),
    };
    this.#moved = new MovedValues(database, objects);
  }

  /** Makes the database ready, on one connection. */
  async prepare(work: (run: RunStatement) => Promise<void>): Promise<void> {
    await this.#persisting(() => this.#connected((client) => work(statementsOn(client))));
    this.#moved.work();
  }

  async read<Result>(work: (rows: Rows) => Promise<Result>): Promise<Result> {
    return this.#persisting(() =>
      this.#connected(async (client, letGo) => {
        const run = statementsOn(client);
        await run(BEGIN_READ);
        const result = await work(this.#rowsOf(run, false));
        // There is nothing to be lost any more: what is read need not wait for it.
        letGo(run("COMMIT"));
        return result;
      }),
    );
  }

  async write<Result>(work: (rows: Rows) => Promise<Result>): Promise<Result> {
    let rows: PostgresRows | undefined;
    const result = await this.transaction((run) => {
      rows = this.#rowsOf(run, true);
      return work(rows);
    });
    if (rows!.hasLarge) this.#moved.work();
    return result;
  }

  /** A transaction that writes. */
  async transaction<Result>(work: (run: RunStatement) => Promise<Result>): Promise<Result> {
    let isWaiting = true;
    const begun = () => {
      if (isWaiting) this.#waiting--;
      isWaiting = false;
    };
    this.#waiting++;
    try {
      return await this.#persisting(async (givenUpAt) => {
        let slot: CommitSlot | undefined;
        let result: Result | undefined;
        let isEnding = false;
        try {
          await this.#connected(async (client) => {
            const run = statementsOn(client);
            slot = await this.#slots.take(run);
            const marked = await run(`${BEGIN_WRITE}; ${this.#slots.mark(slot)}`);
            if (marked.count === 0) throw slotRemoved();
            begun();
            result = await work(run);
            isEnding = true;
            await commit(client);
          });
        } catch (error) {
          // Of a transaction that was cut off, the database may not know yet: its slot is not used again.
          if (slot !== undefined && !isLost(error)) this.#slots.giveBack(slot);
          if (!isEnding || !isLost(error) || !(await this.#isCommitted(slot!, givenUpAt))) throw error;
        }
        this.#slots.giveBack(slot!);
        return result as Result;
      });
    } finally {
      begun();
    }
  }

  async check(): Promise<void> {
    await this.#persisting(async () => {
      const sql = `SELECT pg_is_in_recovery() AS standby, (SELECT max(step) FROM ${this.#schema}.migrations) AS step`;
      const { rows } = await this.#connected((client) => statementsOn(client)(sql));
      if (rows[0]!["standby"] === true)
        throw new SpoliaError("registry_failed", "The database is a standby, which takes no writes.");
    });
  }

  waiting(): number {
    return this.#waiting;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#moved.stop();
    await this.#pool.end();
  }

  #rowsOf(run: RunStatement, isWriting: boolean): PostgresRows {
    return new PostgresRows(run, postgresDialect(this.#schema), this.#moved, isWriting);
  }

  /** Makes an attempt again as long as what fails passes. @throws registry_failed */
  async #persisting<Result>(attempt: (givenUpAt: number) => Promise<Result>): Promise<Result> {
    const givenUpAt = performance.now() + PATIENCE_MS;
    for (let pauseMs = 4; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)) {
      if (this.#isClosed) throw closed();
      try {
        return await attempt(givenUpAt);
      } catch (error) {
        if (!(error instanceof StatementError)) throw error;
        if (!PASSING.test(error.code) || performance.now() + pauseMs > givenUpAt) throw failure(error.cause);
      }
      // Two transactions that stood in each other's way do not begin at the same time again.
      await paused(pauseMs * (0.5 + Math.random() / 2));
    }
  }

  /**
   * Gives the work a connection, and the connection back to the pool: as it is, or closed where anything failed and
   * the transaction could not be undone.
   */
  async #connected<Result>(
    work: (client: PoolClient, letGo: (end: Promise<unknown>) => void) => Promise<Result>,
  ): Promise<Result> {
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (cause) {
      throw new StatementError(cause);
    }
    let end: Promise<unknown> = Promise.resolve();
    try {
      return await work(client, (last) => {
        end = last;
      });
    } catch (error) {
      // Undone before the caller is told: until then its rows are locked.
      const undone = isLost(error) ? Promise.reject(error) : statementsOn(client)("ROLLBACK");
      await undone.catch(() => {});
      end = undone;
      throw error;
    } finally {
      end.then(
        () => client.release(),
        () => client.release(true),
      );
    }
  }

  /** What came of a transaction whose COMMIT was not answered: asked until there is an answer. */
  async #isCommitted(slot: CommitSlot, givenUpAt: number): Promise<boolean> {
    for (;;) {
      try {
        return await this.#connected((client) => this.#slots.isCommitted(statementsOn(client), slot));
      } catch (error) {
        const { code, cause } = error as StatementError;
        if (!PASSING.test(code) || performance.now() > givenUpAt) throw failure(cause);
      }
      await paused(PAUSE_MAX_MS);
    }
  }
}

async function commit(client: PoolClient): Promise<void> {
  let command: string;
  try {
    ({ command } = await client.query("COMMIT"));
  } catch (cause) {
    throw new StatementError(cause);
  }
  // So a transaction ends in which a statement failed and the work went on.
  if (command !== "COMMIT") throw new SpoliaError("internal", "A transaction went on after a statement had failed.");
}

/** Whether the connection is gone, and what it has not answered may have happened or not. */
const isLost = (error: unknown): boolean =>
  error instanceof StatementError && /^(08...|57P0[123]|25P03|E[A-Z_]+|)$/.test(error.code);

const paused = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function failure(cause: unknown): SpoliaError {
  if (isSpoliaError(cause)) return cause;
  const hint =
    "See its cause: a database that does not answer, rows that another process does not let go, a full disk.";
  return new SpoliaError("registry_failed", "The store of records refused.", { hint, cause });
}

const closed = () => new SpoliaError("closed", "The store was closed.");
