/** What statements together say of each use: the strictest that applies. */
import type { RightsConclusion, RightsStatement, RightsUse } from "../../../base/contract/resources/rights.ts";
import { isWholeSite } from "./paths.ts";

const USES = ["crawl", "tdm", "ai-train", "ai-input", "ai-index", "search"] as const satisfies RightsUse[];
/** The strictest first. */
const STRICTNESS = ["reserved", "conditional", "allowed"] as const;

export function conclusionsOf(statements: readonly RightsStatement[]): RightsConclusion[] {
  return USES.map((use) => {
    const about = [...statements.entries()].filter(([, one]) => one.applies !== false && one.uses.includes(use));
    const says = STRICTNESS.find((word) => about.some(([, one]) => one.says === word));
    if (says === undefined) return { use, says: "not_said", in_part: false, statements: [] };
    const saying = about.filter(([, one]) => one.says === says);
    return { use, says, in_part: saying.every(([, one]) => isPart(one)), statements: saying.map(([at]) => at) };
  });
}

/** Whether a statement is for some agents, or some paths of which none was asked about. */
function isPart({ agents, scope, applies }: RightsStatement): boolean {
  return agents.length > 0 || (applies === null && !isWholeSite(scope));
}
