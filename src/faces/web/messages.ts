/** What the page asks of its worker, and what the worker tells meanwhile. Everything here can be cloned. */

import type { TextSection } from "../../base/contract/common.ts";
import type { AnalyzeResult, PassageKind } from "../../base/contract/operations/analyze.ts";
import type { CompareResult } from "../../base/contract/operations/compare.ts";
import type { Decision } from "../../base/contract/operations/decision.ts";
import type { CorpusInfo, Progress, UnreadCode } from "../../base/contract/resources/corpus.ts";
import type { EncoderIdentity } from "../../base/contract/resources/encoder.ts";
import type { FieldError } from "../../base/errors.ts";
import type { PassageBeside } from "../../engine/explore.ts";
import type { RecordName, RecordView } from "../../report/parts/record.ts";
import type { DrawnElement } from "../../report/parts/recordGraph.ts";
import type { SheetPart } from "./work/nodeSheet.ts";

/** A file as the browser gives it, with its path below the folder that was chosen. */
export interface GivenFile {
  path: string;
  file: Blob;
}

/** A text that was read, as requests take it. */
export interface ReadFile {
  name: string;
  content: string;
  sections: TextSection[];
  /** What of the file was not read, or not as it is. */
  unread?: string[];
}

/** The weights of an encoder, which stay on this machine. Each choice has a number of its own. */
export interface EncoderFiles {
  number: number;
  files: GivenFile[];
}

/** A corpus that this browser keeps. */
export interface OwnCorpus {
  name: string;
  /** `null` where it cannot be opened, with the reason. */
  info: CorpusInfo | null;
  fault: string | null;
}

/** A corpus that a service searches. */
export type ServedCorpus = Pick<CorpusInfo, "name" | "documents" | "words">;

export interface IndexedFiles {
  info: CorpusInfo;
  /** `note`: all was read, and this is told of it. */
  skipped: { path: string; code: UnreadCode; reason: string; note?: true | undefined }[];
}

/** What is searched. */
export interface Where {
  /** Names of corpora that this browser keeps. */
  own: string[];
  /** Addresses of corpora on web hosts. */
  addresses: string[];
  /** Public indexes, and those of one's own: parts of the text are sent there. */
  indexes: ChosenIndex[];
  /** A service in place of all of these. */
  service: ServicePlace | null;
}

export interface ChosenIndex {
  /** `infini-gram:NAME` or `infini-gram-mini:NAME`. */
  name: string;
  /** Where it is asked. */
  address: string;
  /** What it holds, of one that the catalogue does not know. */
  dataset: string | null;
}

/** An index that can be chosen by its name. */
export interface ListedIndex extends ChosenIndex {
  dataset: string;
  tokens: number | null;
  /** Until when its data go. */
  until: string | null;
}

/** What a search of an index sends. */
export interface PlannedSending {
  name: string;
  address: string;
  strings: string[];
  requestsMax: number;
}

export interface ServicePlace {
  url: string;
  key: string;
}

/** What a reader keeps of the passages. */
export interface KeptByReader {
  kinds: (PassageKind | "commonplace")[];
  wordsMin: number;
  rarityBitsMin: number;
  /** Documents that are left out, by `documentKey`. */
  leftOut: string[];
  /** Licences that are left out; the empty one is that of documents that state none. */
  licencesLeftOut: string[];
  /** Whether passages that a decision covers are left out. */
  withoutDecided: boolean;
}

export interface ShownSource {
  citation: string;
  url: string | null;
}

/** A passage of the content, in all documents that have it. */
export interface NumberedPassage {
  /** From 1, as in reports. */
  number: number;
  start: number;
  end: number;
  /** Places in `matches` of the first result. */
  places: number[];
  /** Which text it is of that does not count, in words; `null` where it counts. */
  given: string | null;
}

export interface ShownAnalysis {
  result: AnalyzeResult;
  word: string;
  /** The answer in plain sentences; the first says what was found. */
  statements: string[];
  /** Those of the first result, whatever is kept. */
  passages: NumberedPassage[];
  /** Places in `matches` of the first result that are kept. */
  kept: number[];
  /** What documents say in other words; empty where nobody looked. */
  reworded: SheetPart[];
  certainty: SheetPart[];
  risk: SheetPart[];
  untested: SheetPart[];
  replay: SheetPart[];
  sources: Record<string, ShownSource>;
  /** The decisions that it was asked with: results name them by their places. */
  decisions: Decision[];
  /** Whether the passages can be chosen, and the conclusions are drawn again: not where a service has answered. */
  isOwn: boolean;
}

