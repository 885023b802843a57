/** Results for reports: the recorded samples, with changes for each variant of a report. */

import { SAMPLES } from "../../build/generated/samples.ts";
import type { Method } from "../../src/base/contract/common.ts";
import type { AnalyzeResult, AttributionSource, Match } from "../../src/base/contract/operations/analyze.ts";
import type { CompareResult } from "../../src/base/contract/operations/compare.ts";
import type { ScoreResult } from "../../src/base/contract/operations/score.ts";
import type { CorpusDuplicates, CorpusInfo, DuplicateMember } from "../../src/base/contract/resources/corpus.ts";
import { analyzeRequest } from "../../src/service/http/openapi/examples.ts";

const { analyze, compare, score: scored } = SAMPLES;
const [sampleMatch] = analyze.matches;
const [sampleSource] = analyze.attribution_sources;

const BEFORE = "It begins with a line of one's own. ";
const PASSAGE = analyzeRequest.content!;
/** The content of the samples between other words: 100 words, 85 of them in the passage. */
export const CONTENT = `${BEFORE}${PASSAGE}. And it goes on in other words.`;

/** A fixed method, so that pages do not change with the version of the engine, its kernels and the catalogue. */
const methodOf = <Sampled extends Method>(method: Sampled): Sampled => ({
  ...method,
  engine: "spolia 0.1.0",
  wasm_sha256: null,
  catalogue: "cat_0123",
});

export const match: Match = {
  ...sampleMatch!,
  document: { ...sampleMatch!.document, url: "https://example.org/98" },
  kind: "near_verbatim",
  widely_shared: true,
  content: {
    start: BEFORE.length,
    end: BEFORE.length + PASSAGE.length,
    place: { page: "2", last_page: "3", heading: "Book the First", paragraph: 4 },
  },
  identity: 0.9996,
  document_frequency: 3,
};

const pile = {
  ...sampleSource!,
  provider: "eleutherai",
  training_dataset: "the-pile",
  via: ["the-pile"],
  inclusion: {
    lo: 0.5,
    hi: 0.5,
    grade: "documented_rate" as const,
    basis: "0.5 of a pass over the whole dataset, drawn uniformly.",
  },
  ...{ confidence: 49.0185, confidence_ci_95: [47.0164, 49.9938] as [number, number] },
  caveats: [],
};

const llama = { ...sampleSource!, provider: "meta", model: "LLaMA", model_id: "meta/llama-1", sources: ["llama1"] };

/** A model that is not attributed has no confidence. */
const named = ({ provider, model, model_id, training_dataset, via, sources, corpus }: AttributionSource) => ({
  ...{ provider, model, model_id, training_dataset, via, sources, corpus },
});

export const analysis: AnalyzeResult = {
  ...analyze,
  analysis_id: "an_0123",
  potential_matches: 3,
  attribution_sources: [
    {
      ...llama,
      inclusion: {
        lo: 0.95,
        hi: 0.99,
        grade: "documented_whole",
        basis: "The whole dataset was the pool that training drew from.",
      },
      caveats: [],
    },
    { ...pile, model: "Pythia", model_id: "eleutherai/pythia", sources: ["pile", "pythia"] },
    { ...pile, model: "GPT-J-6B", model_id: "eleutherai/gpt-j-6b", sources: ["pile", "gptj"] },
  ],
  possible_sources: [
    {
      ...named(llama),
      model: "Llama 1",
      evidence: "inferred",
      reason: "excluded_by_date",
      because: "The dataset ended before the work was published.",
      sources: [],
      dataset_basis: "none",
    },
  ],
  risk_assessment: {
    level: "high",
    factors: ["share_of_a_work"],
    explanations: analyze.risk_assessment.explanations.filter(({ factor }) => factor === "share_of_a_work"),
  },
  matches: [match],
  coverage: { ...analyze.coverage, words: 100, share: 0.85 },
  method: methodOf(analyze.method),
};

/** A result without matches, calibration and comparables. */
export const nothing: AnalyzeResult = {
  ...analysis,
  verdict: "none_found",
  confidence: 0,
  confidence_ci_95: [0, 100],
  confidence_at_priors: [],
  confidence_features: null,
  log10_lr: null,
  potential_matches: 0,
  estimated_revenue: {
    ...analyze.estimated_revenue,
    monthly: 0,
    low: 0,
    high: 0,
    basis: [],
    note: "No comparable supports a figure.",
  },
  attribution_sources: [],
  possible_sources: [],
  risk_assessment: { level: "none", factors: [], explanations: [] },
  matches: [],
  coverage: { ...analysis.coverage, matched_words: 0, share: 0, longest_run_words: 0 },
  completeness: {
    complete: false,
    stages: [
      { name: "search", status: "bounded", reason: "One corpus was too large for the time given." },
      { name: "calibration", status: "skipped", reason: "No calibration exists yet." },
    ],
  },
  method: { ...analysis.method, calibration: null },
};

