/**
 * Risk: the level that follows from which rules of the table (`risk.rules.ts`) are tripped. Levels order cases for attention. They are no
 * measurement and no legal opinion.
 */
import type { RiskAssessment, RiskLevel, Verdict } from "../contract/analyze.ts";
import { type RiskFacts, RULES, type Rule } from "./risk.rules.ts";

export function assessRisk(facts: RiskFacts): RiskAssessment {
  if (facts.findings.length === 0) return { level: "none", factors: [], explanations: [] };
  const applied = RULES.map((rule) => ({ rule, tripped: rule.apply(facts) })).filter(({ tripped }) => tripped !== null);
  return {
    level: levelOf(
      facts.verdict,
      applied.map(({ rule }) => rule),
    ),
    factors: applied.map(({ rule }) => rule.factor),
    explanations: applied.map(({ rule, tripped }) => ({ factor: rule.factor, rule: rule.rule, ...tripped! })),
  };
}

const LEVELS: readonly RiskLevel[] = ["low", "medium", "high", "critical"];

/**
 * A match begins at medium, anything less at low. Documented training use and each further raising rule, but one step at most
 * together, go up; each lowering rule goes one step down; the ends hold.
 */
function levelOf(verdict: Verdict, rules: readonly Rule[]): RiskLevel {
  const raising = rules.filter(({ weighs }) => weighs === "up");
  const documented = raising.some(({ factor }) => factor === "documented_training_use") ? 1 : 0;
  const aggravated = raising.length > documented ? 1 : 0;
  const lowered = rules.length - raising.length;
  const step = (verdict === "match" ? 1 : 0) + documented + aggravated - lowered;
  return LEVELS[Math.min(LEVELS.length - 1, Math.max(0, step))]!;
}
