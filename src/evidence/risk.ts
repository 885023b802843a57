/**
 * Risk: the level that follows from the rules of `risk.rules.ts` whose conditions are met. Levels rank cases for
 * attention. They are neither a measurement nor a legal opinion.
 */
import type { RiskAssessment, RiskLevel, Verdict } from "../contract/analyze.ts";
import { counted } from "../plural.ts";
import { type RiskFacts, RULES, type Rule } from "./risk.rules.ts";

export function assessRisk(facts: RiskFacts): RiskAssessment {
  if (facts.findings.length === 0) return { level: "none", factors: [], explanations: [] };
  const applied = RULES.map((rule) => ({ rule, tripped: rule.apply(facts) })).filter(({ tripped }) => tripped !== null);
  const factors = applied.map(({ rule }) => rule.factor);
  return {
    level: LEVELS[Math.min(LEVELS.length - 1, Math.max(0, placeOf(facts.verdict, factors)))]!,
    factors,
    explanations: applied.map(({ rule, tripped }) => ({ factor: rule.factor, rule: rule.rule, ...tripped! })),
  };
}

const LEVELS: readonly RiskLevel[] = ["low", "medium", "high", "critical"];

/** Index of the level before it is limited to the scale: a match begins at medium, all others at low. */
function placeOf(verdict: Verdict, factors: readonly string[]): number {
  const { up, down } = stepsOf(factors);
  return (verdict === "match" ? 1 : 0) + up - down;
}

/**
 * Documented training use raises by one step, all other raising rules together by one step; each lowering rule lowers
 * by one step.
 */
function stepsOf(factors: readonly string[]): { up: number; down: number } {
  const raising = factors.filter((factor) => weightOf(factor) === "up");
  const documented = raising.includes("documented_training_use") ? 1 : 0;
  const aggravated = raising.length > documented ? 1 : 0;
  return { up: documented + aggravated, down: factors.filter((factor) => weightOf(factor) === "down").length };
}

/** Whether a factor raises or lowers the level; `null` where this version has no such rule. */
export function weightOf(factor: string): Rule["weighs"] | null {
  return RULES.find((rule) => rule.factor === factor)?.weighs ?? null;
}

/**
 * Explains a level in words: where it begins, and which rules move it. `null` where nothing was found. A stored result
 * may contain factors of another version.
 */
export function levelInWords(verdict: Verdict, { level, factors }: RiskAssessment): string | null {
  if (level === "none") return null;
  const first = verdict === "match" ? "A match begins at medium" : "Passages that make no match begin at low";
  if (factors.some((factor) => weightOf(factor) === null)) return `${first}; the rules that were tripped move it.`;
  const raising = factors.filter((factor) => weightOf(factor) === "up").length;
  const { up, down } = stepsOf(factors);
  const moves = [
    up === 0 ? "" : `${counted(raising, "rule raises", "rules raise")} it by ${counted(up, "step")}`,
    down === 0 ? "" : `${counted(down, "rule lowers", "rules lower")} it by ${counted(down, "step")}`,
  ].filter((move) => move !== "");
  if (moves.length === 0) return `${first}, and no rule moves it.`;
  const place = placeOf(verdict, factors);
  const end = place < 0 || place >= LEVELS.length ? `, and ${level} is the end of the scale` : "";
  return `${first}; ${moves.join(", and ")}${end}.`;
}
