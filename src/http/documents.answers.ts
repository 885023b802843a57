/** Forms that only answers over HTTP have. */
import type { TrainedDataset, TrainingPath } from "../catalogue/lineage.ts";
import type { Jurisdiction, Source } from "../catalogue/records.ts";
import type { AnalyzeResult } from "../contract/analyze.ts";
import type { CanaryCommitment, CanarySecret } from "../contract/canary.ts";
import type { Base64, Count, Sha256 } from "../contract/common.ts";
import type { CorpusInfo, UnreadInputs } from "../contract/corpus.ts";
import type { ReportDocument } from "../contract/report.ts";
import type { WebhookWithSecret } from "../registry/endpoints.ts";
import type { JobDocument } from "../registry/jobs.ts";
import type { MonitorDocument, RunDocument } from "../registry/monitors.ts";
import type { Plan } from "../registry/plans.ts";
import type { ResultDocument } from "../registry/works.ts";
import type { Problem } from "./problems.ts";

/** What every answer has that is no problem document. */
export interface Success {
  /** Always `true`; a problem document has `false`. */
  success: true;
}

/** Paths of what usually comes next. */
interface NextSteps {
  /** Path that registers the content, so that later requests can name it by its hash. */
  register_content: string;
  /** Path that makes a monitor of a registered work. */
  setup_monitoring: string;
}

export interface AnalyzeAnswer extends Success, AnalyzeResult {
  next_steps: NextSteps;
}

/** A request of the batch that was answered. */
export interface BatchResult extends Success {
  /** Place of the request in the batch, from 0. */
  index: Count;
  /** What `analyze` answers. */
  result: AnalyzeResult;
}

/** A request of the batch that could not be answered. */
export interface BatchProblem {
  /** Place of the request in the batch, from 0. */
  index: Count;
  /** Always `false`. */
  success: false;
  /** Why there is no answer. */
  problem: Problem;
}

export interface NewCanary extends Success, CanaryCommitment {
  /** `ca_` id of the canary, by which its test names it. */
  canary_id: string;
  /** The string to publish in the work. */
  publish: string;
  /** What proves the canary later. It is shown once and not kept. */
  secret: CanarySecret;
}

/** Passages of the content in one corpus, as `analyze` finds them. */
export type SearchAnswer = Success &
  Pick<AnalyzeResult, "matches" | "coverage" | "offset_unit" | "completeness" | "method">;

/** What a job works on, how far it has come and what it came to. */
export interface JobState extends Omit<JobDocument, "input" | "result" | "error"> {
  /** What the job works on, by its kind: `corpus` of a verification, `monitor_id` of a run. */
  input: object;
  /** What a job that is done came to; `null` before. */
  result: object | null;
  /** Why a job failed; `null` where it did not. */
  problem: Problem | null;
}

/** One run of a monitor. */
export interface MonitorRun extends Omit<RunDocument, "error"> {
  /** Why the run failed; `null` where it did not. */
  problem: Problem | null;
}

export interface NewMonitor extends Success, MonitorDocument {
  /** The webhook that was made for `webhook_url`, with its secret; `null` where none was made. */
  webhook: WebhookWithSecret | null;
}

/** A result as it is kept and answered. */
export interface StoredResult extends Omit<ResultDocument, "request" | "result"> {
  /** The request, each text replaced by its hash; `null` where it was not kept. */
  request: object | null;
  /** The result as it was answered. */
  result: object;
}

/** What was not read when a corpus was built, counted. Names of files are not published. */
type UnreadCounts = Omit<UnreadInputs, "first">;

/** A corpus in figures. */
export interface PublishedCorpus extends Omit<CorpusInfo, "unread"> {
  /** What was not read when documents were taken from files; `null` where that was not recorded. */
  unread: UnreadCounts | null;
}

export interface FingerprintAnswer extends Success {
  /** `spolia1_` id: equal for texts that fold to the same words. */
  fingerprint: string;
  /** ISCC Text-Code (ISO 24138), 64 bits. */
  iscc: string;
  /** Words of the text. */
  words: Count;
  /** The fingerprint itself, which stands for the text in `compare` and `score`. */
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
  /** Datasets of the model's own edges and of those that it inherits. */
  datasets: LineageDataset[];
}

