/**
 * Records in PostgreSQL, for services of several processes or machines. Needs the package `pg`, an optional peer.
 *
 * The database contains the service's private keys and tenants' works: only the service's user may read its schema.
 */
import { checkArguments, hasMethods, isPositive, optionsChecks } from "../../../base/arguments.ts";
import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import { isPostgresAddress, openPostgresPool, schemaOf } from "../../../base/postgres.ts";
import type { WritableStorage } from "../../../corpus/storage/storage.ts";
import { recordStore } from "../collections.ts";
import type { RecordStore } from "../store.ts";
import { migrate } from "./connection.ts";
import { PostgresDriver } from "./driver.ts";

const SCHEMA = "spolia";
const CONNECTIONS = 10;

/** @since 0.2.0 */
export interface PostgresOptions {
  /** Most connections of this process at once. Default: 10. */
  readonly connections?: number | undefined;
  /**
   * Where contents and results above 64 KiB are kept, outside of the database. Default: in it. All processes on a
   * database need the same.
   */
  readonly objects?: WritableStorage | undefined;
}

/**
 * Opens the records of a database, and creates their tables in its schema `spolia`, or in `?schema=NAME` of the
 * address.
 *
 * @param address `postgres://USER@HOST:PORT/DATABASE`; what it leaves out comes from the environment (PGPASSWORD, …)
 *   and ~/.pgpass, as for every client of PostgreSQL
 * @throws unsupported_runtime where `pg` is not installed; registry_failed where the database refuses, is older than
 *   PostgreSQL 15, or its tables were made by a later version
 * @since 0.2.0
 */
export async function openPostgresStore(address: string, options: PostgresOptions = {}): Promise<RecordStore> {
  const { connections = CONNECTIONS, objects } = options ?? {};
  checkArguments("openPostgresStore", [
    ["/address", isPostgresAddress(address), "an address postgres://…, with a schema of lower-case letters if any"],
    ...optionsChecks<PostgresOptions>(options, { connections: true, objects: true }),
    ["/options/connections", isPositive(connections) && Number.isInteger(connections), "a number above 0"],
    ["/options/objects", objects === undefined || hasMethods(objects, "open", "create", "remove"), "a storage"],
  ]);
  const schema = schemaOf(address, SCHEMA);
  const pool = await openPostgresPool(address, { connections, purpose: "Records" });
  const driver = new PostgresDriver(pool, schema, objects);
  try {
    await driver.prepare((run) => migrate(run, schema));
  } catch (error) {
    await driver.close();
    throw withReason(error);
  }
  return recordStore(driver);
}

/** Whoever opens a store is its operator, and is told the reason; callers of a service are not. */
function withReason(error: unknown): unknown {
  if (!isSpoliaError(error) || error.code !== "registry_failed" || !(error.cause instanceof Error)) return error;
  const reason = error.cause.message || (error.cause as { code?: string }).code;
  return new SpoliaError("registry_failed", `The database of records refused: ${reason}.`, {
    hint: "Check the address, the user and the password, and that the database is running.",
    cause: error.cause,
  });
}
