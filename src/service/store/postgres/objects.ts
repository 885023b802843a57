/**
 * Large values in object storage, by their hash. A value is written to the database first, so that a transaction waits
 * for nothing else, and moved afterwards; where the storage fails, it stays in the database.
 *
 *   1. the name of the new object is listed as one to be removed within the hour: a process may die before step 3
 *   2. the object is written
 *   3. in one transaction the name is taken off that list, and the row gets it in the place of the value
 *
 * Removing a row lists its object (a trigger of the database, so that no way of removing is forgotten). Every object
 * belongs to one row: equal values have different names, so that removing one never takes another's.
 */
import { toHex } from "../../../base/bytes/bytes.ts";
import { sha256 } from "../../../base/bytes/sha256.ts";
import { SpoliaError } from "../../../base/errors.ts";
import type { WritableStorage } from "../../../corpus/storage/storage.ts";
import type { TableName } from "../records.ts";
import type { SqlRow } from "../sql.ts";
import { tableOf, type Value } from "../tables.ts";
import type { RunStatement } from "./statement.ts";

/** Values above this are moved. The indexes of large values state it too (`migrations.ts`). */
const MOVED_ABOVE_BYTES = 65_536;
const LOOK_MS = 60_000;
const REMOVED_AT_ONCE = 100;

/** Columns that are moved, and what they are set to. */
export const TIERED: { readonly [Name in TableName]?: { column: string; moved: string } } = {
  work_contents: { column: "content", moved: "''" },
  results: { column: "result", moved: "'null'" },
};

export const isMoved = (row: SqlRow): boolean => typeof row["object"] === "string";

/** Whether a row has a value that is to be moved at once; a text of more bytes than characters may wait. */
export function isLarge(table: TableName, row: Readonly<Record<string, Value>>): boolean {
  const value = row[TIERED[table]?.column ?? ""];
  return (typeof value === "string" || value instanceof Uint8Array) && value.length > MOVED_ABOVE_BYTES;
}

/** What this needs of the database. */
interface ObjectDatabase {
  readonly schema: string;
  run: RunStatement;
  /** Runs a transaction; a rejection undoes it. */
  transaction<Result>(work: (run: RunStatement) => Promise<Result>): Promise<Result>;
}

export class MovedValues {
  readonly #database: ObjectDatabase;
  readonly #storage: WritableStorage | undefined;
  readonly #timer: ReturnType<typeof setInterval> | undefined;
  #working: Promise<void> | null = null;
  #isAsked = false;
  #isStopped = false;

  constructor(database: ObjectDatabase, storage: WritableStorage | undefined) {
    this.#database = database;
    this.#storage = storage;
    if (storage === undefined) return;
    this.#timer = setInterval(() => this.work(), LOOK_MS);
    this.#timer.unref?.();
  }

  /** Gives a row the value that was moved. @throws registry_failed */
  async fetch(table: TableName, row: SqlRow): Promise<void> {
    const name = row["object"] as string;
    const { column } = TIERED[table]!;
    if (this.#storage === undefined) {
      throw new SpoliaError("registry_failed", "A large value of these records is in object storage.", {
        hint: "Open the store with the storage of its objects.",
      });
    }
    const bytes = await this.#read(this.#storage, name);
    if (!name.includes(`/${await sha256(bytes)}-`))
      throw new SpoliaError("registry_failed", `The object ${name} is not what was stored.`);
    row[column] = tableOf(table).columns[column] === "bytes" ? bytes : new TextDecoder().decode(bytes);
  }

  async #read(storage: WritableStorage, name: string): Promise<Uint8Array> {
    try {
      const file = await storage.open(name);
      try {
        return await file.read(0, file.sizeBytes);
      } finally {
        await file.close();
      }
    } catch (cause) {
      throw new SpoliaError("registry_failed", `The object ${name} cannot be read.`, {
        hint: "See its cause: the storage of objects may be unreachable, or another than before.",
        cause,
      });
    }
  }

  /** Moves what is large, and removes what is listed. Once more where it is called meanwhile; never rejects. */
  work(): void {
    if (this.#storage === undefined || this.#isStopped) return;
    this.#isAsked = true;
    this.#working ??= this.#round(this.#storage).finally(() => {
      this.#working = null;
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#working;
  }

  async #round(storage: WritableStorage): Promise<void> {
    try {
      while (this.#isAsked && !this.#isStopped) {
        this.#isAsked = false;
        for (const table of Object.keys(TIERED) as TableName[])
          while (!this.#isStopped && (await this.#moveOne(storage, table)));
        while (!this.#isStopped && (await this.#removeListed(storage)));
      }
    } catch {
      // Values stay where they are, and objects listed, until the next round: nothing depends on when it is.
    }
  }

  /** @returns whether there was one */
  async #moveOne(storage: WritableStorage, table: TableName): Promise<boolean> {
    const { schema, run, transaction } = this.#database;
    const { column, moved } = TIERED[table]!;
    const { key } = tableOf(table);
    const large = `object IS NULL AND octet_length(${column}) > ${MOVED_ABOVE_BYTES}`;
    const { rows } = await run(
      `SELECT ${[...key, column].join(", ")} FROM ${schema}.${table} WHERE ${large} ORDER BY ${key.join(", ")} LIMIT 1`,
    );
    const [row] = rows;
    if (row === undefined) return false;
    const value = row[column];
    const bytes = typeof value === "string" ? new TextEncoder().encode(value) : (value as Uint8Array);
    const name = `${table}/${await sha256(bytes)}-${toHex(crypto.getRandomValues(new Uint8Array(8)))}`;
    const removed = `${schema}.removed_objects`;
    await run(`INSERT INTO ${removed} (name, due_at) VALUES ($1, now() + interval '1 hour')`, [name]);
    await write(storage, name, bytes);
    await transaction(async (runInside) => {
      const kept = await runInside(`DELETE FROM ${removed} WHERE name = $1`, [name]);
      const where = key.map((one, at) => `${one} = $${at + 2}`).join(" AND ");
      const update = `UPDATE ${schema}.${table} SET object = $1, ${column} = ${moved} WHERE ${where} AND ${large}`;
      const changed = await runInside(update, [name, ...key.map((one) => row[one])]);
      // Another process has moved it, or it was removed: the object stays listed.
      if (kept.count + changed.count < 2) throw new Overtaken();
    }).catch((error) => {
      if (!(error instanceof Overtaken)) throw error;
    });
    return true;
  }

  /** Removes some of the objects that are due. @returns whether there may be more */
  async #removeListed(storage: WritableStorage): Promise<boolean> {
    const { schema, transaction } = this.#database;
    const due = `SELECT name FROM ${schema}.removed_objects WHERE due_at <= now() ORDER BY due_at LIMIT ${REMOVED_AT_ONCE}`;
    return transaction(async (run) => {
      // Locked, so that no object gets a row while it is removed.
      const { rows } = await run(`${due} FOR UPDATE SKIP LOCKED`);
      for (const { name } of rows) {
        await storage.remove(name as string);
        await run(`DELETE FROM ${schema}.removed_objects WHERE name = $1`, [name]);
      }
      return rows.length === REMOVED_AT_ONCE;
    });
  }
}

class Overtaken extends Error {}

async function write(storage: WritableStorage, name: string, bytes: Uint8Array): Promise<void> {
  const file = await storage.create();
  try {
    await file.write(bytes);
    await file.finish(name);
  } finally {
    await file.discard();
  }
}
