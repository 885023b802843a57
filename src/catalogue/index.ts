/**
 * `spolia/catalogue`: who trained on what, by whose word? An entry of its own, so that the records load only where they
 * are used.
 */
export type { EvidenceClass, Inclusion } from "../base/contract/operations/analyze.ts";
export { type AskedTraining, askedTraining } from "./asked.ts";
export { type Catalogue, type Citation, loadCatalogue } from "./catalogue.ts";
export { changesBetween, type TableChanges } from "./feed/changes.ts";
export { FEED_BYTES_MAX, type OpenedFeed, openFeed } from "./feed/feed.ts";
export { type CatalogueFeed, type FeedSigner, signedFeed } from "./feed/sign.ts";
export type { AgedRecord, AgedRecords } from "./graph/age.ts";
export type { DomainAnswer, DomainListHead, DomainMention, DomainModel, NamedDomain } from "./graph/domains.ts";
export { type Exclusion, excludedByDate, exclusionOf, type KnownOfText } from "./graph/exclusion.ts";
export type { AppliedJurisdiction } from "./graph/jurisdictions.ts";
export type { TrainedDataset, TrainingPath, UpstreamDataset } from "./graph/lineage.ts";
export {
  type Ledger,
  type LedgerDataset,
  type LedgerEdge,
  type LedgerModel,
  type LedgerPortion,
  type LedgerProvider,
  type LedgerSource,
  parseLedger,
} from "./ledger/ledger.ts";
export { ledgerJsonSchema } from "./ledger/ledgerSchema.ts";
export type {
  CatalogueRecords as Records,
  Dataset,
  DomainList,
  Edge,
  IndexReference,
  Lookup,
  Model,
  Period,
  Portion,
  Provider,
  Source,
} from "./ledger/records.ts";
export type {
  CourtCase,
  Crawler,
  Jurisdiction,
  MemorisationFinding,
  Rate,
  Regime,
  SearchIndex,
} from "./ledger/references.ts";
export { SHIPPED_DAY } from "./ledger/shipped.ts";
export { acceptProposals, parseProposals } from "./proposals/accept.ts";
export { type CardEntry, HUB_CARD_BYTES_MAX, readCard } from "./proposals/card.ts";
export { type GivenCard, type Proposal, type Proposals, proposalsOf } from "./proposals/propose.ts";
export type { ResolvedName } from "./proposals/resolve.ts";
