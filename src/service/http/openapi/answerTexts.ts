/** Types that only HTTP responses have. */

import type { Base64, Completeness, Count, Sha256, Timestamp } from "../../../base/contract/common.ts";
import type { AnalyzeResult } from "../../../base/contract/operations/analyze.ts";
import type { CanaryCommitment, CanarySecret } from "../../../base/contract/operations/canary.ts";
import type {
  CorpusInfo,
  CorpusProvenance,
  SourceFiles,
  UnreadInputs,
} from "../../../base/contract/resources/corpus.ts";
import type { OfferSearchResult } from "../../../base/contract/resources/marketplace.ts";
import type { ReportDocument, SignedDigest } from "../../../base/contract/resources/report.ts";
import type { DomainAnswer } from "../../../catalogue/graph/domains.ts";
import type { TrainedDataset, TrainingPath } from "../../../catalogue/graph/lineage.ts";
import type { Source } from "../../../catalogue/ledger/records.ts";
import type { Jurisdiction } from "../../../catalogue/ledger/references.ts";
import type { DealOutcome } from "../../deals/outcome.ts";
import type { WebhookDocument } from "../../deliveries/endpoints.ts";
import type { JobDocument } from "../../jobs/jobs.ts";
import type { MonitorDocument, RunDocument } from "../../jobs/monitors.ts";
import type { Plan } from "../../store/plans.ts";
import type { ResultDocument } from "../../works/works.ts";
import type { Problem } from "../answer/problems.ts";

/** Field of every response that is not a problem document. */
export interface Success {
  /** Always `true`; a problem document has `false`. */
  success: true;
}

/** Paths for the usual next steps. */
interface NextSteps {
  /** Path to register the content, so that later requests can refer to it by its hash. */
  register_content: string;
  /** Path to create a monitor of a registered work. */
  setup_monitoring: string;
}

export interface AnalyzeAnswer extends Success, AnalyzeResult {
  next_steps: NextSteps;
}

/** A line for a successful request of the batch. */
export interface BatchResult extends Success {
  /** Index of the request in the batch, from 0. */
  index: Count;
  /** The result of `analyze`. */
  result: AnalyzeResult;
}

/** A line for a failed request of the batch. */
export interface BatchProblem {
  /** Index of the request in the batch, from 0. */
  index: Count;
  /** Always `false`. */
  success: false;
  /** Why the request failed. */
  problem: Problem;
}

export interface NewCanary extends Success, CanaryCommitment {
  /** `ca_` id of the canary, for its test. */
  canary_id: string;
  /** The string to publish in the work; `null` in the response to a repeated request. */
  publish: string | null;
  /**
   * The secret that proves the canary later. It is shown only once and is not stored: `null` in the response to a
   * repeated request.
   */
  secret: CanarySecret | null;
}

/** Passages of the content in one corpus, as in `analyze`. */
export type SearchAnswer = Success &
  Pick<AnalyzeResult, "matches" | "coverage" | "offset_unit" | "completeness" | "method">;

/** An answer of the protocol: the fields that belong to the type of the query. */
export interface IndexQueryAnswer {
  /** Why there is no answer. */
  error?: string;
  /** Number of places, for `count`. */
  count?: Count;
  /** Number of places, for `find`. */
  cnt?: Count;
  /** Ranks of the places, for `find`. */
  segment_by_shard?: Count[][];
}

/** Leads: no matches, and in no verdict. */
export interface LeadsAnswer extends Success {
  /** What they are. */
  kind: "rows" | "captures" | "titles";
  /** `FoundRow`, `FoundCapture` or `FoundTitle` of `spolia/public-indexes`: the best, newest or surest first. */
  found: object[];
  /** Every address that was asked for, with all that it says. */
  sent: string[];
  /** What was searched, and what was not. */
  completeness: Completeness;
}

/** A job: its subject, progress and result. */
export interface JobState extends Omit<JobDocument, "input" | "result" | "error"> {
  /** Subject by the kind: `corpus` of a verification, `monitor_id` of a run, `keep` and `decisions` of a batch. */
  input: object;
  /** Result of the job; `null` until it is done. */
  result: object | null;
  /** Why the job failed; `null` if it did not. */
  problem: Problem | null;
}

/** One run of a monitor. */
export interface MonitorRun extends Omit<RunDocument, "error"> {
  /** Why the run failed; `null` if it did not. */
  problem: Problem | null;
}

export interface NewMonitor extends Success, MonitorDocument {
  /** The new webhook for `webhook_url`, with its secret; `null` if none was created. */
  webhook: WebhookShownOnce | null;
}

