/**
 * Outgoing requests to addresses that users supply; there are no others. The host name is resolved once, all of its
 * addresses must belong to the public internet, and the connection uses a checked address, so that a name cannot
 * resolve to another address later. Redirects are not followed. Of the answer to a message only the status and
 * `Retry-After` are used.
 */
import { concat } from "../../base/bytes/bytes.ts";
import { SpoliaError } from "../../base/errors.ts";
import { URL_CHARACTERS_MAX } from "../../base/limits.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { remembered } from "../../base/queues/remembered.ts";
import { builtin } from "../../corpus/storage/builtin.ts";
import { isGlobalAddress } from "./addresses.ts";
import { type HostAddress, hostNames, type ResolveHost } from "./hostNames.ts";

/** The addresses that an operator allows. */
export interface OutgoingPolicy {
  /**
   * `public`: https to port 443 of the public internet. `any`: also http, any port and addresses of private networks.
   */
  readonly reach: "public" | "any";
}

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whose message it is: tenants take turns where the machine looks up few names at once. @since 0.2.0 */
  readonly tenant?: string | undefined;
}

export interface MessageAnswer {
  readonly status: number;
  /** Value of `Retry-After` in seconds. */
  readonly retryAfterSeconds: number | null;
}

export interface Outgoing {
  /** Checks whether an address may be called, without calling it. @throws webhook_refused */
  check(url: string): void;
  /**
   * @throws webhook_refused where the address may not be called, or where the connection fails; the message states the
   * reason
   */
  post(message: Message, signal?: PlatformAbortSignal): Promise<MessageAnswer>;
}

/** Where pages may be: as `OutgoingPolicy`, where `web` is http and https at their ports of the public internet. */
export type PageReach = "web" | "any";

/** The answer to a GET. */
export interface PageAnswer {
  readonly status: number;
  /** Names in lower case, with their values, in the order of the answer. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The first bytes, up to the limit. */
  readonly body: Uint8Array;
  /** Whether that is all. */
  readonly isWhole: boolean;
}

const TIMEOUT_MS = 20_000;
/** Maximum of bytes read from an answer. */
const ANSWER_BYTES_MAX = 64 * 1024;

const refused = (message: string, hint: string): SpoliaError => new SpoliaError("webhook_refused", message, { hint });

/** The parsed address. @throws webhook_refused where the policy forbids it */
function checkedUrl(text: string, reach: OutgoingPolicy["reach"] | PageReach): URL {
  if (text.length > URL_CHARACTERS_MAX || !URL.canParse(text)) {
    throw refused("The address is not a URL.", "Write it like https://example.org/hooks/spolia.");
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw refused(
      "The address contains a user name or a password.",
      "Check the signature of a message instead: every one has one.",
    );
  }
  const isOpen = url.protocol === "https:" || (reach !== "public" && url.protocol === "http:");
  if (!isOpen) throw refused("Only https addresses are called.", "Offer the address over https.");
  if (reach !== "any" && url.port !== "")
    throw refused("Only the usual port is called.", "Offer the address at port 443.");
  const literal = literalAddress(url.hostname);
  if (reach !== "any" && literal !== null && !isGlobalAddress(literal)) throw notGlobal();
  return url;
}

const notGlobal = (): SpoliaError =>
  refused("The address does not belong to the open internet.", "Name a host whose addresses all do.");

/**
 * The IP address of a host such as `192.0.2.1` or `[2001:db8::1]`. The URL parser has normalised other forms: 0x7f.1
 * and 2130706433 have become 127.0.0.1.
 */
function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return builtin("node:net").isIP(bare) === 0 ? null : bare;
}

