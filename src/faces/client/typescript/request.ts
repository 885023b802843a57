/**
 * One request with its attempts: what is sent, when a failed attempt is repeated, and which error its failure is.
 *
 * Repeated are failures of the connection and the statuses 408, 409, 429 and from 500 on, at most `maxRetries` times,
 * after the time that `Retry-After` states, else after one that doubles and varies. A request that has an effect and
 * cannot carry an idempotency key, for want of a body, is repeated only where the service refused it.
 */
import {
  APIConnectionError,
  APIStatusError,
  APITimeoutError,
  APIUserAbortError,
  SpoliaClientError,
  statusError,
} from "./errors.ts";
import { type CallOptions, checkCallOptions, checkedNumber, type ResolvedOptions } from "./options.ts";
import { pause } from "./pause.ts";
import type { ClientExchange } from "./promise.ts";
import { CLIENT_VERSION } from "./version.ts";

export interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** From the root of the service, with its parameters encoded. */
  readonly path: string;
  readonly query?: object | undefined;
  /** A document. */
  readonly body?: object | undefined;
  /** The body is sent as a form. */
  readonly isForm?: boolean;
  /** The service is asked to answer later. */
  readonly isJob?: boolean;
  /** No key is sent. */
  readonly isPublic?: boolean;
  /** The response is given as soon as its headers are there. */
  readonly isStream?: boolean;
  readonly options?: CallOptions | undefined;
}

const FIRST_DELAY_MS = 500;
const DELAY_MS_MAX = 8_000;
/** A caller who is told to wait longer, as for the next day of a quota, learns it at once. */
const RETRY_AFTER_MS_MAX = 60_000;
const REPEATED_STATUSES: readonly number[] = [408, 409, 429];
/** The service did not begin with a request that it answered so. */
const REFUSED_STATUSES: readonly number[] = [429, 503];

export async function exchange(client: ResolvedOptions, call: Call): Promise<ClientExchange> {
  const { options = {}, method, path } = call;
  checkCallOptions(options);
  const maxRetries = checkedNumber("maxRetries", options.maxRetries ?? client.maxRetries, 0);
  const timeoutMs = checkedNumber("timeoutMs", options.timeoutMs ?? client.timeoutMs, 1);
  const url = urlOf(client.baseURL, call);
  const body = bodyOf(call);
  const headers = headersOf(client, call);
  for (let attempt = 0; ; attempt++) {
    const failure = await attemptOf(client, call, { url, body, headers, timeoutMs, attempt }).catch(failureOf);
    if ("exchange" in failure) return failure.exchange;
    const delayMs = attempt < maxRetries ? delayBefore(failure.error, attempt, isRepeatable(call)) : null;
    if (delayMs === null) throw failure.error;
    client.log("info", () => `spolia: ${method} ${path} again in ${Math.round(delayMs)} ms: ${failure.error.message}`);
    await pause(delayMs, options.signal);
  }
}

interface SendAttempt {
  readonly url: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly attempt: number;
}

