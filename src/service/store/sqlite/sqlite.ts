/**
 * Records in one SQLite file, through the module built into Node and Deno: the embedded default of `spolia serve
 * --data`.
 *
 * WAL with synchronous=FULL: acknowledged writes survive a kill and a power loss. Several processes may share a file.
 * A write of one waits for those of the others, up to ten seconds; nothing else does. In threads (`thread.ts`),
 * a slow disk is waited for there.
 *
 * The file contains the service's private keys and tenants' works: only its owner may read it (mode 600).
 */
import { checkArguments, isName } from "../../../base/arguments.ts";
import { recordStore } from "../collections.ts";
import type { RecordStore } from "../store.ts";
import { makeFile, openConnection, requireSqlite } from "./connection.ts";
import { refusing, SqliteDriver } from "./driver.ts";
import { remoteConnection, type StoreThread } from "./thread.ts";

/**
 * Opens the file, or creates it with its folder.
 *
 * @param startThread starts a thread for a connection, as `spolia serve` does; default: connections in this thread
 * @throws unsupported_runtime where there is no `node:sqlite`, as in Node 20; registry_failed where the file is not a
 *   store of records, or of a later version
 */
export async function openSqliteStore(path: string, startThread?: () => StoreThread): Promise<RecordStore> {
  checkArguments("openSqliteStore", [
    ["/path", isName(path), "the path of a file"],
    ["/startThread", startThread === undefined || typeof startThread === "function", "a function, or absent"],
  ]);
  requireSqlite();
  return refusing(async () => {
    makeFile(path);
    const open = startThread === undefined ? () => openConnection(path) : () => remoteConnection(startThread());
    return recordStore(new SqliteDriver(open));
  });
}
