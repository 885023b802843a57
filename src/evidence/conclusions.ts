/** What follows from the passages that were found, beyond the verdict: whose training, what risk, what a licence was worth. */
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { DisguisedCharacters, EstimatedRevenue, RiskAssessment, Verdict } from "../contract/analyze.ts";
import type { CorpusInfo } from "../contract/corpus.ts";
import { type Attribution, attribute } from "./attribution.ts";
import type { ContentFacts, ContentHit } from "./findings.ts";
import { estimateRevenue } from "./revenue.ts";
import { assessRisk } from "./risk.ts";

interface ConcludeInput {
  verdict: Verdict;
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

export function conclude(found: ConcludeInput): Conclusions {
  const { content, ...facts } = found;
  const attribution = attributionOf(found);
  const judged = { ...facts, attributed: attribution.attributed, metadata: content.metadata, lengthWords: content.lengthWords };
  return { attribution, revenue: estimateRevenue(judged), risk: assessRisk(judged) };
}

/** Without a catalogue, or where nothing can be concluded, nobody is looked up. */
function attributionOf({ verdict, findings, catalogue, content }: ConcludeInput): Attribution {
  if (catalogue === null || verdict === "insufficient_evidence") return { attributed: [], possible: [], unattributed: [] };
  const matched = new Map<string, CorpusInfo>(findings.map(({ corpus }) => [corpus.revision, corpus]));
  return attribute(catalogue, [...matched.values()], content.metadata.published);
}
