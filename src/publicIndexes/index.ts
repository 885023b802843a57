/** `spolia/public-indexes`: what do public indexes hold of a text? */
export { openPublicCorpus, type PlannedRequests, type PublicCorpus, type PublicCorpusOptions } from "./corpus.ts";
export type { IndexAnswers } from "./record.ts";
export { searchableIndexes } from "./searchable.ts";
