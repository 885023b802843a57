/** The worked example of bench/quality/evidence/cases/README.md, with the numbers that are shipped. A test recomputes it from what stands there. */
import type { Calibration } from "../../../../src/engine/evidence/calibration/calibration.ts";
import { confidenceOf, logOddsOfFeatures } from "../../../../src/engine/evidence/confidence/confidence.ts";
import { regressorsOf } from "../../../../src/engine/evidence/confidence/features.ts";
import { eventWords } from "./cases.ts";

/** 120 words of a work, verbatim, in a content of 280 words, searched in a million. */
const FEATURES = {
  ...{ content_words: 280, searched_words: 1_000_000, passage_words: 120, own_words: 120, longest_run_words: 120 },
  ...{ identity: 1, rarity_bits: 1_163.98, own_bits: 1_163.98, documents: 1, quoted_words: 0, formula_words: 0 },
};

export function exampleOf(calibration: Calibration): string {
  const regressors = regressorsOf(calibration.form ?? "g1", FEATURES, eventWords(FEATURES.content_words));
  const logOdds = logOddsOfFeatures(calibration, calibration, FEATURES, eventWords(FEATURES.content_words))!;
  const { from, ...step } = calibration.steps.findLast((one) => one.from === null || one.from <= logOdds)!;
  const { confidence, confidence_ci_95 } = confidenceOf(calibration, FEATURES, 0.5);
  const at1 = confidenceOf(calibration, FEATURES, 0.01);
  const rows = Object.entries(calibration.coefficients).map(([name, weight]) => {
    const value = regressors[name]!;
    return `| \`${name}\` | ${value.toFixed(6)} | ${weight} | ${(value * weight).toFixed(6)} |`;
  });
  return `
With \`${calibration.name}\`, a result of which this is a part:

\`\`\`json
${JSON.stringify({ confidence, confidence_ci_95, confidence_features: FEATURES, method: { prior: 0.5 } })}
\`\`\`

| regressor | value | × coefficient | = |
|---|---|---|---|
${rows.join("\n")}
| intercept | | | ${calibration.intercept} |
| log-odds | | | **${logOdds.toFixed(6)}** |

The last step whose \`from\` is not above that: from ${from}, log10 LR ${step.log10_lr} (${step.lo} to ${step.hi}).
Confidence at a prior of .5: 100 / (1 + 10^−${step.log10_lr} × .5 / .5) = **${confidence}** (${confidence_ci_95.join(" to ")}).
At a prior of .01: 100 / (1 + 10^−${step.log10_lr} × .99 / .01) = ${at1.confidence} (${at1.confidence_ci_95.join(" to ")}).
`;
}
