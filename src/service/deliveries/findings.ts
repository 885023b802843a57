/** The findings of a run, reduced to facts worth a message: no texts, and no figures that vary between runs. */
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import type {
  AnalyzeResult,
  EvidenceClass,
  PassageKind,
  PossibleSource,
  Verdict,
} from "../../base/contract/operations/analyze.ts";
import type { DecisionKind, ResultDecision } from "../../base/contract/operations/decision.ts";
import type { ScoreResult, ScoreTier } from "../../base/contract/operations/score.ts";

/** One finding. Two runs have the same outcome if their sets of findings are equal. */
export type Finding = VerdictFinding | AttributionFinding | DocumentFinding | ScoreFinding | DecisionFinding;

/** What the analysis came to. */
interface VerdictFinding {
  /** Kind of the finding. */
  type: "verdict";
  /** The verdict of the analysis. */
  verdict: Verdict;
}

/** A model that is named, with or without an attribution. */
interface AttributionFinding {
  /** Kind of the finding. */
  type: "attribution";
  /** Id of the model, `<provider>/<model>`. */
  model_id: string;
  /** Id of the dataset that the model trained on. */
  dataset: string;
  /** Name of the corpus in which the text was found. */
  corpus: string;
  /** Class of the weakest evidence on the way. */
  evidence: EvidenceClass;
  /** Why the model is only a possible source; absent if it is attributed. */
  reason?: "inclusion_unknown" | "reported" | "inferred" | undefined;
}

/** A document in which a passage was found. */
interface DocumentFinding {
  /** Kind of the finding. */
  type: "document";
  /** Name of the corpus. */
  corpus: string;
  /** Id of the dataset that the corpus holds. */
  dataset: string;
  /** Id of the document. */
  document_id: string;
  /** How alike the best passage of the document is. */
  kind: PassageKind;
}

/** What a score came to. */
interface ScoreFinding {
  /** Kind of the finding. */
  type: "score";
  /** The model that was scored, as the monitor names it. */
  target_model: string;
  /** The score as a band. */
  tier: ScoreTier;
  /** Whether the evidence speaks for or against the proposition that the model was trained on the work. */
  direction: ScoreResult["direction"];
}

/**
 * A decision of a person about what was found. It is no finding of its own: the findings that it is about stay in the
 * list.
 */
interface DecisionFinding {
  /** Kind of the finding. */
  type: "decision";
  /** `dc_` id of the decision. */
  decision_id: string;
  /** What was decided. */
  decision: DecisionKind;
  /** Whether it holds, or why it no longer does. */
  state: "holds" | "document_changed" | "passage_changed" | "not_found";
}

export interface Difference {
  added: Finding[];
  removed: Finding[];
}

/**
 * @param scores by the requested name of the model
 * @param decisionIds ids of the decisions of the request, in order
 */
export function findingsOf(
  analysis: AnalyzeResult,
  scores: readonly (readonly [model: string, score: ScoreResult])[],
  decisionIds: readonly string[] = [],
): Finding[] {
  const { verdict, attribution_sources, possible_sources, matches } = analysis;
  return distinct([
    { type: "verdict", verdict },
    ...attribution_sources.map((source) => attributionOf(source)),
    // A model that cannot have met the text is no finding.
    ...possible_sources.flatMap((source) =>
      source.reason === "excluded_by_date" || source.reason === "excluded_by_language"
        ? []
        : attributionOf(source, source.reason),
    ),
    // What everybody writes points to no document.
    ...matches
      .filter(({ commonplace }) => commonplace === null)
      .map(
        ({ corpus, dataset, document, kind }): Finding => ({
          type: "document",
          corpus,
          dataset,
          document_id: document.id,
          kind,
        }),
      ),
    ...decisionsOf(analysis, decisionIds),
    ...scores.map(([target_model, { tier, direction }]): Finding => ({ type: "score", target_model, tier, direction })),
  ]);
}

function decisionsOf({ decisions }: AnalyzeResult, ids: readonly string[]): Finding[] {
  if (decisions == null) return [];
  const { applied, not_applied: notApplied } = decisions;
  const of = ({ number, decision }: ResultDecision) =>
    ({ type: "decision", decision_id: ids[number]!, decision }) as const;
  return [
    ...applied.map((one): Finding => ({ ...of(one), state: "holds" })),
    // One about another text says nothing of this work.
    ...notApplied.flatMap((one): Finding[] =>
      one.because === "other_text" ? [] : [{ ...of(one), state: one.because }],
    ),
  ];
}

function attributionOf(
  { model_id, training_dataset, corpus, evidence }: Omit<PossibleSource, "reason" | "because">,
  reason?: AttributionFinding["reason"],
): Finding {
  const finding = { type: "attribution", model_id, dataset: training_dataset, corpus, evidence } as const;
  return reason === undefined ? finding : { ...finding, reason };
}

/** Drops duplicates and sorts by canonical JSON. */
function distinct(findings: readonly Finding[]): Finding[] {
  return [...byKey(findings)].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, finding]) => finding);
}

export function difference(before: readonly Finding[], after: readonly Finding[]): Difference {
  const [old, now] = [byKey(before), byKey(after)];
  return {
    added: [...now].filter(([key]) => !old.has(key)).map(([, finding]) => finding),
    removed: [...old].filter(([key]) => !now.has(key)).map(([, finding]) => finding),
  };
}

const byKey = (findings: readonly Finding[]) => new Map(findings.map((finding) => [canonicalJson(finding), finding]));

/** Whether a set reports anything: a passage, a model, a verdict other than `none_found`, or a score with support. */
export function hasFound(findings: readonly Finding[]): boolean {
  return findings.some((finding) => {
    if (finding.type === "verdict") return finding.verdict === "match" || finding.verdict === "partial";
    if (finding.type === "decision") return false;
    return finding.type !== "score" || (finding.tier !== "no_support" && finding.tier !== "insufficient_evidence");
  });
}

export const verdictOf = (findings: readonly Finding[] | null): Verdict | null =>
  findings?.find((finding) => finding.type === "verdict")?.verdict ?? null;
