/** All membership statistics of one text, from all answers about it. */
import { zlibSync } from "fflate";
import type { Interval } from "../../base/contract/common.ts";
import type { MembershipStatistic } from "../../base/contract/operations/probe.ts";
import { minKPlusPlus, surp } from "./bounded.ts";
import {
  dcPdd,
  difference,
  gapK,
  mean,
  meanOfHighest,
  meanOfLowest,
  perByte,
  ratio,
  type TokenCounts,
} from "./formulas.ts";
import { type Position, point } from "./positions.ts";

/** Constants of the methods, as published. */
export const MEMBERSHIP = {
  /** Min-K, Max-K, Min-K++ and Gap-K. */
  share: 0.2,
  surpShare: 0.4,
  surpEntropyNats: 2,
  dcPddCap: 0.01,
  zlibLevel: 6,
} as const;

/** The answers about a text; a view that was not requested is absent. */
export interface Views {
  text: readonly Position[];
  lowercase?: readonly Position[] | undefined;
  reference?: readonly Position[] | undefined;
  prefixed?: readonly Position[] | undefined;
  neighbours?: readonly (readonly Position[])[] | undefined;
  counts?: TokenCounts | undefined;
  compressedBytes: number;
}

/** A value (equal ends), an interval that contains the value, or the reason why there is neither. */
export type Measured = { value: Interval } | { reason: string };

/**
 * Bytes of a text after deflate, including the header and checksum of zlib. Implementations differ by some percent;
 * this one is part of the package and gives the same number in every runtime.
 */
export function compressedBytes(text: string): number {
  return zlibSync(new TextEncoder().encode(text), { level: MEMBERSHIP.zlibLevel }).length;
}

export function measure(statistic: MembershipStatistic, views: Views): Measured {
  if (views.text.length === 0) return { reason: "no token has a log-probability" };
  return MEASURES[statistic](views);
}

const NOT_REQUESTED = { reason: "the model was not queried for the data that it needs" };

function logprobsOf(positions: readonly Position[]): Float64Array {
  // Filled in a loop: `from` with a function takes ten times as long.
  const logprobs = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i++) logprobs[i] = positions[i]!.logprob;
  return logprobs;
}

const loss = (positions: readonly Position[]): number | null => mean(logprobsOf(positions));

function known(value: number | null): Measured {
  return value === null || !Number.isFinite(value) ? { reason: "undefined for this text" } : { value: point(value) };
}

/** A statistic of two answers about one text. */
function pair(
  views: Views,
  other: "lowercase" | "reference" | "prefixed",
  formula: (own: number | null, other: number | null) => number | null,
): Measured {
  const positions = views[other];
  return positions === undefined ? NOT_REQUESTED : known(formula(loss(views.text), loss(positions)));
}

const overText = (own: number | null, other: number | null) => ratio(other, own);

const MEASURES: Readonly<Record<MembershipStatistic, (views: Views) => Measured>> = {
  loss: ({ text }) => known(loss(text)),
  zlib: ({ text, compressedBytes: bytes }) => known(perByte(loss(text), bytes)),
  lowercase: (views) => pair(views, "lowercase", overText),
  reference_difference: (views) => pair(views, "reference", difference),
  reference_ratio: (views) => pair(views, "reference", overText),
  recall: (views) => pair(views, "prefixed", overText),
  min_k: ({ text }) => known(meanOfLowest(logprobsOf(text), MEMBERSHIP.share)),
  max_k: ({ text }) => known(meanOfHighest(logprobsOf(text), MEMBERSHIP.share)),
  gap_k: ({ text }) => {
    const greatest = text.flatMap((position) => position.greatest ?? []);
    if (greatest.length < text.length) return { reason: "the model does not say which token is likeliest" };
    return known(gapK(logprobsOf(text), greatest, MEMBERSHIP.share));
  },
  min_k_plus_plus: ({ text }) => {
    if (text.some(({ spread }) => spread === null)) return UNBOUNDED;
    const value = minKPlusPlus(text, MEMBERSHIP.share);
    if (value === null) return { reason: "undefined for this text" };
    return value.every(Number.isFinite) ? { value } : UNBOUNDED;
  },
  surp: ({ text }) => {
    if (text.some(({ spread }) => spread === null)) return UNBOUNDED;
    const value = surp(text, MEMBERSHIP.surpShare, MEMBERSHIP.surpEntropyNats);
    return value === undefined ? UNBOUNDED : known(value);
  },
  dc_pdd: ({ text, counts }) => {
    if (counts === undefined) return NOT_REQUESTED;
    const tokens = text.map(({ token }) => token);
    return known(dcPdd(tokens, logprobsOf(text), counts, MEMBERSHIP.dcPddCap));
  },
  neighbourhood: ({ text, neighbours }) => {
    const means = (neighbours ?? []).flatMap((positions) => loss(positions) ?? []);
    return means.length === 0 ? NOT_REQUESTED : known(difference(loss(text), mean(means)));
  },
};

const UNBOUNDED = { reason: "not computable from the likeliest tokens alone" };
