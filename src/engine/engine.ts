/** The engine: wiring only. Each operation has a file of its own. */
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { AnalyzeRequest } from "../contract/analyze.ts";
import type { Engine, HostOptions, ResolveWork } from "../contract/engine.ts";
import type { ModelConnector } from "../contract/model.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { SpoliaError, throwIfAborted } from "../errors.ts";
import type { Calibration } from "../evidence/calibration/calibration.ts";
import { type KernelSource, loadKernels } from "../kernels/load.ts";
import { analyze } from "./analyze.ts";
import type { CalibrateOptions } from "./calibrate.ts";
import type { Readers } from "./content.ts";
import type { Wiring } from "./wiring.ts";

export interface EngineOptions {
  /** Corpora to search. Whoever opened them closes them. Their names differ. */
  corpora: readonly Corpus[];
  /** Who trained on what; without it no model is named. From `spolia/catalogue`. */
  catalogue?: Catalogue | undefined;
  /** Readers of content that is not plain text. From `spolia/documents`. */
  readers?: Readers | undefined;
  /** Made by `spolia calibrate` for one's own corpora; the shipped one when absent. Parsed JSON. */
  calibration?: unknown;
  /** Models that may be asked, by the name that requests use. From `spolia/connectors`, or one's own. */
  models?: Readonly<Record<string, ModelConnector>> | undefined;
  /** A compiled module or its bytes where the inlined ones may not be compiled, or `twin`. */
  wasm?: KernelSource | undefined;
  /** Finds the works that requests name by `work_hash`: `workResolver(store)` of `spolia/registry`. */
  resolveWork?: ResolveWork | undefined;
}

/** An engine, and the parts of it that are read beside its operations. */
export interface OpenEngine extends Engine {
  readonly catalogue: Catalogue | null;
  /** What confidences are read off. */
  calibration(): Promise<Calibration>;
  /** Names of the models that may be asked. */
  readonly models: readonly string[];
  /** A corpus by its name, or `null`: to look up one of its documents, or to check all of it. */
  corpus(name: string): Corpus | null;
  /**
   * Sees what has changed in the corpora since they were opened or refreshed. `corpora` says so from then on.
   *
   * @returns whether anything had changed
   */
  refresh(): Promise<boolean>;
}

/**
 * Puts an engine together. It holds no state of its own: calls may overlap.
 *
 * @throws invalid_request where two corpora have one name; calibration_invalid; kernels_unavailable where `wasm` was given and cannot run
 */
export async function createEngine(options: EngineOptions): Promise<OpenEngine> {
  const names = options.corpora.map(({ info }) => info.name);
  if (new Set(names).size < names.length) {
    throw new SpoliaError("invalid_request", "Two corpora have the same name.", {
      hint: "Results name corpora by name: build one of them with another.",
      fields: [{ pointer: "/corpora", detail: "names must differ" }],
    });
  }
  const wiring: Wiring = {
    kernels: await loadKernels(options.wasm),
    corpora: [...options.corpora],
    catalogue: options.catalogue ?? null,
    readers: options.readers ?? {},
    calibration: options.calibration === undefined ? null : await parsed(options.calibration),
    resolveWork: options.resolveWork ?? null,
    models: { ...options.models },
  };
  return {
    analyze: (request, host) => analyze(wiring, request, host),
    analyzeMany: (requests, host) => analyzeMany(wiring, requests, host),
    // Whoever analyses loads no more than that.
    score: async (request, host) => (await import("./score.ts")).score(wiring, request, host),
    assess: async (request, host) => (await import("./assess.ts")).assess(wiring, request, host),
    extract: async (request, host) => (await import("./extract.ts")).extract(wiring, request, host),
    compare: async (request, host) => (await import("./compare.ts")).compare(wiring, request, host),
    identify: async (request, host) => (await import("./identify.ts")).identify(wiring, request, host),
    catalogue: wiring.catalogue,
    calibration: async () => wiring.calibration ?? (await import("../evidence/calibration/shipped.ts")).SHIPPED,
    probe: async (request, host) => (await import("./probe.ts")).probe(wiring, request, host),
    kernels: { name: wiring.kernels.name },
    get corpora() {
      return wiring.corpora.map(({ info }) => info);
    },
    models: Object.keys(wiring.models),
    corpus: (name) => wiring.corpora.find(({ info }) => info.name === name) ?? null,
    async refresh() {
      const changed = await Promise.all(wiring.corpora.map((corpus) => corpus.refresh()));
      return changed.includes(true);
    },
  };
}

/**
 * A calibration for one's own corpora: what a confidence is worth is measured anew, on excerpts of their own texts put into clean ones.
 *
 * @param own   texts of the corpora, each a work (`sampleTexts` of `spolia/corpus`)
 * @param clean texts of which nothing stands in the corpora, each a work; whether that is so only the caller knows
 * @throws invalid_request where there are too few texts of 100 words on either side; aborted
 */
export async function calibrate(
  corpora: readonly Corpus[],
  own: readonly string[],
  clean: readonly string[],
  options: CalibrateOptions,
): Promise<Calibration> {
  const engine = await createEngine({ corpora });
  return (await import("./calibrate.ts")).calibrateWith(engine, own, clean, options);
}

async function parsed(calibration: unknown): Promise<Calibration> {
  return (await import("../evidence/calibration/parse.ts")).parseCalibration(calibration);
}

async function* analyzeMany(
  wiring: Wiring,
  requests: Iterable<AnalyzeRequest> | AsyncIterable<AnalyzeRequest>,
  host: HostOptions = {},
): ReturnType<Engine["analyzeMany"]> {
  let done = 0;
  for await (const request of requests) {
    throwIfAborted(host.signal);
    yield await analyze(wiring, request, host);
    host.onProgress?.({ stage: "analyze", done: ++done, total: null, unit: "requests" });
  }
}
