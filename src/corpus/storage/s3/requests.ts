/** Requests to a bucket that write, list and remove. Reads of ranges go through `http/request.ts`. */

import { sha256 } from "../../../base/bytes/sha256.ts";
import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import type { Fetch } from "../../../base/platform.ts";
import { createQueue } from "../../../base/queues/queue.ts";
import { readUpTo } from "../http/request.ts";
import { checkPassing, createRetries, TemporaryFailure } from "../retries.ts";
import type { S3Place } from "./address.ts";

interface S3Request {
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Absent: the bucket itself. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** Statuses besides 2xx that are answers and no errors. */
  expected?: readonly number[];
}

export interface S3Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Whether an earlier try of the same request may have had its effect, though its answer was lost. */
  wasRepeated: boolean;
}

export type AskS3 = (request: S3Request) => Promise<S3Answer>;

interface S3Asking {
  place: S3Place;
  /** Signs. */
  fetch: Fetch;
  inFlight: number;
  timeoutMs: number;
}

/** A listing of 1,000 keys of the largest length is smaller. */
const S3_ANSWER_BYTES_MAX = 4 * 1024 * 1024;
/** 64 KiB/s: a slower connection counts as hanging. */
const SLOWEST_BYTES_PER_MS = 64;
/** Refusals that pass: a write of the same key at the same time, and a body that came too slowly. */
const PASSING_CODES = /<Code>(?:ConditionalRequestConflict|OperationAborted|RequestTimeout)<\/Code>/;

export function createS3Requests({ place, fetch, inFlight, timeoutMs }: S3Asking): AskS3 {
  const queued = createQueue(inFlight);
  const retries = createRetries();
  return (request) =>
    queued(() =>
      retries.run(
        (tries) => askOnce(request, tries),
        (last) => failed(place, request, last.message, "Check the endpoint and the connection, and try again.", last),
      ),
    );

  async function askOnce(request: S3Request, tries: number): Promise<S3Answer> {
    const { method, body, expected = [] } = request;
    const signal = AbortSignal.timeout(timeoutMs + Math.ceil((body?.length ?? 0) / SLOWEST_BYTES_PER_MS));
    try {
      const headers = { ...request.headers, "x-amz-content-sha256": await sha256(body ?? "") };
      const init = { method, headers, signal, ...(body && { body: body as Uint8Array<ArrayBuffer> }) };
      const response = await fetch(urlOf(place, request), init);
      const { status } = response;
      checkPassing(response);
      const { bytes, isMore } = await readUpTo(response, S3_ANSWER_BYTES_MAX);
      if (isMore) throw failed(place, request, "sends more than was asked for", "Check the endpoint.");
      const text = new TextDecoder().decode(bytes);
      if (PASSING_CODES.test(text)) throw new TemporaryFailure(`answered with status ${status}`);
      const isExpected = (status >= 200 && status < 300) || expected.includes(status);
      if (!isExpected) throw refused(place, request, response, text);
      return { status, headers: response.headers, text, wasRepeated: tries > 0 };
    } catch (cause) {
      if (cause instanceof TemporaryFailure || isSpoliaError(cause)) throw cause;
      throw new TemporaryFailure(signal.aborted ? "did not answer in time" : "could not be reached, or broke off", {
        cause,
      });
    }
  }
}

function urlOf({ bucketUrl, prefix }: S3Place, { key, query = {} }: S3Request): string {
  const path = key === undefined ? "" : `${prefix}${key}`.split("/").map(encodeURIComponent).join("/");
  const url = new URL(`${bucketUrl}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** The error of a refusal, with the host's own word for it, which says more than the status. */
function refused(place: S3Place, request: S3Request, { status, headers }: Response, text: string): SpoliaError {
  const code = /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? `status ${status}`;
  const region = headers.get("x-amz-bucket-region");
  if (region !== null && region !== place.region) {
    return failed(place, request, `refused (${code})`, `The bucket is in another region: set AWS_REGION=${region}.`);
  }
  const hint =
    code === "NoSuchBucket"
      ? `Create the bucket ${place.bucket}, or name another one.`
      : "Check the credentials, what they allow, and the endpoint (AWS_ENDPOINT_URL).";
  return failed(place, request, `refused (${code})`, hint);
}

function failed({ folder }: S3Place, { method, key }: S3Request, what: string, hint: string, cause?: unknown) {
  const asked = `${method}${key === undefined ? "" : ` ${key}`}`;
  return new SpoliaError("storage_failed", `The object storage of ${folder.label} ${what} (${asked}).`, {
    hint,
    ...(cause !== undefined && { cause }),
  });
}
