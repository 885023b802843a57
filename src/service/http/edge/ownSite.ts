/**
 * Keeps pages of other sites from using a service that needs no key: whoever opens such a page on a machine that may
 * reach the service would lend it their place. Two ways lead there, and each is closed:
 *
 * - A name of the other site that resolves to this service (DNS rebinding) makes the page one of the same origin. So
 *   the host of a request has to be an address, which no other site can have as its name, `localhost`, or a listed
 *   name.
 * - A request that needs no permission of the service (Fetch standard, "CORS-preflight fetch"), such as a POST without
 *   a body, is done although its response is withheld. So the origin of a request that changes something has to be the
 *   service's own or one of `cors`; without an origin, something in it has to be what no page sends without permission.
 */
import { SpoliaError } from "../../../base/errors.ts";
import { isAllowedOrigin, PREFLIGHTED_HEADERS } from "../answer/cors.ts";
import { isOfService } from "../answer/negotiate.ts";

export interface OwnSite {
  /** The refusal of a request under a name that is not the service's, or `null`. */
  hostRefusal(request: Pick<Request, "url">): SpoliaError | null;
  /** For requests that change something. @throws forbidden */
  requireOrigin(request: Pick<Request, "url" | "headers" | "method">): void;
}

interface SiteOptions {
  /** Names of the service besides addresses and `localhost`; `undefined`: any. */
  readonly allowedHosts: readonly string[] | undefined;
  /** Origins of other pages that may call it. */
  readonly cors: readonly string[];
  /** A page of another site has none, so with keys the origin of a request does not matter. */
  readonly hasKeys: boolean;
}

/** @throws invalid_request for a text that is no name of a host */
export function createOwnSite({ allowedHosts, cors, hasKeys }: SiteOptions): OwnSite {
  if (allowedHosts === undefined) return { hostRefusal: () => null, requireOrigin: () => {} };
  for (const [at, name] of allowedHosts.entries()) if (!isHostName(name)) throw notAHost(at);
  const isListed = (name: string): boolean => allowedHosts.includes(name);
  return {
    hostRefusal({ url }) {
      const { hostname } = new URL(url);
      if (isListed(hostname) || isLocal(hostname)) return null;
      return new SpoliaError("forbidden", "The service does not answer under this name.", {
        hint: "Ask it by its address or as localhost. Its operator can allow the name: --allowed-host.",
      });
    },
    requireOrigin({ url, headers, method }) {
      if (hasKeys) return;
      const origin = headers.get("origin");
      if (origin === null) {
        // Browsers ask before they send any other method to another site.
        if (method !== "POST" || isOfService(headers.get("content-type"))) return;
        if (PREFLIGHTED_HEADERS.some((name) => headers.has(name))) return;
        throw new SpoliaError("forbidden", "Any web page could have sent this request.", {
          hint: "Without keys, what a form of a page could send is refused: send JSON with the header Content-Type: application/json, also without a body.",
        });
      }
      const from = URL.canParse(origin) ? new URL(origin) : null;
      const isOwn = from !== null && (from.host === new URL(url).host || isListed(from.hostname));
      if (isOwn || isAllowedOrigin(origin, cors)) return;
      throw new SpoliaError("forbidden", "Pages of this origin may not change anything here.", {
        hint: "The operator of the service can allow the origin: --cors.",
      });
    },
  };
}

/** A URL writes IPv4 addresses in four decimal numbers, and IPv6 addresses in brackets. */
const isLocal = (hostname: string): boolean => /^(?:\d+\.\d+\.\d+\.\d+|\[.*\]|(?:.+\.)?localhost)$/.test(hostname);

const isHostName = (text: string): boolean =>
  /^[\w.-]+$/.test(text) && URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text;

const notAHost = (at: number): SpoliaError =>
  new SpoliaError("invalid_request", "A name of the service is not the name of a host.", {
    hint: "Write each like spolia.example, in lower case, without a scheme and without a port.",
    fields: [{ pointer: `/allowedHosts/${at}`, detail: "must be the name of a host" }],
  });
