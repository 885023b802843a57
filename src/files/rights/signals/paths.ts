/** Paths of robots.txt (RFC 9309, section 2.2.2), which RSL, TDMRep and AIPREF share: `*`, and `$` at the end. */
import { wellFormed } from "../../../core/text/wellFormed.ts";

/**
 * Whether a pattern matches the beginning of a path. The parts between `*` are looked for one after another, each at
 * its first place, so that the time is at most that of one search for each part.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const parts = encoded(isWhole ? pattern.slice(0, -1) : pattern)
    .split("*")
    .map(literal);
  const text = literal(encoded(path));
  const [first = "", ...rest] = parts;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const [number, part] of rest.entries()) {
    if (isWhole && number === rest.length - 1) return text.length - part.length >= at && text.endsWith(part);
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return !isWhole || at === text.length;
}

/** Whether a pattern is about every path of a site. */
export function isWholeSite(pattern: string): boolean {
  return /^(?:\/?\**)$/.test(pattern) || /^https?:\/\/[^/]+\/?\**$/i.test(pattern);
}

/** Escapes of characters that need none: `-`, `.`, `_`, `~`, digits and letters. */
const NEEDLESS = /%(?:2[de]|5f|7e|3\d|4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])/gi;

/** Octets outside of ASCII, and needless escapes, in one spelling. */
function encoded(path: string): string {
  const escaped = path.replace(/\P{ASCII}{1,1000}/gu, (text) => encodeURIComponent(wellFormed(text)));
  return escaped.replace(NEEDLESS, decodeURIComponent).replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());
}

/** `*` and `$` of a path, in the spelling that rules have for them (RFC 9309, section 2.2.3). */
const literal = (path: string): string => path.replaceAll("*", "%2A").replaceAll("$", "%24");

/** The rule that is about an address and no other; about all below it where it ends with `/`. */
export function ruleOf(url: string): string {
  const path = pathOf(url);
  return path.endsWith("/") ? literal(path) : `${literal(path)}$`;
}

/** Path and query of an address, as rules are compared with. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Whether a scope, a path or a whole address, is about an address. */
export function isAbout(scope: string, url: string): boolean {
  if (scope === "") return true;
  if (!/^https?:\/\//i.test(scope)) return matchesPath(scope, pathOf(url));
  const { origin } = new URL(url);
  const [, host = "", path = ""] = /^(https?:\/\/[^/]*)(.*)$/is.exec(scope) ?? [];
  return host.toLowerCase() === origin && matchesPath(path === "" ? "/" : path, pathOf(url));
}
