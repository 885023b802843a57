/** Another process that holds the lock on a store's file until it is told to release it. */
import { spawn } from "node:child_process";

const HOLDING = `
  const { DatabaseSync } = require("node:sqlite");
  const database = new DatabaseSync(process.argv[1], { timeout: 10_000 });
  database.exec("BEGIN EXCLUSIVE");
  process.stdout.write("locked");
  process.stdin.resume().on("end", () => { database.exec("COMMIT"); database.close(); });
`;

/** Resolves once the file is locked. */
export async function lockedBy(path: string): Promise<{ release: () => void }> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "-e", HOLDING, path], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await new Promise((resolve, reject) => {
    child.stdout.once("data", resolve);
    child.once("exit", reject);
  });
  return { release: () => child.stdin.end() };
}
