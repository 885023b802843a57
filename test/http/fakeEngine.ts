/** An engine that answers without searching: typical results, or what a test hands it. */
import { type Catalogue, catalogueOf } from "../../src/catalogue/catalogue.ts";
import { SHIPPED_RECORDS } from "../../src/catalogue/shipped.ts";
import type { AnalyzeResult } from "../../src/contract/analyze.ts";
import type { Method } from "../../src/contract/common.ts";
import type { CompareResult } from "../../src/contract/compare.ts";
import type { HostOptions } from "../../src/contract/engine.ts";
import type { ScoreResult } from "../../src/contract/score.ts";
import type { Corpus } from "../../src/corpus/corpus.ts";
import type { OperationName } from "../../src/engine/context.ts";
import { type OpenEngine, operationMethods } from "../../src/engine/engine.ts";
import { SHIPPED } from "../../src/evidence/calibration/shipped.ts";

const method: Method = {
  engine: "spolia 0.1.0",
  wasm_sha256: null,
  fold: "spolia1",
  parameters: { shingle_words: 5, window_shingles: 8, profile: "passage" },
  corpora: [{ name: "books", dataset: "pg19", revision: "r1", documents: 2, words: 250_000, lookups: "all" }],
  catalogue: "c1",
  calibration: null,
};

const completeness = {
  complete: false,
  stages: [
    { name: "search", status: "done" as const },
    { name: "calibration", status: "skipped" as const, reason: "No calibration exists yet." },
  ],
};

export const analyzeResult: AnalyzeResult = {
  analysis_id: "an_1",
  fingerprint: "spolia1_x",
  iscc: "ISCC:EAAQ",
  confidence: 98.5,
  confidence_ci_95: [95, 99.9],
  confidence_at_priors: [{ prior: 0.1, confidence: 90, confidence_ci_95: [80, 99] }],
  confidence_features: {
    ...{ content_words: 80, searched_words: 250_000, passage_words: 62, longest_run_words: 62 },
    ...{ identity: 1, rarity_bits: 300.5, documents: 1 },
  },
  log10_lr: { estimate: 3.1, lo: 2, hi: 4 },
  verdict: "match",
  potential_matches: 1,
  estimated_revenue: { monthly: 0, currency: "USD", low: 0, high: 0, basis: [], note: "Nothing supports a figure." },
  attribution_sources: [
    {
      provider: "eleutherai",
      model: "pythia",
      confidence: 98.5,
      training_dataset: "pg19",
      confidence_ci_95: [95, 99.9],
      model_id: "eleutherai/pythia",
      evidence: "documented",
      via: ["pile"],
      inclusion: { lo: 0.9, hi: 1, basis: "The dataset was used whole." },
      sources: ["s1"],
      corpus: "books",
      caveats: [],
    },
  ],
  unattributed_datasets: [],
  possible_sources: [],
  risk_assessment: {
    level: "high",
    factors: ["verbatim_passage"],
    explanations: [
      { factor: "verbatim_passage", rule: "12 words", because: "62 words", spans: [{ start: 0, end: 9 }], sources: [] },
    ],
  },
  matches: [
    {
      corpus: "books",
      dataset: "pg19",
      // A library caller may leave a field undefined; a lone surrogate may stand where a snippet was cut.
      document: { id: "d1", title: "A Tale of Two Cities", author: undefined, year: 1859 },
      kind: "verbatim",
      widely_shared: false,
      content: { start: 0, end: 9 },
      source: { start: 4, end: 13, snippet: "It was \uD83D" },
      words: 62,
      identity: 1,
      rarity_bits: 300.5,
      chance_matches: 0,
      document_frequency: 1,
      verified: true,
    },
  ],
  coverage: { words: 80, matched_words: 62, share: 0.775, longest_run_words: 62 },
  disguised_characters: {
    total: 3,
    kinds: [{ kind: "look_alike_letters", characters: 3, spans: [{ start: 4, end: 9 }] }],
  },
  offset_unit: "utf16",
  completeness,
  method: { ...method, prior: 0.5 },
};

