/**
 * Preferences as dictionaries. AIPREF: `train-ai=n, search=y` (IETF drafts of 2026, a dictionary of RFC 9651); Content
 * Signals: `search=yes, ai-train=no`. What is no such token says nothing.
 */
import type { RightsSays, RightsUse } from "../../../base/contract/resources/rights.ts";

const AIPREF: Readonly<Record<string, readonly RightsUse[]>> = { "train-ai": ["ai-train"], search: ["search"] };
const SIGNALS: Readonly<Record<string, readonly RightsUse[]>> = {
  search: ["search"],
  "ai-input": ["ai-input"],
  "ai-train": ["ai-train"],
};

interface Preference {
  uses: readonly RightsUse[];
  says: Extract<RightsSays, "allowed" | "reserved">;
}

/** `Content-Usage`: the last of equal keys counts; a value that is no dictionary says nothing: `null`. */
export function contentUsage(value: string): Preference[] | null {
  const found = new Map<string, string>();
  for (const member of value.split(",")) {
    const [item = ""] = member.split(";");
    const [, key, , token = ""] = /^\s*([a-z*][a-z0-9_.*-]*)(=(.*))?\s*$/s.exec(item) ?? [];
    if (key === undefined) return null;
    found.set(key, token.trim());
  }
  return chosen(found, AIPREF, { y: "allowed", n: "reserved" });
}

/** `Content-Signal` of robots.txt. */
export function contentSignal(value: string): Preference[] {
  const pairs = value.split(",").map((one): [string, string] => {
    const [key = "", token = ""] = one.toLowerCase().split("=");
    return [key.trim(), token.trim()];
  });
  return chosen(new Map(pairs), SIGNALS, { yes: "allowed", no: "reserved" });
}

function chosen(
  found: ReadonlyMap<string, string>,
  known: Readonly<Record<string, readonly RightsUse[]>>,
  tokens: Readonly<Record<string, Preference["says"]>>,
): Preference[] {
  return [...found].flatMap(([key, token]) => {
    const uses = Object.hasOwn(known, key) ? known[key] : undefined;
    const says = Object.hasOwn(tokens, token) ? tokens[token] : undefined;
    return uses === undefined || says === undefined ? [] : [{ uses, says }];
  });
}
