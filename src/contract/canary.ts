/**
 * Canaries and randomised orders: what is made before publication, what is revealed later, and what a test of them
 * says.
 */
import type { Count, Interval, PositiveShare, Sha256, Share } from "./common.ts";
import type { ChannelObservation, ObservedRate } from "./observation.ts";

/** What a pool is made from. */
export interface CanaryPoolRequest {
  /** Secret chance, 64 hexadecimal digits: the same seed, the same pool. */
  seed: string;
  /** Strings of the pool, 2 to 10,000; 1,000 when absent. The smallest p-value is one over it. */
  strings?: number | undefined;
  /** Words, or tokens of `vocabulary`, in each string; 8 when absent. */
  length?: number | undefined;
  /** Words or tokens to draw from, all different; 65,536 made-up words of five letters when absent. */
  vocabulary?: string[] | undefined;
}

/**
 * All that there is to a canary. Secret until it is revealed for a test; the string at `index` is the one to publish.
 */
export interface CanarySecret {
  /** Form of the document. */
  format: "spolia-canary-1";
  /** Secret chance that the pool was made from, 64 hexadecimal digits. */
  seed: string;
  /** Words, or tokens of `vocabulary`, in each string. */
  length: Count;
  /** Words or tokens that were drawn from; `null` for the 65,536 made-up words. */
  vocabulary: string[] | null;
  /** The strings of the pool, in order. */
  strings: string[];
  /** Place of the published string. */
  index: Count;
  /** Keeps the commitment from being guessed; 64 hexadecimal digits. */
  nonce: string;
}

/** What may be published at once, and is to be dated by somebody else. */
export interface CanaryCommitment {
  /** Form of the document. */
  format: "spolia-canary-1";
  /** `sha256:` and the SHA-256 of the canonical JSON (RFC 8785) of format, index, nonce and strings. */
  commitment: Sha256;
  /** Strings of the pool. */
  strings: Count;
  /** Bits of chance in each string, 128 at most. */
  entropy_bits: number;
  /** The smallest p-value that a test can give: 1 / strings. */
  smallest_p: PositiveShare;
}

/** Canaries that are revealed for a test, and what else is known of them. */
export interface CanaryEvidence {
  /** Pools of different works or occasions, 1 to 64, each with its commitment as it was published. */
  canaries: {
    /** What was kept secret until now. */
    secret: CanarySecret;
    /** The commitment as it was published. */
    commitment: string;
  }[];
  /**
   * Ranks (1 is the best) that strings reached which this model is known to have been trained on as often, in pools of
   * as many strings. They give the power of the test, and so a likelihood ratio, where one canary is tested.
   */
  positive_ranks?: number[] | undefined;
}

/** What was asked of which model. */
export interface AskedModel {
  /** `provider/model` where the catalogue knows it. */
  model: string;
  /** What whoever configured the model attests: `absent` when it answers from its weights alone. */
  retrieval: "absent" | "possible";
  /** Name of the statistic behind the scores. */
  statistic: string;
  /** Statistics that were tried before this one was told; 1 when absent. The p-value is multiplied by it. */
  tests?: number | undefined;
}

export interface CanaryTestRequest extends CanaryEvidence, AskedModel {
  /** Of each canary the statistic at every string of its pool, in order; larger means more like seen. */
  scores: number[][];
}

/** One canary among the strings that might as well have been published. */
export interface CanaryRank {
  /** The commitment of the canary. */
  commitment: string;
  /** Bits of chance in each string of its pool. */
  entropy_bits: number;
  /** Strings of the pool that were not published. */
  controls: Count;
  /** Controls that score above the published string. */
  greater: Count;
  /** Controls that score as the published string does. */
  equal: Count;
  /** 1 + greater + equal: ties count against. */
  rank: Count;
  /** rank / (controls + 1). */
  p: PositiveShare;
  /** With ties broken by chance; `randomised_by` names that chance. */
  p_randomised: Share;
  /** Name of the chance that breaks ties. */
  randomised_by: string;
  /** log2 (controls + 1) − log2 (1 + greater), in bits. */
  exposure_bits: number;
  /** What `p` carries as an e-value. */
  e_value: number;
  /** 1 / (controls + 1): no result could have been smaller. */
  smallest_p: PositiveShare;
}

export interface CanaryTestResult {
  /** One entry for each canary. */
  canaries: CanaryRank[];
  /** The test over all canaries together. */
  combined: {
    /** `rank_sum`: exact, of pools of one size; `e_values`: their product, of pools of several sizes. */
    by: "single" | "rank_sum" | "e_values";
    /** Corrected for `tests`. */
    p: PositiveShare;
    /** The smallest p-value that the test can give. */
    smallest_p: PositiveShare;
    /** What the test carries as an e-value. */
    e_value: number;
    /** Statistics that were tried; the p-value is multiplied by it. */
    tests: Count;
  };
  /** P(rank as good as this | seen), from `positive_ranks`; `null` without them. */
  power: ObservedRate | null;
  /** power × (controls + 1) / (rank × tests), with the interval of the power; `null` where the power is not known. */
  likelihood_ratio: {
    /** The likelihood ratio. */
    estimate: number;
    ci_95: Interval;
  } | null;
  /** As `score` takes it. */
  observations: ChannelObservation[];
}

export interface OrderRequest {
  /** Secret chance, 64 hexadecimal digits. */
  seed: string;
  /**
   * What is to be published in a random order, 2 to 10,000 pieces. The order in which they are given leaves no trace.
   */
  items: string[];
}

/** An order that chance made, and what proves it. Secret until it is revealed for a test. */
export interface OrderSecret {
  /** Form of the document. */
  format: "spolia-order-1";
  /** Secret chance that the order was made from, 64 hexadecimal digits. */
  seed: string;
  /** In the order to publish. */
  items: string[];
  /** Keeps the commitment from being guessed; 64 hexadecimal digits. */
  nonce: string;
}

export interface OrderEvidence {
  /**
   * How the published order came about. `natural` is refused: chapters and dates stand in the order in which any
   * reader, and any model that was not trained on them, expects them.
   */
  randomisation: "seeded_shuffle" | "natural";
  /** What was kept secret until now. */
  secret: OrderSecret;
  /** As it was published before the items were. */
  commitment: string;
  /** Random orders to compare with, 1 to 10,000; 999 when absent. */
  permutations?: number | undefined;
}

/** A statistic of the model at the published order and at each of the random ones; larger means more like seen. */
export interface OrderScores {
  published: number;
  permuted: number[];
}
