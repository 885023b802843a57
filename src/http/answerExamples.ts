/**
 * What the requests of `examples.ts` were answered over ten novels on 2026-11-21, shortened: of attributions, sources,
 * channels and notes only the first are left. An interval stands beside every number, a source beside every claim;
 * later calibrations and catalogues give others.
 */
import type { AnalyzeResult } from "../contract/analyze.ts";
import type { Method } from "../contract/common.ts";
import type { CompareResult } from "../contract/compare.ts";
import type { ScoreResult } from "../contract/score.ts";
import { scoreRequest } from "./examples.ts";
import { nextSteps } from "./paths.ts";

/** By the names of the schemas of answers; what HTTP adds is added. */
export const answerExamples = (basePath: string): Readonly<Record<string, object>> => ({
  AnalyzeAnswer: { success: true, ...analyzeResult, next_steps: nextSteps(basePath) },
  ScoreAnswer: { success: true, ...scoreResult },
  CompareAnswer: { success: true, ...compareResult },
});

const method: Method = {
  engine: "spolia 0.1.0",
  wasm_sha256: "6fb5fd073ca5b9bc1ca2e8604cd4878af37fe283bdd269cebc09ea7b2f771432",
  fold: "spolia1",
  parameters: { profile: "passage", shingle_words: 5, window_shingles: 8, passage_words_min: 12 },
  corpora: [
    {
      name: "gutenberg",
      dataset: "gutenberg-pg19",
      revision: "a881f77ab2cb53bbd8445ee02d8fbb9be6b833bb040b429be294b757b2637de9",
      documents: 10,
      words: 1_532_230,
      lookups: "all",
    },
  ],
  catalogue: "cat_49f27a7f607f0ceb",
  calibration: "spolia-g1 2026-11-21",
};
const searched = {
  name: "search:gutenberg",
  status: "done" as const,
  reason: "Any common run of 12 words was found.",
};
const sentence = { start: 0, end: 416 };

const analyzeResult: AnalyzeResult = {
  analysis_id: "an_e6e307d88ceb9f8bcd428a36edec7f1e",
  fingerprint: "spolia1_f7a9fb745a968d0fea7450091ed8b983",
  iscc: "ISCC:EAAWUMFX3JOWOYUK",
  confidence: 97.9714,
  confidence_ci_95: [94.7475, 99.8748],
  confidence_at_priors: [
    { prior: 0.01, confidence: 32.7878, confidence_ci_95: [15.4124, 88.9586] },
    { prior: 0.1, confidence: 84.2918, confidence_ci_95: [66.7141, 98.8842] },
    { prior: 0.5, confidence: 97.9714, confidence_ci_95: [94.7475, 99.8748] },
  ],
  confidence_features: {
    content_words: 85,
    searched_words: 1_532_230,
    passage_words: 85,
    longest_run_words: 85,
    identity: 1,
    rarity_bits: 739.487464,
    documents: 1,
  },
  log10_lr: { estimate: 1.6839, lo: 1.2562, hi: 2.9018 },
  verdict: "match",
  potential_matches: 1,
  estimated_revenue: {
    monthly: 138.89,
    currency: "USD",
    low: 69.44,
    high: 138.89,
    basis: [
      {
        comparable: "HarperCollins - Microsoft (reported)",
        amount: "$5,000 per title, 3 years, 50/50",
        period: "36 months",
        as_of: "2024-11",
        source: "harper, harper-bb",
      },
    ],
    note: "A reported licence for a whole work of this kind, divided by its months: a comparable, not a price of this text and not what anybody owes.",
  },
  attribution_sources: [
    {
      provider: "Barcelona Supercomputing Center",
      model: "Salamandra (2B, 7B, 40B)",
      confidence: 97.9714,
      training_dataset: "gutenberg-pg19",
      confidence_ci_95: [94.7475, 99.8748],
      model_id: "bsc/salamandra",
      evidence: "documented",
      via: [],
      inclusion: { lo: 0, hi: 1, basis: "No source says how much of the dataset went in." },
      sources: ["salamandra-data"],
      corpus: "gutenberg",
      caveats: [
        "No source states when the dataset ended or the training data were cut off, so no date could exclude it.",
      ],
    },
  ],
  possible_sources: [],
  unattributed_datasets: [],
  risk_assessment: {
    level: "critical",
    factors: ["share_of_a_work", "documented_training_use", "open_weights", "documented_memorisation"],
    explanations: [
      {
        factor: "share_of_a_work",
        rule: "Passages make up at least 5 % of a searched document, and 50 words: more than a reported licence lets a model repeat.",
        because: "Of one document, up to 71.4 % is met here.",
        spans: [sentence],
        sources: ["harper", "harper-bb"],
      },
      {
        factor: "documented_training_use",
        rule: "A model is documented to have trained on a dataset in which the content was met.",
        because: "45 models are documented.",
        spans: [],
        sources: ["salamandra-data"],
      },
      {
        factor: "open_weights",
        rule: "The weights of a documented model can be downloaded, so that copies of it cannot be recalled.",
        because: "42 of the documented models have open weights.",
        spans: [],
        sources: ["salamandra"],
      },
      {
        factor: "documented_memorisation",
        rule: "A published study, report or court measured how much training text a documented model repeats.",
        because: "eleutherai/gpt-j-6b: At least one per cent of The Pile is memorised by GPT-J.",
        spans: [],
        sources: ["carlini"],
      },
    ],
  },
  matches: [
    {
      corpus: "gutenberg",
      dataset: "gutenberg-pg19",
      document: { id: "pg98", title: "A Tale of Two Cities", author: "Charles Dickens", year: 1859 },
      kind: "verbatim",
      widely_shared: false,
      content: sentence,
      source: { ...sentence, snippet: "It was the best of times, it was the worst of times, it was the age of wisdom" },
      words: 85,
      identity: 1,
      rarity_bits: 739.487464,
      chance_matches: 3.77934e-217,
      document_frequency: 1,
      verified: true,
    },
  ],
  coverage: { words: 85, matched_words: 85, share: 1, longest_run_words: 85 },
  disguised_characters: { total: 0, kinds: [] },
  offset_unit: "utf16",
  completeness: {
    complete: true,
    stages: [searched, { name: "provenance", status: "done" }, { name: "confidence", status: "done" }],
  },
  method: { ...method, prior: 0.5 },
};