export interface ShownComparison {
  result: CompareResult;
  word: string;
  sentence: string;
  shares: SheetPart[];
  /** What they say in other words; empty where nobody looked. */
  reworded: SheetPart[];
  untested: SheetPart[];
  /** Words of each side within its passages that the other side does not have. */
  differing: { a: [number, number][]; b: [number, number][] };
}

/** Texts of a set, and the pairs that share something. */
export interface SharedTexts {
  texts: { name: string; text: string }[];
  /** Places of two texts, the words that they share, and these as the larger share of one of them; most first. */
  pairs: { a: number; b: number; words: number; share: number }[];
  /** Number of texts beyond what is compared. */
  leftOut: number;
  skipped: IndexedFiles["skipped"];
}

export interface ShownAudit {
  parts: SheetPart[];
  skipped: IndexedFiles["skipped"];
}

/** Rows of tables. */
export interface ServiceRecords {
  works: string[][];
  monitors: string[][];
  jobs: string[][];
  offers: string[][];
  licences: string[][];
  hasMore: boolean;
}

/** A record of the catalogue that can be opened. */
export interface ListedRecord extends RecordName {
  name: string;
  /** Other names. */
  also: string;
}

export interface ShownRecord {
  view: RecordView;
  drawn: DrawnElement;
}

export interface AnalysisAsked {
  text: string;
  sections: TextSection[];
  where: Where;
  prior: number;
  published: string;
  /** Texts that do not count. */
  ignore: string[];
  decisions: Decision[];
  /** Not used where a service answers. */
  encoder: EncoderFiles | null;
}

/** What the worker does, by name. */
export interface Calls {
  /** Loads what an analysis takes, while the reader still chooses. */
  warm(): null;
  read(file: GivenFile): ReadFile;
  ownCorpora(): OwnCorpus[];
  index(name: string, dataset: string, files: GivenFile[]): IndexedFiles;
  remove(name: string): null;
  openEncoder(encoder: EncoderFiles): EncoderIdentity;
  /** Gives a corpus of this browser the vectors that the encoder finds things by. */
  encode(name: string, encoder: EncoderFiles): null;
  listedIndexes(): ListedIndex[];
  servedCorpora(place: ServicePlace): ServedCorpus[];
  planned(text: string, indexes: ChosenIndex[]): PlannedSending[];
  analyze(asked: AnalysisAsked): ShownAnalysis;
  conclude(kept: KeptByReader | null, prior: number): ShownAnalysis;
  beside(place: number): PassageBeside;
  compare(a: string, b: string, encoder: EncoderFiles | null): ShownComparison;
  shares(files: GivenFile[]): SharedTexts;
  audit(items: string, files: GivenFile[]): ShownAudit;
  records(place: ServicePlace): ServiceRecords;
  listedRecords(): ListedRecord[];
  record(asked: RecordName): ShownRecord;
  report(format: "html" | "json", options: SavedReportOptions): string;
}
export interface SavedReportOptions {
  date: string;
  /** Name of the file of the text; absent where it was pasted. */
  file?: string;
  wholeText: boolean;
}

/** What a call is given beside its arguments. */
export interface CallHost {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

export type CallName = keyof Calls;
export type CallAnswer<Name extends CallName> = ReturnType<Calls[Name]>;

/** From the page. */
export type ToWorker = { id: number; name: CallName; args: unknown[] } | { cancel: number };

export interface ToldError {
  code: string;
  message: string;
  hint: string;
  fields: readonly FieldError[];
}

/** From the worker. Results are JSON: a browser takes three times as long to copy large ones object by object. */
export type FromWorker =
  | { id: number; json: string }
  | { id: number; error: ToldError }
  | { id: number; progress: Progress };

/** Names a document of a corpus. */
export const documentKey = (corpus: string, id: string): string => JSON.stringify([corpus, id]);
