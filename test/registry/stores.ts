/** The stores in which tests of records run. */
import { join } from "node:path";
import { createMemoryStore } from "../../src/service/store/memory.ts";
import { openSqliteStore } from "../../src/service/store/sqlite/sqlite.ts";
import type { RecordStore } from "../../src/service/store/store.ts";
import { temporaryFolder } from "../suites/places.ts";

/** Stores by their names, each new. Their files are removed after the test file that calls this. */
export function newStores() {
  const folder = temporaryFolder();
  let files = 0;
  const newStoreFile = (): string => join(folder, `store${files++}`, "registry.sqlite");
  const STORES: readonly [name: string, open: () => Promise<RecordStore>][] = [
    ["memory", async () => createMemoryStore()],
    ["SQLite", () => openSqliteStore(newStoreFile())],
  ];
  return { STORES, newStoreFile };
}
