/**
 * The documents of the HTTP interface, by their component names in the OpenAPI document.
 * `src/build/contract/contract.ts` generates their shapes and descriptions from these interfaces.
 */

import type { ContentMetadata, TextSection } from "../../../base/contract/common.ts";
import type { AnalyzeOptions, AnalyzeResult } from "../../../base/contract/operations/analyze.ts";
import type { AuditItem } from "../../../base/contract/operations/audit.ts";
import type { CanarySecret, CanaryTestResult, OrderSecret } from "../../../base/contract/operations/canary.ts";
import type { CompareSide } from "../../../base/contract/operations/compare.ts";
import type { ObservationCustody } from "../../../base/contract/operations/custody.ts";
import type { Decision } from "../../../base/contract/operations/decision.ts";
import type { ChannelObservation, ObservedRate } from "../../../base/contract/operations/observation.ts";
import type { ProbeText, RecordedScores } from "../../../base/contract/operations/probe.ts";
import type { QuotationResult } from "../../../base/contract/operations/quotation.ts";
import type { OperationName, RequestOf, ResultOf } from "../../../base/contract/operations.ts";
import type { DocumentInfo } from "../../../base/contract/resources/corpus.ts";
import type {
  AcceptRequest,
  LicenceTokenRequest,
  OfferRequest,
  OfferScope,
  OfferSearchRequest,
  QuoteRequest,
  RevokeRequest,
  SettleRequest,
  UsageRequest,
} from "../../../base/contract/resources/marketplace.ts";
import type {
  MonitorChanges,
  MonitorRequest,
  WebhookChanges,
  WebhookRequest,
} from "../../../base/contract/resources/monitor.ts";
import type { ReportDocument, ReportRequest } from "../../../base/contract/resources/report.ts";
import type { RightsFile, RightsRequest, RightsResult } from "../../../base/contract/resources/rights.ts";
import type { StatementRequest, TrainingStatement } from "../../../base/contract/resources/trainingStatement.ts";
import type { RegisterRequest, WorkDocument } from "../../../base/contract/resources/work.ts";
import type { CatalogueFeed } from "../../../catalogue/feed/sign.ts";
import type { Dataset, Model, Provider } from "../../../catalogue/ledger/records.ts";
import type { Jurisdiction } from "../../../catalogue/ledger/references.ts";
import type { AccountDocument } from "../../accounts/accounts.ts";
import type { KeyDocument, KeyRequest } from "../../accounts/keys.ts";
import type { TokenGrant } from "../../accounts/oauth.ts";
import type { Introspection } from "../../accounts/revocation.ts";
import type { DealEntry } from "../../deals/outcome.ts";
import type { LicenceIntrospection, LicenceToken, StatusList } from "../../deals/token.ts";
import type { DeliveryDocument, WebhookDocument } from "../../deliveries/endpoints.ts";
import type { EventTime, FindingChanged, MonitorFailing, WebhookTested } from "../../deliveries/events.ts";
import type { MonitorDocument } from "../../jobs/monitors.ts";
import type { Page } from "../../store/cursor.ts";
import type { Usage } from "../../store/records.ts";
import type { DecisionDocument } from "../../works/decisions.ts";
import type { ReportEntry } from "../../works/reports.ts";
import type { Registration } from "../../works/works.ts";
import type { Problem } from "../answer/problems.ts";
import type { ServiceStatus } from "../pages/status.ts";
import type {
  AnalyzeAnswer,
  BatchProblem,
  BatchResult,
  CitedSource,
  CreatedReport,
  DatasetModels,
  DealAnswer,
  DomainLists,
  FingerprintAnswer,
  IndexQueryAnswer,
  JobState,
  JurisdictionAnswer,
  LeadsAnswer,
  ModelLineage,
  MonitorRun,
  NamedPlan,
  NewCanary,
  NewMonitor,
  OauthMetadata,
  OfferSearchAnswer,
  PublishedCalibration,
  PublishedCorpus,
  ResourceMetadata,
  SearchAnswer,
  SignedReport,
  SigningKey,
  StoredResult,
  Success,
  TokenError,
  VerificationAnswer,
  WebhookShownOnce,
} from "./answerTexts.ts";
import type {
  AccountChanges,
  AnalyzeWorkRequest,
  AuditRequest,
  BatchRequest,
  FingerprintRequest,
  IndexQuery,
  LeadList,
  LeadsRequest,
  LicenceIntrospectionRequest,
  NewCanaryRequest,
  OneCanaryTest,
  PresentedTokenForm,
  QuotationRequest,
  SearchRequest,
  TokenForm,
} from "./requestTexts.ts";

