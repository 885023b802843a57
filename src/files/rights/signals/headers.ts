/** Fields of an HTTP response: TDMRep, AIPREF, `X-Robots-Tag`, `Link` to a licence, and prices for crawlers. */
import { contentSignal, contentUsage } from "./preferences.ts";
import type { StatementLog } from "./statements.ts";
import { addTdm } from "./tdmrep.ts";

/** Words of `robots` and `X-Robots-Tag`, and what they forbid. `none` is `noindex, nofollow`. */
const DIRECTIVES = {
  noai: ["ai-train"],
  noindex: ["search"],
  none: ["search"],
} as const;

/** `noai` and the like, in a header or in a page. */
export function addDirectives(log: StatementLog, value: string, agents: readonly string[], line: number | null): void {
  for (const word of value.toLowerCase().split(/[,\s]+/)) {
    const uses = Object.hasOwn(DIRECTIVES, word) ? DIRECTIVES[word as keyof typeof DIRECTIVES] : undefined;
    if (uses !== undefined) log.add({ kind: "robots_meta", uses, says: "reserved", value: word, line, agents });
  }
}

/** Headers as they are sent, one a line, with or without the status line. A body after them is not read. */
export function readHeaders(content: string, log: StatementLog): void {
  const fields = new Map<string, { value: string; line: number }[]>();
  for (const [at, text] of content.split(/\r\n|\r|\n/).entries()) {
    const line = at + 1;
    if (text.trim() === "" && fields.size > 0) break;
    if (text.trim() === "" || /^HTTP\//i.test(text)) continue;
    const [, name, value = ""] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:(.*)$/s.exec(text) ?? [];
    if (name === undefined) log.fault("is no field of a header", line);
    else
      fields.set(name.toLowerCase(), [
        ...(fields.get(name.toLowerCase()) ?? []).slice(-100),
        { value: value.trim(), line },
      ]);
  }
  const policy = fields.get("tdm-policy")?.at(-1)?.value;
  for (const { value, line } of fields.get("tdm-reservation") ?? []) addTdm(log, value, policy, { line });
  for (const { value, line } of fields.get("content-usage") ?? []) addUsage(log, value, line);
  for (const { value, line } of fields.get("content-signal") ?? [])
    for (const { uses, says } of contentSignal(value))
      log.add({ kind: "content_signal", uses, says, value: `Content-Signal: ${value}`, line });
  for (const { value, line } of fields.get("x-robots-tag") ?? []) {
    const [, agent, words = value] = /^([A-Za-z0-9_-]+):(.*)$/s.exec(value) ?? [];
    addDirectives(log, words, agent === undefined ? [] : [agent.toLowerCase()], line);
  }
  for (const { value, line } of fields.get("link") ?? []) addLinks(log, value, line);
  for (const { value, line } of fields.get("crawler-price") ?? [])
    log.add({ kind: "price", uses: ["crawl"], says: "conditional", value: `crawler-price: ${value}`, line });
}

function addUsage(log: StatementLog, value: string, line: number): void {
  const preferences = contentUsage(value);
  if (preferences === null) log.fault("has a Content-Usage that is no dictionary", line);
  for (const { uses, says } of preferences ?? [])
    log.add({ kind: "content_usage", uses, says, value: `Content-Usage: ${value}`, line });
}

/** Links of the relation `license` (RFC 8288). */
function addLinks(log: StatementLog, value: string, line: number): void {
  for (const [, url = "", parameters = ""] of value.matchAll(/<([^<>]*)>([^<]*)/g)) {
    const relation = /;\s*rel\s*=\s*"?([^";,]*)/i.exec(parameters)?.[1] ?? "";
    if (relation.toLowerCase().split(/\s+/).includes("license"))
      log.add({ kind: "licence_link", uses: [], says: "named", value: `Link: ${url}`, line, url });
  }
}
