/**
 * Shapes shared by several operations. Requests and results are documents with snake_case names, the same in the library and on
 * the wire.
 */

/** Lower and upper end of a 95 % interval, or of a range that is stated as such. */
export type Interval = [lo: number, hi: number];

/** Half-open range of UTF-16 indices into the content, as `String.prototype.slice` takes them. */
export interface Span {
  start: number;
  end: number;
}

/** One stage of an operation. Anything but `done` means that the result rests on less than it could. */
export interface Stage {
  name: string;
  /** `skipped`: not asked for or not possible; `bounded`: stopped at a budget; `failed`: could not be carried out. */
  status: "done" | "skipped" | "bounded" | "failed";
  /** Why, whenever the status is not `done`. */
  reason?: string;
}

/** What was and what was not looked at. */
export interface Completeness {
  /** Whether every stage that the verdict depends on was carried out in full. */
  complete: boolean;
  stages: Stage[];
}

export type ContentType = "text" | "markdown" | "html" | "code";

/**
 * What the caller says about the content. It is repeated nowhere, except where a rule names the field that tripped it. Rules of risk read
 * `licence`, `rights`, `terms`, `opt_out`, `tdm-reservation`, `content-usage`; revenue reads `work_type` (`book`, `news`, …).
 */
export interface ContentMetadata {
  title?: string | undefined;
  author?: string | undefined;
  /** When the work was first published: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Excludes datasets that ended before. */
  published?: string | undefined;
  [field: string]: unknown;
}

/** A corpus as a result names it: enough to find the same state of the same corpus again. */
export interface CorpusReference {
  name: string;
  dataset: string;
  /** Hash of the logical content. */
  revision: string;
  documents: number;
  words: number;
  /** What is looked up in it: see `Lookups`. */
  lookups: Lookups;
}

/**
 * What of a text is looked up in a corpus. `all`: every shingle, for the best recall of edited passages. `kept`: those that winnowing keeps,
 * over a network; common runs are as certain. `coarse`: the few of a wide window, certain from 132 words on.
 */
export type Lookups = "all" | "kept" | "coarse";

/** How a result came about: what is needed to replay it. */
export interface Method {
  /** Package name and version. */
  engine: string;
  /** SHA-256 of the kernels, or `null` where their TypeScript reference implementation ran. */
  wasm_sha256: string | null;
  /** Version of what counts as the same text. */
  fold: string;
  parameters: Record<string, number | string>;
  corpora: CorpusReference[];
  /** Revision of the catalogue, or `null` where none was given. */
  catalogue: string | null;
  /** Version of the calibration behind a confidence or a likelihood ratio, or `null` where none exists yet. */
  calibration: string | null;
}
