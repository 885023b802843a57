/**
 * Converts observations of a model to channels of a score. Exact p-values become e-values, or likelihood ratios where
 * the power of the test was measured; all others are limited by what their controls support.
 *
 *   channel                     ratio                                                     at most
 *   canary, order               power * (controls + 1) / (rank * tests), else e-value     that of p; refused unless exact
 *   dataset_inference           the e-value; split by chance, or the gate passed          10: nobody can check the split
 *   membership                  the e-value, the gate passed, 100 controls                10
 *   extraction, "reproduced"    none: a rate with its interval
 *   extraction, "trained on"    the e-value, if absence of retrieval is attested          1 / upper bound of 0 in `controls`
 *
 * An e-value below 1 is no evidence against, and is set to 1. It has no sampling error: its interval reaches up to the
 * bound of Sellke, Bayarri and Berger, which is the largest Bayes factor among the alternatives of their class only. A
 * channel that was refused has the ratio 1 by rule.
 */

import type { Interval } from "../../../base/contract/common.ts";
import type { ChannelObservation } from "../../../base/contract/operations/observation.ts";
import type { RangeBasis, Reproduced, ScoreChannel } from "../../../base/contract/operations/score.ts";
import type { FieldError } from "../../../base/errors.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { exp } from "../../../core/kernels/numbers/exp.reference.ts";
import { log } from "../../../core/kernels/numbers/log.reference.ts";
import { clopperPearsonUpper } from "../../../core/statistics/binomial.ts";
import { logEValue, sellkeBound } from "../../../core/statistics/evalues.ts";
import { likelihoodRatioOfRank } from "../../../core/statistics/ranks.ts";
import { ratioDigits, ratioFields, WEAK_LR_MAX } from "./scale.ts";

/** Minimum of matched controls for a membership score. */
const MEMBERSHIP_CONTROLS_MIN = 100;
/** Largest ratio of a channel: far beyond the scale, yet products of two are still finite. */
const LR_LARGEST = 1e100;

/**
 * @param isTarget whether a name refers to the model that is scored
 * @throws invalid_request where an observation belongs to another model, contradicts itself, or repeats a channel
 */
export function checkObservations(
  observations: readonly ChannelObservation[],
  isTarget: (model: string) => boolean,
): void {
  const fields = observations.flatMap((one, i): FieldError[] => {
    const faults: [boolean, string, string][] = [
      [!isTarget(one.model), "model", "must be the target model"],
      [
        observations.findIndex(({ channel }) => channel === one.channel) < i,
        "channel",
        "must not repeat: combine the observations of a channel first",
      ],
      [
        (one.channel === "extraction") !== (one.rates !== null),
        "rates",
        "must be there for extraction, and for nothing else",
      ],
      [one.p !== null && one.controls === 0, "controls", "must be at least 1 where there is a p-value"],
      [
        one.p !== null && one.p < smallestP(one) * (1 - 1e-9),
        "p",
        "must not be smaller than so many controls can give",
      ],
      [
        one.power !== null && !isPowerOf(one, one.power.rank),
        "power/rank",
        "must be the rank that the p-value was counted from",
      ],
    ];
    return faults
      .filter(([holds]) => holds)
      .map(([, field, detail]) => ({ pointer: `/observations/${i}/${field}`, detail }));
  });
  if (fields.length === 0) return;
  throw new SpoliaError("invalid_request", "An observation cannot be taken.", {
    hint: "Pass observations as `probe`, `extract` or a canary test returned them, of the model that is scored.",
    fields,
  });
}

/**
 * The smallest p-value that a rank among so many controls can give. 0 for tests that do not rank (membership permutes
 * both sides): their number of controls does not bound p.
 */
function smallestP({ channel, controls, statistic }: ChannelObservation): number {
  if (channel !== "canary") return 0;
  const given = statistic["canaries"];
  const canaries = typeof given === "number" && Number.isInteger(given) && given >= 1 ? given : 1;
  return exp(-canaries * log(controls / canaries + 1));
}

/** Whether the rank is possible among the controls, and not better than the p-value. */
function isPowerOf({ p, controls, tests }: ChannelObservation, rank: number): boolean {
  return p !== null && rank <= controls + 1 && p >= Math.min(1, (tests * rank) / (controls + 1)) * (1 - 1e-9);
}

