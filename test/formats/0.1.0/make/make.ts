/**
 * Made the files beside it, with the build of version 0.1.0: `node make.ts BUILT_0.1.0 FOLDER`. They are never made again: they are
 * what users of 0.1.0 have on their disks, and every later version reads them. A later version adds a folder of its own.
 *
 * Nothing of the project is imported but the build that is named, so that the program stays as it ran. Secrets in it are of nobody.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { Folder, writeByCommands } from "./commands.ts";
import { writeByLibrary } from "./library.ts";
import { writeByService } from "./service.ts";

const [, , base, target] = process.argv;
if (base === undefined || target === undefined)
  throw new Error("Name the checkout of 0.1.0, built, and the folder to write to.");
const path = mkdtempSync(join(tmpdir(), "spolia-formats-"));
const folder = new Folder(path, base);
mkdirSync(join(path, "journals"));
await writeByCommands(folder);
await writeByService(folder, base);
await writeByLibrary(folder, base);
rmSync(target, { recursive: true, force: true });
for (const name of readdirSync(path, { recursive: true }) as string[]) {
  const from = join(path, name);
  if (statSync(from).isDirectory()) continue;
  mkdirSync(dirname(join(target, name)), { recursive: true });
  writeFileSync(join(target, `${name}.gz`), gzipSync(readFileSync(from), { level: 9 }));
}
if (process.env["KEEP"] !== undefined) cpSync(path, process.env["KEEP"], { recursive: true });
rmSync(path, { recursive: true, force: true });
