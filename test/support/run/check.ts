/**
 * `npm run check`: everything that is told without running a test. A line for each tool; what a tool prints is shown where it fails.
 *
 *   node test/support/run/check.ts            # what `npm test` begins with
 *   node test/support/run/check.ts --rest     # what `npm run test:all` begins with: the packages that its tests need, and the packed one
 *   node test/support/run/check.ts --every    # both
 */
import { fileURLToPath } from "node:url";
import { runQuietly } from "../../../src/build/package/package.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

type Check = readonly [what: string, command: string];
const QUICK: readonly Check[] = [
  // Of files that have not changed since, and that nothing changed reaches, it is known.
  ["types", "npm run --silent check:types"],
  ["records of the catalogue", "npm run --silent build:records"],
  ["the client for Go", "npm run --silent build:clients -- --check"],
  // AssemblyScript describes itself in a way that the newest TypeScript refuses.
  ["types of the kernels", "npm run --silent check:kernels"],
  ["format and lint", "biome check ."],
  ["unused code", "knip"],
];
const REST: readonly Check[] = [
  ["packages of the tests", "node test/support/run/install.ts"],
  ["the package as it is packed", "npm run --silent check:package"],
];
const isEvery = process.argv.includes("--every");
const CHECKS = [
  ...(isEvery || !process.argv.includes("--rest") ? QUICK : []),
  ...(isEvery || process.argv.includes("--rest") ? REST : []),
];

const waiting = CHECKS.values();

/** Takes one after the other, until there is none left or one has failed. */
async function work(): Promise<void> {
  for (const [what, command] of waiting) {
    const started = performance.now();
    try {
      await runQuietly(command, ROOT);
    } catch (error) {
      // The first that fails is told: another may have been under way.
      if (process.exitCode !== 1) console.error((error as Error).message);
      process.exitCode = 1;
      return;
    }
    console.log(`check: ${what}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
    if (process.exitCode === 1) return;
  }
}

await Promise.all([work(), work()]);
