/**
 * The documents of the interface over HTTP, by the names that they have among the components of the OpenAPI document.
 * Their shapes and texts are generated from here by `contract.build.ts`.
 */

import type { TrainedDataset, TrainingPath } from "../catalogue/lineage.ts";
import type { Dataset, Jurisdiction, Model, Provider, Source } from "../catalogue/records.ts";
import type { AnalyzeOptions, AnalyzeRequest, AnalyzeResult } from "../contract/analyze.ts";
import type { AssessRequest, AssessResult } from "../contract/assess.ts";
import type {
  AskedModel,
  CanaryCommitment,
  CanaryPoolRequest,
  CanarySecret,
  CanaryTestResult,
} from "../contract/canary.ts";
import type { Base64, ContentMetadata, ContentType, Count, Sha256 } from "../contract/common.ts";
import type { CompareRequest, CompareResult, CompareSide } from "../contract/compare.ts";
import type { CorpusInfo, DocumentInfo, UnreadInputs } from "../contract/corpus.ts";
import type { ExtractRequest, ExtractResult } from "../contract/extract.ts";
import type { MonitorChanges, MonitorRequest, WebhookChanges, WebhookRequest } from "../contract/monitor.ts";
import type { ProbeRequest, ProbeResult } from "../contract/probe.ts";
import type { ReportDocument, ReportRequest } from "../contract/report.ts";
import type { ScoreRequest, ScoreResult } from "../contract/score.ts";
import type { RegisterRequest } from "../contract/work.ts";
import type { Page } from "../registry/cursor.ts";
import type { DeliveryDocument, WebhookDocument, WebhookWithSecret } from "../registry/endpoints.ts";
import type { JobDocument } from "../registry/jobs.ts";
import type { KeyDocument, KeyRequest } from "../registry/keys.ts";
import type { MonitorDocument, RunDocument } from "../registry/monitors.ts";
import type { TokenGrant } from "../registry/oauth.ts";
import type { Plan } from "../registry/plans.ts";
import type { Usage } from "../registry/records.ts";
import type { ReportEntry } from "../registry/reports.ts";
import type { Registration, ResultDocument, WorkDocument } from "../registry/works.ts";
import type { Problem } from "./problems.ts";
import type { ServiceStatus } from "./status.ts";

