/** Reads addresses of a service within its pace and a budget, and notes each of them. Redirects are never followed. */

import { throwIfAborted } from "../../../base/errors.ts";
import { wait } from "../../../base/queues/within.ts";
import { readUpTo } from "../../../corpus/storage/http/request.ts";
import { retryAfterMs } from "../../../corpus/storage/retries.ts";
import { waitBeforeMs } from "../../../models/connectors/ask.ts";
import { gateOf } from "../pace.ts";
import { LEAD_REQUESTS_MAX, type LeadOptions, type SentForLeads } from "./lead.ts";

/** What came back, or why nothing did. */
type Got = { bytes: Uint8Array; status: number } | { detail: string };

interface GetRequest {
  headers?: Record<string, string>;
  /** Bytes of a range, half-open: only that range is accepted. */
  range?: readonly [start: number, end: number];
  /** Most bytes of an answer. */
  bytesMax: number;
  /** Statuses that are answers besides 200. */
  alsoStatus?: readonly number[];
}

const PASSING_STATUS = new Set([408, 425, 429, 500, 502, 503, 504]);
/** A longer wait that a service asks for ends the search. */
const LEAD_RETRY_AFTER_MS_MAX = 10 * 60_000;
const DETAIL_CHARACTERS_MAX = 200;

export class Getter {
  readonly #options: LeadOptions;
  readonly #requestsPerSecond: number;
  readonly #sent = new Set<string>();
  readonly #addresses = new Set<string>();
  #requests = 0;
  /** On the clock of the options. */
  readonly #endMs: number;

  /** @param requestsPerSecond what the public service bears; Infinity at an address of one's own */
  constructor(options: LeadOptions, requestsPerSecond: number) {
    this.#options = options;
    this.#requestsPerSecond = options.requestsPerSecond ?? requestsPerSecond;
    const { now = Date.now, seconds = Number.POSITIVE_INFINITY } = options;
    this.#endMs = now() + 1_000 * seconds;
  }

  get used(): SentForLeads {
    return { addresses: [...this.#addresses].sort(), sent: [...this.#sent].sort(), requests: this.#requests };
  }

  /** @throws aborted */
  async get(url: string, request: GetRequest): Promise<Got> {
    const { requests = LEAD_REQUESTS_MAX, retries = 4, signal, sleep = wait, seconds } = this.#options;
    const overdue = { detail: `The time of ${seconds} seconds was used up` };
    for (let attempt = 0; ; attempt++) {
      throwIfAborted(signal);
      if (this.#requests >= requests) return { detail: `The budget of ${requests} requests was used up` };
      if (this.#leftMs <= 0) return overdue;
      this.#requests++;
      const got = await this.#getOnce(url, request);
      if (!("mayPass" in got)) return got;
      const { detail, mayPass, waitMs } = got;
      if (!mayPass || attempt >= retries || (waitMs ?? 0) > LEAD_RETRY_AFTER_MS_MAX) return { detail };
      const beforeMs = waitBeforeMs(url, attempt, waitMs);
      if (beforeMs >= this.#leftMs) return overdue;
      await sleep(beforeMs, signal);
    }
  }

  get #leftMs(): number {
    const { now = Date.now } = this.#options;
    return this.#endMs - now();
  }

  async #getOnce(
    url: string,
    request: GetRequest,
  ): Promise<Got | { detail: string; mayPass: boolean; waitMs?: number | undefined }> {
    const { signal, sleep = wait, now = Date.now, timeoutSeconds = 30 } = this.#options;
    const address = new URL(url).origin;
    const gate = gateOf({ address, requestsPerSecond: this.#requestsPerSecond, atOnce: 1, now, sleep });
    return gate.queued(async () => {
      await gate.pace?.turn(signal);
      throwIfAborted(signal);
      this.#addresses.add(address);
      this.#sent.add(request.range === undefined ? url : `${url} ${rangeOf(request.range)}`);
      const timeout = AbortSignal.timeout(Math.ceil(Math.max(1, Math.min(1_000 * timeoutSeconds, this.#leftMs))));
      try {
        const answer = await this.#fetch(
          url,
          request,
          signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        );
        gate.pace?.told(answer.status);
        return await readAnswer(answer, request);
      } catch {
        throwIfAborted(signal);
        return {
          detail: timeout.aborted ? `${address} did not answer in time` : `${address} could not be reached`,
          mayPass: true,
        };
      }
    });
  }

  #fetch(url: string, { headers, range }: GetRequest, signal: AbortSignal): Promise<Response> {
    const fetch = this.#options.fetch ?? globalThis.fetch;
    const ranged = range === undefined ? {} : { range: rangeOf(range), "accept-encoding": "identity" };
    return fetch(url, {
      redirect: "manual",
      cache: "no-store",
      headers: { ...headers, ...ranged },
      signal,
    }) as Promise<Response>;
  }
}

const rangeOf = ([start, end]: readonly [number, number]): string => `bytes=${start}-${end - 1}`;

async function readAnswer(answer: Response, { range, bytesMax, alsoStatus = [] }: GetRequest) {
  const { status } = answer;
  const wanted = range === undefined ? 200 : 206;
  if (status !== wanted && !alsoStatus.includes(status)) {
    // A host that ignores ranges would send a file of a gigabyte.
    const detail =
      status === 200
        ? "it sends whole files and no ranges"
        : `it answered with status ${status}${await saidIn(answer)}`;
    await answer.body?.cancel().catch(() => {});
    return {
      detail: `${new URL(answer.url || "http://service").hostname}: ${detail}`,
      mayPass: PASSING_STATUS.has(status),
      waitMs: retryAfterMs(answer.headers),
    };
  }
  const { bytes, isMore } = await readUpTo(answer, bytesMax);
  if (isMore) return { detail: `The answer is over ${bytesMax} bytes`, mayPass: false };
  if (range !== undefined && status === 206 && bytes.length !== range[1] - range[0])
    return { detail: "The answer is not the range that was asked for", mayPass: true };
  return { bytes, status };
}

/** What a service says of a refusal, where it says it in JSON. */
async function saidIn(answer: Response): Promise<string> {
  const { bytes } = await readUpTo(answer, 10_000);
  try {
    const { error, message } = JSON.parse(new TextDecoder().decode(bytes)) as { error?: unknown; message?: unknown };
    const said = [error, message].find((one) => typeof one === "string");
    return said === undefined ? "" : `: ${(said as string).slice(0, DETAIL_CHARACTERS_MAX)}`;
  } catch {
    return "";
  }
}
