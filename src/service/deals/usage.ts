/** Checks a report of use against its licence, and against what was found here of the work. */
import type { AnalyzeResult } from "../../base/contract/operations/analyze.ts";
import type {
  LicensedUse,
  OfferScope,
  UsageCheck,
  UsageContradiction,
  UsageRequest,
} from "../../base/contract/resources/marketplace.ts";
import { permitsUse } from "../../files/rights/write.ts";
import type { ResultRecord, Work } from "../store/records.ts";

/** What a licence allows. */
export interface LicenceTerms {
  permits: OfferScope;
  prohibits?: OfferScope | undefined;
  /** The use that was quoted. */
  use: LicensedUse;
  model: string | null;
  quantity: number;
}

interface ReportedFacts {
  report: UsageRequest;
  terms: LicenceTerms;
  work: Pick<Work, "work_hash" | "fingerprint">;
  /** Days on which the licence begins and ends. */
  from: string;
  until: string | null;
  /** Units in earlier reports. */
  before: number;
  /** Analyses of the work that its owner keeps. */
  analyses: readonly ResultRecord[];
  /** The model's id in the catalogue, or as it was written. */
  modelId: (name: string) => string;
}

export function checkUsage({ report, terms, work, from, until, before, analyses, modelId }: ReportedFacts): UsageCheck {
  const contradictions: UsageContradiction[] = [];
  const add = (rule: UsageContradiction["rule"], because: string, evidence: UsageContradiction["evidence"] = []) =>
    contradictions.push({ rule, because, evidence });
  const used = report.uses.filter(({ count }) => count > 0);
  const licensed = { permits: { usage: [terms.use] }, prohibits: terms.prohibits };
  for (const { use } of used)
    if (!permitsUse(licensed, use)) add("use_not_licensed", `The licence is for ${terms.use}, and ${use} is reported.`);
  const total = before + used.reduce((sum, { count }) => sum + count, 0);
  if (total > terms.quantity)
    add("quantity_exceeded", `${total} units are reported in all, of ${terms.quantity} licensed.`);
  if (report.from < from || (until !== null && report.to > until))
    add("outside_term", `The licence holds from ${from}${until === null ? "" : ` to ${until}`}.`);
  const others = (report.works ?? []).filter((one) => one !== work.work_hash && one !== work.fingerprint);
  if (others.length > 0) add("other_work", `${others.length} reported works are not licensed by it.`);
  const model = modelId(report.model);
  if (terms.model !== null && modelId(terms.model) !== model) add("other_model", `The licence is for ${terms.model}.`);
  const hasTrained = used.some(({ use }) => ["all", "ai-all", "ai-train"].includes(use));
  const showing = analyses.filter(({ result }) => attributes(result as Partial<AnalyzeResult>, model));
  if (!hasTrained && showing.length > 0) {
    const because = `No training is reported, and the work was found in a dataset that ${model} is documented to have been trained on. When it was trained, and on which copy, this does not show.`;
    add(
      "found_but_not_reported",
      because,
      showing.map(({ id, digest }) => ({ id, digest })),
    );
  }
  if (contradictions.length > 0) return { outcome: "contradicted", contradictions };
  return { outcome: showing.length > 0 ? "consistent" : "not_shown", contradictions };
}

/** Whether an analysis met the work, and documents that the model trained on where it was met. */
function attributes({ verdict, attribution_sources = [] }: Partial<AnalyzeResult>, model: string): boolean {
  return verdict === "match" && attribution_sources.some(({ model_id }) => model_id === model);
}