/** What every answer has that is no problem document. */
interface Success {
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

interface AnalyzeAnswer extends Success, AnalyzeResult {
  next_steps: NextSteps;
}

/** A request of the batch that was answered. */
interface BatchResult extends Success {
  /** Place of the request in the batch, from 0. */
  index: Count;
  /** What `analyze` answers. */
  result: AnalyzeResult;
}

/** A request of the batch that could not be answered. */
interface BatchProblem {
  /** Place of the request in the batch, from 0. */
  index: Count;
  /** Always `false`. */
  success: false;
  /** Why there is no answer. */
  problem: Problem;
}

interface NewCanary extends Success, CanaryCommitment {
  /** `ca_` id of the canary, by which its test names it. */
  canary_id: string;
  /** The string to publish in the work. */
  publish: string;
  /** What proves the canary later. It is shown once and not kept. */
  secret: CanarySecret;
}

/** Passages of the content in one corpus, as `analyze` finds them. */
type SearchAnswer = Success & Pick<AnalyzeResult, "matches" | "coverage" | "offset_unit" | "completeness" | "method">;

/** What a job works on, how far it has come and what it came to. */
interface JobState extends Omit<JobDocument, "input" | "result" | "error"> {
  /** What the job works on, by its kind: `corpus` of a verification, `monitor_id` of a run. */
  input: object;
  /** What a job that is done came to; `null` before. */
  result: object | null;
  /** Why a job failed; `null` where it did not. */
  problem: Problem | null;
}

/** One run of a monitor. */
interface MonitorRun extends Omit<RunDocument, "error"> {
  /** Why the run failed; `null` where it did not. */
  problem: Problem | null;
}

interface NewMonitor extends Success, MonitorDocument {
  /** The webhook that was made for `webhook_url`, with its secret; `null` where none was made. */
  webhook: WebhookWithSecret | null;
}

/** A result as it is kept and answered. */
interface StoredResult extends Omit<ResultDocument, "request" | "result"> {
  /** The request, each text replaced by its hash; `null` where it was not kept. */
  request: object | null;
  /** The result as it was answered. */
  result: object;
}

/** What was not read when a corpus was built, counted. Names of files are not published. */
type UnreadCounts = Omit<UnreadInputs, "first">;

/** A corpus in figures. */
interface PublishedCorpus extends Omit<CorpusInfo, "unread"> {
  /** What was not read when documents were taken from files; `null` where that was not recorded. */
  unread: UnreadCounts | null;
}

interface FingerprintAnswer extends Success {
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

interface ModelLineage extends Success {
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

interface DatasetModels extends Success {
  /** Id of the dataset that was asked for. */
  dataset: string;
  /** Revision of the catalogue. */
  catalogue: string;
  /** Models that trained on it, those with the strongest evidence first. */
  models: DatasetModel[];
}

interface JurisdictionAnswer extends Success {
  /** The code as it was asked for. */
  code: string;
  /** Code of the record that was applied: the same, or that of a larger whole. */
  applied: string;
  record: Jurisdiction;
  /** Says that the record is that of a larger whole; empty where it is the code's own. */
  caveats: string[];
}

/** A source and its line in a list of references. */
interface CitedSource extends Source {
  /** The source in one line. */
  citation: string;
}

/**
 * A calibration with all its numbers: whoever has it can compute a confidence again.
 *
 * @open
 */
interface PublishedCalibration {
  /** Name of the calibration, as `method.calibration` of a result has it. */
  name: string;
  /** Version of the calibration's form; absent in the first. */
  version?: Count;
}

/** A plan by its name. The operator may add words of their own. */
interface NamedPlan extends Plan {
  /** Name of the plan. */
  name: string;
}

/** What every form of a report has: its id, its digest and its signature. */
interface SignedReport extends Omit<ReportDocument, "bundle"> {
  /** Path of the page of this report. */
  html_url: string;
}

interface NewReport extends Success, SignedReport {
  /** What the report says; absent where `format` asks for the page. */
  bundle?: ReportDocument["bundle"];
  /** The page, in place of the bundle, where `format` asks for it. */
  html?: string;
}

interface VerificationAnswer extends Success {
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
interface SigningKey {
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
interface OauthMetadata {
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

/** Documents of answers. */
export interface AnswerDocuments {
  AnalyzeAnswer: AnalyzeAnswer;
  /** A line of the answer to a batch. */
  BatchLine: BatchResult | BatchProblem;
  ScoreAnswer: Success & ScoreResult;
  CompareAnswer: Success & CompareResult;
  AssessAnswer: Success & AssessResult;
  ExtractAnswer: Success & ExtractResult;
  ProbeAnswer: Success & ProbeResult;
  NewCanary: NewCanary;
  CanaryTestAnswer: Success & CanaryTestResult;
  RegisterAnswer: Success & Registration;
  Removed: Success & {
    /** Always `true`. */
    deleted: true;
  };
  WorkPage: Success & Page<WorkDocument>;
  WorkAnswer: Success & WorkDocument;
  WorkHistory: Success & {
    /**
     * Signed entries, each with the hash of the one before, and a seal. `spolia verify FILE` checks it without this
     * service.
     */
    history: Registration["receipt"];
  };
  AnalyzeWorkAnswer: Success & AnalyzeResult;
  NewMonitor: NewMonitor;
  MonitorPage: Success & Page<MonitorDocument>;
  MonitorAnswer: Success & MonitorDocument;
  RunPage: Success & Page<MonitorRun>;
  JobAnswer: Success & JobState;
  JobPage: Success & Page<JobState>;
  NewWebhook: Success & WebhookWithSecret;
  WebhookPage: Success & Page<WebhookDocument>;
  WebhookAnswer: Success & WebhookDocument;
  DeliveryAnswer: Success & DeliveryDocument;
  DeliveryPage: Success & Page<DeliveryDocument>;
  ResultPage: Success & Page<StoredResult>;
  ResultAnswer: Success & StoredResult;
  CorpusPage: Success & Page<PublishedCorpus>;
  CorpusAnswer: Success & { corpus: PublishedCorpus };
  SearchAnswer: SearchAnswer;
  CorpusDocumentAnswer: Success & { document: DocumentInfo };
  FingerprintAnswer: FingerprintAnswer;
  ProviderPage: Success & Page<Provider>;
  ModelPage: Success & Page<Model>;
  DatasetPage: Success & Page<Dataset>;
  JurisdictionPage: Success & Page<Jurisdiction>;
  ModelAnswer: Success & { model: Model };
  ModelLineage: ModelLineage;
  DatasetAnswer: Success & { dataset: Dataset };
  DatasetModels: DatasetModels;
  JurisdictionAnswer: JurisdictionAnswer;
  SourceAnswer: Success & { source: CitedSource };
  CalibrationAnswer: Success & { calibration: PublishedCalibration };
  NewKey: Success &
    KeyDocument & {
      /** The key itself. It is shown once and kept nowhere. */
      key: string;
    };
  KeyPage: Success & Page<KeyDocument>;
  UsagePage: Success & Page<Usage>;
  Plans: Success & {
    /** Every plan of this service. */
    plans: NamedPlan[];
  };
  ReportAnswer: NewReport;
  ReportPage: Success & Page<ReportEntry>;
  Report: Success & ReportDocument & Pick<SignedReport, "html_url">;
  Verification: VerificationAnswer;
  SigningKeys: Success & {
    /** The keys, the newest first. */
    keys: SigningKey[];
  };
  Token: TokenGrant;
  TokenError: TokenError;
  OauthMetadata: OauthMetadata;
  Status: Success & ServiceStatus;
  Problem: Problem;
  /** Says that the service is there. */
  Health: {
    /** Always `pass`: a service that is not there does not answer. */
    status: "pass";
  };
  /** An OpenAPI document. */
  OpenApi: {
    /** Version of OpenAPI. */
    openapi: string;
    [field: string]: unknown;
  };
  /** A page of HTML. */
  HtmlPage: string;
}

/** Many requests to `analyze`. */
interface BatchRequest {
  /** The requests, answered in this order. */
  requests: AnalyzeRequest[];
}

/** What a canary is made from; the service chooses the seed. */
interface NewCanaryRequest extends Omit<CanaryPoolRequest, "seed"> {
  /** `sha256:` hash of a registered work, in whose history the commitment is noted. */
  work_hash?: Sha256;
}

/** A canary that is revealed, and scores of a model. */
interface OneCanaryTest extends AskedModel {
  /** What `createCanary` showed as `secret`. */
  secret: CanarySecret;
  /**
   * Ranks (1 is the best) that strings reached which this model is known to have been trained on as often, in pools of
   * as many strings. They give the power of the test.
   */
  positive_ranks?: number[];
  /** The statistic at each string of the pool, in its order; larger means more like seen. */
  scores: number[];
}

/** A text to search one corpus for. */
interface SearchRequest {
  /** The text itself, up to 32 MiB of UTF-8. */
  content: string;
  /** How to read `content`; `text` when absent. */
  content_type?: ContentType;
  /** Most passages to list, 1 to 10,000; 100 when absent. */
  max_matches?: Count;
}

/** A text to make a fingerprint of. */
interface FingerprintRequest {
  /** The text itself, up to 32 MiB of UTF-8. */
  content: string;
}

/** How a registered work is to be analysed. */
interface AnalyzeWorkRequest {
  options?: AnalyzeOptions;
}

/** The client-credentials grant (RFC 6749, section 4.4). */
interface TokenForm {
  /** Always `client_credentials`. */
  grant_type: "client_credentials";
  /** Id of a key, where it is not sent with HTTP Basic. */
  client_id?: string;
  /** The key, where it is not sent with HTTP Basic. */
  client_secret?: string;
  /** Scopes that the token is to have, separated by spaces; all of the key's when absent. */
  scope?: string;
}

/**
 * Documents of requests, and parts of them that have a name. Their schemas are written by hand: only their texts are
 * generated.
 */
export interface RequestDocuments {
  AnalyzeOptions: AnalyzeOptions;
  ContentMetadata: ContentMetadata;
  CompareSide: CompareSide;
  AnalyzeRequest: AnalyzeRequest;
  BatchRequest: BatchRequest;
  ScoreRequest: ScoreRequest;
  CompareRequest: CompareRequest;
  AssessRequest: AssessRequest;
  ExtractRequest: ExtractRequest;
  ProbeRequest: ProbeRequest;
  NewCanaryRequest: NewCanaryRequest;
  CanaryTestRequest: OneCanaryTest;
  RegisterRequest: RegisterRequest;
  AnalyzeWorkRequest: AnalyzeWorkRequest;
  MonitorRequest: MonitorRequest;
  MonitorChanges: MonitorChanges;
  WebhookRequest: WebhookRequest;
  WebhookChanges: WebhookChanges;
  SearchRequest: SearchRequest;
  FingerprintRequest: FingerprintRequest;
  KeyRequest: KeyRequest;
  ReportRequest: ReportRequest;
  /** A report, a history or a receipt; or the answer that it came in. */
  VerifyRequest: object;
  TokenRequest: TokenForm;
}
