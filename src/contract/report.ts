/** `report`: what was found about a work, as one bundle that can be replayed and verified. */
import type {
  Completeness,
  ContentMetadata,
  ContentType,
  CorpusReference,
  Count,
  Interval,
  Sha256,
  Share,
  Timestamp,
} from "./common.ts";

/**
 * Exactly one of `work_id` and `work_hash` names a registered work. Without ids its newest results are taken, up to 100
 * of each kind.
 */
export interface ReportRequest {
  /** Id of a registered work. */
  work_id?: string | undefined;
  /** `sha256:` hash of a registered work. */
  work_hash?: string | undefined;
  /** Ids of kept analyses about this work. */
  analyses?: string[] | undefined;
  /** Ids of kept scores about this work. */
  scores?: string[] | undefined;
  /** Ids of kept probes. That their texts are of this work only the caller knows. */
  probes?: string[] | undefined;
  /** Ids of kept extractions about this work. */
  extractions?: string[] | undefined;
  /** Puts the texts in, so that whoever has the corpora can replay it without asking for them. */
  include_content?: boolean | undefined;
  /** Answers with the bundle, or with the page of it; the bundle when absent. */
  format?: "bundle" | "html" | undefined;
}

export type EvidenceKind = "analysis" | "score" | "probe" | "extraction";

/**
 * A result of any operation. It has more fields than these.
 *
 * @open
 */
export interface EvidencedResult {
  /** How the result came about. */
  method: EvidencedMethod;
  completeness: Completeness;
}

/**
 * How a result of any operation came about. It has more fields than these.
 *
 * @open
 */
export interface EvidencedMethod {
  /** The corpora that were searched, as they were then. */
  corpora: CorpusReference[];
}

/** One answer, whole, and the question it answers. */
export interface EvidenceResult {
  /** Which operation gave the result. */
  kind: EvidenceKind;
  /** Id of the result. */
  id: string;
  /** `sha256:` of the canonical JSON (RFC 8785) of `result`: what the work's history signs. */
  digest: Sha256;
  /**
   * As it was asked, each text replaced by its `work_hash`; `null` where it was not kept, so that nobody can ask it
   * again.
   */
  request: object | null;
  /** The result, whole. */
  result: EvidencedResult;
}

/** The work as its registry has it. */
export interface EvidenceWork {
  /** `wk_` id of the work. */
  work_id: string;
  /** SHA-256 of the content's UTF-8 bytes as they were sent. */
  work_hash: Sha256;
  /** `spolia1_` id of the content. */
  fingerprint: string;
  /** ISCC Text-Code of the content (ISO 24138). */
  iscc: string;
  /** Words of the content. */
  words: Count;
  /** How the content is read. */
  content_type: ContentType;
  /** What was said of the work when it was registered. */
  metadata: ContentMetadata;
  /** When the work was registered. */
  registered_at: Timestamp;
}

/** A text that was asked about. */
export interface EvidenceInput {
  /** `sha256:` of its UTF-8 bytes. */
  work_hash: Sha256;
  /** The text; `null` where the bundle is to go around without it. */
  content: string | null;
}

/** A rate that was counted on labelled cases. */
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
  /** How often a text that was met is called a match. */
  true_positive: CalibratedRate;
  /** How often a text that was not met is called a match. The upper end is the one-sided 95 % bound. */
  false_positive: CalibratedRate;
}

/**
 * What a report says. A pure function of its inputs: no time and no name of whoever made it, which stand in the report
 * around it.
 */
export interface EvidenceBundle {
  /** Form of the document. */
  format: "spolia-evidence-1";
  /** What is asked, in words, before any number. */
  propositions: {
    /** The proposition that the text stands in a corpus. */
    in_corpus: string;
    /** The proposition that a model reproduces the text. */
    reproduced: string;
    /** The proposition that a model was trained on the text. */
    trained_on: string;
    /** What is true if `trained_on` is not. */
    alternative: string;
  };
  /** The registered work; `null` for a bundle about none. */
  work: EvidenceWork | null;
  /** The results, whole. */
  results: EvidenceResult[];
  /** Texts that were asked about. */
  inputs: EvidenceInput[];
  /** How the results came about, each part once. */
  method: {
    /** Versions of the engine that answered. */
    engines: {
      /** Package name and version. */
      engine: string;
      /** SHA-256 of the kernels; `null` where their TypeScript reference implementation ran. */
      wasm_sha256: string | null;
      /** Version of what counts as the same text. */
      fold: string;
    }[];
    /** The corpora that were searched, as they were then. */
    corpora: CorpusReference[];
    /** Revisions of the catalogue. */
    catalogues: string[];
    /** With all their numbers where they were at hand. */
    calibrations: {
      /** Name of the calibration. */
      name: string;
      /** SHA-256 of its canonical JSON; `null` where it was not at hand. */
      sha256: Sha256 | null;
      /** The calibration with all its numbers; `null` where it was not at hand. */
      calibration: object | null;
    }[];
    /** Chance that results depend on. */
    seeds: {
      /** Id of the result. */
      result: string;
      /** Name of the parameter. */
      name: string;
      /** Its value. */
      seed: string | number;
    }[];
  };
  /** Error rates of the calibrations that results used. */
  error_rates: EvidenceErrorRate[];
  /** Sources that results name, in full. */
  sources: {
    /** Id of the source. */
    id: string;
    /** The source in one line. */
    citation: string;
  }[];
  /** Stages that were not carried out in full. */
  not_tested: {
    /** Id of the result. */
    result: string;
    /** Name of the stage. */
    stage: string;
    /** What became of it: `skipped`, `bounded` or `failed`. */
    status: string;
    /** Why. */
    reason: string;
  }[];
  /** What the results do not say, in words. */
  limits: string[];
  /** Commands of `spolia` that verify and replay the file `report.json`. */
  replay: string[];
}

/** A bundle as a service gave it: signed with its key. */
export interface ReportDocument {
  /** Form of the document. */
  format: "spolia-report-1";
  /** `rp_` id of the report. */
  report_id: string;
  /** When the report was made. */
  created_at: Timestamp;
  /** `sha256:` of the canonical JSON of `bundle`. */
  digest: Sha256;
  /** Id of the key that signed: the thumbprint of RFC 7638. */
  key: string;
  /** The key that signed: a JSON Web Key (RFC 8037). */
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
  /** What the report says. */
  bundle: EvidenceBundle;
}
