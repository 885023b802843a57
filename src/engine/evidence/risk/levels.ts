/**
 * The scale of risk, and how each rule moves a level on it. Apart from the rules, so that a report can explain a level
 * without them.
 */
import type { RiskAssessment, RiskLevel, Verdict } from "../../../base/contract/operations/analyze.ts";
import { counted } from "../../../base/plural.ts";

/**
 * Whether a rule raises or lowers the level by a step. `with_use`: it raises it only where `large_part_used` applies;
 * `frees`: it lowers it by two steps, since nobody has rights in the text; `informs`: it does neither.
 */
type Weight = "up" | "with_use" | "down" | "frees" | "informs";

const WEIGHTS = {
  long_verbatim_run: "informs",
  share_of_a_work: "informs",
  rights_notice: "with_use",
  use_reserved: "with_use",
  documented_training_use: "informs",
  large_part_used: "up",
  open_weights: "informs",
  withdrawn_dataset: "informs",
  disputed_dataset: "informs",
  documented_memorisation: "informs",
  disguised_characters: "up",
  widely_shared_text: "down",
  quotations_only: "down",
  provisions_only: "down",
  old_work: "frees",
  public_domain_source: "frees",
} as const satisfies Readonly<Record<string, Weight>>;

/** Names of the rules. */
export type Factor = keyof typeof WEIGHTS;

const LEVELS: readonly RiskLevel[] = ["none", "low", "medium", "high", "critical"];

export function levelOf(verdict: Verdict, factors: readonly string[]): RiskLevel {
  return LEVELS[Math.min(LEVELS.length - 1, Math.max(0, placeOf(verdict, factors) + 1))]!;
}

/**
 * Index of the level before it is limited to the scale: a match begins at medium, all others at low. −1 is no level:
 * what lowers a low risk leaves none.
 */
function placeOf(verdict: Verdict, factors: readonly string[]): number {
  const { up, down } = stepsOf(factors);
  return (verdict === "match" ? 1 : 0) + up - down;
}

/**
 * Each raising rule raises by one step; rules about reserved rights raise together by one step, and only where a large
 * part was used; each lowering rule lowers by one step, and rules by which the text is free lower together by two.
 */
function stepsOf(factors: readonly string[]): { up: number; down: number } {
  const count = (weight: Weight) => factors.filter((factor) => weightOf(factor) === weight).length;
  const reserved = factors.includes("large_part_used") && count("with_use") > 0 ? 1 : 0;
  return { up: count("up") + reserved, down: count("down") + (count("frees") > 0 ? 2 : 0) };
}

/** How a factor weighs; `null` where this version has no such rule. */
export function weightOf(factor: string): Weight | null {
  return Object.hasOwn(WEIGHTS, factor) ? WEIGHTS[factor as Factor] : null;
}

/**
 * Explains a level in words: where it begins, and which rules move it. `null` where nothing was found. A stored result
 * of another version may have other factors, or another level for the same ones.
 */
export function levelInWords(verdict: Verdict, risk: RiskAssessment): string | null {
  const { level, factors } = risk;
  if (level === "none" && factors.length === 0) return null;
  const first = verdict === "match" ? "A match begins at medium" : "Passages that make no match begin at low";
  if (factors.some((factor) => weightOf(factor) === null) || levelOf(verdict, factors) !== level)
    return `${first}; the rules that were tripped move it.`;
  const { up, down } = stepsOf(factors);
  const moves = [
    up === 0 ? "" : `rules raise it by ${counted(up, "step")}`,
    down === 0 ? "" : `rules lower it by ${counted(down, "step")}`,
  ].filter((move) => move !== "");
  if (moves.length === 0) return `${first}, and no rule moves it.`;
  const place = placeOf(verdict, factors);
  const end = place < -1 || place >= LEVELS.length - 1 ? `, and ${level} is the end of the scale` : "";
  return `${first}; ${moves.join(", and ")}${end}.`;
}
