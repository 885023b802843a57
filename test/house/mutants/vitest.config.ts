/** How tests are run against a mutant: the named files in their order, and a line for each that has ended. */
import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import type { Reporter, TestModule, TestSequencer, TestSpecification } from "vitest/node";
import { type Ended, EVENTS, TESTS } from "./outcome.ts";

const root = process.cwd();
const tests = JSON.parse(process.env[TESTS] ?? "[]") as string[];

class InOrder implements TestSequencer {
  async shard(files: TestSpecification[]) {
    return files;
  }
  async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => tests.indexOf(relative(root, moduleId));
    return [...files].sort((a, b) => place(a) - place(b));
  }
}

const say = (event: Ended): void => appendFileSync(process.env[EVENTS]!, `${JSON.stringify(event)}\n`);

function firstFault(module: TestModule): string | null {
  const [broken] = module.errors();
  if (broken !== undefined) return broken.message;
  for (const test of module.children.allTests("failed"))
    return `${test.fullName}: ${test.result().errors?.[0]?.message ?? ""}`;
  return module.state() === "failed" ? "what stands around its tests failed" : null;
}

const events: Reporter = {
  onTestModuleEnd: (module) => {
    // After a failure the files that are left end without having run.
    if (!["passed", "failed"].includes(module.state())) return;
    say({ file: relative(root, module.moduleId), fault: firstFault(module) });
  },
  onTestRunEnd: (_, errors) => {
    for (const { message } of errors) say({ file: null, fault: `unhandled: ${message}` });
  },
};

export default defineConfig({
  test: {
    root,
    include: tests,
    exclude: [],
    setupFiles: ["test/support/watchdog/setup.ts", "test/support/run/seeded.ts"],
    provide: { stuckAfterSeconds: 60, propertySeed: 2026 },
    // Whether a mutant stands still is judged from outside, by processor time.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 600_000, interval: 20 } },
    maxWorkers: 1,
    sequence: { sequencer: InOrder },
    reporters: [events],
  },
});
