/** What a cleaning is asked, and what it answers. */
import type { Span } from "../../base/contract/common.ts";
import type { CorpusDocument, Progress } from "../../base/contract/resources/corpus.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import type { TextEncoding } from "../documents/bytes/decode.ts";
import type { SkippedInput } from "../documents/folders/files.ts";
import type { Cause } from "./ledger.ts";

/** What is taken out of a document. */
export interface Cut extends Cause {
  /** UTF-16 spans of the text, ascending, or the document as a whole. */
  spans: readonly Span[] | "document";
}

/** Decides what is taken out of a document; `null` for nothing. */
export type Decide = (document: CorpusDocument) => Cut | null;

export interface CleanOptions {
  /** What decides, as the ledger names it: `audit` or `dedup`. */
  by: string;
  /** Writes datasets in formats other than JSON Lines as JSON Lines. Without it they are refused. */
  convert?: boolean | undefined;
  /**
   * Keeps documents from which passages cannot be cut alone, as those of Markdown, HTML and PDF: right for what repeats
   * itself, since the first of each might be in one of them. Without it blocks of markup go, or the whole document.
   */
  keepUncuttable?: boolean | undefined;
  /** Field of records that holds the text, as `readDocuments` takes it. */
  textField?: string | undefined;
  /** Field of records that holds the id. */
  idField?: string | undefined;
  /** Encoding of files that are not UTF-8, have no mark and declare no encoding. Without it they stay. */
  encoding?: TextEncoding | undefined;
  /** Throws `document_invalid` at the first input that cannot be read. Without it such files and lines stay. */
  strict?: boolean | undefined;
  signal?: PlatformAbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  onSkip?: ((skipped: SkippedInput) => void) | undefined;
}

export interface CleanResult {
  files: number;
  documents: number;
  /** Documents that were taken out. */
  documents_removed: number;
  /** Of these, documents from which passages alone should have gone, and could not be cut. */
  documents_uncut: number;
  /** Documents of which passages were taken out. */
  documents_cut: number;
  /** Of these, documents of which one of several texts is empty now, such as a turn of a conversation. */
  documents_with_gaps: number;
  /** Documents that stay, since passages that should have been taken out could not be cut (`keepUncuttable`). */
  documents_uncuttable: number;
  bytes: number;
  cleaned_bytes: number;
}
