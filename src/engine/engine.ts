/** The engine: wiring only. Each operation has a file of its own. */
import { checkArguments, isIterable, isName, isRecord, isTexts, unknownChecks } from "../base/arguments.ts";
import type { Engine, HostOptions } from "../base/contract/engine.ts";
import type { AnalyzeRequest } from "../base/contract/operations/analyze.ts";
import type { OperationName, RequestOf, ResultOf } from "../base/contract/operations.ts";
import { SpoliaError, throwIfAborted } from "../base/errors.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { loadKernels } from "../core/kernels/load.ts";
import { checkedEncoder, identityOf } from "../core/vectors/checked.ts";
import type { Corpus } from "../corpus/search/corpus.ts";
import type { CalibrateOptions } from "./calibrate.ts";
import type { Calibration } from "./evidence/calibration/calibration.ts";
import { OPERATION_NAMES } from "./operations.ts";
import { perform } from "./requests.ts";
import type { Readers } from "./steps/content.ts";
import type { EngineContext } from "./steps/context.ts";
import { checkEngineOptions, checkedHost, type EngineOptions } from "./steps/options.ts";
import type { Dependency } from "./steps/reach.ts";

/** An engine with its operations and its parts. */
export interface OpenEngine extends Engine {
  readonly catalogue: Catalogue | null;
  /** The calibration of the confidence. */
  calibration(): Promise<Calibration>;
  /** All that a result may be judged by: also those for corpora without text, and for public indexes. */
  calibrations(): Promise<Calibration[]>;
  /** The readers of contents that it was created with. */
  readonly readers: Readers;
  /** Names of the models that may be queried. */
  readonly models: readonly string[];
  /** A corpus by its name, or `null`. Use it to look up a document or to verify the corpus. */
  corpus(name: string): Corpus | null;
  /**
   * Whether all answers that requests need: the corpora with their nodes, or the hosts of models. Public indexes are
   * not asked. Never rejects.
   *
   * @since 0.2.0
   */
  reach(of: "corpora" | "models"): Promise<Dependency[]>;
  /**
   * Loads changes of the corpora since they were opened or refreshed. `corpora` then gives the new state.
   *
   * @returns whether any corpus has changed
   */
  refresh(): Promise<boolean>;
}

/**
 * Creates an engine. It has no mutable state of its own, so calls may overlap.
 *
 * @throws invalid_request if an option is invalid, or two corpora have the same name; calibration_invalid;
 *   kernels_unavailable if `wasm` is given and cannot run
 */
export async function createEngine(options: EngineOptions): Promise<OpenEngine> {
  const context = await contextOf(options);
  const all = options.corpora;
  return {
    ...operationMethods((name, request, host) => perform(context, name, request, host)),
    analyzeMany: (requests, host) => analyzeMany(context, requests, checkedHost(host)),
    catalogue: context.catalogue,
    calibration: async () => context.calibration ?? (await import("./evidence/calibration/shipped.ts")).SHIPPED,
    calibrations: async () => (await import("./steps/confidence.ts")).calibrationsOf(context),
    kernels: { name: context.kernels.name },
    encoder: context.encoder === null ? null : identityOf(context.encoder),
    get corpora() {
      return all.map(({ info }) => info);
    },
    readers: context.readers,
    models: Object.keys(context.models),
    corpus: (name) => all.find(({ info }) => info.name === name) ?? null,
    async reach(of) {
      const { corporaReached, modelsReached } = await import("./steps/reach.ts");
      return of === "corpora" ? corporaReached(context) : modelsReached(context);
    },
    async refresh() {
      const changed = await Promise.all(all.map((corpus) => corpus.refresh()));
      return changed.includes(true);
    },
  };
}

