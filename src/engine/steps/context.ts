/** The context of every operation: the parts that `createEngine` puts together. */

import type { GenericSchema } from "valibot";
import { writeCanonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256OfPieces } from "../../base/bytes/sha256.ts";
import type { CorpusReference, IndexUse, Method } from "../../base/contract/common.ts";
import type { HostOptions, ResolveWork } from "../../base/contract/engine.ts";
import type { ComparedPair, NamedContent } from "../../base/contract/operations/compareAll.ts";
import type { OperationName, RequestOf, ResultOf } from "../../base/contract/operations.ts";
import type { CorpusInfo } from "../../base/contract/resources/corpus.ts";
import type { Encoder } from "../../base/contract/resources/encoder.ts";
import type { ModelConnector } from "../../base/contract/resources/model.ts";
import { SpoliaError } from "../../base/errors.ts";
import { PASSAGE_WORDS_MIN } from "../../base/limits.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { ENGINE_VERSION } from "../../base/version.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { PASSAGE } from "../../core/fingerprint/profile.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { WASM_SHA256 } from "../../core/kernels/load.ts";
import { FOLD_VERSION } from "../../core/text/text.ts";
import type { Uncounted } from "../../core/uncounted/spans.ts";
import { basisOf } from "../../corpus/format/basis.ts";
import type { Corpus } from "../../corpus/search/corpus.ts";
import type { Calibration } from "../evidence/calibration/calibration.ts";
import { SHIPPED_TELLING } from "../evidence/verdict/tellingTable.ts";
import type { Readers } from "./content.ts";

/** Numbers of two texts of a request. */
export type TextPair = readonly [one: number, other: number];

/** What two texts share, without their ids. */
export interface PairFinding {
  /** `null` where the two are unrelated, or too short for a relation. */
  found: Omit<ComparedPair, "a" | "b"> | null;
  isBounded: boolean;
}

/** Texts of which pairs are compared: plain data, which threads can be sent. */
export interface PairsWork {
  texts: readonly NamedContent[];
  /** Texts that do not count. */
  ignore: readonly string[];
}

/** Measures pairs in other threads. */
export interface PairComparer {
  /** Number of orders that can be under way. */
  readonly lanes: number;
  compare(pairs: readonly TextPair[], signal?: PlatformAbortSignal): Promise<PairFinding[]>;
  close(): Promise<void>;
}

export type OpenPairComparer = (work: PairsWork) => PairComparer;

export interface EngineContext {
  readonly kernels: Kernels;
  /** What is searched unless a request names its corpora. */
  readonly corpora: readonly Corpus[];
  /** Corpora that parts of the text are sent to: searched only for requests that name them. */
  readonly askedByName: readonly Corpus[];
  readonly catalogue: Catalogue | null;
  readonly readers: Readers;
  /** Calibration of the confidence; `null` for the shipped one. */
  readonly calibration: Calibration | null;
  /** Finds registered works; `null` if the host has none. */
  readonly resolveWork: ResolveWork | null;
  /** Models that may be queried, by the name that requests use. */
  readonly models: Readonly<Record<string, ModelConnector>>;
  /** Texts that do not count in any request. */
  readonly ignore: readonly string[];
  /** What finds the same in other words; `null` without one. */
  readonly encoder: Encoder | null;
  /** Opens what compares many pairs; `null` for this thread alone. */
  readonly comparePairs: OpenPairComparer | null;
  /** Hash of the list of texts that do not count in this request; absent without any. */
  readonly ignoredSha256?: string;
}

/**
 * Exported by the file of an operation: the schema of its requests, and the function that answers a prepared request.
 */
export interface OperationCode<Name extends OperationName> {
  readonly schema: GenericSchema<unknown, RequestOf<Name>>;
  answer(context: EngineContext, request: RequestOf<Name>, host: HostOptions): Promise<ResultOf<Name>>;
}

/** What an operation looked for in the content, besides passages. */
interface LookedFor {
  /** Parameters of the search for its language. */
  parameters?: Method["parameters"];
  /** Its words that everybody writes; `null` where they were not looked for. */
  uncounted?: Uncounted | null;
  /** What public indexes were asked. */
  indexes?: ReadonlyMap<Corpus, UsedIndex>;
}

/** A public index as a search used it. */
export interface UsedIndex {
  /** Hash of its answers. */
  revision: string;
  use: IndexUse;
}