/** A webhook with its newest secret, which is shown this once. */
export interface WebhookShownOnce extends WebhookDocument {
  /**
   * The secret, shown this once: `null` in the response to a repeated request. Messages are checked with it
   * (standardwebhooks.com).
   */
  secret: string | null;
}

/** A stored result. */
export interface StoredResult extends Omit<ResultDocument, "request" | "result"> {
  /** The request, each text replaced by its hash; `null` if it was not stored. */
  request: object | null;
  /** The result as first returned. */
  result: object;
}

/** Counts of inputs that were not read when the corpus was built, without file names. */
type UnreadCounts = Omit<UnreadInputs, "first">;

/** Where the documents of a corpus came from, as its builder recorded it, without the list of files. */
interface PublishedProvenance extends Omit<CorpusProvenance, "sources"> {
  /** The source files; `null` if documents came only from programs. */
  sources: Omit<SourceFiles, "listed"> | null;
}

/** Size, revision and settings of a corpus. */
export interface PublishedCorpus extends Omit<CorpusInfo, "unread" | "provenance"> {
  /** Inputs that were not read when the documents were read from files; `null` if that was not recorded. */
  unread: UnreadCounts | null;
  /** Where the documents came from, without file names; `null` if that was not recorded. */
  provenance: PublishedProvenance | null;
}

export interface FingerprintAnswer extends Success {
  /** `spolia1_` id: equal for texts that fold to the same words. */
  fingerprint: string;
  /** ISCC Text-Code (ISO 24138), 64 bits. */
  iscc: string;
  /** Words of the text. */
  words: Count;
  /** The fingerprint, which can replace the text in `compare` and `score`. */
  fingerprint_data: Base64;
}

/** A dataset that a model was trained on. */
interface LineageDataset extends Omit<TrainedDataset, "inheritedFrom"> {
  /** Ids of the models from which the edge is inherited, the nearest first; empty for the model's own. */
  inherited_from: string[];
}

export interface ModelLineage extends Success {
  /** Id of the model, `<provider>/<model>`. */
  model_id: string;
  /** Revision of the catalogue. */
  catalogue: string;
  /** Datasets of the model's own and inherited edges. */
  datasets: LineageDataset[];
}

/** A model that was trained on a dataset, and the path between them. */
interface DatasetModel extends Omit<TrainingPath, "dataset" | "trainedDataset" | "datasetEnd" | "releasedBasis"> {
  /** Id of the dataset of the edge: the requested one, or one that contains it. */
  trained_dataset: string;
  /** Last month of `trained_dataset`, `YYYY-MM`; `null` if it is not established. */
  dataset_end: string | null;
  /** What `released` rests on; `null` without it. */
  released_basis: TrainingPath["releasedBasis"];
}

export interface DatasetModels extends Success {
  /** Id of the requested dataset. */
  dataset: string;
  /** Revision of the catalogue. */
  catalogue: string;
  /** Models that were trained on it, the strongest evidence first. */
  models: DatasetModel[];
}

export interface DomainLists extends Success, DomainAnswer {
  /** Revision of the catalogue. */
  catalogue: string;
}

export interface JurisdictionAnswer extends Success {
  /** The requested code. */
  code: string;
  /** Code of the record that applies: the requested one, or that of the larger jurisdiction. */
  applied: string;
  record: Jurisdiction;
  /** States that the record is that of the larger jurisdiction; otherwise empty. */
  caveats: string[];
}

/** A source and its citation. */
export interface CitedSource extends Source {
  /** The citation, in one line. */
  citation: string;
  /**
   * Where it can be read; `null` where its locator names no place on the web.
   *
   * @since 0.2.0
   */
  url: string | null;
}

/**
 * A calibration with all its numbers, which allow to recompute a confidence.
 *
 * @open
 */
export interface PublishedCalibration {
  /** Name of the calibration, as in `method.calibration` of a result. */
  name: string;
  /** Version of the calibration's format; absent in the first version. */
  version?: Count;
}

/** A deal after what was done. Its parts are documents of `spolia/service`. */
export interface DealAnswer
  extends Success,
    Omit<DealOutcome, "receipt" | "documents" | "amount" | "check" | "settled_as_stated"> {
  /** Its signed events, which `spolia evidence verify` checks without the service. */
  receipt: object;
  /** Of an offer: `rsl`, `comp`, `odrl`, `tdmrep`, `robots`. */
  documents?: object;
  /** Of a quote: `low`, `high`, `currency`, `comparables`. */
  amount?: object;
  /** Of a report of use: `outcome`, `contradictions`. */
  check?: object;
  /** Of a settlement: it is recorded as stated, and not verified. */
  settled_as_stated?: true;
}

