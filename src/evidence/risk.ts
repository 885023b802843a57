/**
 * Risk: the level that follows from the rules of `risk.rules.ts` whose conditions are met. Levels rank cases for
 * attention. They are neither a measurement nor a legal opinion.
 */
import type { RiskAssessment, RiskLevel, Verdict } from "../contract/analyze.ts";
import { counted } from "../plural.ts";
import { type RiskFacts, RULES, type Rule } from "./risk.rules.ts";

export function assessRisk(facts: RiskFacts): RiskAssessment {
  if (facts.findings.length === 0 || facts.verdict === "insufficient_evidence")
    return { level: "none", factors: [], explanations: [] };
  const applied = RULES.map((rule) => ({ rule, tripped: rule.apply(facts) })).filter(({ tripped }) => tripped !== null);
  const factors = applied.map(({ rule }) => rule.factor);
  return {
    level: levelOf(facts.verdict, factors),
    factors,
    explanations: applied.map(({ rule, tripped }) => ({ factor: rule.factor, rule: rule.rule, ...tripped! })),
  };
}

const LEVELS: readonly RiskLevel[] = ["none", "low", "medium", "high", "critical"];

function levelOf(verdict: Verdict, factors: readonly string[]): RiskLevel {
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
  const count = (weight: Rule["weighs"]) => factors.filter((factor) => weightOf(factor) === weight).length;
  const reserved = factors.includes("large_part_used") && count("with_use") > 0 ? 1 : 0;
  return { up: count("up") + reserved, down: count("down") + (count("frees") > 0 ? 2 : 0) };
}

/** How a factor weighs; `null` where this version has no such rule. */
export function weightOf(factor: string): Rule["weighs"] | null {
  return RULES.find((rule) => rule.factor === factor)?.weighs ?? null;
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
