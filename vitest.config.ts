import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/run/longestFirst.ts";
import { plainSummary } from "./test/support/run/plainSummary.ts";
import { isOfRest } from "./test/support/run/rings.ts";

// Commands, services and workers are started by the hundred, each from its sources: what Node compiles is kept for the next one.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/node");

/** As asked for; else new in each run of the slow tests, and always the same in `npm test`. */
function propertySeed(mode: string): number | null {
  const asked = process.env["SPOLIA_PROPERTY_SEED"];
  if (asked !== undefined) return Number(asked);
  return mode === "slow" ? null : 2026;
}

const ELSEWHERE = ["test/{house/runtimes,faces/client}/node_modules/**", "test/support/watchdog/fixture/**"];
/** Tests of what is kept once in a process. */
const KEPT_ONCE = ["test/corpus/segment/kept.test.ts", "test/corpus/segment/tables.test.ts"];
/**
 * Tests of what is built and of clients install, pack and start what they test. Patterns are tested in a process that
 * has compiled no others: past 1 MB of them beside 16 MB of machine code, V8 compiles the next ones without the
 * optimization that spares the stack (`TooMuchRegExpCode`), and `\s+` no longer bears 8 MB.
 */
const APART = /^test\/(?:house\/(?:package|patterns|runtimes)|faces\/(?:client|site)|support)\//;
/** What replaces a module or a global changes it for all that runs in its process. */
const REPLACES =
  /\bvi\.(?!wait|fn\b)|\bprocess\.(?:chdir|on|exitCode)\b|\bdelete process\.env|\bprocess\.env\[[^\]]+\] (?:\?\?)?= |\bglobalThis\.\w+ = |--expose-gc|setFlagsFromString/;

/** Whether a file may run in one process after others, which then loads and compiles each module once (a quarter of their time). */
function isSharing(file: string): boolean {
  if (KEPT_ONCE.includes(file) || APART.test(file)) return false;
  return !REPLACES.test(readFileSync(join(import.meta.dirname, file), "utf8"));
}

/** Tests of which `npm test` does a part (`test/support/scale.ts`); the slow tests do all of them. */
function inPart(): string[] {
  const having = (pattern: string, words: RegExp) =>
    globSync(pattern, { cwd: import.meta.dirname }).filter((file) => words.test(readFileSync(file, "utf8")));
  const suites = having("test/support/suites/**/*.suite.ts", /\bfewOrAll\(/).map((file) => basename(file));
  return having("test/!(formats)/**/*.test.ts", new RegExp(`\\bfewOrAll\\(|/suites/\\w+/(?:${suites.join("|")})"`));
}

/** The files of a mode: `npm test` runs the quick ones, `npm run test:all` the rest, `npm run test:slow` the slow ones; no mode, quick and rest. */
function filesOf(mode: string): string[] {
  const all = globSync("test/**/*.test.ts", { cwd: import.meta.dirname, exclude: ELSEWHERE });
  const isSlow = (file: string) => file.endsWith(".slow.test.ts");
  if (mode === "slow") return [...all.filter(isSlow), ...inPart()];
  const files = all.map((file) => file.replaceAll("\\", "/")).filter((file) => !isSlow(file));
  return mode === "quick" || mode === "rest" ? files.filter((file) => isOfRest(file) === (mode === "rest")) : files;
}

export default defineConfig(({ mode }) => {
  const files = filesOf(mode);
  const together = mode === "slow" ? [] : files.filter(isSharing);
  const project = (name: string, include: string[], isolate: boolean) => ({
    extends: true as const,
    // Not handed down: without it the files would run in the mode "test".
    mode,
    test: { name, include, isolate },
  });
  return {
    test: {
      // A fifth of the time, tests wait for the processes that they start. Left to itself it keeps one core free.
      maxWorkers: availableParallelism() + 1,
      setupFiles: ["test/support/watchdog/setup.ts", "test/support/run/seeded.ts"],
      provide: { stuckAfterSeconds: mode === "slow" ? 3_600 : 120, propertySeed: propertySeed(mode) },
      // No verdict: a busy machine takes as long as it takes, and what never ends is ended by the watchdog.
      testTimeout: mode === "slow" ? 0 : 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 600_000, interval: 20 } },
      // Of a test that takes seconds the list says so; of the others it names the file.
      slowTestThreshold: 10_000,
      reporters: ["default", plainSummary],
      sequence: { sequencer: LongestFirst },
      projects: [
        project(
          "apart",
          files.filter((file) => !together.includes(file)),
          true,
        ),
        project("together", together, false),
      ].filter(({ test }) => test.include.length > 0),
    },
  };
});