export interface OfferSearchAnswer extends Success, Omit<OfferSearchResult, "offers"> {
  /** `offer_id`, `offer`, `title` and `overlap` of each. */
  offers: object[];
}

/** A plan with its name. The operator may add texts. */
export interface NamedPlan extends Plan {
  /** Name of the plan. */
  name: string;
}

/** A report as a service signed it. */
export interface SignedReport extends SignedDigest {
  /** Path of the page of this report. */
  html_url: string;
}

export interface CreatedReport extends Success, SignedReport {
  /** The content of the report; absent if `format` is `html`. */
  bundle?: ReportDocument["bundle"];
  /** The HTML page, instead of the bundle, if `format` is `html`. */
  html?: string;
}

export interface VerificationAnswer extends Success {
  /** Kind of the document. */
  kind: "report" | "history" | "deal";
  /** Always `true`: the response to an invalid document is a problem. */
  verified: true;
  /** Ids of the signing keys. */
  keys: string[];
  /**
   * Whether all of these keys belong to this service, and no signature states a time at or after its key's retirement.
   */
  is_trusted: boolean;
  /**
   * Ids of retired keys that signed. Who has such a key can write an earlier time: only a copy or a time stamp from
   * before the retirement shows that the document existed then.
   *
   * @since 0.2.0
   */
  retired_keys: string[];
  /** Hash of the work that the document is about; `null` for a report without a registered work. */
  work_hash: Sha256 | null;
  /** For a report: the digest of its bundle. */
  digest?: Sha256;
  /** For a history or a receipt: the number of its entries. */
  entries?: Count;
  /** For a report: the engine versions of its results. */
  engines?: string[];
  /** For a report: whether this service's engine has that version. Another version may give other results. */
  is_same_engine?: boolean;
}

/** A public signing key of this service: a JSON Web Key (RFC 8037). */
export interface SigningKey {
  /** Id of the key: its thumbprint (RFC 7638). */
  kid: string;
  /** Type of the key. */
  kty: "OKP";
  /** Curve of the key. */
  crv: "Ed25519";
  /** The public key, 32 bytes in base64url. */
  x: string;
  /** Use of the key. */
  use: "sig";
  /** Algorithm of its signatures. */
  alg: "EdDSA";
  /**
   * When the key was made.
   *
   * @since 0.2.0
   */
  created_at: Timestamp;
  /**
   * From when on its signatures are not to be trusted; `null` where it is not retired.
   *
   * @since 0.2.0
   */
  retired_at: Timestamp | null;
}

/** Metadata of the authorization server (RFC 8414). */
export interface OauthMetadata {
  /** Address of the authorization server, `iss` of its tokens. */
  issuer: string;
  /** Address that issues tokens. */
  token_endpoint: string;
  /** Address of the public keys that verify tokens. */
  jwks_uri: string;
  /** Supported grants: only client credentials. */
  grant_types_supported: string[];
  /** Supported response types: `none`, since there is no authorization endpoint. */
  response_types_supported: string[];
  /** Supported methods of client authentication. */
  token_endpoint_auth_methods_supported: string[];
  /**
   * Address that revokes tokens (RFC 7009).
   *
   * @since 0.2.0
   */
  revocation_endpoint: string;
  /**
   * Supported methods of client authentication there.
   *
   * @since 0.2.0
   */
  revocation_endpoint_auth_methods_supported: string[];
  /**
   * Address that tells whether tokens are active (RFC 7662).
   *
   * @since 0.2.0
   */
  introspection_endpoint: string;
  /**
   * Supported methods of client authentication there.
   *
   * @since 0.2.0
   */
  introspection_endpoint_auth_methods_supported: string[];
  /** Scopes that a token may have. */
  scopes_supported: string[];
}

/** Metadata of the protected resource (RFC 9728). */
export interface ResourceMetadata {
  /** Address of the service. */
  resource: string;
  /** Issuers whose tokens the service accepts. */
  authorization_servers: string[];
  /** Scopes that a token may have. */
  scopes_supported: string[];
  /** How a token may be sent: in the header only. */
  bearer_methods_supported: string[];
}

/** Why a form about tokens was refused (RFC 6749, section 5.2). */
export interface TokenError {
  /** Error code for programs. */
  error: string;
  /** Description of the error. */
  error_description: string;
}
