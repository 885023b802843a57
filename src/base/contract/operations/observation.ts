/**
 * Observations of `probe` and `extract`, in the form in which `score` accepts them: one entry for each measured
 * channel.
 */
import type { Count, PositiveShare, Share, ShareInterval } from "../common.ts";
import type { ObservationCustody } from "./custody.ts";

/** A share with its 95 % interval and its counts. */
export interface ObservedRate {
  /** The share. */
  value: Share;
  /** 95 % interval of `value`. */
  ci_95: ShareInterval;
  /** Number of hits. */
  hits: Count;
  /** Number of cases. */
  of: Count;
}

export interface ChannelObservation {
  /** The kind of observation. */
  channel: "extraction" | "canary" | "order" | "dataset_inference" | "membership";
  /** Name of the queried model, as its connector reports it. */
  model: string;
  /** One-sided p-value of "the model did not see it", corrected for multiple tests; `null` if there is none. */
  p: PositiveShare | null;
  /**
   * Validity of the p-value. `exact`: by a randomised design; `conditional`: under a stated assumption; `exploratory`:
   * only a comparison.
   */
  exactness: "exact" | "conditional" | "exploratory";
  /** Number of statistics that were tried before this one was reported. */
  tests: Count;
  /** Number of independent controls (texts or clusters) behind the p-value. */
  controls: Count;
  /**
   * P(rank at least this good | seen), from positive controls. The likelihood ratio is power × (controls + 1) / rank.
   * `null` without positive controls.
   */
  power: {
    /** The rank, 1 for the best. */
    rank: Count;
    /** How often positive controls reach this rank. */
    rate: ObservedRate;
  } | null;
  /** Outcome of the blind gate, which checks that the texts cannot be distinguished without the model. */
  gate: "passed" | "not_passed" | "not_needed" | "not_run";
  /** Extraction: how much of the work and of the controls the model recites. `null` for other channels. */
  rates: {
    /** Rate for the work. */
    work: ObservedRate;
    /** Rate for the controls; `null` without controls. */
    control: ObservedRate | null;
  } | null;
  /** Statement of the person who configured the model: `absent` if it answers without retrieval. */
  retrieval: "absent" | "possible";
  /** The observed values, by name. */
  statistic: Record<string, number | string>;
  /** What limits the strength of this evidence; `null` if nothing does. */
  reason: string | null;
  /**
   * What was asked, of whom, and who made the observation, as hashes. Without it, `score` lists the observation as
   * `unverified`.
   *
   * @since 0.2.0
   */
  custody?: ObservationCustody | undefined;
}