/** All operations except `identify`: over HTTP, registering a work identifies it. */
export type ServedName = Exclude<OperationName, "identify">;

/** A response with a result. */
type OperationAnswer<Result> = Success & Result;

/** Documents by names such as `AssessAnswer` and `AssessRequest`. */
type OperationAnswers = { [Name in ServedName as `${Capitalize<Name>}Answer`]: OperationAnswer<ResultOf<Name>> };
type OperationRequests = { [Name in ServedName as `${Capitalize<Name>}Request`]: RequestOf<Name> };

/** Documents of responses. That of `analyze` has further fields. */
export interface AnswerDocuments extends OperationAnswers {
  AnalyzeAnswer: AnalyzeAnswer;
  /** A line of the response to a batch. */
  BatchLine: BatchResult | BatchProblem;
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
     * Signed entries, each with the hash of the previous one, and a seal. `spolia evidence verify FILE` checks the
     * history without this service.
     */
    history: Registration["receipt"];
  };
  AnalyzeWorkAnswer: Success & AnalyzeResult;
  DecisionAnswer: Success & DecisionDocument;
  DecisionPage: Success & Page<DecisionDocument>;
  NewMonitor: NewMonitor;
  MonitorPage: Success & Page<MonitorDocument>;
  MonitorAnswer: Success & MonitorDocument;
  RunPage: Success & Page<MonitorRun>;
  JobAnswer: Success & JobState;
  JobPage: Success & Page<JobState>;
  NewWebhook: Success & WebhookShownOnce;
  WebhookPage: Success & Page<WebhookDocument>;
  WebhookAnswer: Success & WebhookDocument;
  DeliveryAnswer: Success & DeliveryDocument;
  DeliveryPage: Success & Page<DeliveryDocument>;
  ResultPage: Success & Page<StoredResult>;
  ResultAnswer: Success & StoredResult;
  CorpusPage: Success & Page<PublishedCorpus>;
  CorpusAnswer: Success & { corpus: PublishedCorpus };
  IndexQueryAnswer: IndexQueryAnswer;
  SearchAnswer: SearchAnswer;
  CorpusDocumentAnswer: Success & { document: DocumentInfo };
  QuotationAnswer: Success & QuotationResult;
  RightsAnswer: Success & RightsResult;
  StatementAnswer: Success & TrainingStatement;
  LeadsAnswer: LeadsAnswer;
  DealAnswer: DealAnswer;
  DealPage: Success & Page<DealEntry>;
  OfferSearchAnswer: OfferSearchAnswer;
  LicenceTokenAnswer: Success & LicenceToken;
  LicenceIntrospectionAnswer: Success & LicenceIntrospection;
  LicenceStatusList: Success & StatusList;
  FingerprintAnswer: FingerprintAnswer;
  ProviderPage: Success & Page<Provider>;
  ModelPage: Success & Page<Model>;
  DatasetPage: Success & Page<Dataset>;
  JurisdictionPage: Success & Page<Jurisdiction>;
  ModelAnswer: Success & { model: Model };
  ModelLineage: ModelLineage;
  DatasetAnswer: Success & { dataset: Dataset };
  DatasetModels: DatasetModels;
  DomainLists: DomainLists;
  JurisdictionAnswer: JurisdictionAnswer;
  CatalogueFeedAnswer: Success & {
    /** The records and their signature. */
    feed: CatalogueFeed;
  };
  SourceAnswer: Success & { source: CitedSource };
  CalibrationAnswer: Success & { calibration: PublishedCalibration };
  NewKey: Success &
    KeyDocument & {
      /** The key itself. It is shown only once and is not stored: `null` in the response to a repeated request. */
      key: string | null;
    };
  KeyPage: Success & Page<KeyDocument>;
  AccountPage: Success & Page<AccountDocument>;
  AccountAnswer: Success & AccountDocument;
  UsagePage: Success & Page<Usage>;
  Plans: Success & {
    /** All plans of this service. */
    plans: NamedPlan[];
  };
  ReportAnswer: CreatedReport;
  ReportPage: Success & Page<ReportEntry>;
  Report: Success & ReportDocument & Pick<SignedReport, "html_url">;
  Verification: VerificationAnswer;
  SigningKeys: Success & {
    /** The keys, the newest first. */
    keys: SigningKey[];
  };
  Token: TokenGrant;
  TokenError: TokenError;
  /** An empty object, whether or not there was such a token (RFC 7009, section 2.2). */
  Revoked: object;
  Introspection: Introspection;
  OauthMetadata: OauthMetadata;
  ResourceMetadata: ResourceMetadata;
  Status: Success & ServiceStatus;
  Problem: Problem;
  /** States that the service is alive or ready. */
  Health: {
    /** `warn`: ready, but a node of a cluster or the host of a model does not answer. */
    status: "pass" | "warn";
  };
  /** An OpenAPI document. */
  OpenApi: {
    /** Version of OpenAPI. */
    openapi: string;
    [field: string]: unknown;
  };
  /** An HTML page. */
  HtmlPage: string;
}

