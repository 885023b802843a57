/**
 * Limits: maxima that several rooms apply or that a caller meets in a request, and the thresholds from which something
 * is reported, each with its reason. A maximum that concerns one file only is in that file. No two maxima with the same
 * name differ (`test/house/architecture.test.ts`).
 */

/**
 * Content of one request, UTF-8. A long novel has 2 MB; 32 MiB keeps the worst request within about half a GB of
 * memory.
 */
export const CONTENT_BYTES_MAX = 32 * 1024 * 1024;

/** Headings and pages of one text. The Bible has 31,000 verses; texts with more are taken as without any. */
export const SECTIONS_MAX = 100_000;
export const SECTION_LABEL_CHARACTERS_MAX = 200;

/** Nesting of a request. Valid requests need 5; JSON.parse accepts ten million and blocks the process for seconds. */
export const REQUEST_DEPTH_MAX = 32;

/**
 * A shorter text cannot hold a derived passage (evidence/verdict.ts), so that a verdict about it would have no meaning.
 */
export const JUDGED_WORDS_MIN = 50;

/** A text with fewer distinct shingles is too repetitive to identify. */
export const JUDGED_SHINGLES_MIN = 8;

/**
 * Smallest passage that is reported: shingleWords + windowShingles - 1 of the default profile, so every such run is
 * found.
 */
export const PASSAGE_WORDS_MIN = 12;

/** Documents named in one result, unless the caller sets another number; the number of all is reported too. */
export const SOURCES_DEFAULT = 20;
export const MATCHES_DEFAULT = 100;
export const SOURCES_MAX = 1_000;
export const MATCHES_MAX = 10_000;

/** The longest that a caller may wait for one request to another host: a day. */
export const TIMEOUT_MS_MAX = 24 * 60 * 60 * 1_000;

/** Decisions in one request, and of one tenant: some for each book of a large publisher. */
export const DECISIONS_MAX = 10_000;

/** Similar names offered for an unknown model, dataset or jurisdiction. */
export const NEAR_NAMES_MAX = 5;

/** Characters of the source shown with a match. */
export const SNIPPET_CHARACTERS = 240;

/** Most windows of one text that an extraction requests; the interval of a share is then within ± 0.01. */
export const EXTRACT_WINDOWS_MAX = 10_000;
/** Units of a prefix or a suffix. Studies use 50; matching blocks of words costs the product of two lengths. */
export const EXTRACT_WINDOW_UNITS_MAX = 500;
export const EXTRACT_CONTROLS_MAX = 1_000;
export const EXTRACT_CONTINUATIONS_MAX = 1_000;
/** The largest truncation that hosts offer is at most 1,000. */
export const EXTRACT_TOP_K_MAX = 1_000;
/** Stretches of a work in the map of an extraction, and windows that are shown individually. */
export const EXTRACT_MAP_BINS_MAX = 200;
export const EXTRACT_STRONGEST_MAX = 20;
/** Queries of one text when its continuation is iterated; studies of books use up to 1,000. */
export const EXTRACT_QUERIES_MAX = 10_000;
/** Tokens of one answer: the fewest hold the first words that are compared, in any script. */
export const EXTRACT_ANSWER_TOKENS_MIN = 150;
export const EXTRACT_ANSWER_TOKENS_MAX = 64_000;
/** Words that one query may repeat of what the model answered before. */
export const EXTRACT_CONTEXT_WORDS_MAX = 100_000;
/** Passages of the work whose places a result lists. */
export const EXTRACT_BLOCKS_MAX = 1_000;

/** Characters of the names of models, statistics and tokens in a request. */
export const NAME_CHARACTERS_MAX = 256;
/** Longest URL that servers commonly accept; RFC 9110 recommends at least 8,000 octets, many servers stop at 2,048. */
export const URL_CHARACTERS_MAX = 2_000;
/** Characters of the label that an owner gives a key. */
export const KEY_LABEL_CHARACTERS_MAX = 200;

/** Smallest share of agreeing words of a passage that counts as nearly verbatim. */
export const NEAR_VERBATIM_IDENTITY = 0.8;

/** Characters of a further field that a document keeps, and of its name. */
export const FIELD_LENGTH_MAX = 1_000;

/** Files about the rights in one text or site: a site has fewer than ten such files, a folder of licences hundreds. */
export const RIGHTS_FILES_MAX = 1_000;

/** Texts whose pairs are compared, with the references, and their UTF-16 units together. */
export const COMPARED_TEXTS_MAX = 10_000;
export const COMPARED_UNITS_MAX = 100_000_000;