/** @param lookup resolves a name; tests replace it */
export function guardedOutgoing(policy: OutgoingPolicy, lookup?: ResolveHost): Outgoing {
  const names = remembered((isLocal: boolean) => lookup ?? hostNames({ isLocal }));
  return {
    check(url) {
      checkedUrl(url, policy.reach);
    },
    async post({ url: text, headers, body, tenant }, signal) {
      const url = checkedUrl(text, policy.reach);
      const place = await addressOf(url, policy.reach, (hostname) => names(policy.reach === "any")(hostname, tenant));
      const answer = await send(url, place, { method: "POST", headers, body, bytesMax: ANSWER_BYTES_MAX }, signal);
      const retryAfter = answer.headers.find(([name]) => name === "retry-after")?.[1];
      return { status: answer.status, retryAfterSeconds: secondsOf(retryAfter) };
    },
  };
}

const namesOfPages = remembered((isLocal: boolean) => hostNames({ isLocal }));

/** Reads a page, under the same guard. @throws webhook_refused as `Outgoing.post` */
export async function guardedGet(
  text: string,
  { reach, headers, bytesMax }: { reach: PageReach; headers: Readonly<Record<string, string>>; bytesMax: number },
  signal?: PlatformAbortSignal,
): Promise<PageAnswer> {
  const url = checkedUrl(text, reach);
  const place = await addressOf(url, reach, namesOfPages(reach === "any"));
  return send(url, place, { method: "GET", headers, bytesMax }, signal);
}

async function addressOf(
  url: URL,
  reach: OutgoingPolicy["reach"] | PageReach,
  lookup: ResolveHost,
): Promise<HostAddress> {
  const literal = literalAddress(url.hostname);
  if (literal !== null) return { address: literal, family: literal.includes(":") ? 6 : 4 };
  const places = await lookup(url.hostname).catch(() => []);
  const [first] = places;
  if (first === undefined) throw refused("The name of the host has no address.", "Check its spelling.");
  // All addresses must be global: a later resolution may return any of them.
  if (reach !== "any" && !places.every(({ address }) => isGlobalAddress(address))) throw notGlobal();
  return first;
}

interface Sent {
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Bytes of the answer that are read. */
  bytesMax: number;
}

function send(
  url: URL,
  place: HostAddress,
  { method, headers, body, bytesMax }: Sent,
  signal: AbortSignal | undefined,
): Promise<PageAnswer> {
  const { request } = url.protocol === "https:" ? builtin("node:https") : builtin("node:http");
  const limits = [AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])];
  return new Promise((resolve, reject) => {
    const failed = (cause: unknown) => reject(unreached(cause));
    const outgoing = request(
      url,
      {
        method,
        headers: {
          ...headers,
          ...(body !== undefined && { "content-length": String(new TextEncoder().encode(body).length) }),
        },
        signal: AbortSignal.any(limits),
        agent: false,
        // The certificate is still checked against the name in the URL.
        lookup: (_name, options, answer) => {
          if (typeof options === "object" && options.all === true) answer(null, [place]);
          else answer(null, place.address, place.family);
        },
      },
      (response) => {
        let bytes = 0;
        const chunks: Uint8Array[] = [];
        const done = (isWhole: boolean) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: pairsOf(response.rawHeaders),
            body: concat(chunks).subarray(0, bytesMax),
            isWhole,
          });
        response.on("data", (chunk: Uint8Array) => {
          bytes += chunk.length;
          chunks.push(chunk);
          if (bytes > bytesMax) {
            done(false);
            outgoing.destroy();
          }
        });
        response.on("end", () => done(true));
        response.on("error", failed);
      },
    );
    outgoing.on("error", failed);
    outgoing.end(body);
  });
}

/** Names and values, which Node gives in one list. */
const pairsOf = (raw: readonly string[]): [name: string, value: string][] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ""] as [string, string]] : []));

/** States only the code of the error, since its message may contain addresses. */
function unreached(cause: unknown): SpoliaError {
  const code = (cause as { code?: unknown }).code;
  return new SpoliaError("webhook_refused", "The address could not be reached.", {
    hint: typeof code === "string" ? `The connection ended with ${code}.` : "The connection ended too early.",
    cause,
  });
}

/** Whole seconds, at most a day; dates and other values are ignored. */
function secondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Math.min(Number(header), 86_400) : null;
}
