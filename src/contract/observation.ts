/**
 * What `probe` and `extract` observed, in the form in which `score` takes it: one entry for each channel that was
 * measured.
 */
import type { Count, PositiveShare, Share, ShareInterval } from "./common.ts";

/** A share with its 95 % interval and what it was counted from. */
export interface ObservedRate {
  /** The share. */
  value: Share;
  /** 95 % interval of `value`. */
  ci_95: ShareInterval;
  /** Cases that are hits. */
  hits: Count;
  /** Cases that were counted. */
  of: Count;
}

export interface ChannelObservation {
  /** What was observed. */
  channel: "extraction" | "canary" | "order" | "dataset_inference" | "membership";
  /** The model that was asked, as its connector names it. */
  model: string;
  /**
   * One-sided p-value of "the model did not see it", corrected for the tests that were tried; `null` where none can be
   * given.
   */
  p: PositiveShare | null;
  /**
   * What the p-value rests on: a randomisation by design, an assumption that is named, or nothing more than comparison.
   */
  exactness: "exact" | "conditional" | "exploratory";
  /** How many statistics were tried before this one was told. */
  tests: Count;
  /** Independent controls (texts or clusters) that the p-value was counted on. */
  controls: Count;
  /**
   * P(rank as good as this | seen), from positive controls: then the likelihood ratio is power × (controls + 1) / rank.
   * `null` without positive controls.
   */
  power: {
    /** The rank, 1 for the best. */
    rank: Count;
    /** How often positive controls reach this rank. */
    rate: ObservedRate;
  } | null;
  /** Outcome of the blind gate: can the texts be told apart without the model? */
  gate: "passed" | "not_passed" | "not_needed" | "not_run";
  /** Extraction: how much of the work and of the controls the model recites. `null` for other channels. */
  rates: {
    /** Of the work. */
    work: ObservedRate;
    /** Of the controls; `null` without controls. */
    control: ObservedRate | null;
  } | null;
  /** What whoever configured the model attests of retrieval. */
  retrieval: "absent" | "possible";
  /** What was observed, by name. */
  statistic: Record<string, number | string>;
  /** Why it carries no more than it does; `null` where nothing limits it. */
  reason: string | null;
}
