/** Limits of one HTTP request before it is parsed, each with its reason. */
import { CONTENT_BYTES_MAX } from "../../../base/limits.ts";

/**
 * Body of one request after decompression. JSON that escapes all non-ASCII characters as `\uXXXX`, the default of many
 * encoders, needs at most 3 times the bytes of UTF-8; two contents of `compare` in plain UTF-8 need 2 times. Only large
 * content of control characters, 6 times in JSON, does not fit: send it as MessagePack. The rest of a request is far
 * below 1 MiB.
 */
export const BODY_BYTES_MAX = 3 * CONTENT_BYTES_MAX + 1024 * 1024;

/**
 * Maximum ratio of decompressed to gzip bytes, beyond the first `GZIP_FREE_BYTES`. Prose has a ratio of 3 or 4, tables
 * and logs about 20, a zip bomb 1,029: without this limit, 32 simultaneous bombs of 130 kB took 3.5 GB.
 */
export const GZIP_RATIO_MAX = 50;
export const GZIP_FREE_BYTES = 1024 * 1024;

/**
 * Values of one request: numbers, strings, names and containers. A normal request has about 50, and metadata a few
 * hundred. Each value costs memory: a body of `[],[],[],…` would need 20 times its bytes.
 */
export const BODY_VALUES_MAX = 10_000;

/** Values of a request that may have sections, seven values each: 14,000 pages and headings. */
export const BODY_VALUES_PLACED_MAX = 100_000;

/**
 * Values of a request with recorded answers of a model: 300 windows of 100 tokens with the five most likely tokens have
 * 900,000 values.
 */
export const BODY_VALUES_OBSERVED_MAX = 1_000_000;

/**
 * Bytes of a JSON body outside its strings, per allowed value: brackets, commas, numbers, white space. They are scanned
 * one by one, ten times slower than strings. An indented request with the maximum number of values has a few hundred kB
 * of them.
 */
export const JSON_STRUCTURE_BYTES_PER_VALUE_MAX = 100;

/**
 * Connections at once, idle ones included. Addresses share them as callers share bodies: one alone gets half, so that
 * nobody keeps all others out by opening connections.
 */
export const CONNECTIONS_MAX = 8_192;

/**
 * Requests that were read and wait on their connection for the response before theirs, a few hundred of one connection;
 * more are left in the network. Addresses share these places as they share connections.
 */
export const PIPELINED_REQUESTS_MAX = 8_192;

/**
 * Requests without a key of one address: so many a second, and at once those of `KEYLESS_BURST_SECONDS`. A view of the
 * page or of the documentation asks for ten files.
 */
export const KEYLESS_REQUESTS_PER_SECOND = 100;
export const KEYLESS_BURST_SECONDS = 2;

/**
 * How long a request beyond these waits before it is refused, or answered if it is a check: who asks as fast as
 * responses come is slowed to the pace of its connections. So many wait at once, shared by addresses.
 */
export const KEYLESS_PAUSE_MS = 1_000;
export const KEYLESS_PAUSED_MAX = 1_024;

/** Time to receive the headers. */
export const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than the 60 s of common balancers: who closes an idle connection first is not sent a request on it. */
export const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/**
 * Time that a sender may keep the service waiting for one body, or for the next bytes of an upload of lines. Time in
 * which the service does not read does not count.
 */
export const BODY_TIMEOUT_MS = 60_000;

/** A slower body is ended after the first `BODY_START_MS`, but only if others wait for the room that it holds. */
export const BODY_BYTES_PER_SECOND_MIN = 256 * 1024;
export const BODY_START_MS = 5_000;

/** How often Node checks these times; with its default of 30 s, a limit of 10 s could last 40 s. */
export const TIMEOUT_CHECK_INTERVAL_MS = 1_000;

/**
 * Bodies that arrive, and requests in progress, at once. Callers share them: one alone gets half, and two get a third
 * each (`base/shares.ts`). Who has no more gets `overloaded`.
 */
export const BODIES_AT_ONCE_MAX = 1_024;
export const CONCURRENT_REQUESTS_MAX = 1_024;

/** Bytes of a body that need no reservation: 10,000 words. So many for each of `BODIES_AT_ONCE_MAX` are 64 MiB. */
export const BODY_FREE_BYTES = 64 * 1024;

/** Bytes that are reserved at least for a larger body, whose length may not be known. */
export const BODY_STEP_BYTES = 1024 * 1024;
/** Ratio of decompressed to gzip bytes that is reserved at first: that of prose is 3 or 4. */
export const GZIP_RATIO_EXPECTED = 8;

/** Bytes of larger bodies at once, which callers share too. Other senders wait: their bytes stay in the network. */
export const BODY_BYTES_AT_ONCE_MAX = 160 * 1024 * 1024;

/**
 * Bytes of larger bodies of one caller at once, from their arrival to the response; one of any size may be alone. So of
 * ten texts of 32 MiB one is here, and nine are still with their sender.
 */
export const BODY_BYTES_HELD_MAX = 40 * 1024 * 1024;

/** A larger body is parsed in a thread where the host has threads: parsing 1 MiB takes about 5 ms. */
export const BODY_PARSED_HERE_BYTES_MAX = 256 * 1024;

/**
 * Time limit for one response from when its body has arrived, after which the work is aborted. The wait for room for a
 * body does not count: else the last of ten large texts would be refused because of the others.
 */
export const ANSWER_TIMEOUT_MS = 120_000;

/** Time that running requests have to finish when the server closes: longer than the longest response. */
export const CLOSE_GRACE_MS = ANSWER_TIMEOUT_MS + 10_000;

/**
 * Maximum requests of a batch in one document, which is held in memory completely. The number of lines is not limited,
 * because one is held at a time.
 */
export const BATCH_REQUESTS_MAX = 100;

/**
 * Time limit for querying a model within one response. The rest of `ANSWER_TIMEOUT_MS` is for queries in progress and
 * for evaluating the answers.
 */
export const ASK_TIMEOUT_MS = 60_000;
