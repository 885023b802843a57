/**
 * Conclusions from the passages that were found, beyond the verdict: attribution, risk and reported licence revenue.
 */

import type {
  ContentRelation,
  DisguisedCharacters,
  EstimatedRevenue,
  RiskAssessment,
  Verdict,
} from "../../base/contract/operations/analyze.ts";
import type { CorpusInfo } from "../../base/contract/resources/corpus.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { type Attribution, attribute } from "./attribution.ts";
import type { ContentFacts, ContentHit } from "./findings.ts";
import { estimateRevenue } from "./revenue.ts";
import { assessRisk } from "./risk/risk.ts";

interface ConcludeInput {
  verdict: Verdict;
  relation: ContentRelation | null;
  findings: readonly ContentHit[];
  catalogue: Catalogue | null;
  disguised: DisguisedCharacters;
  content: ContentFacts;
}

interface Conclusions {
  attribution: Attribution;
  revenue: EstimatedRevenue;
  risk: RiskAssessment;
}

export function conclude(input: ConcludeInput): Conclusions {
  const { content, ...facts } = input;
  const attribution = attributionOf(input);
  const judged = {
    ...facts,
    attributed: attribution.attributed,
    metadata: content.metadata,
    lengthWords: content.lengthWords,
  };
  return { attribution, revenue: estimateRevenue(judged), risk: assessRisk(judged) };
}

/** Empty without a catalogue, and where the evidence is insufficient. */
function attributionOf({ verdict, findings, catalogue, content }: ConcludeInput): Attribution {
  if (catalogue === null || verdict === "insufficient_evidence")
    return { attributed: [], possible: [], unattributed: [] };
  const matched = new Map<string, CorpusInfo>(findings.map(({ corpus }) => [corpus.revision, corpus]));
  const { metadata, language } = content;
  return attribute(catalogue, [...matched.values()], { published: metadata.published, language });
}
