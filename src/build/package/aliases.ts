/**
 * Names of entries that the next version will not have, and the entries that took them in. Each is a line that exports
 * from there what it exported itself, the same functions and types, marked as deprecated. To take one away, delete it
 * here and in `exports` of package.json.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** By entry and alias: the names that the alias exports. */
const ALIASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  documents: {
    audit: `
      AuditCorporaOptions AuditDocumentsOptions AuditFinding AuditItem AuditOptions AuditPassage AuditResult
      AuditRewording AuditRule AuditStatus AuditSummary AuditedItem EncodeOptions Encoder EncoderIdentity
      OpenAudit QuotationDifference QuotationGiven QuotationOptions QuotationResult QuotationStatus
      RewordedNumbers RewordedSentence RewordedVerdict auditCorpora auditDocuments checkQuotation openAudit`,
    cleaning: "Cause CleanOptions CleanResult Cut Decide RestoreResult cleanDataset restoreDataset",
    rights: `
      CrawlerRecords ReadRightsFile ReservedShare RightsConclusion RightsCounter RightsCrawler RightsFault
      RightsFile RightsFileKind RightsRequest RightsResult RightsSays RightsScan RightsStatement
      RightsStatementKind RightsUse ScanOptions StatedCorpus StatedValue StatementBlank StatementFormat
      StatementInputs StatementItem StatementRequest StatementSource TrainingStatement draftStatement
      openRightsCounter readRights scanRights`,
  },
  models: {
    connectors: `
      AskHost BudgetLimits ConfigHost Continuation DryRun Journal JournalEntry ModelAnswer ModelConfig
      ModelConnector ObservationsConnector ObservedContinuations ObservedText Plan PlannedConnector Questions
      Sampling ScoredText Spent TokenScore connectorFrom dryRun fileJournal fromObservations memoryJournal
      observedContinuations observedText parseModelConfig`,
    encoders: `
      EncodeOptions Encoder EncoderFolder EncoderIdentity HttpEncoderOptions InstallOptions KNOWN_ENCODERS
      KnownEncoder OnnxPeers ReadEncoderFile filesOf httpEncoder installEncoder onnxEncoder readFolder`,
  },
  corpus: {
    sketch: `
      Bands BandsRequest Candidate CandidatePair Deduplicator DeduplicatorOptions DuplicateLevel DuplicatePair
      DuplicatePart Interval JaccardEstimate Signature SignatureOptions SketchIndex bandsFor bandsOf
      estimateJaccard openDeduplicator probabilityFound signatureOf`,
  },
  service: {
    http: "BodyForm Handler HandlerOptions PageFiles Problem createHandler parseBody",
    registry: `
      AcceptRequest AcceptanceSignature AccountDocument Admission Attempt BatchTurn Burst Collection CopiedRecords
      Counter DealDocument DealEntry DealEvent DealKind DealOutcome DealRecord DealState DealVerification
      DecidedParts DecisionDocument DecisionRecord Decisions Delivery DeliveryDocument EmbeddedIssuer
      FailedAttempt FailedTask Finding FoundOffer HistoryDocument HistoryEntry HistoryRecord HistorySeal
      HistoryVerification Host IdempotencyRecord IdempotentRequest Introspection IntrospectionAnswer Job
      JobDocument JobKind JobLine Jobs KeptAnswer KeptError KeyDocument KeyMode KeyRecord KeyRequest KeySet
      LicenceIntrospection LicenceToken LicenceTokenRequest LicensedUse LicensedUser Marketplace MarketplaceEngine
      Message MessageAnswer Monitor MonitorChanges MonitorDocument MonitorRequest MonitorSettings Monitors
      NewWebhook OfferDocuments OfferOverlap OfferPayment OfferPrint OfferRequest OfferScope OfferSearchRequest
      OfferSearchResult Outgoing OutgoingPolicy Owned Page PageRequest Plan Plans PresentedToken PriceComparable
      Principal PublicKey QuoteRequest QuotedAmount RESULT_KINDS RecordStore RecordTypes Records RegisterRequest
      Registration Registry RegistryOptions ReportEntry ReportVerification ReportedUse Reports ResultDocument
      ResultKind ResultRecord RevocationAnswer RevokeRequest RevokedToken Run RunDocument RunReport SCOPES
      Schedule Scheduler SchedulerOptions Scope ServiceKey SettleRequest SettlementProof SigningKeyDocument
      StatusDay StatusLatency StatusList StatusPart StoredTenant TableName Tenant TimestampDocument
      TimestampOptions TimestampTrust TimestampVerification TokenAnswer TokenClaims TokenRequest Trigger
      TrustedIssuer TrustedKey TrustedKeys Usage UsageCheck UsageContradiction UsageEvidence UsageRequest
      Verification Watched WebhookChanges WebhookDocument WebhookEndpoint WebhookRequest Webhooks Work WorkContent
      WorkDocument Works copyRecords createMemoryStore createRegistry decisionOn guardedOutgoing openSqliteStore
      rateLimitHeaders requestTimestamp requireAdmitted requireScope signAcceptance signDecision verifyDocument
      verifyHistory verifyTimestamp verifyWebhook workResolver`,
    "registry/postgres": "PostgresOptions openPostgresStore",
    takedown: `
      CorpusState OverlappingDocument TakeDownOptions TakedownCertificate TakedownStatement TakedownVerification
      certificateText takeDown verifyTakedown`,
  },
  storage: {
    "storage/copies": "CopiedStorage CopyOptions openCopies",
    "storage/file": "createFileStorage openFileStorage pathOfFileUrl",
    "storage/http": "HttpStorageOptions openHttpStorage",
    "storage/memory": "createMemoryStorage",
    "storage/opfs": "openOpfsStorage",
    "storage/s3": "S3Credentials S3StorageOptions createS3Storage openS3Storage",
  },
};

/** Each alias with its entry and the names in it. */
export const DEPRECATED_ENTRIES = Object.entries(ALIASES).flatMap(([entry, aliases]) =>
  Object.entries(aliases).map(([alias, names]) => ({ alias, entry, names: names.trim().split(/\s+/) })),
);

/**
 * Writes the aliases and their types.
 *
 * @param values names of what each entry exports beside types
 */
export function writeAliases(folder: string, values: ReadonlyMap<string, readonly string[]>): void {
  for (const { alias, entry, names } of DEPRECATED_ENTRIES) {
    const from = `"${alias.includes("/") ? "../" : "./"}${entry}.js"`;
    const kept = names.filter((name) => values.get(entry)!.includes(name));
    const types = names.map((name) => `/** @deprecated Use spolia/${entry} */ ${name}`);
    mkdirSync(dirname(join(folder, alias)), { recursive: true });
    writeFileSync(join(folder, `${alias}.js`), `export { ${kept.join(", ")} } from ${from};\n`);
    writeFileSync(join(folder, `${alias}.d.ts`), `export { ${types.join(", ")} } from ${from};\n`);
  }
}
