/**
 * The headline of a score: which channels it rests on. Statistical channels about training take precedence; the
 * documentary line is used only where there are none, and is multiplied with nothing. Channels about other propositions
 * are never used.
 */

import type { Interval } from "../../../base/contract/common.ts";
import type { RangeBasis, ScoreChannel, ScoreResult } from "../../../base/contract/operations/score.ts";
import { rounded, sum } from "../../../base/lists/numbers.ts";
import { log10 } from "../../../core/kernels/numbers/log.reference.ts";
import { onScale } from "./scale.ts";

type Headline = Pick<
  ScoreResult,
  "score" | "ci_95" | "range_basis" | "tier" | "direction" | "clipped" | "log10_lr" | "basis"
>;

/** Channels with a randomisation of their own: their ratios are independent, so they are multiplied. */
const INDEPENDENT: readonly string[] = ["canary", "order"];

const NO_HEADLINE: Headline = {
  score: 0,
  tier: "insufficient_evidence",
  ci_95: [0, 100],
  range_basis: null,
  direction: "neutral",
  clipped: false,
  log10_lr: null,
  basis: null,
};

/** Kinds of ranges; one that claims less comes first. A rule has no range that could claim anything. */
const RANGE_BASES: readonly RangeBasis[] = ["sensitivity", "alternatives", "sampling", "rule"];

type Ratio = readonly [estimate: number, lo: number, hi: number];

export function headlineOf(channels: readonly ScoreChannel[]): Headline {
  const carrying = channels.filter(({ proposition, lr }) => proposition === "trained_on" && lr !== null);
  const ratios = [
    carrying.filter(({ basis, status }) => basis === "statistical" && status !== "refused"),
    carrying.filter(({ basis }) => basis === "documentary"),
    // Refused channels count only where there is no other channel: they must not lower the ratio of the others.
    carrying,
  ].find(({ length }) => length > 0);
  if (ratios === undefined) return NO_HEADLINE;
  const { basis } = ratios[0]!;
  const [estimate, lo, hi] = combined(ratios).map((ratio) => rounded(log10(ratio))) as [number, number, number];
  const { score, ci_95, ...rest } = onScale({ estimate, lo, hi });
  const range_basis = RANGE_BASES.find((kind) => ratios.some((one) => one.range_basis === kind)) ?? null;
  return { ...rest, score: rounded(score), ci_95: ci_95.map((one) => rounded(one)) as Interval, range_basis, basis };
}

/**
 * Multiplies independent channels, and averages those that share data: an average of e-values is valid under any
 * dependence.
 */
function combined(channels: readonly ScoreChannel[]): Ratio {
  const product = (left: Ratio, right: Ratio): Ratio => [left[0] * right[0], left[1] * right[1], left[2] * right[2]];
  const independent = channels.filter(({ name }) => INDEPENDENT.includes(name));
  const shared = channels.filter(({ name }) => !INDEPENDENT.includes(name)).map(ratioOf);
  const products =
    independent.length > 1 ? [atLeast1(independent.map(factorOf).reduce(product))] : independent.map(ratioOf);
  return mean([...products, ...(shared.length > 0 ? [mean(shared)] : [])]);
}

function ratioOf({ lr, ci_95 }: ScoreChannel): Ratio {
  return [lr!, ...(ci_95 ?? ([lr!, lr!] as const))];
}

/**
 * The ratio as a factor of a product. An e-value below 1 is not evidence against, but raising each factor to 1 would
 * make the product large more often than it claims (1.2 times, simulated); so the product is raised to 1, not its
 * factors.
 */
function factorOf(channel: ScoreChannel): Ratio {
  const [estimate, lo, hi] = ratioOf(channel);
  const { e_value: e, power } = channel.statistic;
  return power === undefined && typeof e === "number" && e < 1 ? [e, e, hi] : [estimate, lo, hi];
}

function atLeast1([estimate, lo, hi]: Ratio): Ratio {
  return [Math.max(1, estimate), Math.max(1, lo), Math.max(1, hi)];
}

function mean(ratios: readonly Ratio[]): Ratio {
  const of = (part: 0 | 1 | 2) => sum(ratios, (ratio) => ratio[part]) / ratios.length;
  return [of(0), of(1), of(2)];
}

/** Further evidence that would change the score, the most effective first. */
export function whatWouldChange(channels: readonly ScoreChannel[], hasDocumentedPath: boolean): string[] {
  const channel = (name: ScoreChannel["name"]) => channels.find((one) => one.name === name)!;
  const [match, provenance, extraction] = [channel("match"), channel("provenance"), channel("extraction")];
  const randomised = channels.filter(({ name, status }) => INDEPENDENT.includes(name) && status === "measured");
  const isGateClosed = channels.some(
    ({ status, gate }) => status === "refused" && (gate === "not_passed" || gate === "not_run"),
  );
  const wasExtracted = extraction.status === "measured";
  const inclusionUnknown = provenance.statistic["inclusion_lo"] === 0;
  const lines: [boolean, string][] = [
    [
      !hasDocumentedPath,
      "A document of the developer that names a dataset which can be searched: a model card, a paper, a summary of training content.",
    ],
    [
      hasDocumentedPath && match.status === "not_measured",
      "The content itself, searched in a corpus of a dataset that this model is documented to have trained on.",
    ],
    [
      inclusionUnknown,
      `A source that says which documents of ${provenance.statistic["training_dataset"]} were used: now that may be all or none, and the documentary line says nothing.`,
    ],
    [
      match.status === "not_calibrated",
      "A calibration that covers this content and these corpora: without one the match has no likelihood ratio.",
    ],
    [
      randomised.length === 0,
      "A canary or a randomised order that was committed before publication: the only tests whose error is exact.",
    ],
    [
      randomised.length > 0 && randomised.every(({ statistic }) => statistic["power"] === undefined),
      "Strings that the model is known to have been trained on as often as the canary: the power that they give makes a likelihood ratio of the p-value.",
    ],
    [
      extraction.status === "not_measured",
      "Continuations of this text by the model, without retrieval, with control texts that it cannot have seen.",
    ],
    [
      wasExtracted && extraction.statistic["retrieval"] !== "absent",
      "An attestation by whoever configured the model that it answered without search, tools or retrieval.",
    ],
    [
      wasExtracted && extraction.statistic["control_rate"] === undefined,
      "The same continuations of control texts that the model cannot have seen.",
    ],
    [
      channel("dataset_inference").status === "not_measured",
      "Log-probabilities of the model for this text and for comparable texts that it cannot have seen.",
    ],
    [
      isGateClosed,
      "Control texts that nobody can tell from the work's without the model: the blind gate has to pass before scores of membership count.",
    ],
    [
      channel("membership").status === "outside_validated_population",
      "A calibration of membership scores on models of this kind whose training data are known.",
    ],
  ];
  return lines.filter(([holds]) => holds).map(([, line]) => line);
}
