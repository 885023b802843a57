/** The report of a canary test. */
import { checkPlain, checkShown } from "../../base/arguments.ts";
import type { CanaryTestResult } from "../../base/contract/operations/canary.ts";
import { plural } from "../../base/plural.ts";
import { count, figure, type PlainOptions, probability, TerminalPage } from "../layout/page.ts";

export function plainCanaryTest(result: CanaryTestResult, options: PlainOptions): string {
  checkShown("plainCanaryTest", result, "combined");
  checkPlain("plainCanaryTest", options);
  const { canaries, combined, power, likelihood_ratio: ratio } = result;
  const page = new TerminalPage(options);
  const sentence = `the probability that a model which was not trained on the published ${plural(canaries.length, "string")} ranks ${plural(canaries.length, "it", "them")} as high`;
  page.verdict(
    `P = ${probability(combined.p)}`,
    `${sentence}, corrected for ${count(combined.tests, "statistic")}.`,
    combined.p <= 0.01 ? "found" : "plain",
  );
  page.heading("Canaries");
  for (const { commitment, rank, controls, p, p_randomised, exposure_bits } of canaries) {
    page.item(
      `rank ${figure(rank)} of ${figure(controls + 1)}: p ${probability(p)}, with ties broken at random ${probability(p_randomised)}, exposure ${count(exposure_bits, "bit")}`,
    );
    page.text(commitment, { indent: 4, dim: true });
  }
  page.heading("Strength of the evidence");
  page.text(
    `No smaller p than ${probability(combined.smallest_p)} was possible. As an e-value: ${figure(combined.e_value)}.`,
  );
  if (ratio === null || power === null) {
    page.text("No likelihood ratio: the power of the test was not measured on strings that the model was trained on.");
  } else {
    const [lo, hi] = ratio.ci_95;
    page.text(
      `Likelihood ratio ${figure(ratio.estimate)} (95 % interval ${figure(lo)} to ${figure(hi)}), from ${power.hits} of ${count(power.of, "string")} that the model was trained on.`,
    );
  }
  return page.finish();
}