const [samplePassage] = compare.passages!;

/** The sample with its sides swapped, and with one estimated share. */
export const comparison: CompareResult = {
  ...compare,
  comparison_id: "cmp_0123",
  relation: "excerpt",
  containment_a_in_b: compare.containment_b_in_a,
  containment_b_in_a: { ...compare.containment_a_in_b, ci_95: [0.09, 0.12] },
  a: compare.b,
  b: compare.a,
  passages: [
    { ...samplePassage!, a: { ...samplePassage!.a, start: BEFORE.length, end: BEFORE.length + samplePassage!.a.end } },
  ],
  method: methodOf(compare.method),
};

/** The same comparison from fingerprints only. */
export const comparisonOfPrints: CompareResult = {
  ...comparison,
  relation: "partial",
  possible_relations: ["excerpt", "near_duplicate", "partial"],
  jaccard: { value: 0.5, ci_95: [0.41, 0.59] },
  containment_a_in_b: { value: 0.82, ci_95: [0.71, 0.9] },
  containment_b_in_a: { value: 0.5, ci_95: [0.44, 0.56] },
  longest_run_words: null,
  passages: null,
  completeness: {
    complete: false,
    stages: [
      { name: "shares", status: "bounded", reason: "Shares are estimates." },
      { name: "passages", status: "skipped", reason: "A side came as fingerprint data." },
    ],
  },
};

export const corpusInfo: CorpusInfo = {
  name: "books",
  dataset: "gutenberg",
  revision: "rev_0123",
  fold: "spolia1",
  profile: { name: "passage", shingle_words: 5, window_shingles: 8 },
  documents: 1_204,
  identical_documents: 1,
  words: 9_876_543,
  fingerprints: 2_100_000,
  text_bytes: 55_000_000,
  stored_bytes: 31_234_567,
  has_text: true,
  unread: null,
  provenance: null,
  segments: 1,
};

const twin = (id: string, similarity: number, relation: DuplicateMember["relation"]): DuplicateMember => ({
  document: { id, title: "Pride and Prejudice", author: "Jane Austen", year: 1813 },
  words: 122_204,
  relation,
  similarity,
  share_of_member: similarity,
  share_of_representative: 1,
});

export const duplicates: CorpusDuplicates = {
  corpus: { name: "books", dataset: "gutenberg", revision: "rev_0123" },
  threshold: 0.8,
  documents: 1_204,
  texts: 1_203,
  short_texts: 2,
  clustered_documents: 17,
  surplus_documents: 15,
  clusters: [
    {
      documents: 14,
      texts: 13,
      least_similarity: 0.8123,
      members: [
        twin("pg1342", 1, "representative"),
        twin("pg1342-copy", 1, "identical"),
        ...Array.from({ length: 12 }, (_, i) => twin(`edition-${i}`, 0.9999 - i / 100, "near_duplicate")),
      ],
    },
    {
      documents: 3,
      texts: 3,
      least_similarity: 0.9,
      members: [twin("a", 1, "representative"), twin("b", 0.97, "near_duplicate"), twin("c", 0.9, "near_duplicate")],
    },
  ],
  missed: [{ jaccard: 0.195943, agreeing_share: 0.8, probability: 0.006663 }],
  method: { engine: "spolia 0.1.0", fold: "spolia1", parameters: {} },
  completeness: {
    complete: false,
    stages: [
      {
        name: "candidates",
        status: "bounded",
        reason: "3 of 1203 texts share wording with so many that not all were looked at.",
      },
      { name: "comparison", status: "done" },
    ],
  },
};

const [searched, documented] = scored.channels;

export const score: ScoreResult = {
  ...scored,
  score_id: "sc_0123",
  score: 16.7,
  range_basis: "sensitivity",
  tier: "weak",
  ci_95: [0.4, 30],
  direction: "for",
  log10_lr: { estimate: 1, lo: 0.02, hi: 1.8 },
  channels: [
    { ...documented!, lr: 10, ci_95: [1.05, 63], reason: null },
    {
      ...searched!,
      name: "canary",
      proposition: "trained_on",
      status: "not_measured",
      statistic: {},
      lr: null,
      ci_95: null,
      gate: "not_run",
      reason: "No canary was planted.",
    },
  ],
  caveats: scored.caveats.slice(1),
  jurisdiction: { ...scored.jurisdiction, code: "NL", standard_of_proof: null },
  method: methodOf(scored.method),
};
