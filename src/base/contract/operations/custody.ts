/**
 * Where an observation comes from, as hashes: `score` can tell from them whether it is whole and of the text that it is
 * given. Hashes are no signature: whoever runs this algorithm can make up an observation with hashes that fit.
 */
import type { Count, Sha256 } from "../common.ts";

/** A text that a model was asked about. */
export interface AskedText {
  /** SHA-256 of its UTF-8 bytes as sent. */
  sha256: Sha256;
  /** Its length in UTF-16 units. */
  length: Count;
  /** Hash of its first 32 UTF-16 units: it tells where to look for the text in a longer one, and proves nothing. */
  head: Count;
}

export interface ObservationCustody {
  /** Name and version of the engine that made the observation. */
  engine: string;
  /**
   * Who answered: the kind of the configured connector, such as `openai`; `own` for a connector of the calling program,
   * `recorded` for answers that the request contained, `scores` for scores that the caller gave.
   */
  connector: string;
  /** SHA-256 of the model's name. */
  model_sha256: Sha256;
  /** The work or the suspects; empty for canaries and orders, whose commitments are hashes of what was asked. */
  texts: AskedText[];
  /** SHA-256 of the canonical JSON of the sorted SHA-256 of the control texts; `null` without them. */
  controls_sha256: Sha256 | null;
  /** SHA-256 of all answers. */
  answers_sha256: Sha256;
  /** What a test of canaries is computed from, besides the secrets; `null` for other channels. */
  canaries: {
    /** The canaries, in their order. */
    tested: {
      /** The published commitment. */
      commitment: Sha256;
      /** The model's statistic of every string, in the order of the pool. */
      scores: number[];
    }[];
    /** Ranks of the positive controls, which give the power; `null` without them. */
    positive_ranks: number[] | null;
  } | null;
  /** What a test of an order is computed from, besides the secret; `null` for other channels. */
  order: {
    /** The published commitment. */
    commitment: Sha256;
    /** The model's statistic of the published order. */
    published: number;
    /** The model's statistic of each random order. */
    permuted: number[];
  } | null;
  /** SHA-256 of the canonical JSON of the whole observation in which this field is empty. */
  seal_sha256: Sha256;
}
