/** Two runs of the suite, in two runtimes: all checks hold, and all results have the same bytes. */
import { expect } from "vitest";

export interface SuiteResult {
  checks: { name: string; ok: boolean; detail?: string }[];
  golden: Record<string, string>;
  ids: Record<string, string>;
}

/** Which golden texts are not the same, and where they part. */
export function differences(here: SuiteResult, there: SuiteResult): object[] {
  const names = new Set([...Object.keys(here.golden), ...Object.keys(there.golden)]);
  return [...names].flatMap((name) => {
    const [one, other] = [here.golden[name] ?? "", there.golden[name] ?? ""];
    if (one === other) return [];
    let at = 0;
    while (one[at] === other[at]) at++;
    return [{ name, at, here: one.slice(at, at + 80), there: other.slice(at, at + 80) }];
  });
}

export function expectSame(result: SuiteResult, reference: SuiteResult): void {
  expect(result.checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(result.checks.length).toBeGreaterThanOrEqual(reference.checks.length);
  expect(differences(result, reference)).toEqual([]);
  const ids = Object.keys(result.ids).filter((name) => name in reference.ids);
  expect(ids.map((name) => [name, result.ids[name]])).toEqual(ids.map((name) => [name, reference.ids[name]]));
}
