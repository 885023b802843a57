/**
 * Who sent a request: the connection's other end or, where that is a proxy that the operator trusts, the address and
 * the scheme that the proxy states in `Forwarded` (RFC 7239) or `X-Forwarded-For` and `X-Forwarded-Proto`. Anyone can
 * write these headers, so they are not read from anyone else.
 */
import { SpoliaError } from "../../../base/errors.ts";
import { builtin } from "../../../corpus/storage/builtin.ts";

/** The connection that a request arrived on, as far as the host knows it. */
export interface Connection {
  /** IP address of the other end. */
  readonly remoteAddress?: string | undefined;
}

export interface Client {
  /** IP address in its plain form, an IPv4 address also where it arrived as `::ffff:192.0.2.1`; `null` if unknown. */
  readonly address: string | null;
  /** Scheme that the client used. */
  readonly scheme: "http" | "https";
}

/**
 * What stands for the client at an address: the address or, of IPv6, the 64 bits that name its network, since a client
 * may have all addresses of it.
 */
export function oneClient(address: string): string {
  const groups = address.split("::")[0]!.split(":");
  return groups.length > 1 ? groups.slice(0, 4).join(":") : address;
}

type ClientLookup = (request: Pick<Request, "headers" | "url">, connection?: Connection) => Client;

/** One proxy's statement about the side that it was called from. */
interface Hop {
  readonly address: string | null;
  readonly scheme: string | null;
}

/**
 * @param trustedProxies addresses, and networks like `10.0.0.0/8`, whose forwarded headers are believed
 * @throws invalid_request for a text that is neither
 */
export function createClientLookup(trustedProxies: readonly string[]): ClientLookup {
  const isTrusted = trustedProxies.length === 0 ? () => false : trustOf(trustedProxies);
  return ({ headers, url }, connection) => {
    const own: Client = {
      address: plainAddress(connection?.remoteAddress),
      scheme: url.startsWith("https:") ? "https" : "http",
    };
    return own.address !== null && isTrusted(own.address) ? forwarded(own, headers, isTrusted) : own;
  };
}

function trustOf(trustedProxies: readonly string[]): (address: string) => boolean {
  const { BlockList, isIP } = builtin("node:net");
  const trusted = new BlockList();
  for (const [at, written] of trustedProxies.entries()) {
    const [, address = "", bits] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(written) ?? [];
    const version = isIP(address);
    const bitsMax = version === 4 ? 32 : 128;
    if (version === 0 || Number(bits ?? bitsMax) > bitsMax) throw notANetwork(at);
    trusted.addSubnet(address, Number(bits ?? bitsMax), version === 4 ? "ipv4" : "ipv6");
  }
  return (address) => trusted.check(address, address.includes(":") ? "ipv6" : "ipv4");
}

const notANetwork = (at: number): SpoliaError =>
  new SpoliaError("invalid_request", "A trusted proxy is neither an address nor a network.", {
    hint: "Write each like 192.0.2.7, 10.0.0.0/8 or fd00::/8.",
    fields: [
      { pointer: `/trustedProxies/${at}`, detail: "must be an IP address, or a network with its prefix length" },
    ],
  });

/** Walks from the nearest proxy outwards, as long as each was called from another trusted one. */
function forwarded(own: Client, headers: Headers, isTrusted: (address: string) => boolean): Client {
  const standard = headers.get("forwarded");
  const usual = headers.get("x-forwarded-for");
  const hops = standard !== null ? standardHops(standard) : usualHops(usual, headers.get("x-forwarded-proto"));
  // A proxy that writes one of the headers may pass on the other as the client wrote it: where they differ, neither is
  // believed.
  if (standard !== null && usual !== null && !saySame(hops, usualHops(usual, null))) return own;
  let client = own;
  for (const { address, scheme } of hops.reverse()) {
    if (scheme === "http" || scheme === "https") client = { ...client, scheme };
    if (address === null) break;
    client = { ...client, address };
    if (!isTrusted(address)) break;
  }
  return client;
}

const saySame = (one: readonly Hop[], other: readonly Hop[]): boolean =>
  one.length === other.length && one.every(({ address }, i) => address === other[i]!.address);

function usualHops(addresses: string | null, schemes: string | null): Hop[] {
  const scheme = schemes?.split(",").at(-1)?.trim().toLowerCase() ?? null;
  return (addresses?.split(",") ?? []).map((node) => ({ address: plainAddress(node.trim()), scheme }));
}

/** The elements of `Forwarded`: `for="[2001:db8::1]:4711";proto=https, for=192.0.2.43`. */
function standardHops(header: string): Hop[] {
  const elements = header.match(/(?:"(?:[^"\\]|\\.){0,200}"|[^,"])+/g) ?? [];
  return elements.map((element) => {
    const named = new Map<string, string>();
    for (const [, name, quoted, token] of element.matchAll(
      /(?<![\w-])([\w-]+)=(?:"((?:[^"\\]|\\.){0,200})"|([^;,"\s]+))/g,
    ))
      named.set(name!.toLowerCase(), quoted?.replaceAll(/\\(.)/g, "$1") ?? token!);
    return { address: plainAddress(named.get("for")), scheme: named.get("proto")?.toLowerCase() ?? null };
  });
}

/** The address of `192.0.2.1:80`, `[2001:db8::1]:80`, `fe80::1%eth0` and the like; `null` for a name or nonsense. */
function plainAddress(node: string | undefined): string | null {
  if (typeof node !== "string") return null;
  const [, bracketed, bare] = /^(?:\[([\da-f:.%\w]+)\]|([\d.]+))(?::\d{1,5})?$/i.exec(node) ?? [];
  const address = (bracketed ?? bare ?? node)
    .replace(/%.*$/, "")
    .toLowerCase()
    .replace(/^::ffff:(?=[\d.]+$)/, "");
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(address))
    return address.split(".").every((part) => Number(part) < 256) ? address : null;
  return /^[\da-f]*:[\da-f:]*$/.test(address) && URL.canParse(`http://[${address}]`)
    ? new URL(`http://[${address}]`).hostname.slice(1, -1)
    : null;
}
