/**
 * Fetches what addresses say of their use: robots.txt and tdmrep.json of the origin, then the page with its headers,
 * where robots.txt allows it, also at another origin to which it redirects. One request a second to a host, hosts side
 * by side; sizes, times and redirects are bounded, and only the public internet is called unless the user allows more.
 */
import { toHex } from "../../base/bytes/bytes.ts";
import type { Progress } from "../../base/contract/resources/corpus.ts";
import type { RightsFile, RightsResult } from "../../base/contract/resources/rights.ts";
import { isSpoliaError, throwIfAborted } from "../../base/errors.ts";
import { groupBy } from "../../base/lists/groups.ts";
import { ENGINE_VERSION } from "../../base/version.ts";
import { charsetOf } from "../../files/documents/bytes/declared.ts";
import { readRights } from "../../files/rights/read.ts";
import { pathOf } from "../../files/rights/signals/paths.ts";
import { accessAt, readRobots } from "../../files/rights/signals/robots.ts";
import { StatementLog } from "../../files/rights/signals/statements.ts";
import { guardedGet, type PageAnswer, type PageReach } from "../../service/deliveries/guardedFetch.ts";
import { rightsText } from "./rightsFiles.ts";

const PAUSE_MS = 1_000;
const HOSTS_AT_ONCE = 8;
/** RFC 9309 has crawlers read 500 KiB of a robots.txt at least. */
const FETCHED_BYTES_MAX = 1_000_000;
const REDIRECTS_MAX = 5;
/** Origins whose files are kept in memory, those that were needed last: each may have two megabytes. */
const ORIGINS_KEPT = 50;
const REDIRECTS = [301, 302, 303, 307, 308];
/** The name by which robots.txt speaks of these requests. */
const PRODUCT = "spolia";
const USER_AGENT = `${ENGINE_VERSION.replace(" ", "/")} (reads reservations of rights; asked by a person)`;

/** A request, as it is kept for evidence. */
interface FetchedPage {
  url: string;
  /** When it was asked, in UTC. */
  at: string;
  /** HTTP status; `null` where there was no answer. */
  status: number | null;
  /** SHA-256 of the body; `null` without an answer. */
  sha256: string | null;
  /** Why there is no answer, or that not all of it was read; `null` where it is whole. */
  reason: string | null;
}

/** What an address says. */
export interface FetchedRights {
  url: string;
  /** `kept_out`: robots.txt keeps this program out, so that only the files of the origin were read. */
  state: "read" | "kept_out" | "not_read";
  requests: FetchedPage[];
  /** What was found; `null` where nothing could be read. */
  result: RightsResult | null;
}

interface FetchOptions {
  reach: PageReach;
  signal: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Waits; tests need no second. */
  pauseMs?: number;
}

/** In the order of the addresses. @throws aborted */
export async function fetchRights(addresses: readonly string[], options: FetchOptions): Promise<FetchedRights[]> {
  const results = new Map<string, FetchedRights>();
  const visitor = new Visitor(options);
  const total = new Set(addresses).size;
  const hosts = [...groupBy(new Set(addresses), (address) => new URL(address).host).values()];
  const work = async () => {
    for (let of = hosts.shift(); of !== undefined; of = hosts.shift()) {
      for (const address of of) {
        results.set(address, await visitor.read(address));
        options.onProgress?.({ stage: "fetch", done: results.size, total, unit: "documents" });
      }
    }
  };
  await Promise.all(Array.from({ length: HOSTS_AT_ONCE }, work));
  return addresses.map((address) => results.get(address)!);
}

/** What was answered to a request, and the request. */
interface Visited {
  asked: FetchedPage;
  answer: PageAnswer | null;
  /** Address at the end of redirects. */
  url: string;
}

/** What an origin says of itself. */
interface Origin {
  robots: Visited;
  /** `null` where robots.txt cannot be reached. */
  tdmrep: Visited | null;
}

/** Reads addresses; those of one host after each other. */
class Visitor {
  readonly #options: FetchOptions;
  readonly #origins = new Map<string, Promise<Origin>>();
  /** When each host may be asked again. */
  readonly #turns = new Map<string, number>();

  constructor(options: FetchOptions) {
    this.#options = options;
  }

