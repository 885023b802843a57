/**
 * `npm run check`: everything that is told without running a test. A line for each tool; what a tool prints is shown where it fails.
 *
 *   node test/check.ts
 */
import { fileURLToPath } from "node:url";
import { runQuietly } from "../src/package.build.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const CHECKS: readonly [what: string, command: string][] = [
  ["records of the catalogue", "npm run --silent build:records"],
  ["types", "tsc --noEmit"],
  ["types of the kernels", "tsc --noEmit -p assembly"],
  ["types of the kernels that train models", "tsc --noEmit -p bench/models/assembly"],
  ["format and lint", "biome check ."],
  ["unused code", "knip"],
  ["the package as it is packed", "npm run --silent check:package"],
];

for (const [what, command] of CHECKS) {
  const started = performance.now();
  try {
    await runQuietly(command, ROOT);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
    break;
  }
  console.log(`check: ${what}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
