/** The operations as a host calls them. The first argument is the request, the second the options of the host. */

import type { ContentMetadata, ContentType, TextSection } from "./common.ts";
import type { AnalyzeRequest, AnalyzeResult } from "./operations/analyze.ts";
import type { AssessRequest, AssessResult } from "./operations/assess.ts";
import type { CompareRequest, CompareResult } from "./operations/compare.ts";
import type { CompareAllRequest, CompareAllResult } from "./operations/compareAll.ts";
import type { ExtractRequest, ExtractResult } from "./operations/extract.ts";
import type { IdentifyRequest, IdentifyResult } from "./operations/identify.ts";
import type { ProbeRequest, ProbeResult } from "./operations/probe.ts";
import type { ScoreRequest, ScoreResult } from "./operations/score.ts";
import type { CorpusInfo } from "./resources/corpus.ts";
import type { EncoderIdentity } from "./resources/encoder.ts";
import type { HostOptions } from "./resources/host.ts";

export type * from "./operations/analyze.ts";
export type * from "./operations/assess.ts";
export type * from "./operations/compare.ts";
export type * from "./operations/compareAll.ts";
export type * from "./operations/extract.ts";
export type * from "./operations/identify.ts";
export type * from "./operations/probe.ts";
export type * from "./operations/rewording.ts";
export type * from "./operations/score.ts";
export type { HostOptions };

/** A registered work. */
export interface ResolvedWork {
  content: string;
  content_type: ContentType;
  /**
   * Headings and pages from the registration.
   *
   * @since 0.2.0
   */
  sections?: TextSection[] | undefined;
  /** Metadata from the registration; metadata in a request take precedence. */
  metadata: ContentMetadata;
}

/** Finds the work with a `work_hash`; `null` if there is none, or none of `host.tenant`. */
export type ResolveWork = (workHash: string, host: HostOptions) => Promise<ResolvedWork | null>;

/** Text that a reader extracted from a document, with the mapping of offsets back to the document. */
export interface ReadText {
  text: string;
  /**
   * Pieces of `text` in order: the piece that starts at UTF-16 index `textStart` came from `[sourceStart, sourceEnd)`
   * of the document: unit by unit if both have the same length, otherwise as a whole (a character reference). Absent if
   * the text is the document.
   */
  pieces?: { textStart: number; sourceStart: number; sourceEnd: number }[];
  /**
   * Headings and pages of `text`, in order; absent if there are none.
   *
   * @since 0.2.0
   */
  sections?: TextSection[];
}

/** Converts content of one type to text. A pure function. */
export type Reader = (content: string) => ReadText;

/** The operations, one method each. The types, documents and tables of operations are derived from these signatures. */
export interface Operations {
  /** Finds a text in corpora, and the models that are documented to have trained on them, with a confidence. */
  analyze(request: AnalyzeRequest, host?: HostOptions): Promise<AnalyzeResult>;
  /** Scores how strongly the known evidence supports that a model was trained on a work. */
  score(request: ScoreRequest, host?: HostOptions): Promise<ScoreResult>;
  /** Assesses how likely a model has memorised a work, without querying the model. */
  assess(request: AssessRequest, host?: HostOptions): Promise<AssessResult>;
  /** Measures how much of a work a model recites, and where. */
  extract(request: ExtractRequest, host?: HostOptions): Promise<ExtractResult>;
  /** Finds what two texts share. */
  compare(request: CompareRequest, host?: HostOptions): Promise<CompareResult>;
  /** Finds which of many texts share something, and what each such pair shares. */
  compareAll(request: CompareAllRequest, host?: HostOptions): Promise<CompareAllResult>;
  /** Computes ids of a text that do not depend on case, punctuation and typography. */
  identify(request: IdentifyRequest, host?: HostOptions): Promise<IdentifyResult>;
  /** Tests from a model's log-probabilities whether it was trained on texts, canaries or an order. */
  probe(request: ProbeRequest, host?: HostOptions): Promise<ProbeResult>;
}

/** The operations over some corpora. */
export interface Engine extends Operations {
  /** Runs `analyze` for each request in order, one at a time; a failed request rejects the iteration. */
  analyzeMany(
    requests: Iterable<AnalyzeRequest> | AsyncIterable<AnalyzeRequest>,
    host?: HostOptions,
  ): AsyncGenerator<AnalyzeResult, void, undefined>;
  /** Which kernels run: `wasm`, or `twin` for plain TypeScript. */
  readonly kernels: { readonly name: string };
  /** The corpora that are searched, in the given order, in their current state. */
  readonly corpora: readonly CorpusInfo[];
  /**
   * What reads the texts of analyses and comparisons for other words; `null` or absent: nothing does.
   *
   * @since 0.2.0
   */
  readonly encoder?: EncoderIdentity | null;
}
