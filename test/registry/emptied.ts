/** The same tables for every test of a suite: making them takes longer than most tests. */
import { openPostgresStore } from "../../src/service/store/postgres/postgres.ts";
import type { RecordStore } from "../../src/service/store/store.ts";
import type { PostgresServer } from "../suites/postgres.server.ts";

/** A store without the records that are there, opened at a port of the server or of its pooler. */
export async function openEmptied(server: PostgresServer, port = server.port): Promise<RecordStore> {
  const schema = "emptied";
  const store = await openPostgresStore(server.address(schema, port), { connections: 4 });
  const tables = ["tenants", "deals", "service_keys", "status_days", "status_parts", "counters"];
  await server.query(tables.map((table) => `DELETE FROM ${schema}.${table}`).join("; "));
  return store;
}