const scoreResult: ScoreResult = {
  score_id: "sc_abb6324fcd94885c53e176164625cc63",
  score: 0,
  tier: "no_support",
  ci_95: [0, 0],
  direction: "neutral",
  basis: "documentary",
  clipped: false,
  log10_lr: { estimate: 0, lo: 0, hi: 0 },
  model_id: scoreRequest.target_model,
  propositions: {
    in_corpus: "A passage of this text, or of a text it derives from, stands in a dataset that was searched.",
    reproduced: "Pythia (70M-12B) emits this text under a stated protocol, without retrieval.",
    trained_on: "Pythia (70M-12B) was trained on a copy of the work that contains the tested passages.",
    alternative:
      "Pythia (70M-12B) was not trained on it, but may have met quotations, reviews and other works, and had no retrieval when asked.",
  },
  channels: [
    {
      name: "match",
      proposition: "in_corpus",
      basis: "statistical",
      status: "measured",
      statistic: { matched_words: 85, longest_run_words: 85, datasets: 1, error_rates: "spolia-g1 2026-11-21" },
      lr: 10.0641,
      ci_95: [10.0641, 14.9783],
      gate: "not_needed",
      reason:
        "As much as the lower end of the true-positive rate over the upper bound of the false-positive rate carries.",
      sources: [],
    },
    {
      name: "provenance",
      proposition: "trained_on",
      basis: "documentary",
      status: "measured",
      statistic: { training_dataset: "the-pile", inclusion_lo: 0, inclusion_hi: 1 },
      lr: 1,
      ci_95: [1, 1],
      gate: "not_needed",
      reason:
        "Likelihood ratio 1 by rule, since the document may not have been used: The dataset was met inside another one, and containment is of material: no source says that the whole of it went in.",
      sources: ["books3-note", "ig-api", "pile", "pile-table", "pythia"],
    },
  ],
  in_dataset: {
    status: "measured",
    datasets: [
      {
        dataset: "gutenberg-pg19",
        corpus: "gutenberg",
        matched_words: 85,
        share: 1,
        longest_run_words: 85,
        documents: 1,
        verdict: "match",
      },
    ],
    reason: null,
  },
  reproduced: {
    status: "not_measured",
    rate: null,
    ci_95: null,
    reason: "The model was not asked to continue the text.",
  },
  jurisdiction: {
    code: "EU-DSM",
    applied: "EU-DSM",
    name: "European Union, DSM Directive",
    rule: "Directive (EU) 2019/790: art 4 for anyone, on lawfully accessible works, unless the use was expressly reserved.",
    standard_of_proof: "Member-state civil procedure.",
    opt_out: "decisive",
    notes: ["Commercial text and data mining: allowed unless reserved."],
    sources: ["dsm", "tdmrep", "likeco"],
  },
  caveats: [
    "The score rests on documents and on the search alone: the model itself was not asked, and no measurement of it entered.",
  ],
  what_would_change_this: [
    "A canary or a randomised order that was committed before publication: the only tests whose error is exact.",
  ],
  method,
  completeness: { complete: true, stages: [searched, { name: "likelihood_ratio", status: "done" }] },
};

const counted = (value: number) => ({ value, ci_95: [value, value] as [number, number] });

const compareResult: CompareResult = {
  comparison_id: "cmp_12df0e7a8b7b56a54e3abb07267e4aa3",
  relation: "contains",
  possible_relations: null,
  jaccard: counted(0.105263),
  containment_a_in_b: counted(0.105263),
  containment_b_in_a: counted(1),
  longest_run_words: 12,
  passages: [{ kind: "verbatim", a: { start: 0, end: 51 }, b: { start: 0, end: 51 }, words: 12, identity: 1 }],
  a: { fingerprint: "spolia1_f7a9fb745a968d0fea7450091ed8b983", words: 85 },
  b: { fingerprint: "spolia1_b99fd426ca98ace1be894c5e30bd32bb", words: 12 },
  offset_unit: "utf16",
  method: { ...method, corpora: [], calibration: null },
  completeness: {
    complete: true,
    stages: [
      { name: "shares", status: "done" },
      { name: "passages", status: "done" },
    ],
  },
};
