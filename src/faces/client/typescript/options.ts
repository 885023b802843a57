/** Options of the client and of one request, and what they are where nothing is given. */
import type { Fetch, PlatformAbortSignal } from "../../../base/platform.ts";
import { SpoliaClientError } from "./errors.ts";

/** Lines of a log, without texts, keys or bodies. `console` is one. */
export type Logger = Readonly<Record<"debug" | "info" | "warn", (line: string) => void>>;

export type LogLevel = "debug" | "info" | "warn" | "off";

export interface ClientOptions {
  /** A key of the service, or a function that gives one for each attempt. Default: `SPOLIA_API_KEY`; `null`: none. */
  apiKey?: string | (() => string | Promise<string>) | null | undefined;
  /** The same as `apiKey`, spelled as the described service spells it. */
  api_key?: string | null | undefined;
  /** Where the service is, with its base path. Default: `SPOLIA_BASE_URL`, else `http://127.0.0.1:8787`. */
  baseURL?: string | undefined;
  /** The same as `baseURL`. */
  base_url?: string | undefined;
  /** Milliseconds for one attempt, and between lines of a stream. Default 130,000: longer than the longest answer. */
  timeoutMs?: number | undefined;
  /** How often a failed attempt is repeated; default 2. */
  maxRetries?: number | undefined;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** In place of the runtime's own `fetch`. */
  fetch?: Fetch | undefined;
  /** Default: `console`. */
  logger?: Logger | undefined;
  /** Default: `SPOLIA_LOG`, else `warn`. */
  logLevel?: LogLevel | undefined;
}

/** Options of one request. */
export interface CallOptions<Query = object> {
  /** Query parameters. */
  query?: Query | undefined;
  /** Headers of this request, over those of the client. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Ends the request. */
  signal?: PlatformAbortSignal | undefined;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  /** The same key and body are carried out once. Default: a random one for each call that sends a document. */
  idempotencyKey?: string | undefined;
}

export interface ResolvedOptions {
  readonly apiKey: () => Promise<string | null>;
  /** Without a slash at its end. */
  readonly baseURL: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
  readonly log: (level: Exclude<LogLevel, "off">, line: () => string) => void;
}

const BASE_URL = "http://127.0.0.1:8787";
const TIMEOUT_MS = 130_000;
const MAX_RETRIES = 2;
const LOG_LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "off"];
/** Values of `SPOLIA_LOG` for the service, which may have the same environment. */
const LOGS_OF_SERVICE: readonly unknown[] = ["json", "none"];

/** The compiler holds the names equal to those of the interfaces. */
const CLIENT_OPTIONS: Readonly<Record<keyof ClientOptions, true>> = {
  apiKey: true,
  api_key: true,
  baseURL: true,
  base_url: true,
  timeoutMs: true,
  maxRetries: true,
  headers: true,
  fetch: true,
  logger: true,
  logLevel: true,
};
const CALL_OPTIONS: Readonly<Record<keyof CallOptions, true>> = {
  query: true,
  headers: true,
  signal: true,
  timeoutMs: true,
  maxRetries: true,
  idempotencyKey: true,
};

/** @throws SpoliaClientError that names the option */
export function resolvedOptions(options: ClientOptions): ResolvedOptions {
  checkNames(options, CLIENT_OPTIONS, "the client");
  for (const [one, other] of [
    ["apiKey", "api_key"],
    ["baseURL", "base_url"],
  ] as const) {
    if (options[one] !== undefined && options[other] !== undefined)
      throw new SpoliaClientError(`${one} and ${other} are one option: give one of them.`);
  }
  const apiKey = options.apiKey !== undefined ? options.apiKey : (options.api_key ?? environment("SPOLIA_API_KEY"));
  const asked = environment("SPOLIA_LOG");
  const logLevel = options.logLevel ?? (LOGS_OF_SERVICE.includes(asked) ? undefined : asked) ?? "warn";
  const least = LOG_LEVELS.indexOf(logLevel as LogLevel);
  if (least < 0) throw new SpoliaClientError(`logLevel must be one of ${LOG_LEVELS.join(", ")}.`);
  const logger = options.logger ?? consoleLogger;
  return {
    apiKey: async () => checkedKey(typeof apiKey === "function" ? await apiKey() : (apiKey ?? null)),
    baseURL: checkedURL(options.baseURL ?? options.base_url ?? environment("SPOLIA_BASE_URL") ?? BASE_URL),
    timeoutMs: checkedNumber("timeoutMs", options.timeoutMs ?? TIMEOUT_MS, 1),
    maxRetries: checkedNumber("maxRetries", options.maxRetries ?? MAX_RETRIES, 0),
    headers: checkedHeaders(options.headers ?? {}),
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    log: (level, line) => {
      if (LOG_LEVELS.indexOf(level) >= least) logger[level](line());
    },
  };
}

/** Standard output belongs to the program, so everything goes to the error output. */
const consoleLogger: Logger = {
  debug: (line) => console.error(line),
  info: (line) => console.error(line),
  warn: (line) => console.error(line),
};

/** A variable of the environment; undefined where there is none or it may not be read. */
function environment(name: string): string | undefined {
  try {
    const value = globalThis.process?.env?.[name]?.trim();
    return value === "" ? undefined : value;
  } catch {
    return undefined; // Deno without the permission
  }
}

/** A header takes printable ASCII. The message does not show the key. */
function checkedKey(key: unknown): string | null {
  if (key === null) return null;
  if (typeof key === "string" && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new SpoliaClientError("apiKey must be a string of printable ASCII characters without spaces.");
}

function checkedURL(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && url.username + url.search + url.hash === "";
  if (isUsable) return url.href.replace(/\/+$/, "");
  throw new SpoliaClientError("baseURL must be an http or https address without user name, query and fragment.");
}

/** @throws SpoliaClientError for an option that calls do not have, or a header that cannot be sent */
export function checkCallOptions(options: CallOptions): void {
  checkNames(options, CALL_OPTIONS, "a call");
  checkedHeaders(options.headers ?? {});
  if (options.idempotencyKey !== undefined) checkedHeaders({ "idempotency-key": options.idempotencyKey });
}

/** What is misspelled would else be passed over in silence. */
function checkNames(options: object, known: Readonly<Record<string, true>>, owner: string): void {
  if (typeof options !== "object" || options === null)
    throw new SpoliaClientError(
      `The options of ${owner} must be an object of these fields: ${Object.keys(known).join(", ")}.`,
    );
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    const bare = (text: string) => text.replace(/_|ms$/gi, "").toLowerCase();
    const meant = Object.keys(known).find((one) => bare(one) === bare(name));
    const hint = meant === undefined ? `There are ${Object.keys(known).join(", ")}.` : `Did you mean ${meant}?`;
    throw new SpoliaClientError(`${name} is no option of ${owner}. ${hint}`);
  }
}

/** A header that the connection refuses would look like a failure of it, and be tried again. */
function checkedHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new SpoliaClientError(`headers has ${JSON.stringify(name)}, which is no name of a header.`);
    // The message does not show the value: it may be a secret.
    if (typeof value !== "string" || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw new SpoliaClientError(`The header ${name} must be a string of Latin-1 without line ends.`);
  }
  return headers;
}

export function checkedNumber(name: string, value: unknown, least: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= least) return value as number;
  throw new SpoliaClientError(`${name} must be a whole number from ${least}.`);
}
