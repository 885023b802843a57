/**
 * Shapes shared by several operations. Requests and results are documents with snake_case names, the same in the
 * library and on the wire.
 */

/**
 * A number of items: an integer, 0 or more.
 *
 * @whole
 * @minimum 0
 */
export type Count = number;

/**
 * A share or a probability, 0 to 1.
 *
 * @minimum 0
 * @maximum 1
 */
export type Share = number;

/**
 * A probability in per cent, or a score, 0 to 100.
 *
 * @minimum 0
 * @maximum 100
 */
export type Percent = number;

/**
 * A p-value that cannot be 0: above 0, at most 1.
 *
 * @exclusiveMinimum 0
 * @maximum 1
 */
export type PositiveShare = number;

/**
 * A time in UTC, in the format of ISO 8601.
 *
 * @format date-time
 */
export type Timestamp = string;

/**
 * `sha256:` and 64 hexadecimal digits.
 *
 * @pattern ^sha256:[0-9a-f]{64}$
 */
export type Sha256 = string;

/**
 * A heading of a text, or the beginning of a page in the edition that it was read from.
 *
 * @since 0.2.0
 */
export interface TextSection {
  /** What begins here. */
  kind: "heading" | "page";
  /** UTF-16 index in the text, from 0: where the heading or the page begins. */
  start: number;
  /** Text of the heading, or number of the page as it is printed; up to 200 characters on one line. */
  label: string;
}

/**
 * Where a passage stands in its text, as people name places: `last_*` only where it ends elsewhere than it begins.
 * Without pages or headings before the passage, these fields are absent.
 *
 * @since 0.2.0
 */
export interface TextPlace {
  /** Page on which it begins, as printed. */
  page?: string | undefined;
  /** Page on which it ends. */
  last_page?: string | undefined;
  /** The nearest heading before it, or the one with which it begins. */
  heading?: string | undefined;
  /** The nearest heading before its end. */
  last_heading?: string | undefined;
  /**
   * Paragraph in which it begins, from 1, counted in the text that was read: a paragraph ends where a blank line
   * follows.
   */
  paragraph?: Count | undefined;
  /** Paragraph in which it ends. */
  last_paragraph?: Count | undefined;
}

/**
 * Bytes in base64.
 *
 * @contentEncoding base64
 */
export type Base64 = string;

/** Lower and upper end of a 95 % interval, or of a range that is stated as such. */
export type Interval = [lo: number, hi: number];
/** Lower and upper end of an interval of a share, 0 to 1. */
export type ShareInterval = [lo: Share, hi: Share];
/** Lower and upper end of an interval in per cent, 0 to 100. */
export type PercentInterval = [lo: Percent, hi: Percent];

/** Half-open range of UTF-16 indices, as in `String.prototype.slice`. */
export interface Span {
  /** Index of the first UTF-16 unit. */
  start: Count;
  /** Index after the last UTF-16 unit. */
  end: Count;
}

/** The same, with the place in words that a reader looks for. */
export interface PlacedSpan extends Span {
  /**
   * Page, heading and paragraph of the passage.
   *
   * @since 0.2.0
   */
  place: TextPlace;
}

/**
 * How a search is answered where not all of it could be done.
 *
 * @since 0.2.0
 */
export interface SearchOptions {
  /**
   * Whether an answer over what was reached is wanted where a corpus, or a part of one, does not answer: `completeness`
   * then says what was not searched. Without it such a call fails, and counts nothing. Default `false`.
   *
   * @since 0.2.0
   */
  partial?: boolean | undefined;
  /**
   * Texts that do not count: a handout, a footer, the frame of a form; at most 100, with 10 million characters
   * together. Runs of eight of their words are found in the content, and no verdict, confidence or risk rests on them.
   *
   * @since 0.2.0
   */
  ignore?: string[] | undefined;
}

/** One stage of an operation. Any status except `done` means that the result is less complete than it could be. */
export interface Stage {
  /** Name of the stage. */
  name: string;
  /** `skipped`: not requested or not possible; `bounded`: stopped at a limit; `failed`: ended with an error. */
  status: "done" | "skipped" | "bounded" | "failed";
  /** The reason; present unless the status is `done`. */
  reason?: string;
}

/** Which stages ran in full and which did not. */
export interface Completeness {
  /** Whether every stage that the verdict depends on ran in full. */
  complete: boolean;
  /** Every stage, in order. */
  stages: Stage[];
}

export type ContentType = "text" | "markdown" | "html" | "code";

/**
 * What the caller states about the content. Results do not repeat it, except that a rule names the field that triggered
 * it. Risk rules read `licence`, `rights`, `terms`, `opt_out`, `tdm-reservation`, `content-usage`; the revenue estimate
 * reads `work_type` (`book`, `news`, …).
 */
export interface ContentMetadata {
  /** Title of the work. */
  title?: string | undefined;
  /** Author of the work. */
  author?: string | undefined;
  /**
   * First publication: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Excludes datasets whose data end before this date, and models
   * released before it.
   */
  published?: string | undefined;
  /**
   * Language of the content: an ISO 639-1 code, such as `de`, which tags such as `de-CH` may begin with, or `und`. It
   * takes the place of the detected one, and excludes models whose part of a dataset does not have the language.
   */
  language?: string | undefined;
  [field: string]: unknown;
}