/** The parts of an engine, checked. */
export async function contextOf(options: EngineOptions): Promise<EngineContext> {
  checkEngineOptions(options);
  const names = options.corpora.map(({ info }) => info.name);
  if (new Set(names).size < names.length) {
    const states = options.corpora.map(({ info }) => `${info.name}@${info.revision}`);
    throw new SpoliaError("invalid_request", "Two corpora have the same name.", {
      hint:
        new Set(states).size < states.length
          ? "They are the same corpus, given twice: give it once."
          : "Results refer to corpora by name: build one of the two with another name.",
      fields: [{ pointer: "/corpora", detail: "names must differ" }],
    });
  }
  return {
    kernels: await loadKernels(options.wasm),
    corpora: options.corpora.filter(({ sendsText }) => sendsText !== true),
    askedByName: options.corpora.filter(({ sendsText }) => sendsText === true),
    catalogue: options.catalogue ?? null,
    readers: options.readers ?? {},
    calibration: options.calibration === undefined ? null : await parsed(options.calibration),
    resolveWork: options.resolveWork ?? null,
    models: { ...options.models },
    ignore: [...(options.ignore ?? [])],
    encoder: options.encoder === undefined ? null : checkedEncoder(options.encoder),
    comparePairs: options.comparePairs ?? null,
  };
}

export type Methods = {
  [Name in OperationName]: (request: RequestOf<Name>, host?: HostOptions) => Promise<ResultOf<Name>>;
};

type Answer = <Name extends OperationName>(
  name: Name,
  request: RequestOf<Name>,
  host: HostOptions,
) => Promise<ResultOf<Name>>;

/** One method per operation; each calls `answer` with the name of the operation. */
export function operationMethods(answer: Answer): Methods {
  const method = (name: OperationName) => async (request: never, host?: HostOptions) =>
    answer(name, request, checkedHost(host));
  return Object.fromEntries(OPERATION_NAMES.map((name) => [name, method(name)])) as unknown as Methods;
}

/**
 * Calibrates the confidence for the caller's own corpora, on excerpts of their texts that are put into clean texts.
 *
 * @param own   texts of the corpora, each a work (`sampleTexts` of `spolia/corpus`)
 * @param clean texts of which no part is in the corpora, each a work; only the caller can guarantee this
 * @throws invalid_request if an argument is invalid, or either side has too few texts of at least 100 words; aborted
 */
export async function calibrate(
  corpora: readonly Corpus[],
  own: readonly string[],
  clean: readonly string[],
  options: CalibrateOptions,
): Promise<Calibration> {
  checkArguments("calibrate", [
    ["/own", isTexts(own), "an array of strings"],
    ["/clean", isTexts(clean), "an array of strings"],
    ["/options", isRecord(options), "an object with `name` and `date`"],
    ...unknownChecks<CalibrateOptions>(options, {
      signal: true,
      onProgress: true,
      askUntil: true,
      tenant: true,
      wasm: true,
      name: true,
      date: true,
    }),
  ]);
  checkArguments("calibrate", [
    ["/options/name", isName(options.name), "a name of at least one character"],
    ["/options/date", /^\d{4}-\d\d-\d\d$/.test(options.date), "a date written YYYY-MM-DD"],
  ]);
  const { calibrateWith, provisionalFor } = await import("./calibrate.ts");
  const engine = await createEngine({ corpora, wasm: options.wasm, ...provisionalFor(corpora) });
  return calibrateWith(engine, corpora, own, clean, options);
}

async function parsed(calibration: unknown): Promise<Calibration> {
  return (await import("./evidence/calibration/parse.ts")).parseCalibration(calibration);
}

async function* analyzeMany(
  context: EngineContext,
  requests: Iterable<AnalyzeRequest> | AsyncIterable<AnalyzeRequest>,
  host: HostOptions = {},
): ReturnType<Engine["analyzeMany"]> {
  checkArguments("analyzeMany", [
    ["/requests", isIterable(requests), "an array or another (async) iterable of requests"],
  ]);
  let done = 0;
  for await (const request of requests) {
    throwIfAborted(host.signal);
    yield await perform(context, "analyze", request, host);
    host.onProgress?.({ stage: "analyze", done: ++done, total: null, unit: "requests" });
  }
}
