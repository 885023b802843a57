/**
 * `npm run build:site`: writes the documentation into `build/site`, as plain files for any host. Written here: the
 * pages of the interface, of the library and of errors, from the routes, the types and the codes. Eleventy makes the
 * rest (`eleventy.config.js`). It works outside of the sources, with the packages of `package-lock.json`.
 */
import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { apiPages } from "./api.ts";
import { cataloguePages } from "./catalogue.ts";
import { codesPage } from "./codes.ts";
import { commandPages } from "./commands.ts";
import { referencePages } from "./reference.ts";

const HERE = fileURLToPath(new URL("../../faces/site", import.meta.url));
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const WORK = join(ROOT, "node_modules/.cache/site");
const OUTPUT = join(ROOT, "build/site");

function run(command: string, parameters: readonly string[], options: SpawnSyncOptions = {}): void {
  const { status } = spawnSync(command, parameters, { cwd: WORK, stdio: "inherit", ...options });
  if (status !== 0) throw new Error(`${command} ${parameters.join(" ")} ended with ${status}.`);
}

/** Installs what the build needs, unless that is there. */
function install(): void {
  const lock = join(WORK, "installed.json");
  const wanted = readFileSync(join(HERE, "package-lock.json"), "utf8");
  if (existsSync(lock) && readFileSync(lock, "utf8") === wanted) return;
  for (const name of ["package.json", "package-lock.json"]) cpSync(join(HERE, name), join(WORK, name));
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { shell: process.platform === "win32" });
  writeFileSync(lock, wanted);
}

function write(pages: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(pages)) {
    const file = join(WORK, "pages", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

mkdirSync(WORK, { recursive: true });
install();
for (const name of ["pages", "layout", "samples", "eleventy.config.js"]) {
  rmSync(join(WORK, name), { recursive: true, force: true });
  cpSync(join(HERE, name), join(WORK, name), { recursive: true });
}
write({
  ...apiPages(),
  ...commandPages(),
  ...codesPage(),
  ...(await cataloguePages()),
  ...referencePages({ root: ROOT, tools: join(WORK, "node_modules") }),
});
rmSync(OUTPUT, { recursive: true, force: true });
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
run(process.execPath, ["node_modules/@11ty/eleventy/cmd.cjs", `--output=${OUTPUT}`, "--quiet"], {
  env: { ...process.env, SPOLIA_VERSION: version },
});
