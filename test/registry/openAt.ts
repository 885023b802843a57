/** Opens a store where a test says: at an address of PostgreSQL, or in a file. */
import { isPostgresAddress } from "../../src/base/postgres.ts";
import { openPostgresStore } from "../../src/registry/postgres.ts";
import { openSqliteStore } from "../../src/registry/sqlite.ts";
import type { RecordStore } from "../../src/registry/store.ts";

export const openAt = (place: string): Promise<RecordStore> =>
  isPostgresAddress(place) ? openPostgresStore(place) : openSqliteStore(place);