  async read(url: string): Promise<FetchedRights> {
    const { origin } = new URL(url);
    const first = await this.#originOf(origin);
    const files = filesOf(first);
    const requests = requestsOf(first);
    if (!isReached(first)) return { url, state: "not_read", requests, result: null };
    if (!mayFetch(first, url)) return { url, state: "kept_out", requests, result: await this.#concluded(files, url) };
    const others = new Map<string, Origin>();
    const page = await this.#get(url, async (next) => {
      const at = new URL(next).origin;
      const other = await this.#originOf(at);
      if (at !== origin) others.set(at, other);
      return isReached(other) && mayFetch(other, next);
    });
    for (const other of others.values()) requests.push(...requestsOf(other));
    requests.push(page.asked);
    const end = page.answer === null ? origin : new URL(page.url).origin;
    const other = others.get(end);
    if (other !== undefined) files.push(...filesOf(other, `${end}/`));
    if (page.answer !== null) files.push(...pageFiles(page));
    // At another origin the rules for the address there count.
    const result = await this.#concluded(files, end === origin ? url : page.url);
    return { url, state: isRead(page) ? "read" : "not_read", requests, result };
  }

  /** The files of an origin, asked for once. */
  #originOf(origin: string): Promise<Origin> {
    const known = this.#origins.get(origin) ?? this.#origin(origin);
    this.#origins.delete(origin);
    this.#origins.set(origin, known);
    for (const oldest of this.#origins.keys()) {
      if (this.#origins.size <= ORIGINS_KEPT) break;
      this.#origins.delete(oldest);
    }
    return known;
  }

  async #origin(origin: string): Promise<Origin> {
    const robots = await this.#get(`${origin}/robots.txt`);
    const isThere = isReached({ robots });
    return { robots, tdmrep: isThere ? await this.#get(`${origin}/.well-known/tdmrep.json`) : null };
  }

  /** Waits until a host may be asked, and has the next one wait. */
  async #turn(host: string): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#turns.get(host) ?? 0);
    this.#rest(host, at);
    await waited(at - now, this.#options.signal);
  }

  /** Leaves a host alone for a while from this time on. */
  #rest(host: string, from: number): void {
    const { pauseMs = PAUSE_MS } = this.#options;
    this.#turns.set(host, Math.max(from + pauseMs, this.#turns.get(host) ?? 0));
  }

  async #concluded(files: readonly RightsFile[], url: string): Promise<RightsResult | null> {
    return files.length === 0 ? null : readRights({ files: [...files], url });
  }

  /** @param mayFollow whether a redirect may be followed */
  async #get(first: string, mayFollow: (next: string) => Promise<boolean> = async () => true): Promise<Visited> {
    const { reach, signal } = this.#options;
    const at = new Date().toISOString();
    const failed = (status: number | null, reason: string, url: string): Visited => ({
      asked: { url: first, at, status, sha256: null, reason },
      answer: null,
      url,
    });
    let url = first;
    for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
      const { host } = new URL(url);
      await this.#turn(host);
      const headers = { "user-agent": USER_AGENT, accept: "*/*", "accept-encoding": "identity" };
      let answer: PageAnswer;
      try {
        answer = await guardedGet(url, { reach, headers, bytesMax: FETCHED_BYTES_MAX }, signal);
      } catch (error) {
        throwIfAborted(signal);
        if (!isSpoliaError(error)) throw error;
        return failed(null, `${error.message} ${error.hint ?? ""}`.trim(), url);
      } finally {
        this.#rest(host, performance.now());
      }
      const location = answer.headers.find(([name]) => name === "location")?.[1];
      if (!REDIRECTS.includes(answer.status) || location === undefined) {
        const sha256 = toHex(
          new Uint8Array(await crypto.subtle.digest("SHA-256", answer.body as Uint8Array<ArrayBuffer>)),
        );
        const reason = answer.isWhole ? null : `Only the first ${FETCHED_BYTES_MAX} bytes were read.`;
        return { asked: { url: first, at, status: answer.status, sha256, reason }, answer, url };
      }
      const next = URL.canParse(location, url) ? new URL(location, url) : null;
      if (next === null || !/^https?:$/.test(next.protocol))
        return failed(answer.status, "It redirects to no address of the web.", url);
      url = next.href;
      if (!(await mayFollow(url))) {
        const reason = "It redirects to where robots.txt keeps this program out, or cannot be reached.";
        return failed(answer.status, reason, url);
      }
    }
    return failed(null, `It redirects more than ${REDIRECTS_MAX} times.`, url);
  }
}

/** RFC 9309, section 2.3.1.4: where robots.txt cannot be reached, nothing may be fetched. */
const isReached = ({ robots: { answer } }: Pick<Origin, "robots">): boolean => answer !== null && answer.status < 500;

function mayFetch({ robots: { answer } }: Origin, url: string): boolean {
  if (answer === null || answer.status >= 400) return true;
  const robots = readRobots(textOf(answer), [], new StatementLog());
  const may = accessAt(robots, pathOf(url));
  const isNamed = robots.groups.some(({ agents }) => agents.has(PRODUCT));
  return may(isNamed ? PRODUCT : "*");
}

const isRead = ({ answer }: Visited): boolean => answer !== null && answer.status < 400;
/** Empty where it is no text. */
function textOf({ body, headers }: PageAnswer): string {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  return rightsText(body, { declared: [charsetOf(type)] })?.text ?? "";
}

const requestsOf = ({ robots, tdmrep }: Origin): FetchedPage[] =>
  tdmrep === null ? [robots.asked] : [robots.asked, tdmrep.asked];

function filesOf({ robots, tdmrep }: Origin, before = ""): RightsFile[] {
  const file = (name: string, answer: PageAnswer | null | undefined): RightsFile[] =>
    answer?.status === 200 ? [{ name: before + name, content: textOf(answer) }] : [];
  return [...file("robots.txt", robots.answer), ...file("tdmrep.json", tdmrep?.answer)];
}

/** The header of a page, and the page where it is text. */
function pageFiles({ answer, url }: Visited): RightsFile[] {
  const { headers, status } = answer!;
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const header: RightsFile = { name: `${url}#headers`, content: lines.join("\n"), kind: "headers" };
  if (status !== 200 || !/^(?:text\/|application\/(?:xhtml\+xml|xml|rsl\+xml|json|ld\+json))/i.test(type))
    return [header];
  const kind = /html/i.test(type) ? ("html" as const) : undefined;
  return [header, { name: url, content: textOf(answer!), ...(kind !== undefined && { kind }) }];
}

async function waited(ms: number, signal: AbortSignal): Promise<void> {
  throwIfAborted(signal);
  if (ms <= 0) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
  });
  throwIfAborted(signal);
}
