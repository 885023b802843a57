/** How much one HTTP request may hold before it is understood, each maximum with its reason. */
import { CONTENT_BYTES_MAX } from "../limits.ts";

/**
 * Body of one request after decompression. JSON that writes everything beyond ASCII as `\uXXXX`, as many encoders do
 * unasked, needs at most 3 times the bytes of the UTF-8; two contents of `compare` as plain UTF-8 need 2 times. Only
 * large content made of control characters, 6 times in JSON, does not fit: MessagePack carries it. The rest of a
 * request is far below 1 MiB.
 */
export const BODY_BYTES_MAX = 3 * CONTENT_BYTES_MAX + 1024 * 1024;

/**
 * Bytes that one of gzip may unpack to, beyond the first `GZIP_FREE_BYTES`. Prose unpacks to 3 or 4 times its bytes,
 * tables and logs to some 20, a bomb to 1,029: without this, 32 bombs of 130 kB at once took 3.5 GB.
 */
export const GZIP_RATIO_MAX = 50;
export const GZIP_FREE_BYTES = 1024 * 1024;

/**
 * Values of one request: numbers, texts, names and containers. Ours need some 50 and metadata a few hundred. Each costs
 * memory of its own, so that a body of `[],[],[],…` would need 20 times its bytes.
 */
export const BODY_VALUES_MAX = 10_000;

/**
 * The same of a request that may carry what a model said: 300 windows of 100 tokens with the five likeliest have
 * 900,000.
 */
export const BODY_VALUES_OBSERVED_MAX = 1_000_000;

/**
 * Bytes of a JSON body outside its texts, for each value that it may hold: brackets, commas, numbers, white space. They
 * are looked at one by one, ten times slower than texts; a request of the most values, indented, has a few hundred kB
 * of them.
 */
export const JSON_STRUCTURE_BYTES_PER_VALUE_MAX = 100;

/** Time to send the head of a request, the whole of it, and to keep an idle connection. */
export const HEADERS_TIMEOUT_MS = 10_000;
export const REQUEST_TIMEOUT_MS = 60_000;
export const KEEP_ALIVE_TIMEOUT_MS = 5_000;

/** How often Node looks for connections past those times; its own 30 s would make 10 s mean 40. */
export const TIMEOUT_CHECK_INTERVAL_MS = 1_000;

/** Time that running requests have to finish when the server closes. */
export const CLOSE_GRACE_MS = 10_000;

/** Requests that are answered at once; each may hold its body twice. More are told to come again. */
export const CONCURRENT_REQUESTS_MAX = 512;

/** Time that one answer may take: 32 MiB against a large corpus take some 10 s. Then the work is stopped. */
export const ANSWER_TIMEOUT_MS = 120_000;

/**
 * Requests of a batch that is one document: as one, it is held whole. Lines are as many as are sent, one held at a
 * time; `spolia serve` wants the whole request within `REQUEST_TIMEOUT_MS`.
 */
export const BATCH_REQUESTS_MAX = 100;

/**
 * Time that a model is asked for one answer; what is left of the other is for questions under way, and for reading what
 * came.
 */
export const ASK_TIMEOUT_MS = 60_000;
