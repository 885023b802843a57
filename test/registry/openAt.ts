/** Opens a store where a test says: at an address of PostgreSQL, or in a file. */
import { isPostgresAddress } from "../../src/base/postgres.ts";
import { openPostgresStore } from "../../src/service/store/postgres/postgres.ts";
import { openSqliteStore } from "../../src/service/store/sqlite/sqlite.ts";
import type { RecordStore } from "../../src/service/store/store.ts";

export const openAt = (place: string): Promise<RecordStore> =>
  isPostgresAddress(place) ? openPostgresStore(place) : openSqliteStore(place);
