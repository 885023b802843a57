/** What a handler is made of, and its checks. */
import { checkArguments, hasMethods, isRecord, isTexts } from "../../../base/arguments.ts";
import { type OpenTelemetry, openTelemetryCheck } from "../../../base/lists/spans.ts";
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import { isAddress } from "../../../remote/publicIndexes/names.ts";
import type { Registry } from "../../registry.ts";
import type { PageFiles } from "../pages/page.ts";
import type { ParseAside } from "../request/received.ts";
import type { LeadServices, ServedEngine } from "../route.ts";
import type { Observer } from "./exchange.ts";
import type { GateOptions } from "./gate.ts";

export interface HandlerOptions {
  readonly engine: ServedEngine;
  /** Stores works, results and keys. Without a registry, their routes do not exist. */
  readonly registry?: Registry | undefined;
  /**
   * Authentication: callers need the operator's key or, with a registry, one of its keys or tokens. Without `auth`,
   * every operation is open to everyone who can reach the handler.
   */
  readonly auth?: GateOptions | undefined;
  /**
   * Lets callers search for leads at other services: runs of words of their texts go to the dataset viewer of Hugging
   * Face, addresses of pages to Common Crawl, at one or two requests a second for all callers. With `address`, both go
   * to a service of your own. Default: nobody is asked, and only lists of titles are searched.
   *
   * @since 0.2.0
   */
  readonly leads?: LeadServices | undefined;
  /** Prefix of every path, like `/spolia`; default: none. */
  readonly basePath?: string | undefined;
  /**
   * Addresses of proxies, and networks like `10.0.0.0/8`, that are believed in `Forwarded` and `X-Forwarded-*`: the
   * client's address and scheme. Default: none, so that these headers are ignored.
   *
   * @since 0.2.0
   */
  readonly trustedProxies?: readonly string[] | undefined;
  /**
   * Names like `spolia.example` under which the service answers, besides addresses and `localhost`, so that no name of
   * another site leads pages to it. A service without `auth` then also refuses what pages of other origins could send.
   * Default: any name and any page, which suits a service without `auth` only where no browser can reach it.
   *
   * @since 0.2.0
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Requests a second of one address without a valid key, where the host knows addresses; 0 for any number. Default:
   * 100.
   *
   * @since 0.2.0
   */
  readonly keylessPerSecond?: number | undefined;
  /**
   * Origins of web pages that may call the service, like `https://app.example`; `["*"]` for all. Default: none.
   *
   * @since 0.2.0
   */
  readonly cors?: readonly string[] | undefined;
  /**
   * Once it is aborted, `/readyz` answers 503, so that balancers send no more requests; all others are still answered.
   *
   * @since 0.2.0
   */
  readonly draining?: PlatformAbortSignal | undefined;
  /**
   * Parses a large body elsewhere, such as in a thread, so that others are answered meanwhile. Default: parsed here.
   *
   * @since 0.2.0
   */
  readonly parseAside?: ParseAside | undefined;
  /**
   * The package `@opentelemetry/api`: each request is a span of the trace that its headers state, or of a new one, for
   * the SDK that the host has registered. Default: no spans.
   *
   * @since 0.2.0
   */
  readonly openTelemetry?: OpenTelemetry | undefined;
  /**
   * The files of the page (`build/web` of the package) by their names: the page is then at `/`. Default: no page.
   *
   * @since 0.2.0
   */
  readonly page?: PageFiles | undefined;
  /**
   * The files of the documentation (`build/site` of the repository) by their paths: it is then at `/docs`. Default: the
   * interface alone is described there.
   *
   * @since 0.2.0
   */
  readonly site?: PageFiles | undefined;
  /** Called with every exchange when its response is ready. */
  readonly observe?: Observer | undefined;
}

/** @throws invalid_request */
export function checkOptions(options: HandlerOptions): void {
  checkArguments("createHandler", [["/options", isRecord(options), "an object with `engine`"]]);
  const { engine, registry, auth, leads, basePath, trustedProxies, cors, draining, parseAside, page, site, observe } =
    options;
  const { allowedHosts, keylessPerSecond = 0 } = options;
  checkArguments("createHandler", [
    ["/engine", hasMethods(engine, "analyze", "score", "compare"), "an engine: await createEngine(…)"],
    ["/registry", registry === undefined || isRecord(registry), "a registry: await createRegistry(…)"],
    ["/auth", auth === undefined || isRecord(auth), "an object, or absent"],
    ["/leads", leads === undefined || isRecord(leads), "an object, or absent"],
    [
      "/leads/address",
      leads?.address === undefined || isAddress(leads.address),
      "an http or https address without a user and a query",
    ],
    ["/basePath", basePath === undefined || typeof basePath === "string", "empty or like /spolia"],
    ["/trustedProxies", trustedProxies === undefined || isTexts(trustedProxies), "a list of addresses and networks"],
    ["/allowedHosts", allowedHosts === undefined || isTexts(allowedHosts), "a list of names of hosts"],
    [
      "/keylessPerSecond",
      Number.isSafeInteger(keylessPerSecond) && keylessPerSecond >= 0,
      "a whole number of requests, or 0 for any number",
    ],
    ["/cors", cors === undefined || isTexts(cors), "a list of origins"],
    ["/draining", draining === undefined || draining instanceof AbortSignal, "an AbortSignal"],
    ["/parseAside", parseAside === undefined || typeof parseAside === "function", "a function"],
    openTelemetryCheck(options.openTelemetry),
    ["/page", page === undefined || hasMethods(page, "get", "entries"), "a Map of files by name"],
    ["/site", site === undefined || hasMethods(site, "get", "entries"), "a Map of files by path"],
    ["/observe", observe === undefined || typeof observe === "function", "a function"],
  ]);
}
