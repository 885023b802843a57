/**
 * Where a test of the shipped calibration, on works that nothing was fitted to, found that confidences do not mean what
 * they say. Figures and method: bench/quality/README.md.
 */

interface TestedStratum {
  /** Closed range of the content's words. */
  content_words: [number, number];
  /**
   * Slope of a logistic regression of what is true on the stated log-odds: 1 where they mean what they say; above 1,
   * confidences are nearer to 50 than they should be.
   */
  slope: number;
  /** Cases with a confidence between 2 and 98. */
  undecided: number;
}

/** From which to which slope a stratum is covered. */
export const SLOPES_COVERED = [0.9, 1.1] as const;

/** The strata by length whose slope is outside of that, by the name of the calibration. */
export const NOT_COVERED: Readonly<Record<string, readonly TestedStratum[]>> = {
  // Reports of earlier versions carry it.
  "spolia-g2 2026-11-25": [{ content_words: [1_001, 4_000], slope: 1.573, undecided: 208 }],
  "spolia-g2 2026-11-28": [{ content_words: [1_001, 4_000], slope: 1.436, undecided: 214 }],
  "spolia-g2 without text 2026-11-25": [{ content_words: [4_001, 200_000], slope: 1.241, undecided: 456 }],
};