/** The channels of the observations. Extraction gives two, since it bears on two propositions. */
export function observedChannels(observations: readonly ChannelObservation[]): ScoreChannel[] {
  // A product of two ratios of tail probabilities would be large more often than it claims; a product of one such ratio
  // with an e-value is not.
  const isPowerUsed = observations.some(({ channel, power }) => channel === "canary" && power !== null);
  const channelsOf: Record<ChannelObservation["channel"], (one: ChannelObservation) => ScoreChannel[]> = {
    extraction: (one) => [reproducedChannel(one), extractionChannel(one)],
    canary: (one) => [randomisedChannel(one, true)],
    order: (one) => [randomisedChannel(one, !isPowerUsed)],
    dataset_inference: (one) => [datasetChannel(one)],
    membership: (one) => [membershipChannel(one)],
  };
  return observations.flatMap((one) => channelsOf[one.channel](one));
}

/** How often the model was observed to repeat the text. */
export function reproducedOf(observations: readonly ChannelObservation[]): Reproduced {
  const extraction = observations.find(({ channel }) => channel === "extraction");
  if (!extraction?.rates) {
    return { status: "not_measured", rate: null, ci_95: null, reason: "The model was not asked to continue the text." };
  }
  const { work, control } = extraction.rates;
  const reason = control === null ? NO_CONTROL : extraction.reason;
  return { status: "measured", rate: work.value, ci_95: [...work.ci_95], reason };
}

const NO_CONTROL = "No control text was asked for, so it is not known how much of this any text would give.";
const NO_P = "No p-value was given.";

function randomisedChannel(one: ChannelObservation, mayUsePower: boolean): ScoreChannel {
  const channel = trainedOn(one);
  if (one.exactness !== "exact") {
    return refused(
      channel,
      null,
      "Only chance that was committed to before publication carries this channel: natural orders and strings that were chosen do not.",
    );
  }
  if (one.p === null) return notMeasured(channel, one.reason ?? NO_P);
  if (one.power !== null && mayUsePower) return ofPower(channel, one, one.p, one.power);
  const unused =
    one.power === null ? "The power of the test was not measured" : "Power is used for one channel of a product";
  return eValue(channel, one.p, Infinity, `${unused}, so the p-value counts as an e-value.`);
}

/**
 * power × (controls + 1) / (rank × tests), at most 1 / p and at least 1: a tail probability is never evidence against.
 */
function ofPower(
  channel: ScoreChannel,
  { controls, tests }: ChannelObservation,
  p: number,
  { rank, rate }: NonNullable<ChannelObservation["power"]>,
): ScoreChannel {
  const ratio = (power: number) => atLeast1(Math.min(likelihoodRatioOfRank(power, rank, controls) / tests, 1 / p));
  const reason =
    "The power of the test, counted on strings that the model is known to have been trained on, over the share of ranks as good; the interval is that of the power.";
  const statistic = {
    ...channel.statistic,
    power: rate.value,
    power_lo: rate.ci_95[0],
    power_hi: rate.ci_95[1],
    power_rank: rank,
  };
  return measured({ ...channel, statistic }, ratio(rate.value), rate.ci_95.map(ratio) as Interval, "sampling", reason);
}

function datasetChannel(one: ChannelObservation): ScoreChannel {
  const channel = trainedOn(one);
  const isExact = one.exactness === "exact";
  if (!(one.gate === "passed" || (isExact && one.gate === "not_needed"))) return refused(channel, 1, gateReason(one));
  if (one.p === null) return notMeasured(channel, one.reason ?? NO_P);
  if (isExact)
    return eValue(
      channel,
      one.p,
      WEAK_LR_MAX,
      "Held-out texts were split off by chance, as whoever asked says; nobody can check that, so it is at most weak.",
    );
  return eValue(
    channel,
    one.p,
    WEAK_LR_MAX,
    "It rests on the assumption that suspect and held-out texts are alike: weak at most.",
  );
}

function membershipChannel(one: ChannelObservation): ScoreChannel {
  const channel = trainedOn(one);
  if (one.controls < MEMBERSHIP_CONTROLS_MIN) {
    return refused(
      channel,
      1,
      `Likelihood ratio 1 by rule: a membership score needs ${MEMBERSHIP_CONTROLS_MIN} matched controls.`,
    );
  }
  if (one.gate !== "passed") return refused(channel, 1, gateReason(one));
  if (one.p === null) return notMeasured(channel, one.reason ?? NO_P);
  const reason =
    "No map from this statistic to likelihood ratios was validated on models of this kind; the p-value counts as an e-value, exploratory and weak at most.";
  return { ...eValue(channel, one.p, WEAK_LR_MAX, reason), status: "outside_validated_population" };
}

