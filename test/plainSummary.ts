/** A last line that any reader of a log understands: `N passed, N failed, N skipped`. */
import type { Reporter } from "vitest/node";

export const plainSummary: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const brokenFiles = modules.filter((module) => module.errors().length > 0).length;
    const count = (state: string) => states.filter((one) => one === state).length;
    // What the watchdog killed is no failed test, but an error outside of tests.
    const failed = count("failed") + brokenFiles + unhandledErrors.length;
    console.log(`${count("passed")} passed, ${failed} failed, ${count("skipped")} skipped`);
  },
};
