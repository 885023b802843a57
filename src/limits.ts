/**
 * How much is too much: maxima that several rooms keep or a caller meets in a request, and the thresholds from which on something is
 * reported, each with its reason. A maximum of one file's own work stands in that file. No two maxima of one name differ
 * (`test/architecture.test.ts`).
 */

/** Content of one request, UTF-8. A long novel is 2 MB; 32 MiB keeps the worst request within about half a GB of memory. */
export const CONTENT_BYTES_MAX = 32 * 1024 * 1024;

/** Nesting of a request. Ours need 5; JSON.parse accepts ten million and stalls the process for seconds. */
export const REQUEST_DEPTH_MAX = 32;

/** Below this a text cannot hold a passage of event G (evidence/verdict.ts), so no verdict about it would mean anything. */
export const JUDGED_WORDS_MIN = 50;

/** Distinct shingles below which a text is too repetitive to identify. */
export const JUDGED_SHINGLES_MIN = 8;

/** A passage is reported from this many words on: shingleWords + windowShingles - 1 of the default profile, so every such run is found. */
export const PASSAGE_WORDS_MIN = 12;

/** Documents named in one result unless the caller asks for another number; the count before the cap is reported too. */
export const SOURCES_DEFAULT = 20;
export const MATCHES_DEFAULT = 100;
export const SOURCES_MAX = 1_000;
export const MATCHES_MAX = 10_000;

/** Near names offered with an unknown model, dataset or jurisdiction. */
export const NEAR_NAMES_MAX = 5;

/** Characters of the source shown with a match. */
export const SNIPPET_CHARACTERS = 240;

/** Windows of one text that an extraction asks about; the interval of a share is then within ± 0.01. */
export const EXTRACT_WINDOWS_MAX = 10_000;
/** Units of a prefix or a suffix. Studies take 50; blocks of words cost the product of two lengths. */
export const EXTRACT_WINDOW_UNITS_MAX = 500;
export const EXTRACT_CONTROLS_MAX = 1_000;
export const EXTRACT_CONTINUATIONS_MAX = 1_000;
/** The largest truncation that hosts offer is 1,000 or fewer. */
export const EXTRACT_TOP_K_MAX = 1_000;
/** Stretches of a work in the map of an extraction, and windows shown one by one. */
export const EXTRACT_MAP_BINS_MAX = 200;
export const EXTRACT_STRONGEST_MAX = 20;

/** Names of models, statistics and tokens in what a caller sends. */
export const NAME_CHARACTERS_MAX = 256;
/** What servers take as an address; RFC 9110 asks for 8,000 octets at least, many stop at 2,048. */
export const URL_CHARACTERS_MAX = 2_000;
/** What the owner of a key calls it. */
export const KEY_LABEL_CHARACTERS_MAX = 200;
