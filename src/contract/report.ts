/** `report`: what was found about a work, as one bundle that can be replayed and verified. */
import type { Completeness, ContentMetadata, ContentType, CorpusReference, Interval } from "./common.ts";

/** Exactly one of `work_id` and `work_hash` names a registered work. Without ids its newest results are taken, up to 100 of each kind. */
export interface ReportRequest {
  work_id?: string | undefined;
  work_hash?: string | undefined;
  /** Ids of kept results about this work. */
  analyses?: string[] | undefined;
  scores?: string[] | undefined;
  probes?: string[] | undefined;
  extractions?: string[] | undefined;
  /** Puts the texts in, so that whoever has the corpora can replay it without asking for them. */
  include_content?: boolean | undefined;
  /** Answers with the bundle, or with the page of it; the bundle when absent. */
  format?: "bundle" | "html" | undefined;
}

export type EvidenceKind = "analysis" | "score" | "probe" | "extraction";

/** One answer, whole, and the question it answers. */
export interface EvidenceResult {
  kind: EvidenceKind;
  id: string;
  /** `sha256:` of the canonical JSON (RFC 8785) of `result`: what the work's history signs. */
  digest: string;
  /** As it was asked, each text replaced by its `work_hash`; `null` where it was not kept, so that nobody can ask it again. */
  request: object | null;
  result: { method: { corpora: CorpusReference[] }; completeness: Completeness };
}

/** The work as its registry has it. */
export interface EvidenceWork {
  work_id: string;
  work_hash: string;
  fingerprint: string;
  iscc: string;
  words: number;
  content_type: ContentType;
  metadata: ContentMetadata;
  registered_at: string;
}

/** A text that was asked about. */
export interface EvidenceInput {
  /** `sha256:` of its UTF-8 bytes. */
  work_hash: string;
  /** `null` where the bundle is to go around without it. */
  content: string | null;
}

/** How often a verdict of `match` is right and wrong under a calibration, on its labelled cases. */
export interface EvidenceErrorRate {
  calibration: string;
  true_positive: { value: number; ci_95: Interval };
  /** The upper end is the one-sided 95 % bound. */
  false_positive: { value: number; ci_95: Interval };
}

/** What a report says. A pure function of its inputs: no time and no name of whoever made it, which stand in the report around it. */
export interface EvidenceBundle {
  format: "spolia-evidence-1";
  /** What is asked, in words, before any number. */
  propositions: { in_corpus: string; reproduced: string; trained_on: string; alternative: string };
  work: EvidenceWork | null;
  results: EvidenceResult[];
  inputs: EvidenceInput[];
  /** How the results came about, each part once. */
  method: {
    engines: { engine: string; wasm_sha256: string | null; fold: string }[];
    corpora: CorpusReference[];
    catalogues: string[];
    /** With all their numbers where they were at hand. */
    calibrations: { name: string; sha256: string | null; calibration: object | null }[];
    seeds: { result: string; name: string; seed: string | number }[];
  };
  error_rates: EvidenceErrorRate[];
  /** Sources that results name, in full. */
  sources: { id: string; citation: string }[];
  /** Stages that were not carried out in full. */
  not_tested: { result: string; stage: string; status: string; reason: string }[];
  limits: string[];
  /** Commands of `spolia` that verify and replay the file `report.json`. */
  replay: string[];
}

/** A bundle as a service gave it: signed with its key. */
export interface ReportDocument {
  format: "spolia-report-1";
  report_id: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** `sha256:` of the canonical JSON of `bundle`. */
  digest: string;
  /** Id of the key that signed, and the key: JSON Web Keys, RFC 8037. */
  key: string;
  public_key: { kty: "OKP"; crv: "Ed25519"; x: string };
  /** Ed25519 over `spolia report 1`, a line feed, and the canonical JSON of `{created_at, digest, key, report_id}`; base64url. */
  signature: string;
  bundle: EvidenceBundle;
}