async function attemptOf(
  client: ResolvedOptions,
  call: Call,
  attempt: SendAttempt,
): Promise<{ exchange: ClientExchange }> {
  const { method, path, options: { signal } = {} } = call;
  const { url, body, timeoutMs } = attempt;
  if (signal?.aborted) throw new APIUserAbortError("The call was ended before it was sent.");
  const key = call.isPublic ? null : await client.apiKey();
  const headers = key === null ? attempt.headers : { authorization: `Bearer ${key}`, ...attempt.headers };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const signals = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
  const startMs = performance.now();
  try {
    const sent = { method, headers, redirect: "error", signal: signals } as const;
    const response = await client.fetch(url, body === undefined ? sent : { ...sent, body });
    const requestId = response.headers.get("x-request-id");
    const took = () => `${response.status} after ${Math.round(performance.now() - startMs)} ms, request ${requestId}`;
    client.log("debug", () => `spolia: ${method} ${path}: ${took()}, attempt ${attempt.attempt + 1}`);
    if (!response.ok) throw statusError(response.status, response.headers, await errorBodyOf(response));
    return { exchange: { response: call.isStream ? response : await received(response), requestId } };
  } catch (error) {
    if (error instanceof SpoliaClientError) throw error;
    if (signal?.aborted) throw new APIUserAbortError("The call was ended by its signal.", { cause: error });
    if (late.signal.aborted) throw new APITimeoutError(`No answer within ${timeoutMs} ms.`, { cause: error });
    throw new APIConnectionError(`The service was not reached: ${causeOf(error)}.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Errors that are none of the connection, such as of a key, are not repeated. */
function failureOf(error: unknown): { error: APIConnectionError | APIStatusError } {
  if (error instanceof APIConnectionError || error instanceof APIStatusError) return { error };
  throw error;
}

/** The same response with its body at hand, so that a body that is cut is an attempt that failed. */
async function received(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer();
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  const { status, statusText } = response;
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText, headers });
}

async function errorBodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Milliseconds before the next attempt; `null` where there is none. */
function delayBefore(error: APIConnectionError | APIStatusError, attempt: number, mayRepeat: boolean): number | null {
  if (error instanceof APIStatusError) {
    const isPassing = REPEATED_STATUSES.includes(error.status) || error.status >= 500;
    if (!isPassing || !(mayRepeat || REFUSED_STATUSES.includes(error.status))) return null;
    const retryAfterMs = retryAfterMsOf(error.headers);
    if (retryAfterMs !== null) return retryAfterMs <= RETRY_AFTER_MS_MAX ? retryAfterMs : null;
  } else if (!mayRepeat) return null;
  const delayMs = Math.min(DELAY_MS_MAX, FIRST_DELAY_MS * 2 ** attempt);
  return delayMs * (1 - Math.random() / 4);
}

/** `Retry-After` in seconds or as a date; `null` where there is none that can be understood. */
function retryAfterMsOf(headers: Headers): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - Date.now());
}

/** Whether it may be sent again after a failure that does not say whether it was carried out. */
const isRepeatable = ({ method, body, isForm }: Call): boolean => method !== "POST" || (body !== undefined && !isForm);

function urlOf(baseURL: string, { path, query, options }: Call): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...options?.query })) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  return baseURL + path + (search.size === 0 ? "" : `?${search}`);
}

function bodyOf({ body, isForm = false }: Call): string | undefined {
  if (body === undefined) return undefined;
  return isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
}

function headersOf(client: ResolvedOptions, call: Call): Record<string, string> {
  const { method, body, isForm = false, isJob = false, isStream = false, options = {} } = call;
  const agent = userAgent();
  const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
  return {
    accept: isStream ? "application/x-ndjson" : "application/json, */*;q=0.1",
    ...(agent !== null && { "user-agent": agent }),
    // Also without a body: a service without keys refuses what any web page could send.
    ...((body !== undefined || method === "POST") && { "content-type": type }),
    ...(method === "POST" && body !== undefined && !isForm && idempotency(options)),
    ...(isJob && { prefer: "respond-async" }),
    ...client.headers,
    ...options.headers,
  };
}

const idempotency = ({ idempotencyKey }: CallOptions) => ({
  "idempotency-key": idempotencyKey ?? crypto.randomUUID(),
});

/** `null` in browsers, which have their own, and ask the service for a permission to send another. */
function userAgent(): string | null {
  const runtime = globalThis.navigator?.userAgent ?? "Node.js";
  return runtime.startsWith("Mozilla/") ? null : `spolia-js/${CLIENT_VERSION} (${runtime})`;
}

const causeOf = (error: unknown): string => {
  const { message = "unknown cause", cause } = error as { message?: string; cause?: { message?: string } };
  return cause?.message ?? message;
};
