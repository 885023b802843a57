/** An engine that returns results without searching: typical ones, or those of a test. */

import { SAMPLES } from "../../../build/generated/samples.ts";
import type { HostOptions } from "../../../src/base/contract/engine.ts";
import type { AnalyzeResult } from "../../../src/base/contract/operations/analyze.ts";
import type { OperationName } from "../../../src/base/contract/operations.ts";
import { type Catalogue, catalogueOf } from "../../../src/catalogue/catalogue.ts";
import { SHIPPED_RECORDS } from "../../../src/catalogue/ledger/shipped.ts";
import type { Corpus } from "../../../src/corpus/search/corpus.ts";
import { type OpenEngine, operationMethods } from "../../../src/engine/engine.ts";
import { SHIPPED } from "../../../src/engine/evidence/calibration/shipped.ts";

const { analyze } = SAMPLES;
const [match] = analyze.matches;

/** A result with values that are hard to encode, and with stages that did not run in full. */
export const analyzeResult: AnalyzeResult = {
  ...analyze,
  matches: [
    {
      ...match!,
      // A library caller may leave a field undefined; a cut snippet may end in a lone surrogate.
      document: { ...match!.document, author: undefined },
      source: { ...match!.source, snippet: "It was \uD83D" },
    },
  ],
  disguised_characters: {
    total: 3,
    kinds: [{ kind: "look_alike_letters", characters: 3, spans: [{ start: 4, end: 9 }] }],
  },
  completeness: {
    complete: false,
    stages: [
      { name: "search", status: "done" },
      { name: "calibration", status: "skipped", reason: "No calibration exists yet." },
    ],
  },
};

const CATALOGUE: Catalogue = catalogueOf(SHIPPED_RECORDS, "c1");

const CORPUS = {
  ...{ name: "books", dataset: "pg19", revision: "r1", fold: "spolia1", documents: 2, identical_documents: 0 },
  profile: { name: "passage", shingle_words: 5, window_shingles: 8 },
  ...{
    words: 250_000,
    fingerprints: 55_000,
    text_bytes: 1_400_000,
    stored_bytes: 900_000,
    segments: 1,
    has_text: true,
    unread: null,
    provenance: null,
  },
};

async function fails(): Promise<never> {
  throw new Error("nothing is stored under /secret/path");
}

/** A corpus with one document that cannot be searched. */
const BOOKS = {
  info: CORPUS,
  storage: { open: fails },
  search: fails,
  document: async (id: string) =>
    id === "d1/1" ? { id, title: "A Tale of Two Cities", lang: "en", words: 135_000 } : null,
} as unknown as Corpus;

export interface FakeEngine extends OpenEngine {
  /** The requests, in order. */
  readonly calls: { operation: OperationName; request: unknown; host: HostOptions | undefined }[];
}

/** An engine that responds to every call with `answer(operation)`, which may throw. */
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
    identify: async ({ content }) => ({ ...SAMPLES.identify, words: content.split(" ").length }),
    analyzeMany: () => {
      throw new Error("not asked for by any route");
    },
    catalogue: CATALOGUE,
    calibration: async () => SHIPPED,
    calibrations: async () => [SHIPPED],
    kernels: { name: "fake" },
    corpora: [CORPUS],
    readers: {},
    models: ["local/fake"],
    corpus: (name) => (name === CORPUS.name ? BOOKS : null),
    reach: async () => [],
    refresh: async () => false,
  };
}

export function typicalResult(operation: Exclude<OperationName, "identify">): unknown {
  return operation === "analyze" ? analyzeResult : SAMPLES[operation];
}
