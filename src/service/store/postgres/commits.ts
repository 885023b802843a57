/**
 * What came of a transaction whose COMMIT was not answered. Each transaction writes a new token into a row that no
 * other writes meanwhile; after reconnecting, the row has the token or has it not. (The numbers of transactions would
 * not do: after a crash, PostgreSQL gives a number again that was in no flushed log.)
 */
import { toHex } from "../../../base/bytes/bytes.ts";
import { type RunStatement, StatementError } from "./statement.ts";

/** Much longer than a process waits for the end of a transaction. */
const KEPT = "interval '1 day'";

/** A row of `commits` that one transaction at a time writes to. */
export interface CommitSlot {
  readonly name: string;
  /** What the last transaction has written. */
  token: string;
}

export class CommitSlots {
  readonly #table: string;
  readonly #free: CommitSlot[] = [];

  constructor(schema: string) {
    this.#table = `${schema}.commits`;
  }

  /** A slot that no transaction has. Its row is there before a transaction writes to it, so that others can wait. */
  async take(run: RunStatement): Promise<CommitSlot> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const name = random();
    // Rows of processes that have ended, with their locks skipped.
    const old = `SELECT slot FROM ${this.#table} WHERE used_at < now() - ${KEPT} FOR UPDATE SKIP LOCKED`;
    await run(`DELETE FROM ${this.#table} WHERE slot IN (${old})`);
    await run(`INSERT INTO ${this.#table} (slot, token, used_at) VALUES ($1, '', now())`, [name]);
    return { name, token: "" };
  }

  giveBack(slot: CommitSlot): void {
    this.#free.push(slot);
  }

  /** The statement that marks a transaction with a new token. It changes no row where the slot was removed. */
  mark(slot: CommitSlot): string {
    slot.token = random();
    return `UPDATE ${this.#table} SET token = '${slot.token}', used_at = now() WHERE slot = '${slot.name}'`;
  }

  /** Whether the last transaction of a slot was committed. Where it has not ended, waits until it has. */
  async isCommitted(run: RunStatement, { name, token }: CommitSlot): Promise<boolean> {
    const { rows } = await run(`SELECT token FROM ${this.#table} WHERE slot = $1 FOR UPDATE`, [name]);
    return rows[0]?.["token"] === token;
  }
}

/** What a transaction fails with whose slot was removed: it begins again with another. */
export const slotRemoved = () => new StatementError({ code: "" });

const random = (): string => toHex(crypto.getRandomValues(new Uint8Array(12)));