/** Documents that the service sends to webhooks. */
export interface MessageDocuments {
  FindingChangedMessage: EventTime & FindingChanged;
  MonitorFailingMessage: EventTime & MonitorFailing;
  WebhookTestMessage: EventTime & WebhookTested;
}

/**
 * Documents of requests, and their named parts. Their schemas are written by hand; only the descriptions are generated.
 */
export interface RequestDocuments extends OperationRequests {
  AnalyzeOptions: AnalyzeOptions;
  CanarySecret: CanarySecret;
  ChannelObservation: ChannelObservation;
  CompareSide: CompareSide;
  ContentMetadata: ContentMetadata;
  ObservationCustody: ObservationCustody;
  ObservedRate: ObservedRate;
  TextSection: TextSection;
  OrderSecret: OrderSecret;
  ProbeText: ProbeText;
  RecordedScores: RecordedScores;
  BatchRequest: BatchRequest;
  NewCanaryRequest: NewCanaryRequest;
  CanaryTestRequest: OneCanaryTest;
  RegisterRequest: RegisterRequest;
  AnalyzeWorkRequest: AnalyzeWorkRequest;
  DecisionRequest: Decision;
  MonitorRequest: MonitorRequest;
  MonitorChanges: MonitorChanges;
  WebhookRequest: WebhookRequest;
  WebhookChanges: WebhookChanges;
  IndexQuery: IndexQuery;
  LeadList: LeadList;
  LeadsRequest: LeadsRequest;
  SearchRequest: SearchRequest;
  AuditItem: AuditItem;
  AuditRequest: AuditRequest;
  QuotationRequest: QuotationRequest;
  RightsFile: RightsFile;
  RightsRequest: RightsRequest;
  StatementRequest: StatementRequest;
  OfferScope: OfferScope;
  OfferRequest: OfferRequest;
  OfferSearchRequest: OfferSearchRequest;
  QuoteRequest: QuoteRequest;
  AcceptRequest: AcceptRequest;
  LicenceTokenRequest: LicenceTokenRequest;
  LicenceIntrospectionRequest: LicenceIntrospectionRequest;
  UsageRequest: UsageRequest;
  RevokeRequest: RevokeRequest;
  SettleRequest: SettleRequest;
  FingerprintRequest: FingerprintRequest;
  KeyRequest: KeyRequest;
  AccountChanges: AccountChanges;
  ReportRequest: ReportRequest;
  /** A report, a history or a receipt; or the response that contains it. */
  VerifyRequest: object;
  TokenRequest: TokenForm;
  PresentedToken: PresentedTokenForm;
}
