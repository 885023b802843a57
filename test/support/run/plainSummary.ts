/**
 * What a run tells beside vitest's list: each failure when it happens, since a run may be stopped before its end, and a last line that any
 * reader of a log understands: `N passed, N failed, N skipped: N because …`.
 */
import type { Reporter, TestCase, Vitest } from "vitest/node";

/** Why a test was skipped: by its note, by its name or that of a group it stands in (`suites/skippable.ts`), or as one that `-t` leaves out. */
export function reasonOf(fullName: string, note: string | undefined, isLeftOut = false): string {
  return (
    note ?? /\(skipped: ([^)]*)\)/.exec(fullName)?.[1] ?? (isLeftOut ? "they were not asked for" : "no reason is given")
  );
}

/** The skipped tests of each reason, the most frequent first. */
export function summary(passed: number, failed: number, reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const told = [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([reason, n]) => `${n} because ${reason}`);
  const why = told.length === 0 ? "" : `: ${told.join(", ")}`;
  return `${passed} passed, ${failed} failed, ${reasons.length} skipped${why}`;
}

function noteOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === "skipped" ? result.note : undefined;
}

let vitest: Vitest | undefined;

export const plainSummary: Reporter = {
  onInit(started) {
    vitest = started;
  },
  onTestCaseResult(test) {
    const { errors = [] } = test.result();
    if (errors.length > 0) console.log(`failed: ${test.module.relativeModuleId} > ${test.fullName}`);
    for (const error of errors) vitest?.logger.printError(error, { project: test.project });
  },
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const brokenFiles = modules.filter((module) => module.errors().length > 0).length;
    const of = (state: string) => tests.filter((test) => test.result().state === state);
    const reasons = of("skipped").map((test) =>
      reasonOf(test.fullName, noteOf(test), test.project.config.testNamePattern !== undefined),
    );
    console.log(summary(of("passed").length, of("failed").length + brokenFiles, reasons));
  },
};
