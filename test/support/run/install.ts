/**
 * Installs what the tests need beside the package, each folder by its own lockfile, unless it is there already: `npm ci` removes all of
 * it first, and takes half a minute.
 *
 *   node test/support/run/install.ts
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runQuietly } from "../../../src/build/package/package.ts";

async function install(name: string, flags: string): Promise<void> {
  const folder = join(import.meta.dirname, "../..", name);
  const lock = readFileSync(join(folder, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).update(`${process.platform} ${process.arch}`).digest("hex");
  const note = join(folder, "node_modules/.installed");
  if (existsSync(note) && readFileSync(note, "utf8") === wanted) return;
  await runQuietly(`npm ci ${flags} --no-audit --no-fund`, folder);
  writeFileSync(note, wanted);
}

await Promise.all([install("house/runtimes", ""), install("faces/client", "--ignore-scripts")]);
