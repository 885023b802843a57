/** Connections to PostgreSQL by the package `pg`, an optional peer that is loaded when the first one is opened. */
import type { Pool } from "pg";
import { SpoliaError } from "./errors.ts";

const INSTALL = "Install it: npm install pg@8";
/** How long a connection is waited for: until one of the pool is free, or the database answers. */
const CONNECT_MS = 10_000;
/** Longer than any statement takes that is not hung: the removal of a large account takes seconds. */
const STATEMENT_MS = 60_000;
/** Number of the type bigint in every PostgreSQL. */
const BIGINT = 20;
const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

interface PoolOptions {
  /** Most connections at once. */
  connections: number;
  /** What needs the database: the beginning of the error where `pg` is missing. */
  purpose: string;
}

/** By a name that bundlers do not see: pages hold the code of services, and never run it. */
const driver = (name: string): Promise<typeof import("pg")> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ name);

/** @throws unsupported_runtime where it is not installed */
async function loadDriver(purpose: string): Promise<typeof import("pg")> {
  try {
    return await driver("pg");
  } catch (cause) {
    const what = `${purpose} in PostgreSQL need the package pg.`;
    throw new SpoliaError("unsupported_runtime", what, { hint: INSTALL, cause });
  }
}

/**
 * @param address may name a schema, which the database is not told
 * @throws unsupported_runtime where `pg` is not installed
 */
export async function openPostgresPool(address: string, { connections, purpose }: PoolOptions): Promise<Pool> {
  const { default: pg } = await loadDriver(purpose);
  const url = new URL(address);
  url.searchParams.delete("schema");
  const pool = new pg.Pool({
    connectionString: url.href,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
    application_name: "spolia",
    // Counts and milliseconds are below 2^53.
    types: {
      getTypeParser: (id, format) => (id === BIGINT ? Number : pg.types.getTypeParser(id, format as "text")),
    },
  });
  // What fails while nothing is asked, is told to whoever asks next; without listeners it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}

/** Whether it is an address of PostgreSQL, with a schema of lower-case letters if any. */
export function isPostgresAddress(address: unknown): address is string {
  if (typeof address !== "string" || !/^postgres(ql)?:\/\//.test(address) || !URL.canParse(address)) return false;
  return SCHEMA_NAME.test(schemaOf(address, "spolia"));
}

/** The schema that an address names in `?schema=`. */
export function schemaOf(address: string, otherwise: string): string {
  return new URL(address).searchParams.get("schema") ?? otherwise;
}

/** The schema in statements: quoted, since a name like `user` is a word of SQL too. */
export const quotedSchema = (address: string, otherwise: string): string => quoted(schemaOf(address, otherwise));

export const quoted = (schema: string): string => `"${schema}"`;
