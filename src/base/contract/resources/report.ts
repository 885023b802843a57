/** `report`: the results about a work, in one bundle that can be replayed and verified. */
import type { Completeness, CorpusReference, Count, Interval, Sha256, Share, Timestamp } from "../common.ts";
import type { WorkDocument } from "./work.ts";

/**
 * Exactly one of `work_id` and `work_hash` names a registered work. Without ids of results, the report contains its
 * newest results, up to 100 of each kind.
 */
export interface ReportRequest {
  /** Id of a registered work. */
  work_id?: string | undefined;
  /** `sha256:` hash of a registered work. */
  work_hash?: string | undefined;
  /** Ids of stored analyses of this work. */
  analyses?: string[] | undefined;
  /** Ids of stored scores of this work. */
  scores?: string[] | undefined;
  /** Ids of stored probes. The service does not check that their texts are from this work. */
  probes?: string[] | undefined;
  /** Ids of stored extractions of this work. */
  extractions?: string[] | undefined;
  /** Whether the report contains the texts, so that a replay needs only the corpora. Default `false`. */
  include_content?: boolean | undefined;
  /** Form of the response: the bundle (default), or an HTML page that shows it. */
  format?: "bundle" | "html" | undefined;
}

export type EvidenceKind = "analysis" | "score" | "probe" | "extraction";

/**
 * A result of any operation. It has more fields than these.
 *
 * @open
 */
export interface EvidencedResult {
  /** How the result was computed. */
  method: EvidencedMethod;
  completeness: Completeness;
}

/**
 * How a result of any operation was computed. It has more fields than these.
 *
 * @open
 */
export interface EvidencedMethod {
  /** The corpora that were searched, as they were then. */
  corpora: CorpusReference[];
}

/** One complete result, and its request. */
export interface EvidenceResult {
  /** The operation that returned the result. */
  kind: EvidenceKind;
  /** Id of the result. */
  id: string;
  /** `sha256:` of the canonical JSON (RFC 8785) of `result`; the work's history signs this digest. */
  digest: Sha256;
  /** The request, each text replaced by its hash; `null` if it was not stored, so that no replay is possible. */
  request: object | null;
  /** The complete result. */
  result: EvidencedResult;
}

/** An exhibit of the report, and how far it was checked. */
export interface EvidenceExhibit {
  /** Id of the result. */
  result: string;
  /** Index of an observation in the request of this score; `null` for the result itself. */
  observation: Count | null;
  /**
   * `recomputed`: computed again from secret, commitment and scores. `verified`: its hashes fit. `received`: as it
   * was handed in, or as whoever signed states it.
   */
  custody: "recomputed" | "verified" | "received";
  /** What was checked, or why nothing was. */
  reason: string;
}

/** A text of a request. */
export interface EvidenceInput {
  /** `sha256:` of its UTF-8 bytes. */
  work_hash: Sha256;
  /** The text; `null` if the bundle does not contain it. */
  content: string | null;
}

/** A rate that was measured on labelled cases. */
export interface CalibratedRate {
  /** The share of the cases. */
  value: Share;
  /** 95 % interval of `value`. */
  ci_95: Interval;
}

/** How often a verdict of `match` is right and wrong under a calibration, on its labelled cases. */
export interface EvidenceErrorRate {
  /** Name of the calibration. */
  calibration: string;
  /** Share of cases with a derived passage that have the verdict `match`. */
  true_positive: CalibratedRate;
  /** Share of cases without one that have the verdict `match`. The upper end is the one-sided 95 % bound. */
  false_positive: CalibratedRate;
}

/**
 * The content of a report. It is a pure function of its inputs: it contains no time and no author; the report around it
 * contains them.
 */
export interface EvidenceBundle {
  /** Format of the document. */
  format: "spolia-evidence-1";
  /** The propositions, in words. */
  propositions: {
    /** The proposition that a corpus contains the text. */
    in_corpus: string;
    /** The proposition that a model reproduces the text. */
    reproduced: string;
    /** The proposition that a model was trained on the text. */
    trained_on: string;
    /** The alternative to `trained_on`. */
    alternative: string;
  };
  /** The registered work; `null` for a bundle without a registered work. */
  work: WorkDocument | null;
  /** The complete results. */
  results: EvidenceResult[];
  /**
   * How far each result, and each observation that a score was given, was checked.
   *
   * @since 0.2.0
   */
  exhibits: EvidenceExhibit[];
  /** Texts of the requests. */
  inputs: EvidenceInput[];
  /** How the results were computed, without duplicates. */
  method: {
    /** Versions of the engine that computed the results. */
    engines: {
      /** Package name and version. */
      engine: string;
      /** SHA-256 of the WebAssembly kernels; `null` if their TypeScript reference implementation ran. */
      wasm_sha256: string | null;
      /** Version of the folding, which defines what counts as the same text. */
      fold: string;
    }[];
    /** The searched corpora, in their state at that time. */
    corpora: CorpusReference[];
    /** Revisions of the catalogue. */
    catalogues: string[];
    /** The calibrations, with all their numbers if they were available. */
    calibrations: {
      /** Name of the calibration. */
      name: string;
      /** SHA-256 of its canonical JSON; `null` if it was not available. */
      sha256: Sha256 | null;
      /** The calibration with all its numbers; `null` if it was not available. */
      calibration: object | null;
    }[];
    /** Random seeds that results depend on. */
    seeds: {
      /** Id of the result. */
      result: string;
      /** Name of the parameter. */
      name: string;
      /** Its value. */
      seed: string | number;
    }[];
    /**
     * How far numbers of a replay may differ, by what computed vectors of texts; absent where no encoder read them. All
     * else is the same to the byte.
     *
     * @since 0.2.0
     */
    tolerances?: {
      /** What computed the vectors, as `onnxruntime-web 1.30.0`. */
      implementation: string;
      /** How far margins of rewordings may differ; 0: to the byte. */
      margin: number;
    }[];
  };
  /** Error rates of the calibrations that results used. */
  error_rates: EvidenceErrorRate[];
  /** Full citations of the sources in the results. */
  sources: {
    /** Id of the source. */
    id: string;
    /** The citation, in one line. */
    citation: string;
  }[];
  /** Stages that did not run in full. */
  not_tested: {
    /** Id of the result. */
    result: string;
    /** Name of the stage. */
    stage: string;
    /** Status of the stage: `skipped`, `bounded` or `failed`. */
    status: string;
    /** The reason. */
    reason: string;
  }[];
  /** What the results do not show, in words. */
  limits: string[];
  /** Commands of `spolia` that verify and replay the file `report.json`. */
  replay: string[];
}

/** Fields of every form of a report: its id, its digest and its signature. */
export interface SignedDigest {
  /** Format of the document. */
  format: "spolia-report-1";
  /** `rp_` id of the report. */
  report_id: string;
  /** When the report was created. */
  created_at: Timestamp;
  /** `sha256:` of the canonical JSON of `bundle`. */
  digest: Sha256;
  /** Id of the signing key: its thumbprint (RFC 7638). */
  key: string;
  /** The signing key: a JSON Web Key (RFC 8037). */
  public_key: {
    /** Type of the key. */
    kty: "OKP";
    /** Curve of the key. */
    crv: "Ed25519";
    /** The public key, 32 bytes in base64url. */
    x: string;
  };
  /**
   * Ed25519 over `spolia report 1`, a line feed, and the canonical JSON of `{created_at, digest, key, report_id}`;
   * base64url.
   */
  signature: string;
}

/** A bundle, signed by a service with its key. */
export interface ReportDocument extends SignedDigest {
  /** The content of the report. */
  bundle: EvidenceBundle;
}
