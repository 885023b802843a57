/**
 * On paper to 10^12 tokens: the power between the two largest sizes that were measured, drawn on. An estimate, and said to be one; below
 * 10^7 fingerprints it says nothing, since the start of a process weighs as much as its work.
 */
export const PAPER_TOKENS = 1e12;
/** Words of ours in a token of a byte pair encoding. */
export const WORDS_PER_TOKEN = 0.75;

export interface Point {
  tokens: number;
  value: number;
}

export interface PaperEstimate {
  value: number;
  /** Of the growth `tokens ** power`; 1 is linear. */
  power: number;
}

/** @returns `null` where fewer than two sizes were measured */
export function paperEstimate(points: readonly Point[], tokens: number = PAPER_TOKENS): PaperEstimate | null {
  const [last, before] = [...points].sort((x, y) => y.tokens - x.tokens);
  if (last === undefined || before === undefined || last.tokens === before.tokens || before.value <= 0) return null;
  const power = Math.log(last.value / before.value) / Math.log(last.tokens / before.tokens);
  return { value: last.value * (tokens / last.tokens) ** power, power };
}
