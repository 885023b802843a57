/**
 * TDMRep (Final Report of a W3C Community Group, 2024-05-10) in the file at the origin. Its other places are read with
 * their files.
 */

import { isRecord } from "../../../base/arguments.ts";
import type { RightsSays } from "../../../base/contract/resources/rights.ts";
import type { StatementLog } from "./statements.ts";

/** A file of some thousand rules has less. */
const RIGHTS_JSON_CHARACTERS_MAX = 5_000_000;

/** `1`: reserved, `0`: not reserved, anything else: unset. */
function tdmSays(value: unknown): Extract<RightsSays, "reserved" | "allowed"> | null {
  const word = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
  return word === "1" ? "reserved" : word === "0" ? "allowed" : null;
}

/** Notes a reservation, or that there is none. With `0` the policy is ignored, as the report says. */
export function addTdm(
  log: StatementLog,
  reservation: unknown,
  policy: unknown,
  place: { line?: number | null; scope?: string; name?: string } = {},
): void {
  const says = tdmSays(reservation);
  const { name = "tdm-reservation", ...where } = place;
  if (says === null) {
    log.fault(`has a ${name} other than 0 and 1, which says nothing`, where.line ?? null);
    return;
  }
  const url = says === "reserved" && typeof policy === "string" && policy !== "" ? policy : null;
  log.add({
    kind: "tdmrep",
    uses: ["tdm", "ai-train"],
    says,
    value: `${name}: ${says === "reserved" ? 1 : 0}`,
    url,
    ...where,
  });
}

/** `/.well-known/tdmrep.json`. The first rule that matches a path counts, so that later ones say nothing of it. */
export function readTdmrep(content: string, log: StatementLog): void {
  const rules = jsonOf(content, log);
  if (rules === undefined) return;
  if (!Array.isArray(rules)) {
    log.fault("is not a list of rules");
    return;
  }
  for (const [number, rule] of rules.entries()) {
    const { location, "tdm-reservation": reservation, "tdm-policy": policy } = isRecord(rule) ? rule : {};
    if (typeof location !== "string" || location === "") log.fault(`has no location in rule ${number + 1}`);
    else addTdm(log, reservation, policy, { scope: location });
  }
}

/** The value of JSON, or `undefined` and a fault. */
export function jsonOf(content: string, log: StatementLog): unknown {
  if (content.length > RIGHTS_JSON_CHARACTERS_MAX) {
    log.fault(`is longer than ${RIGHTS_JSON_CHARACTERS_MAX} characters`);
    return undefined;
  }
  try {
    return JSON.parse(content.replace(/^\ufeff/, ""));
  } catch {
    log.fault("is not JSON");
    return undefined;
  }
}
