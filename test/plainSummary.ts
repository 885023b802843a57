/** A last line that any reader of a log understands: `N passed, N failed, N skipped`. */
import type { Reporter } from "vitest/node";

export const plainSummary: Reporter = {
  onTestRunEnd(modules) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const brokenFiles = modules.filter((module) => module.errors().length > 0).length;
    const count = (state: string) => states.filter((one) => one === state).length;
    console.log(`${count("passed")} passed, ${count("failed") + brokenFiles} failed, ${count("skipped")} skipped`);
  },
};