const scoreResult: ScoreResult = {
  score_id: "sc_1",
  score: 0,
  tier: "insufficient_evidence",
  ci_95: [0, 100],
  direction: "neutral",
  basis: null,
  clipped: false,
  log10_lr: null,
  model_id: "eleutherai/pythia",
  propositions: { in_corpus: "C", reproduced: "R", trained_on: "T", alternative: "A" },
  channels: [
    {
      name: "match",
      proposition: "in_corpus",
      basis: "statistical",
      status: "not_calibrated",
      statistic: { words: 62 },
      lr: null,
      ci_95: null,
      gate: "not_needed",
      reason: "No calibration exists yet.",
      sources: [],
    },
  ],
  in_dataset: { status: "not_measured", datasets: [], reason: "No corpus." },
  reproduced: { status: "not_measured", rate: null, ci_95: null, reason: "No model was asked." },
  jurisdiction: {
    code: "NL",
    applied: "EU-DSM",
    name: "European Union",
    rule: "Article 4",
    standard_of_proof: null,
    opt_out: "Machine-readable reservation.",
    notes: [],
    sources: ["s2"],
  },
  caveats: [],
  what_would_change_this: ["A corpus of the training data."],
  method,
  completeness,
};

const compareResult: CompareResult = {
  comparison_id: "cm_1",
  relation: "contains",
  possible_relations: null,
  jaccard: { value: 0.4, ci_95: [0.4, 0.4] },
  containment_a_in_b: { value: 0.4, ci_95: [0.4, 0.4] },
  containment_b_in_a: { value: 1, ci_95: [1, 1] },
  longest_run_words: 12,
  passages: [{ kind: "verbatim", a: { start: 0, end: 5 }, b: { start: 0, end: 5 }, words: 12, identity: 1 }],
  a: { fingerprint: "spolia1_a", words: 24 },
  b: { fingerprint: "spolia1_b", words: 12 },
  offset_unit: "utf16",
  method,
  completeness,
};

const CATALOGUE: Catalogue = catalogueOf(SHIPPED_RECORDS, "c1");

const CORPUS = {
  ...{ name: "books", dataset: "pg19", revision: "r1", fold: "spolia1", documents: 2, identical_documents: 0 },
  profile: { name: "passage", shingle_words: 5, window_shingles: 8 },
  ...{ words: 250_000, fingerprints: 55_000, text_bytes: 1_400_000, stored_bytes: 900_000, segments: 1, unread: null },
};

/** It has one document, and is not there to be searched. */
const BOOKS = {
  info: CORPUS,
  storage: {
    open: async () => {
      throw new Error("nothing is stored under /secret/path");
    },
  },
  document: async (id: string) =>
    id === "d1/1" ? { id, title: "A Tale of Two Cities", lang: "en", words: 135_000 } : null,
} as unknown as Corpus;

export interface FakeEngine extends OpenEngine {
  /** What was asked, in order. */
  readonly calls: { operation: OperationName; request: unknown; host: HostOptions | undefined }[];
}

/** Answers every call with `answer(operation)`, which may throw. */
export function createFakeEngine(
  answer: (operation: Exclude<OperationName, "identify">) => unknown = typicalResult,
): FakeEngine {
  const calls: FakeEngine["calls"] = [];
  const methods = operationMethods(async (operation, request, host) => {
    calls.push({ operation, request, host });
    return answer(operation as Exclude<OperationName, "identify">) as never;
  });
  return {
    calls,
    ...methods,
    identify: async ({ content }) => ({
      fingerprint: "spolia1_x",
      iscc: "ISCC:EAAQ",
      words: content.split(" ").length,
    }),
    analyzeMany: () => {
      throw new Error("not asked for by any route");
    },
    catalogue: CATALOGUE,
    calibration: async () => SHIPPED,
    kernels: { name: "fake" },
    corpora: [CORPUS],
    models: ["local/fake"],
    corpus: (name) => (name === CORPUS.name ? BOOKS : null),
    refresh: async () => false,
  };
}

export function typicalResult(operation: Exclude<OperationName, "identify">): unknown {
  const ids = { assess: { assess_id: "as_1" }, extract: { extract_id: "ex_1" }, probe: { probe_id: "pr_1" } };
  return { analyze: analyzeResult, score: scoreResult, compare: compareResult, ...ids }[operation];
}
