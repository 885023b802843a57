/** What an observation says of a p-value: no association where chance does as much. */
import { expect, test } from "vitest";
import type { BlindGate, DatasetInference, MembershipTest } from "../../../src/base/contract/operations/probe.ts";
import { observationsOf } from "../../../src/models/membership/observations.ts";

const reasonAt = (p: number): string | null => {
  const row = { statistic: "loss", suspect_mean: 1, control_mean: 2, p, p_corrected: p, e: 1, reason: null } as const;
  const clusters = { suspects: 200, controls: 200 };
  const test = { status: "measured", reason: null, tests: 1, clusters, statistics: [row], p, e: 1 } as MembershipTest;
  const gate = { outcome: "passed", reason: null } as BlindGate;
  const inference = { test: null, loss_difference: null } as DatasetInference;
  const [membership] = observationsOf({ model: "lab/one", retrieval: "absent", test, gate, inference });
  expect(membership).toMatchObject({ channel: "membership", p });
  return membership!.reason;
};

test.each([1, 0.5, 0.051])("p = %d shows no association", (p) => {
  expect(reasonAt(p)).toBe(
    "The model prefers the suspects to matched controls no more than chance may. That is no evidence against training.",
  );
});

test.each([0.05, 0.001])("p = %d shows one, and no cause", (p) => {
  expect(reasonAt(p)).toBe(
    "The model prefers the suspects to matched controls; why texts came to stand on either side is not known.",
  );
});
