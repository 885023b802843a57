/**
 * Shapes shared by several operations. Requests and results are documents with snake_case names, the same in the
 * library and on the wire.
 */

/**
 * How many: a whole number, 0 or more.
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
 * The p-value of a test that cannot be 0: above 0, at most 1.
 *
 * @exclusiveMinimum 0
 * @maximum 1
 */
export type PositiveShare = number;

/**
 * A time: ISO 8601 in UTC.
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

/** Half-open range of UTF-16 indices into the content, as `String.prototype.slice` takes them. */
export interface Span {
  /** Index of the first UTF-16 unit. */
  start: Count;
  /** Index behind the last UTF-16 unit. */
  end: Count;
}

/** One stage of an operation. Anything but `done` means that the result rests on less than it could. */
export interface Stage {
  /** Name of the stage. */
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
  /** Every stage, in order. */
  stages: Stage[];
}

export type ContentType = "text" | "markdown" | "html" | "code";

/**
 * What the caller says about the content. It is repeated nowhere, except where a rule names the field that tripped it.
 * Rules of risk read `licence`, `rights`, `terms`, `opt_out`, `tdm-reservation`, `content-usage`; revenue reads
 * `work_type` (`book`, `news`, …).
 */
export interface ContentMetadata {
  /** Title of the work. */
  title?: string | undefined;
  /** Author of the work. */
  author?: string | undefined;
  /** When the work was first published: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Excludes datasets that ended before. */
  published?: string | undefined;
  [field: string]: unknown;
}

/** Evidence as a decimal logarithm of a likelihood ratio, with its 95 % interval. */
export interface Log10Ratio {
  /** The estimate. */
  estimate: number;
  /** Lower end of the interval. */
  lo: number;
  /** Upper end of the interval. */
  hi: number;
}

/** A corpus as a result names it: enough to find the same state of the same corpus again. */
export interface CorpusReference {
  /** Name of the corpus. */
  name: string;
  /** Id of the dataset that the corpus holds, as the catalogue names it. */
  dataset: string;
  /** Hash of the logical content. */
  revision: string;
  /** Documents of the corpus. */
  documents: Count;
  /** Words of the documents that are stored: identical ones count once. */
  words: Count;
  /** What is looked up in it: see `Lookups`. */
  lookups: Lookups;
}

/**
 * What of a text is looked up in a corpus. `all`: every shingle, for the best recall of edited passages. `kept`: those
 * that winnowing keeps, over a network; common runs are as certain. `coarse`: the few of a wide window, certain from
 * 132 words on.
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
  /** Parameters of the operation, by name. */
  parameters: Record<string, number | string>;
  /** The corpora that were searched, as they were then. */
  corpora: CorpusReference[];
  /** Revision of the catalogue, or `null` where none was given. */
  catalogue: string | null;
  /** Version of the calibration behind a confidence or a likelihood ratio, or `null` where none exists yet. */
  calibration: string | null;
}
