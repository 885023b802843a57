/**
 * Canaries and randomised orders: documents that are created before publication, that are revealed later, and the
 * results of their tests.
 */
import type { Count, Interval, PositiveShare, Sha256, Share } from "../common.ts";
import type { ChannelObservation, ObservedRate } from "./observation.ts";

/** Parameters of a pool of canaries. */
export interface CanaryPoolRequest {
  /** Secret random seed, 64 hexadecimal digits: the same seed gives the same pool. */
  seed: string;
  /** Number of strings in the pool, 2 to 10,000; default 1,000. The smallest p-value is 1 / strings. */
  strings?: number | undefined;
  /** Words, or tokens of `vocabulary`, in each string; default 8. */
  length?: number | undefined;
  /** Words or tokens to draw from, all different; default: 65,536 made-up words of five letters. */
  vocabulary?: string[] | undefined;
}

/**
 * The complete canary. Keep it secret until it is revealed for a test. Publish the string at `index`.
 */
export interface CanarySecret {
  /** Format of the document. */
  format: "spolia-canary-1";
  /** Secret random seed of the pool, 64 hexadecimal digits. */
  seed: string;
  /** Words, or tokens of `vocabulary`, in each string. */
  length: Count;
  /** Words or tokens that strings were drawn from; `null` for the 65,536 made-up words. */
  vocabulary: string[] | null;
  /** The strings of the pool, in order. */
  strings: string[];
  /** Index of the published string, from 0. */
  index: Count;
  /** Random value that makes the commitment unguessable; 64 hexadecimal digits. */
  nonce: string;
}

/** The commitment to a canary. It may be published at once; have its date certified by a third party. */
export interface CanaryCommitment {
  /** Format of the document. */
  format: "spolia-canary-1";
  /** `sha256:` and the SHA-256 of the canonical JSON (RFC 8785) of format, index, nonce and strings. */
  commitment: Sha256;
  /** Number of strings in the pool. */
  strings: Count;
  /** Bits of entropy in each string, at most 128. */
  entropy_bits: number;
  /** The smallest p-value that a test can give: 1 / strings. */
  smallest_p: PositiveShare;
}

/** Canaries that are revealed for a test. */
export interface CanaryEvidence {
  /** 1 to 64 canaries of different works or occasions, each with its published commitment. */
  canaries: {
    /** The document that was secret until now. */
    secret: CanarySecret;
    /** The published commitment. */
    commitment: string;
  }[];
  /**
   * Ranks (1 is the best) of positive controls: strings on which this model is known to have been trained equally
   * often, in pools of the same size. They give the power of the test, and so a likelihood ratio, if one canary is
   * tested.
   */
  positive_ranks?: number[] | undefined;
}

/** The queried model and the statistic. */
export interface AskedModel {
  /** `provider/model` if the catalogue contains the model. */
  model: string;
  /** Statement of the person who configured the model: `absent` if it answers from its weights alone. */
  retrieval: "absent" | "possible";
  /** Name of the statistic behind the scores. */
  statistic: string;
  /** Number of statistics tried, including this one; default 1. The p-value is multiplied by it. */
  tests?: number | undefined;
}

export interface CanaryTestRequest extends CanaryEvidence, AskedModel {
  /**
   * For each canary, the statistic of every string of its pool, in order; a larger value is more like a seen string.
   */
  scores: number[][];
}

/** The rank of one canary among the other strings of its pool. */
export interface CanaryRank {
  /** The commitment of the canary. */
  commitment: string;
  /** Bits of entropy in each string of its pool. */
  entropy_bits: number;
  /** Strings of the pool that were not published. */
  controls: Count;
  /** Number of controls that score above the published string. */
  greater: Count;
  /** Number of controls with the same score as the published string. */
  equal: Count;
  /** 1 + greater + equal: ties worsen the rank. */
  rank: Count;
  /** rank / (controls + 1). */
  p: PositiveShare;
  /** The p-value with ties broken at random, by the stream `randomised_by`. */
  p_randomised: Share;
  /** Name of the random stream that breaks ties. */
  randomised_by: string;
  /** log2 (controls + 1) − log2 (1 + greater), in bits. */
  exposure_bits: number;
  /** `p` as an e-value. */
  e_value: number;
  /** 1 / (controls + 1), the smallest possible p-value. */
  smallest_p: PositiveShare;
}

/** A test of several canaries together. @since 0.2.0 */
export interface CombinedCanaryTest {
  /** `rank_sum`: exact, for pools of equal size; `e_values`: product of e-values, for pools of different sizes. */
  by: "single" | "rank_sum" | "e_values";
  /** The p-value, corrected for `tests`. */
  p: PositiveShare;
  /** The smallest p-value that the test can give. */
  smallest_p: PositiveShare;
  /** The test's e-value. */
  e_value: number;
  /** Number of statistics tried; the p-value is multiplied by it. */
  tests: Count;
}

/** A test of canaries by the scores of their strings. */
export interface CanaryTest {
  /** One entry for each canary. */
  canaries: CanaryRank[];
  /** The test of all canaries together. */
  combined: CombinedCanaryTest;
  /** P(rank at least this good | seen), from `positive_ranks`; `null` without them. */
  power: ObservedRate | null;
  /** power × (controls + 1) / (rank × tests), with the interval of the power; `null` if the power is unknown. */
  likelihood_ratio: {
    /** The likelihood ratio. */
    estimate: number;
    ci_95: Interval;
  } | null;
}

export interface CanaryTestResult extends CanaryTest {
  /** The test in the form that `score` accepts as `observations`. */
  observations: ChannelObservation[];
}

export interface OrderRequest {
  /** Secret random seed, 64 hexadecimal digits. */
  seed: string;
  /** 2 to 10,000 items to publish in a random order. Their order in the request does not matter. */
  items: string[];
}

/** A random order and its proof. Keep it secret until it is revealed for a test. */
export interface OrderSecret {
  /** Format of the document. */
  format: "spolia-order-1";
  /** Secret random seed of the order, 64 hexadecimal digits. */
  seed: string;
  /** The items in the order in which to publish them. */
  items: string[];
  /** Random value that makes the commitment unguessable; 64 hexadecimal digits. */
  nonce: string;
}

export interface OrderEvidence {
  /**
   * How the published order was chosen. `natural` is rejected: any reader, and any model that was not trained on them,
   * expects chapters and dates in their natural order.
   */
  randomisation: "seeded_shuffle" | "natural";
  /** The document that was secret until now. */
  secret: OrderSecret;
  /** The commitment, published before the items. */
  commitment: string;
  /** Number of random orders to compare with, 1 to 10,000; default 999. */
  permutations?: number | undefined;
}

/** Secrets that are revealed so that tests of canaries and of an order can be computed again. */
export interface RevealedSecrets {
  /** Secrets of canaries, in any order. */
  canaries?: CanarySecret[] | undefined;
  /** Secret of an order. */
  order?: OrderSecret | undefined;
}

/** The model's statistic for the published order and for each random order; larger is more like a seen order. */
export interface OrderScores {
  published: number;
  permuted: number[];
}
