/** The operations as a host calls them. The first argument is what is asked, the second what the host provides. */
import type { AnalyzeRequest, AnalyzeResult } from "./analyze.ts";
import type { AssessRequest, AssessResult } from "./assess.ts";
import type { ContentMetadata, ContentType } from "./common.ts";
import type { CompareRequest, CompareResult } from "./compare.ts";
import type { CorpusInfo } from "./corpus.ts";
import type { ExtractRequest, ExtractResult } from "./extract.ts";
import type { HostOptions } from "./host.ts";
import type { IdentifyRequest, IdentifyResult } from "./identify.ts";
import type { ProbeRequest, ProbeResult } from "./probe.ts";
import type { ScoreRequest, ScoreResult } from "./score.ts";

export type * from "./analyze.ts";
export type * from "./assess.ts";
export type * from "./compare.ts";
export type * from "./extract.ts";
export type * from "./identify.ts";
export type * from "./probe.ts";
export type * from "./score.ts";
export type { HostOptions };

/** A registered work as it is read. */
export interface ResolvedWork {
  content: string;
  content_type: ContentType;
  /** What was said of it when it was registered; what a request says of it goes before. */
  metadata: ContentMetadata;
}

/** Finds the work that a `work_hash` names: `null` where there is none, or none of `host.tenant`. */
export type ResolveWork = (workHash: string, host: HostOptions) => Promise<ResolvedWork | null>;

/** Text that a reader took out of a document, and the way back into the document. */
export interface ReadText {
  text: string;
  /**
   * Pieces of `text` in order: the piece that starts at UTF-16 index `textStart` came from `[sourceStart, sourceEnd)`
   * of the document, unit by unit where both are equally long, as a whole where they are not (a character reference).
   * Absent where the text is the document.
   */
  pieces?: { textStart: number; sourceStart: number; sourceEnd: number }[];
}

/** Turns content of one type into text. A pure function: it reads nothing but its argument. */
export type Reader = (content: string) => ReadText;

/** The operations, a method each. The types, documents and tables of operations follow from these signatures. */
export interface Operations {
  /** Where was the content met, by which models' documented training data, and how surely? */
  analyze(request: AnalyzeRequest, host?: HostOptions): Promise<AnalyzeResult>;
  /** How strongly does what is known support that one model was trained on one work? */
  score(request: ScoreRequest, host?: HostOptions): Promise<ScoreResult>;
  /** How likely is a model to have memorised a work, by what is known of both? The model is not asked. */
  assess(request: AssessRequest, host?: HostOptions): Promise<AssessResult>;
  /** Does a model recite a work, how much of it and where? */
  extract(request: ExtractRequest, host?: HostOptions): Promise<ExtractResult>;
  /** What do two texts share? */
  compare(request: CompareRequest, host?: HostOptions): Promise<CompareResult>;
  /** What identifies a text, however it is written? */
  identify(request: IdentifyRequest, host?: HostOptions): Promise<IdentifyResult>;
  /** What do a model's log-probabilities of texts say about whether it was trained on them? */
  probe(request: ProbeRequest, host?: HostOptions): Promise<ProbeResult>;
}

/** The operations over some corpora. */
export interface Engine extends Operations {
  /** `analyze` for each request in order, one at a time; a failed one rejects the iteration. */
  analyzeMany(
    requests: Iterable<AnalyzeRequest> | AsyncIterable<AnalyzeRequest>,
    host?: HostOptions,
  ): AsyncGenerator<AnalyzeResult, void, undefined>;
  /** Which kernels run: `wasm`, or `twin` where WebAssembly may not. */
  readonly kernels: { readonly name: string };
  /** The corpora that are searched, in the order given, as they are now. */
  readonly corpora: readonly CorpusInfo[];
}
