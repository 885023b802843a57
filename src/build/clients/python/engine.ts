/**
 * Copies the Python package to a folder, and puts the engine into it, so that its wheel brings the whole of it along:
 *
 *   node src/build/clients/python/engine.ts FOLDER      then: python -m build --wheel FOLDER
 *
 * The npm package is packed as it would be published, and installed with its dependencies and what object storage
 * needs.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = join(import.meta.dirname, "../../../..");
const [, , target] = process.argv;
if (target === undefined) throw new Error("usage: node src/build/clients/python/engine.ts FOLDER");
const FOLDER = resolve(target, "spolia/engine");

cpSync(join(ROOT, "src/faces/client/python"), target, { recursive: true });
mkdirSync(FOLDER, { recursive: true });
const npm = (cwd: string, ...args: string[]): string =>
  execFileSync("npm", args, { cwd, encoding: "utf8", shell: process.platform === "win32" });
const [packed] = JSON.parse(npm(ROOT, "pack", "--json", "--ignore-scripts", "--pack-destination", FOLDER));
writeFileSync(join(FOLDER, "package.json"), "{}\n");
const { aws4fetch } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).peerDependencies;
// Object storage is where clusters keep corpora, and nobody adds a package to a wheel.
const packages = [`./${packed.filename}`, `aws4fetch@${aws4fetch}`];
npm(FOLDER, "install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages);
rmSync(join(FOLDER, packed.filename));
