/** A copy of the file of a store, made while services go on reading and writing. */
import { SpoliaError } from "../../../base/errors.ts";
import { builtin } from "../../../corpus/storage/builtin.ts";
import { requireSqlite } from "./connection.ts";

/**
 * Copies the state of one moment: all that was committed before, and nothing of what is written meanwhile. The copy
 * has its name once it is whole and on the disk; mode 600. It blocks the thread that calls it.
 *
 * @param path a file that was made by `makeFile`
 * @param to a file that does not exist, in a folder that does
 * @throws registry_failed, with what is left removed
 */
export function backUpFile(path: string, to: string): void {
  const fs = builtin("node:fs");
  const part = `${to}.part`;
  try {
    // VACUUM INTO takes an empty file as none, and keeps its mode; it leaves the copy to the cache of the system.
    fs.writeFileSync(part, "", { mode: 0o600 });
    const database = new (requireSqlite().DatabaseSync)(path, { readOnly: true, timeout: 10_000 });
    try {
      database.prepare("VACUUM INTO ?").run(part);
    } finally {
      database.close();
    }
    synced(part);
    fs.renameSync(part, to);
    synced(builtin("node:path").dirname(to));
  } catch (cause) {
    fs.rmSync(part, { force: true });
    throw new SpoliaError("registry_failed", `The records could not be backed up: ${(cause as Error).message}.`, {
      cause,
    });
  }
}

function synced(path: string): void {
  const fs = builtin("node:fs");
  const file = fs.openSync(path, "r");
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}