/** A model that trained on a dataset, and the way from the one to the other. */
interface DatasetModel extends Omit<TrainingPath, "dataset" | "trainedDataset" | "datasetEnd"> {
  /** Id of the dataset that the edge names: the one that was asked for, or one that contains it. */
  trained_dataset: string;
  /** Last month of `trained_dataset`, `YYYY-MM`; `null` where nobody has established it. */
  dataset_end: string | null;
}

export interface DatasetModels extends Success {
  /** Id of the dataset that was asked for. */
  dataset: string;
  /** Revision of the catalogue. */
  catalogue: string;
  /** Models that trained on it, those with the strongest evidence first. */
  models: DatasetModel[];
}

export interface JurisdictionAnswer extends Success {
  /** The code as it was asked for. */
  code: string;
  /** Code of the record that was applied: the same, or that of a larger whole. */
  applied: string;
  record: Jurisdiction;
  /** Says that the record is that of a larger whole; empty where it is the code's own. */
  caveats: string[];
}

/** A source and its line in a list of references. */
export interface CitedSource extends Source {
  /** The source in one line. */
  citation: string;
}

/**
 * A calibration with all its numbers: whoever has it can compute a confidence again.
 *
 * @open
 */
export interface PublishedCalibration {
  /** Name of the calibration, as `method.calibration` of a result has it. */
  name: string;
  /** Version of the calibration's form; absent in the first. */
  version?: Count;
}

/** A plan by its name. The operator may add words of their own. */
export interface NamedPlan extends Plan {
  /** Name of the plan. */
  name: string;
}

/** What every form of a report has: its id, its digest and its signature. */
export interface SignedReport extends Omit<ReportDocument, "bundle"> {
  /** Path of the page of this report. */
  html_url: string;
}

export interface NewReport extends Success, SignedReport {
  /** What the report says; absent where `format` asks for the page. */
  bundle?: ReportDocument["bundle"];
  /** The page, in place of the bundle, where `format` asks for it. */
  html?: string;
}

export interface VerificationAnswer extends Success {
  /** What the document is. */
  kind: "report" | "history";
  /** Always `true`: a document that does not hold is answered by a problem. */
  verified: true;
  /** Ids of the keys that signed. */
  keys: string[];
  /** Whether all of these keys are this service's. */
  is_trusted: boolean;
  /** Hash of the work that the document is about; `null` for a report about no registered work. */
  work_hash: Sha256 | null;
  /** Of a report: the digest of its bundle. */
  digest?: Sha256;
  /** Of a history: how many entries it has. */
  entries?: Count;
  /** Of a report: versions of the engine that answered, as results name them. */
  engines?: string[];
  /** Of a report: whether this service's engine is of that version. Another one may answer otherwise. */
  is_same_engine?: boolean;
}

/** A public key that this service signs with: a JSON Web Key (RFC 8037). */
export interface SigningKey {
  /** Id of the key: the thumbprint of RFC 7638. */
  kid: string;
  /** Type of the key. */
  kty: "OKP";
  /** Curve of the key. */
  crv: "Ed25519";
  /** The public key, 32 bytes in base64url. */
  x: string;
  /** What the key is for. */
  use: "sig";
  /** Algorithm of its signatures. */
  alg: "EdDSA";
}

/** Metadata of the authorization server (RFC 8414). */
export interface OauthMetadata {
  /** Address of the authorization server, `iss` of its tokens. */
  issuer: string;
  /** Address that issues tokens. */
  token_endpoint: string;
  /** Address of the public keys that tokens are signed with. */
  jwks_uri: string;
  /** Grants that are supported: client credentials alone. */
  grant_types_supported: string[];
  /** Response types that are supported: none. */
  response_types_supported: string[];
  /** Ways in which a client may name itself. */
  token_endpoint_auth_methods_supported: string[];
  /** Scopes that a token may have. */
  scopes_supported: string[];
}

/** Why no token was issued (RFC 6749, section 5.2). */
export interface TokenError {
  /** Code of the error, for programs. */
  error: string;
  /** What is wrong, in words. */
  error_description: string;
}
