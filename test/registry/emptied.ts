/** The same tables for every test of a suite: making them takes longer than most tests. */
import { openPostgresStore } from "../../src/registry/postgres.ts";
import type { RecordStore } from "../../src/registry/store.ts";
import type { PostgresServer } from "../suites/postgres.ts";

/** A store at the address without the records that are there. */
export async function openEmptied(server: PostgresServer, address: string): Promise<RecordStore> {
  const store = await openPostgresStore(address, { connections: 4 });
  const schema = new URL(address).searchParams.get("schema");
  const tables = ["tenants", "service_keys", "status_days", "status_parts"];
  await server.query(tables.map((table) => `DELETE FROM ${schema}.${table}`).join("; "));
  return store;
}
