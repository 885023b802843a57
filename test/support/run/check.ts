/**
 * `npm run check`: everything that is told without running a test. A line for each tool; what a tool prints is shown where it fails.
 *
 *   node test/support/run/check.ts
 *   node test/support/run/check.ts --install   # and installs what tests need beside the package, which is waiting for the registry
 */
import { fileURLToPath } from "node:url";
import { runQuietly } from "../../../src/build/package/package.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const INSTALL = ["packages of the tests", "node test/support/run/install.ts"] as const;
const CHECKS: readonly (readonly [what: string, command: string])[] = [
  ...(process.argv.includes("--install") ? [INSTALL] : []),
  ["records of the catalogue", "npm run --silent build:records"],
  ["shapes of the contract", "npm run --silent build:contract -- --check"],
  ["methods of the clients", "npm run --silent build:clients -- --check"],
  // Of files that have not changed since, and that nothing changed reaches, it is known.
  ["types", "npm run --silent check:types"],
  // AssemblyScript describes itself in a way that the newest TypeScript refuses.
  ["types of the kernels", "npm run --silent check:kernels"],
  ["format and lint", "biome check ."],
  ["unused code", "knip"],
  ["the package as it is packed", "npm run --silent check:package"],
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
