/** Observations that somebody altered who knows how to seal them again. */
import type { ChannelObservation } from "../../../../src/base/contract/operations/observation.ts";
import { resealed } from "../../../../src/models/canaries/custody.ts";
import { VALID } from "./evidence.ts";

const json = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

/** Changes an observation and seals it again, as somebody would who knows how. */
export async function forged(
  of: string,
  change: (one: ChannelObservation) => Partial<ChannelObservation>,
): Promise<ChannelObservation> {
  const given = json(VALID[of]!.observation);
  const changed = { ...given, ...change(given) };
  return resealed(changed, changed.custody!);
}
const custodyWith = (one: ChannelObservation, more: Partial<NonNullable<ChannelObservation["custody"]>>) => ({
  custody: { ...one.custody!, ...more },
});
const tested = (one: ChannelObservation) => one.custody!.canaries!.tested;

type Forgery = readonly [name: string, of: string, change: (one: ChannelObservation) => Partial<ChannelObservation>];

export const FORGERIES: readonly Forgery[] = [
  ["a smaller p", "a canary", () => ({ p: 1e-6 })],
  ["another p", "a canary", () => ({ p: 0.006 })],
  ["a p that is lost", "a canary", () => ({ p: null })],
  ["more controls", "a canary", () => ({ controls: 999_999 })],
  ["fewer tests than its p has", "a canary", () => ({ tests: 2 })],
  ["another exactness", "a canary", () => ({ exactness: "conditional" })],
  ["another gate", "a canary", () => ({ gate: "passed" })],
  ["a better rank in words", "a canary", ({ statistic }) => ({ statistic: { ...statistic, rank: 0 } })],
  ["a statistic of its own", "a canary", ({ statistic }) => ({ statistic: { ...statistic, loss: 1 } })],
  ["a name of the statistic that is none", "a canary", ({ statistic }) => ({ statistic: { ...statistic, name: 7 } })],
  ["a reason", "a canary", () => ({ reason: "It is certain." })],
  [
    "power from nowhere",
    "a canary",
    () => ({ power: { rank: 1, rate: { value: 1, ci_95: [0.9, 1], hits: 99, of: 99 } } }),
  ],
  [
    "more power than the positive controls give",
    "a canary with power",
    ({ power }) => ({ power: { ...power!, rate: { value: 1, ci_95: [0.9, 1], hits: 99, of: 99 } } }),
  ],
  [
    "other positive controls",
    "a canary with power",
    (one) => custodyWith(one, { canaries: { tested: tested(one), positive_ranks: [1, 1, 1, 1] } }),
  ],
  [
    "other scores beside the same p",
    "a canary",
    (one) =>
      custodyWith(one, {
        canaries: {
          tested: [{ ...tested(one)[0]!, scores: tested(one)[0]!.scores.map((value) => -value) }],
          positive_ranks: null,
        },
      }),
  ],
  [
    "a score too few",
    "a canary",
    (one) =>
      custodyWith(one, {
        canaries: {
          tested: [{ ...tested(one)[0]!, scores: tested(one)[0]!.scores.slice(1) }],
          positive_ranks: null,
        },
      }),
  ],
  [
    "the commitment of another canary",
    "a canary",
    (one) =>
      custodyWith(one, {
        canaries: {
          tested: [{ ...tested(one)[0]!, commitment: tested(VALID["two canaries"]!.observation)[1]!.commitment }],
          positive_ranks: null,
        },
      }),
  ],
  [
    "an invented commitment",
    "a canary",
    (one) =>
      custodyWith(one, {
        canaries: { tested: [{ ...tested(one)[0]!, commitment: `sha256:${"5".repeat(64)}` }], positive_ranks: null },
      }),
  ],
  [
    "one canary twice",
    "two canaries",
    (one) => custodyWith(one, { canaries: { tested: [tested(one)[0]!, tested(one)[0]!], positive_ranks: null } }),
  ],
  [
    "canaries in another order",
    "two canaries",
    (one) => custodyWith(one, { canaries: { tested: [...tested(one)].reverse(), positive_ranks: null } }),
  ],
  [
    "a canary left out",
    "two canaries",
    (one) => custodyWith(one, { canaries: { tested: tested(one).slice(1), positive_ranks: null } }),
  ],
  [
    "the result of one canary said of two",
    "two canaries",
    () => ({ statistic: VALID["a canary"]!.observation.statistic }),
  ],
  ["no commitment and no scores", "a canary", (one) => custodyWith(one, { canaries: null })],
  [
    "texts of its own",
    "a canary",
    (one) => custodyWith(one, { texts: VALID["an extraction"]!.observation.custody!.texts }),
  ],
  ["controls of its own", "a canary", (one) => custodyWith(one, { controls_sha256: `sha256:${"5".repeat(64)}` })],
  ["a hash of other answers", "a canary", (one) => custodyWith(one, { answers_sha256: `sha256:${"5".repeat(64)}` })],
  ["the hash of another model", "a canary", (one) => custodyWith(one, { model_sha256: `sha256:${"5".repeat(64)}` })],
  ["said to be an order", "a canary", () => ({ channel: "order" })],
  ["said to be dataset inference", "a canary", () => ({ channel: "dataset_inference", gate: "passed" })],
  ["said to be membership", "a canary", () => ({ channel: "membership", gate: "passed", exactness: "exploratory" })],
  ["a smaller p", "an order", () => ({ p: 1e-6 })],
  ["more controls", "an order", () => ({ controls: 9_999, p: 1e-4 })],
  ["no commitment and no scores", "an order", (one) => custodyWith(one, { order: null })],
  [
    "scores left out",
    "an order",
    (one) => custodyWith(one, { order: { ...one.custody!.order!, permuted: one.custody!.order!.permuted.slice(1) } }),
  ],
  [
    "a worse published score",
    "an order",
    (one) => custodyWith(one, { order: { ...one.custody!.order!, published: -9 } }),
  ],
  [
    "an invented commitment",
    "an order",
    (one) => custodyWith(one, { order: { ...one.custody!.order!, commitment: `sha256:${"5".repeat(64)}` } }),
  ],
  ["said to be a canary", "an order", () => ({ channel: "canary" })],
  [
    "power from nowhere",
    "an order",
    () => ({ power: { rank: 1, rate: { value: 1, ci_95: [0.9, 1], hits: 9, of: 9 } } }),
  ],
  ["an exact p", "an extraction", () => ({ exactness: "exact", p: 1e-9, controls: 1_000_000 })],
  ["texts of another", "an extraction", (one) => custodyWith(one, { texts: [] })],
  [
    "the text and more",
    "an extraction",
    (one) => custodyWith(one, { texts: [...one.custody!.texts, ...one.custody!.texts] }),
  ],
  [
    "scores of a canary",
    "an extraction",
    (one) => custodyWith(one, { canaries: VALID["a canary"]!.observation.custody!.canaries }),
  ],
  [
    "the hash of another model",
    "an extraction",
    (one) => custodyWith(one, { model_sha256: `sha256:${"5".repeat(64)}` }),
  ],
  ["an exact p", "a probe of the work", () => ({ exactness: "exact" })],
  ["no text", "a probe of the work", (one) => custodyWith(one, { texts: [] })],
  [
    "the scores of an order",
    "dataset inference",
    (one) => custodyWith(one, { order: VALID["an order"]!.observation.custody!.order }),
  ],
  [
    "a length of its own",
    "dataset inference",
    (one) => custodyWith(one, { texts: one.custody!.texts.map((text) => ({ ...text, length: text.length + 1 })) }),
  ],
  [
    "a head of its own",
    "dataset inference",
    (one) => custodyWith(one, { texts: one.custody!.texts.map((text) => ({ ...text, head: 1 })) }),
  ],
];
