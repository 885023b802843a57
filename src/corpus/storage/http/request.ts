/**
 * Requests one range of one file from a web host: a limited number of requests at once, each with a timeout. Temporary
 * failures are retried.
 */

import { concat } from "../../../base/bytes/bytes.ts";
import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import type { Fetch } from "../../../base/platform.ts";
import { createQueue } from "../../../base/queues/queue.ts";
import { notFound } from "../range.ts";
import { checkPassing, createRetries, TemporaryFailure } from "../retries.ts";

interface RequestOptions {
  fetch: Fetch;
  headers: Readonly<Record<string, string>>;
  inFlight: number;
  timeoutMs: number;
  /** Name of the storage in messages, without the query of the URL, which may hold a signature. */
  label: string;
}

export interface RangeRequest {
  url: string;
  name: string;
  startBytes: number;
  /** The first byte after the requested range. */
  endBytes: number;
  /** Checks the response's headers before the body is read. */
  check(head: RangeHead): void;
}

/** The range that a response announces in its status and headers. */
export interface RangeHead {
  /** 206: a range. 200: the whole file. 416: nothing, since the file ends before the range begins. */
  status: 200 | 206 | 416;
  startBytes: number;
  endBytes: number | undefined;
  sizeBytes: number | undefined;
  /** ETag, else Last-Modified, else empty: a different value means a different file. */
  validator: string;
}

interface RangeResponse {
  head: RangeHead;
  bytes: Uint8Array;
}

/** Largest file that is read in one request, and that is accepted as a whole from a host without range requests. */
export const WHOLE_BYTES_MAX = 1024 * 1024;
/** 16 KiB/s: a slower connection counts as hanging. Long reads get proportionally more time. */
const SLOWEST_BYTES_PER_MS = 16;

/** @returns a function that sends a request; it throws corpus_not_found, storage_failed and the errors of `check` */
export function createRequests(options: RequestOptions): (request: RangeRequest) => Promise<RangeResponse> {
  const queued = createQueue(options.inFlight);
  const retries = createRetries();
  const hint = "Check the address and the connection, and try again later.";
  return (request) =>
    queued(() =>
      retries.run(
        () => requestOnce(options, request),
        (last) => failed(options, request, last.message, hint, last),
      ),
    );
}

async function requestOnce(options: RequestOptions, request: RangeRequest): Promise<RangeResponse> {
  const { startBytes, endBytes } = request;
  const headers = new Headers(options.headers);
  headers.set("range", `bytes=${startBytes}-${endBytes - 1}`);
  headers.set("accept-encoding", "identity"); // browsers send it themselves with a range
  const signal = AbortSignal.timeout(options.timeoutMs + Math.ceil((endBytes - startBytes) / SLOWEST_BYTES_PER_MS));
  try {
    // Chromium reads ranges of one file through its cache one at a time: measured 1.2 s for six, against 0.2 s without
    // the cache.
    const response = await options.fetch(request.url, { headers, signal, cache: "no-store" });
    try {
      return await answerOf(options, request, response);
    } finally {
      if (response.body?.locked === false) await response.body.cancel().catch(() => {});
    }
  } catch (cause) {
    if (cause instanceof TemporaryFailure || isSpoliaError(cause)) throw cause;
    throw new TemporaryFailure(signal.aborted ? "did not answer in time" : "could not be reached, or broke off", {
      cause,
    });
  }
}

async function answerOf(options: RequestOptions, request: RangeRequest, response: Response): Promise<RangeResponse> {
  const { status, headers } = response;
  if (status === 404 || status === 410) throw notFound(options.label, request.name);
  checkPassing(response);
  if (status !== 200 && status !== 206 && status !== 416) {
    throw failed(
      options,
      request,
      `refused with status ${status}`,
      "Check the address, and what headers the host wants.",
    );
  }
  const head = headOf(status, headers);
  if (status === 206 && head.endBytes === undefined) {
    const hint =
      "It must send Content-Range, and to pages of other origins Access-Control-Expose-Headers: Content-Range, ETag.";
    throw failed(options, request, "does not say which range it sends", hint);
  }
  if (status === 206 && (headers.get("content-encoding") ?? "identity") !== "identity") {
    throw failed(options, request, "compresses a part of a file", "Let it serve the files of a corpus as they are.");
  }
  request.check(head);
  if (status === 416) return { head, bytes: new Uint8Array(0) };
  return { head, bytes: status === 206 ? await rangeOf(response, head) : await wholeOf(options, request, response) };
}

/** The announced range; an invalid Content-Range, or one without a total, counts as missing. */
function headOf(status: RangeHead["status"], headers: Headers): RangeHead {
  const validator = headers.get("etag")?.replace(/^W\//, "") ?? headers.get("last-modified") ?? "";
  const range = headers.get("content-range") ?? "";
  const unsatisfied = /^bytes \*\/(\d{1,15})$/i.exec(range);
  if (status === 416) {
    const sizeBytes = unsatisfied === null ? undefined : Number(unsatisfied[1]);
    return { status, startBytes: 0, endBytes: 0, sizeBytes, validator };
  }
  const [, start, last, size] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(range) ?? [];
  if (status === 200 || start === undefined)
    return { status, startBytes: 0, endBytes: undefined, sizeBytes: undefined, validator };
  return { status, startBytes: Number(start), endBytes: Number(last) + 1, sizeBytes: Number(size), validator };
}

async function rangeOf(response: Response, { startBytes, endBytes }: RangeHead): Promise<Uint8Array> {
  const lengthBytes = endBytes! - startBytes;
  const { bytes, isMore } = await readUpTo(response, lengthBytes);
  if (bytes.length === lengthBytes && !isMore) return bytes;
  throw new TemporaryFailure(isMore ? "sent more bytes than it announced" : "broke off in the middle");
}

async function wholeOf(options: RequestOptions, request: RangeRequest, response: Response): Promise<Uint8Array> {
  const { headers } = response;
  const announced = headers.get("content-length");
  // If so, the encoded length is announced.
  const isEncoded = (headers.get("content-encoding") ?? "identity") !== "identity";
  const isTooLong = announced !== null && Number(announced) > WHOLE_BYTES_MAX;
  const { bytes, isMore } = isTooLong
    ? { bytes: new Uint8Array(0), isMore: true }
    : await readUpTo(response, WHOLE_BYTES_MAX);
  if (isMore) {
    const hint =
      "It must answer range requests (status 206); most static hosts do. Or download the corpus and open the folder.";
    throw failed(options, request, "sends whole files only", hint);
  }
  if (announced !== null && !isEncoded && Number(announced) !== bytes.length)
    throw new TemporaryFailure("broke off in the middle");
  return bytes;
}

/** Reads the body up to `bytesMax` bytes, whatever the host sends. */
export async function readUpTo(response: Response, bytesMax: number): Promise<{ bytes: Uint8Array; isMore: boolean }> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) break;
    length += value.length;
    chunks.push(value);
    if (length <= bytesMax) continue;
    await reader?.cancel().catch(() => {});
    return { bytes: new Uint8Array(0), isMore: true };
  }
  return { bytes: concat(chunks), isMore: false };
}

function failed(
  options: RequestOptions,
  request: RangeRequest,
  what: string,
  hint: string,
  cause?: unknown,
): SpoliaError {
  return new SpoliaError("storage_failed", `The host of ${options.label} ${what} (${request.name}).`, { hint, cause });
}
