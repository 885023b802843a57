/**
 * Builds what the package ships. Where `build/` is up to date, it does and prints nothing.
 *
 *   node src/build/package/package.ts [--force]
 *
 * `build/.inputs.json` records the last build: a hash of all its inputs, and one of all its outputs. A build is fresh
 * when both hashes match the files, so that neither a changed source nor a changed, truncated or missing output counts
 * as built.
 */
import { exec } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const STAMP = "build/.inputs.json";
const INPUTS = [
  "src/**/*.{ts,tsx,json,html,css}",
  "assembly/**/*.{ts,json}",
  "{package,package-lock,tsconfig}.json",
  "tsup.config.ts",
];
const PYTHON = "src/faces/client/python/spolia";
const OUTPUTS = ["build/**/*.*", `${PYTHON}/_{methods,types}.py`, `${PYTHON}/core/*.{wasm,bin}`];
const STEPS = [
  ["build:records", "checks the catalogue"],
  ["build:wasm", "compiles the kernels to WebAssembly"],
  ["build:contract", "reads the shapes of documents"],
  ["build:samples", "asks for a sample of each result"],
  ["build:clients -- --built", "writes the clients"],
  ["build:js", "bundles the library and its types"],
] as const;

/** Runs a shell command. Prints its output only where it fails. */
export function runQuietly(command: string, cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    exec(command, { cwd, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error(`${command} failed\n${stdout}${stderr}`));
    });
  });
}

/** Whether `build/` was made from the current files. */
export function isFresh(root: string): boolean {
  try {
    const stamp: { inputs?: string; outputs?: string } = JSON.parse(readFileSync(join(root, STAMP), "utf8"));
    return stamp.inputs === inputsOf(root) && stamp.outputs === outputsOf(root);
  } catch {
    return false;
  }
}

/** Records that `build/` was made from `inputs`, a hash that was computed before the build began. */
function markBuilt(root: string, inputs: string): void {
  writeFileSync(join(root, STAMP), `${JSON.stringify({ inputs, outputs: outputsOf(root) })}\n`);
}

/** One hash of the sources, the settings and tools, and the Node version that runs the build. */
function inputsOf(root: string): string {
  return hashOf(root, globSync(INPUTS, { cwd: root }), process.version);
}

function outputsOf(root: string): string {
  return hashOf(root, globSync(OUTPUTS, { cwd: root, exclude: ["build/README.md"] }), "");
}

function hashOf(root: string, files: readonly string[], salt: string): string {
  const all = createHash("sha256").update(salt);
  for (const file of [...files].sort()) {
    all.update(`\n${file}\n${sha256(readFileSync(join(root, file)))}`);
  }
  return all.digest("hex");
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const seconds = (started: number) => `${((performance.now() - started) / 1000).toFixed(0)} s`;

async function build(root: string): Promise<void> {
  const inputs = inputsOf(root);
  const started = performance.now();
  for (const [script, what] of STEPS) {
    console.log(`build: ${what} …`);
    await runQuietly(`npm run --silent ${script}`, root);
  }
  markBuilt(root, inputs);
  console.log(`build: done in ${seconds(started)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url) && (process.argv.includes("--force") || !isFresh(ROOT))) {
  await build(ROOT).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
