/** Hand-made results, as complete as real ones. */
import type { AnalyzeResult, AttributionSource, Match } from "../../src/contract/analyze.ts";
import type { Method } from "../../src/contract/common.ts";
import type { CompareResult } from "../../src/contract/compare.ts";
import type { CorpusDuplicates, CorpusInfo, DuplicateMember } from "../../src/contract/corpus.ts";
import type { ScoreResult } from "../../src/contract/score.ts";

export const CONTENT = `It begins with a line of one's own. ${"It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife. ".repeat(6)}And it goes on in other words.`;

const method: Method = {
  engine: "spolia 0.1.0",
  wasm_sha256: null,
  fold: "spolia1",
  parameters: {},
  corpora: [
    { name: "books", dataset: "gutenberg", revision: "rev_0123", documents: 1_204, words: 9_876_543, lookups: "all" },
  ],
  catalogue: "cat_0123",
  calibration: null,
};

export const match: Match = {
  corpus: "books",
  dataset: "gutenberg",
  document: {
    id: "pg1342",
    title: "Pride and Prejudice",
    author: "Jane Austen",
    year: 1813,
    url: "https://example.org/1342",
  },
  kind: "near_verbatim",
  widely_shared: true,
  content: { start: 36, end: 36 + 6 * 117 },
  source: { start: 0, end: 702, snippet: "It is a truth" },
  words: 138,
  identity: 0.9996,
  rarity_bits: 1_234.5,
  chance_matches: 0,
  document_frequency: 3,
  verified: true,
};

const attribution: AttributionSource = {
  provider: "eleutherai",
  model: "Pythia",
  confidence: 93.1,
  training_dataset: "the-pile",
  confidence_ci_95: [88, 97.25],
  model_id: "eleutherai/pythia",
  evidence: "documented",
  via: ["the-pile"],
  inclusion: { lo: 0, hi: 1, basis: "The dataset was met inside another one." },
  sources: ["pile", "pythia"],
  corpus: "books",
  caveats: [],
};

export const analysis: AnalyzeResult = {
  analysis_id: "an_0123",
  fingerprint: "spolia1_0123",
  iscc: "ISCC:EAAQ",
  confidence: 93.1,
  confidence_ci_95: [88, 97.25],
  confidence_at_priors: [{ prior: 0.01, confidence: 12, confidence_ci_95: [7, 24] }],
  confidence_features: null,
  log10_lr: { estimate: 1.1, lo: 0.9, hi: 1.5 },
  verdict: "match",
  potential_matches: 3,
  estimated_revenue: {
    monthly: 0,
    currency: "USD",
    low: 0,
    high: 0,
    basis: [],
    note: "No comparable supports a figure.",
  },
  attribution_sources: [
    {
      ...attribution,
      training_dataset: "gutenberg",
      model: "LLaMA",
      model_id: "meta/llama-1",
      via: [],
      inclusion: { lo: 0.95, hi: 1, basis: "The whole dataset was the pool that training drew from." },
      sources: ["llama1"],
    },
    attribution,
    { ...attribution, model: "GPT-J-6B", model_id: "eleutherai/gpt-j-6b", sources: ["pile", "gptj"] },
  ],
  possible_sources: [
    {
      provider: "meta",
      model: "Llama 1",
      model_id: "meta/llama-1",
      training_dataset: "gutenberg",
      evidence: "inferred",
      reason: "excluded_by_date",
      because: "The dataset ended before the work was published.",
      via: [],
      sources: [],
      corpus: "books",
    },
  ],
  unattributed_datasets: [],
  risk_assessment: {
    level: "high",
    factors: ["long_verbatim_run"],
    explanations: [
      {
        factor: "long_verbatim_run",
        rule: "50 words",
        because: "A run of 138 words stands in a dataset.",
        spans: [],
        sources: [],
      },
    ],
  },
  matches: [match],
  coverage: { words: 151, matched_words: 138, share: 138 / 151, longest_run_words: 138 },
  disguised_characters: { total: 0, kinds: [] },
  offset_unit: "utf16",
  completeness: { complete: true, stages: [{ name: "search", status: "done" }] },
  method: { ...method, prior: 0.5 },
};

/** Nothing met, nothing calibrated. */
export const nothing: AnalyzeResult = {
  ...analysis,
  verdict: "none_found",
  confidence: 0,
  confidence_ci_95: [0, 100],
  confidence_at_priors: [],
  confidence_features: null,
  log10_lr: null,
  potential_matches: 0,
  attribution_sources: [],
  possible_sources: [],
  risk_assessment: { level: "none", factors: [], explanations: [] },
  matches: [],
  coverage: { words: 151, matched_words: 0, share: 0, longest_run_words: 0 },
  completeness: {
    complete: false,
    stages: [
      { name: "search", status: "bounded", reason: "One corpus was too large for the time given." },
      { name: "calibration", status: "skipped", reason: "No calibration exists yet." },
    ],
  },
};

export const comparison: CompareResult = {
  comparison_id: "cmp_0123",
  relation: "excerpt",
  possible_relations: null,
  jaccard: { value: 0.5, ci_95: [0.5, 0.5] },
  containment_a_in_b: { value: 1, ci_95: [1, 1] },
  containment_b_in_a: { value: 0.5, ci_95: [0.44, 0.56] },
  longest_run_words: 138,
  passages: [{ kind: "verbatim", a: { start: 36, end: 152 }, b: { start: 0, end: 116 }, words: 23, identity: 1 }],
  a: { fingerprint: "spolia1_a", words: 151 },
  b: { fingerprint: "spolia1_b", words: 300 },
  offset_unit: "utf16",
  method,
  completeness: { complete: true, stages: [] },
};

/** The same from fingerprints alone. */
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
  unread: null,
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

export const score: ScoreResult = {
  score_id: "sc_0123",
  score: 16.7,
  tier: "weak",
  ci_95: [0.4, 30],
  direction: "for",
  basis: "documentary",
  clipped: false,
  log10_lr: { estimate: 1, lo: 0.02, hi: 1.8 },
  model_id: "eleutherai/pythia",
  propositions: {
    in_corpus: "A passage stands in a dataset.",
    reproduced: "The model emits this text.",
    trained_on: "Pythia was trained on a copy of this work.",
    alternative: "It was not, but may have met quotations of it.",
  },
  channels: [
    {
      name: "provenance",
      proposition: "trained_on",
      basis: "documentary",
      status: "measured",
      statistic: {},
      lr: 10,
      ci_95: [1.05, 63],
      gate: "not_needed",
      reason: null,
      sources: ["pythia"],
    },
    {
      name: "canary",
      proposition: "trained_on",
      basis: "statistical",
      status: "not_measured",
      statistic: {},
      lr: null,
      ci_95: null,
      gate: "not_run",
      reason: "No canary was planted.",
      sources: [],
    },
  ],
  in_dataset: {
    status: "measured",
    datasets: [
      {
        dataset: "gutenberg",
        corpus: "books",
        matched_words: 138,
        share: 0.914,
        longest_run_words: 138,
        documents: 3,
        verdict: "match",
      },
    ],
    reason: null,
  },
  reproduced: { status: "not_measured", rate: null, ci_95: null, reason: "No model was asked." },
  jurisdiction: {
    code: "NL",
    applied: "EU-DSM",
    name: "European Union",
    rule: "Mining is allowed unless reserved.",
    standard_of_proof: null,
    opt_out: "machine-readable reservation",
    notes: [],
    sources: [],
  },
  caveats: ["Documentary evidence only."],
  what_would_change_this: ["Asking the model."],
  method,
  completeness: { complete: true, stages: [] },
};