/** Decimal logarithm of a likelihood ratio, with its 95 % interval. */
export interface Log10Ratio {
  /** The estimate. */
  estimate: number;
  /** Lower end of the interval. */
  lo: number;
  /** Upper end of the interval. */
  hi: number;
}

/**
 * What it rests on that a corpus holds documents of its dataset. `manifest`: every source file stands in a listing of
 * hashes, and no documents came without a file; whether the publisher of the dataset published this listing, its hash
 * tells. `declared`: its builder recorded who declared it or which files it was made from, and no listing confirms it.
 * `none`: a name, of which nothing is recorded.
 */
export type DatasetBasis = "manifest" | "declared" | "none";

/** A corpus in a result: identifies the corpus and its state. */
/** Texts that a corpus carries as ones that do not count in analyses over it. */
export interface CarriedTexts {
  /** Number of texts. */
  texts: Count;
  /** Words of all of them. */
  words: Count;
}

export interface CorpusReference {
  /** Name of the corpus. */
  name: string;
  /** Id in the catalogue of the dataset that the corpus contains. */
  dataset: string;
  /** Hash of the logical content. */
  revision: string;
  /** Number of documents of the corpus. */
  documents: Count;
  /** Words of the stored documents; identical documents of a segment count once, so a merge may lower the number. */
  words: Count;
  /** Which shingles were looked up in the corpus; see `Lookups`. */
  lookups: Lookups;
  /**
   * What it rests on that the corpus holds documents of `dataset`.
   *
   * @since 0.2.0
   */
  dataset_basis: DatasetBasis;
  /**
   * SHA-256 of each listing that its source files stand in; empty unless `dataset_basis` is `manifest`.
   *
   * @since 0.2.0
   */
  listings: Sha256[];
  /**
   * Number of documents of the dataset by the catalogue; `null` if the catalogue does not state it.
   *
   * @since 0.2.0
   */
  dataset_documents: Count | null;
  /**
   * Whether the corpus is the whole dataset, by the number of documents alone: `yes` if it has as many as the catalogue
   * states or more, `no` if it has fewer, `unknown` if the catalogue states none.
   *
   * @since 0.2.0
   */
  complete: "yes" | "no" | "unknown";
  /**
   * The texts that it carries as ones that do not count; absent where there are none.
   *
   * @since 0.2.0
   */
  ignore?: CarriedTexts;
  /**
   * The vectors by which rewordings were looked for, `vectors.revision` of the corpus; absent without an encoder, and
   * where it has none.
   *
   * @since 0.2.0
   */
  vectors?: string;
  /**
   * What was sent to a public index, and what it holds of the content. `revision` is then the hash of the answers that
   * were used. Absent for other corpora.
   *
   * @since 0.2.0
   */
  index?: IndexUse;
}

/** A run of the content that stands in a public index, word for word. */
export interface IndexedRun extends Span {
  /** Words of the run. */
  words: Count;
  /** Number of places of the index with it, copies of the work included; of a `joined` run, those of its first part. */
  places: Count;
  /** Number of documents that were read around such places, and aligned with the content. */
  documents_read: Count;
  /** Whether it is longer than one query: each part that was asked for overlaps the next. */
  joined: boolean;
}

/** The use of a public index in an analysis. */
export interface IndexUse {
  /** Where the strings were sent. */
  address: string;
  /** Every string of the content that was sent, now or in a search whose answers were kept; each once, sorted. */
  sent: string[];
  /** Number of answers that were used. */
  answers: Count;
  /** The maximal runs, in order. `start` and `end` are places in the content. */
  runs: IndexedRun[];
}

/**
 * Which shingles of a text are looked up in a corpus. `all`: every shingle, for the best recall of edited passages.
 * `kept`: those that winnowing keeps, with the same guarantee. `fewer`: those that a window of 16 keeps, for corpora on
 * a network: runs of 20 words are certain. `coarse`: those of a wide window: runs of 132 words are certain.
 * `runs`: none; a public index was asked for parts of the text.
 */
export type Lookups = "all" | "kept" | "fewer" | "coarse" | "runs";

/** How a result was computed: everything that a replay needs. */
export interface Method {
  /** Package name and version. */
  engine: string;
  /** SHA-256 of the WebAssembly kernels, or `null` if their TypeScript reference implementation ran. */
  wasm_sha256: string | null;
  /** Version of the folding, which defines what counts as the same text. */
  fold: string;
  /** Parameters of the operation, by name. */
  parameters: Record<string, number | string>;
  /** The searched corpora, in their state at that time. */
  corpora: CorpusReference[];
  /** Revision of the catalogue, or `null` without a catalogue. */
  catalogue: string | null;
  /** Name of the calibration behind a confidence or a likelihood ratio, or `null` if none was used. */
  calibration: string | null;
  /**
   * Name, date and hash of the lists by which words that everybody writes were recognised, or `null` if no passage was
   * found and none was needed.
   *
   * @since 0.2.0
   */
  commonplace: string | null;
}
