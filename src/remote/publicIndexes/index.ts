/** `spolia/public-indexes`: what do public indexes hold of a text, and what else points at it? */
export { openPublicCorpus, type PlannedRequests, type PublicCorpus, type PublicCorpusOptions } from "./corpus.ts";
export {
  type CapturesFound,
  type CapturesOptions,
  type FoundCapture,
  findCaptures,
  planCaptures,
} from "./leads/captures.ts";
export type { LeadOptions, PlannedLeads } from "./leads/lead.ts";
export { type FoundRow, findRows, planRows, type RowsFound, type RowsOptions } from "./leads/rows.ts";
export {
  type FoundTitle,
  findTitles,
  type SoughtWork,
  type TitleList,
  type TitleMatch,
  type TitlesFound,
} from "./leads/titles.ts";
export type { IndexAnswers } from "./record.ts";
export { searchableIndexes } from "./searchable.ts";
