/** How often is a claim wrong that a corpus without text makes? */

/**
 * Share of claimed runs of 12 words and more that were no common runs: the upper end of the 95 % interval in the worst
 * of seven kinds of text, French novels (11 of 357; 192 of 8,467 in all), copied or with up to 30 % of the words
 * changed, in .6 to 6.6 million words. `npm run quality -- claims --sample 50`, 2026-11-24.
 */
export const CLAIM_ERROR_RATE = 0.0545;
