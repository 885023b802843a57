/**
 * Risk: the level that follows from the rules of `rules.ts` whose conditions are met. Levels rank cases for
 * attention. They are neither a measurement nor a legal opinion.
 */
import type { RiskAssessment } from "../../../base/contract/operations/analyze.ts";
import { levelOf } from "./levels.ts";
import { type RiskFacts, RULES } from "./rules.ts";

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
