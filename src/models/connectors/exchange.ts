/** One request to a model's host and what came back: bounded in time and size, redirects never followed. */
import { throwIfAborted } from "../../base/errors.ts";
import type { Fetch } from "../../base/platform.ts";
import { readUpTo } from "../../corpus/storage/http/request.ts";
import { retryAfterMs } from "../../corpus/storage/retries.ts";

/** A text of 32,000 tokens with 20 likeliest at each takes about 50 MB as vLLM writes it. */
const RESPONSE_BYTES_MAX = 64 * 1024 * 1024;
/** Headers with which a host's operator can find the request. No other headers are stored. */
const KEPT_HEADERS = ["request-id", "x-request-id", "retry-after"];

interface HostRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

interface HostResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  retryAfterMs: number | undefined;
}

export type Fault = "timeout" | "connection" | "too_large" | "redirect";

/**
 * @returns the response with any status, or the fault of the connection
 * @throws aborted where the caller's signal fired
 */
export async function exchange(
  fetch: Fetch,
  { url, headers, body }: HostRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<HostResponse | Fault> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      redirect: "manual",
      cache: "no-store",
      headers: { ...headers, "content-type": "application/json", accept: "application/json" },
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel();
      return "redirect"; // the key must not be sent to another host
    }
    const { bytes, isMore } = await readUpTo(response, RESPONSE_BYTES_MAX);
    if (isMore) return "too_large";
    const kept = KEPT_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    return {
      status: response.status,
      headers: Object.fromEntries(kept),
      body: new TextDecoder().decode(bytes),
      retryAfterMs: retryAfterMs(response.headers),
    };
  } catch {
    throwIfAborted(signal);
    return timeout.aborted ? "timeout" : "connection";
  }
}

/** Time in which a host answers that is there. */
const REACH_MS = 5_000;

/** Whether a host answers at an address, whatever it answers, other than a fault of its own. */
export async function isReached(fetch: Fetch, url: string): Promise<boolean> {
  try {
    const init = { redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(REACH_MS) } as const;
    const response = await fetch(url, init);
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}
