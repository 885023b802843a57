/**
 * Puts the engine into the Python package, so that a wheel built behind it brings the whole of it along:
 *
 *   node src/client/python/engine.build.ts      then: python -m build --wheel src/client/python
 *
 * The npm package is packed as it would be published, and installed with its dependencies.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
const FOLDER = join(import.meta.dirname, "spolia/engine");

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const npm = (cwd: string, ...args: string[]): string =>
  execFileSync("npm", args, { cwd, encoding: "utf8", shell: process.platform === "win32" });
const [packed] = JSON.parse(npm(ROOT, "pack", "--json", "--ignore-scripts", "--pack-destination", FOLDER));
writeFileSync(join(FOLDER, "package.json"), "{}\n");
npm(FOLDER, "install", "--ignore-scripts", "--no-audit", "--no-fund", `./${packed.filename}`);
rmSync(join(FOLDER, packed.filename));