/** The method of a result over the searched corpora. */
export function methodOf(
  { kernels, catalogue, ignoredSha256, encoder }: EngineContext,
  corpora: readonly Corpus[],
  { parameters = {}, uncounted = null, indexes }: LookedFor = {},
): Method {
  return {
    engine: ENGINE_VERSION,
    wasm_sha256: kernels.name === "wasm" ? WASM_SHA256 : null,
    fold: FOLD_VERSION,
    parameters: {
      profile: PASSAGE.name,
      shingle_words: PASSAGE.shingleWords,
      window_shingles: PASSAGE.windowShingles,
      passage_words_min: PASSAGE_WORDS_MIN,
      telling_runs: SHIPPED_TELLING.name,
      ...(ignoredSha256 !== undefined && { ignored_sha256: ignoredSha256 }),
      ...parameters,
    },
    corpora: corpora.map((corpus) => {
      const used = indexes?.get(corpus);
      const { vectors } = corpus.info;
      const reference = {
        ...referenceTo(corpus.info, catalogue),
        ...(encoder !== null && vectors && { vectors: vectors.revision }),
        lookups: corpus.lookups,
      };
      return used === undefined ? reference : { ...reference, revision: used.revision, index: used.use };
    }),
    catalogue: catalogue?.revision ?? null,
    calibration: null,
    commonplace: uncounted?.lists ?? null,
  };
}

function referenceTo(info: CorpusInfo, catalogue: Catalogue | null): Omit<CorpusReference, "lookups"> {
  const { name, dataset, revision, documents, words, provenance, ignore } = info;
  const dataset_basis = basisOf(info);
  const known = catalogue?.dataset(dataset)?.documents ?? null;
  return {
    name,
    dataset,
    revision,
    documents,
    words,
    dataset_basis,
    listings: dataset_basis === "manifest" ? provenance!.listings.map(({ sha256: hash }) => hash) : [],
    dataset_documents: known,
    complete: known === null ? "unknown" : documents >= known ? "yes" : "no",
    ...(ignore && { ignore }),
  };
}

/**
 * Id of a result: a hash of everything that it depends on, so that the same request has the same id. The hash covers
 * the whole method, so it also depends on the kernels, although all kernels give the same result. A field of a request
 * that holds nothing, such as `options: {}`, is as good as none.
 */
export async function resultId(prefix: string, method: Method, request: object): Promise<string> {
  const asked = Array.isArray(request) ? request.map(withoutEmpty) : withoutEmpty(request);
  const hash = await sha256OfPieces((write) => writeCanonicalJson([method, asked], write));
  return `${prefix}_${hash.slice(0, 32)}`;
}

function withoutEmpty(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  const isEmpty = (field: unknown) => isPlainObject(field) && Object.values(field).every((one) => one === undefined);
  return Object.fromEntries(Object.entries(value).filter(([, field]) => !isEmpty(field)));
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** @throws corpus_not_found if the engine has no corpus of a requested name */
export function corporaNamed(
  { corpora, askedByName }: EngineContext,
  names: readonly string[] | undefined,
): readonly Corpus[] {
  if (names === undefined) return corpora;
  const all = [...corpora, ...askedByName];
  return names.map((name, i) => {
    const corpus = all.find(({ info }) => info.name === name);
    if (corpus !== undefined) return corpus;
    throw new SpoliaError("corpus_not_found", "This engine has no corpus of that name.", {
      hint: `It has: ${all.map(({ info }) => info.name).join(", ") || "none"}.`,
      fields: [{ pointer: `/options/corpora/${i}`, detail: "must name a corpus of this engine" }],
    });
  });
}

/** @throws unknown_model where the engine has no catalogue */
export function catalogueOf({ catalogue }: EngineContext): Catalogue {
  if (catalogue !== null) return catalogue;
  throw new SpoliaError("unknown_model", "This engine has no catalogue, so it knows no model.", {
    hint: 'Pass one: createEngine({ catalogue: await loadCatalogue() }), from "spolia/catalogue".',
  });
}

/**
 * A model that the host configured. Requests use its name; they do not know its address.
 *
 * @throws model_not_configured
 */
export function modelNamed({ models }: EngineContext, name: string | undefined, pointer: string): ModelConnector {
  if (name !== undefined && Object.hasOwn(models, name)) return models[name]!;
  const names = Object.keys(models);
  throw new SpoliaError("model_not_configured", "No model of that name is configured here.", {
    hint:
      names.length === 0
        ? "Models are configured by the operator: a program passes createEngine({ models }), `spolia serve` --models. You can send observations instead."
        : `It has: ${names.join(", ")}.`,
    fields: [{ pointer, detail: "must name a configured model" }],
  });
}
