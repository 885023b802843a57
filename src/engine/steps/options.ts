/** The options of `createEngine` and of its operations, and their checks. Errors name the wrong option. */
import {
  type ArgumentCheck,
  checkArguments,
  hasMethods,
  isPromise,
  isRecord,
  isTexts,
  unknownChecks,
} from "../../base/arguments.ts";
import type { HostOptions, ResolveWork } from "../../base/contract/engine.ts";
import type { Encoder } from "../../base/contract/resources/encoder.ts";
import type { ModelConnector } from "../../base/contract/resources/model.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { KernelOptions } from "../../core/kernels/load.ts";
import type { Corpus } from "../../corpus/search/corpus.ts";
import type { Readers } from "./content.ts";
import type { OpenPairComparer } from "./context.ts";

export interface EngineOptions extends KernelOptions {
  /** Corpora to search. The caller closes them. Their names must differ. */
  corpora: readonly Corpus[];
  /** Which models trained on which datasets; without it results name no model. From `spolia/catalogue`. */
  catalogue?: Catalogue | undefined;
  /** Readers of content that is not plain text. From `spolia/documents`. */
  readers?: Readers | undefined;
  /** A calibration for your own corpora, from `spolia corpus calibrate`, as parsed JSON. Default: the shipped one. */
  calibration?: unknown;
  /** Models that may be queried, by the name that requests use. From `spolia/models`, or your own. */
  models?: Readonly<Record<string, ModelConnector>> | undefined;
  /** Finds the works that requests name by `work_hash`: `workResolver(store)` of `spolia/service`. */
  resolveWork?: ResolveWork | undefined;
  /**
   * Texts that do not count in any request, as though each had them in its `options.ignore`, behind its own. A request
   * with fingerprint data does without them.
   *
   * @since 0.2.0
   */
  ignore?: readonly string[] | undefined;
  /**
   * What tells texts that say the same in other words: `kernelEncoder(folder)` or another of `spolia/models`.
   * Only `compare` asks it.
   *
   * @since 0.2.0
   */
  encoder?: Encoder | undefined;
  /**
   * Opens what compares the pairs of `compareAll` in other threads, where they are many. The result is the same.
   *
   * @since 0.2.0
   */
  comparePairs?: OpenPairComparer | undefined;
}

const CONNECTOR = 'a connector: connectorFrom(config), of "spolia/models", or an object of that form';

/** @throws invalid_request: names every invalid option and what is expected */
export function checkEngineOptions(options: EngineOptions): void {
  checkArguments("createEngine", [
    ["/options", isRecord(options), "an object with `corpora`"],
    ...unknownChecks<EngineOptions>(options, {
      wasm: true,
      corpora: true,
      catalogue: true,
      readers: true,
      calibration: true,
      models: true,
      resolveWork: true,
      ignore: true,
      encoder: true,
      comparePairs: true,
    }),
  ]);
  const { corpora, catalogue, readers, models, calibration, resolveWork, ignore, encoder, comparePairs } = options;
  const list: readonly unknown[] = Array.isArray(corpora) ? corpora : [];
  checkArguments("createEngine", [
    ["/corpora", Array.isArray(corpora), "an array of open corpora, which may be empty: [await openCorpus(…)]"],
    ...list.map((corpus, i): ArgumentCheck => [`/corpora/${i}`, isCorpus(corpus), corpusExpected(corpus)]),
    [
      "/catalogue",
      catalogue === undefined || hasMethods(catalogue, "model", "trainedOn"),
      'a catalogue: await loadCatalogue(), of "spolia/catalogue"',
    ],
    [
      "/readers",
      readers === undefined || isRecord(readers),
      'the readers of "spolia/documents", or functions by type of content',
    ],
    ["/models", models === undefined || isRecord(models), "an object of connectors by name"],
    ["/calibration", !isPromise(calibration), "a calibration, not the promise of one: await it"],
    ["/resolveWork", resolveWork === undefined || typeof resolveWork === "function", "a function: workResolver(store)"],
    ["/comparePairs", comparePairs === undefined || typeof comparePairs === "function", "a function"],
    ["/ignore", ignore === undefined || isTexts(ignore), "an array of texts"],
    [
      "/encoder",
      encoder === undefined || hasMethods(encoder, "encode"),
      'an encoder: await kernelEncoder(…) or await httpEncoder(…), of "spolia/models"',
    ],
  ]);
  checkArguments("createEngine", [
    ...fieldsOf(readers).map(
      ([type, reader]): ArgumentCheck => [`/readers/${type}`, typeof reader === "function", "a function"],
    ),
    ...fieldsOf(models).map(
      ([name, model]): ArgumentCheck => [`/models/${escaped(name)}`, isConnector(model), CONNECTOR],
    ),
  ]);
}

function isCorpus(value: unknown): boolean {
  return hasMethods(value, "search") && isRecord((value as { info?: unknown }).info);
}

function corpusExpected(value: unknown): string {
  if (isPromise(value)) return "an open corpus, not the promise of one: await openCorpus(…)";
  if (typeof value === "string") return "an open corpus, not its place: await openCorpus(…)";
  return "an open corpus: await openCorpus(…), or await buildCorpus(…)";
}

function isConnector(value: unknown): boolean {
  return hasMethods(value, "logprobs", "complete") && typeof (value as { name?: unknown }).name === "string";
}

/** Escapes a name for a JSON pointer (RFC 6901). */
const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
const fieldsOf = (value: object | undefined): [string, unknown][] => Object.entries(value ?? {});

/** Who gives two texts to an operation is told of the one object that holds both. */
const HOST_FORM =
  "an object with signal or onProgress, or absent: it is the second argument. The first one is the whole request, as in { a: …, b: … } or { content: … }";

/** The host's options, by default none. @throws invalid_request if one has the wrong type */
export function checkedHost(host: HostOptions = {}): HostOptions {
  checkArguments("The operation", [
    ["/host", isRecord(host), HOST_FORM],
    ...unknownChecks<HostOptions>(host, { signal: true, onProgress: true, askUntil: true, tenant: true }),
  ]);
  const { signal, askUntil, onProgress } = host;
  checkArguments("The operation", [
    ["/host/signal", isSignal(signal), "an AbortSignal"],
    ["/host/askUntil", isSignal(askUntil), "an AbortSignal"],
    ["/host/onProgress", onProgress === undefined || typeof onProgress === "function", "a function"],
  ]);
  return host;
}

const isSignal = (value: unknown): boolean => value === undefined || hasMethods(value, "addEventListener");