function gateReason({ gate }: ChannelObservation): string {
  const why =
    gate === "not_passed" ? "may be told apart without the model" : "were not shown to be alike without the model";
  return `Likelihood ratio 1 by rule: the texts and their controls ${why}, so a difference need not come from training.`;
}

/** The channel for H_R (reproduced): states rates and no likelihood ratio. */
function reproducedChannel(one: ChannelObservation): ScoreChannel {
  const { control } = one.rates!;
  const reason =
    control === null
      ? NO_CONTROL
      : (one.reason ?? "What the model emits, beside what it emits of control texts: rates, not a ratio.");
  return { ...trainedOn(one), proposition: "reproduced", status: "measured", reason };
}

/**
 * The channel for H_M (trained on). It needs an attestation that the model answered from its weights alone, without
 * retrieval, and control texts that show how much of any text the model repeats.
 */
function extractionChannel(one: ChannelObservation): ScoreChannel {
  const channel = trainedOn(one);
  const { work, control } = one.rates!;
  if (one.retrieval !== "absent") {
    return refused(
      channel,
      null,
      "Nobody attests that the model answered without retrieval: what it repeats it may have looked up.",
    );
  }
  if (control === null) return refused(channel, null, NO_CONTROL);
  if (one.p === null) return notMeasured(channel, one.reason ?? NO_P);
  if (control.value >= work.value) {
    return measured(channel, 1, [1, 1], "rule", "The model repeats control texts as much: likelihood ratio 1 by rule.");
  }
  // None of the controls was as good as the text: this is the one-sided 95 % upper bound of how often a control is.
  const cap = 1 / clopperPearsonUpper(0, one.controls);
  return eValue(
    channel,
    one.p,
    cap,
    "The p-value against control texts counts as an e-value, and as no more than so many controls carry.",
  );
}

function trainedOn(one: ChannelObservation): ScoreChannel {
  const { channel: name, p, exactness, tests, controls, retrieval, gate, rates } = one;
  const { work, control } = rates ?? { work: null, control: null };
  const statistic = {
    ...Object.fromEntries(Object.entries(one.statistic).filter(([key]) => !OWN_NAMES.has(key))),
    ...(p !== null && { p, e_value: ratioDigits(Math.min(exp(Math.min(logEValue(p), LOG_LARGEST)), LR_LARGEST)) }),
    exactness,
    tests,
    controls,
    retrieval,
    ...(work && { rate: work.value, rate_lo: work.ci_95[0], rate_hi: work.ci_95[1] }),
    ...(control && {
      control_rate: control.value,
      control_rate_lo: control.ci_95[0],
      control_rate_hi: control.ci_95[1],
    }),
  };
  return {
    name,
    proposition: "trained_on",
    basis: "statistical",
    status: "not_measured",
    statistic,
    lr: null,
    ci_95: null,
    range_basis: null,
    gate,
    reason: null,
    sources: [],
  };
}

const LOG_LARGEST = log(LR_LARGEST);
/** Fields of a channel's statistic that this file and `headline.ts` read: an observation cannot set them. */
const OWN_NAMES = new Set([
  ...["p", "e_value", "exactness", "tests", "controls", "retrieval", "power", "power_lo", "power_hi", "power_rank"],
  ...["rate", "rate_lo", "rate_hi", "control_rate", "control_rate_lo", "control_rate_hi"],
]);

/**
 * The e-value of a p-value, at least 1 and at most `cap`. It has no sampling error; the upper end of its interval is
 * the largest Bayes factor at this p within a class of alternatives (`sellkeBound`).
 */
function eValue(channel: ScoreChannel, p: number, cap: number, reason: string): ScoreChannel {
  const within = (ratio: number) => Math.min(atLeast1(ratio), cap);
  const e = within(exp(Math.min(logEValue(p), LOG_LARGEST)));
  return measured(channel, e, [e, Math.max(e, within(sellkeBound(p)))], "alternatives", reason);
}

function measured(
  channel: ScoreChannel,
  lr: number,
  interval: Interval,
  basis: RangeBasis,
  reason: string,
): ScoreChannel {
  return { ...channel, status: "measured", ...ratioFields(lr, interval, basis), reason };
}

function refused(channel: ScoreChannel, lr: 1 | null, reason: string): ScoreChannel {
  return { ...channel, status: "refused", lr, ci_95: lr && [lr, lr], range_basis: lr && "rule", reason };
}

function notMeasured(channel: ScoreChannel, reason: string): ScoreChannel {
  return { ...channel, status: "not_measured", reason };
}

function atLeast1(ratio: number): number {
  return Math.min(Math.max(1, ratio), LR_LARGEST);
}
