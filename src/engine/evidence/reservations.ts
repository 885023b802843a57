/**
 * Do the metadata of a text reserve its use for training? Reads the fields that the regimes of the catalogue define.
 */
import { rightsNotice } from "../../core/text/rightsNotice.ts";

const RIGHTS_FIELDS = new Set(["licence", "license", "rights", "copyright", "terms", "usage-terms"]);
/**
 * Plain wording: mining or training near a word that reserves or forbids it. Quantifiers are bounded, so the cost is
 * linear.
 */
const MINING =
  "(?:text[- ]and[- ]data[- ]mining|\\btdm\\b|(?:ai|model|machine)[- ](?:training|learning)|train(?:ing)? (?:of )?(?:an? )?ai)";
const KEPT_BACK = "(?:reserv|prohibit|forbid|exclud|not (?:be )?(?:permitted|allowed)|\\bno\\b)";
const IN_WORDS = new RegExp(`${MINING}[^.]{0,80}${KEPT_BACK}|${KEPT_BACK}[^.]{0,80}${MINING}`, "i");

/** A field that reserves rights, and the catalogue's regime that defines it, if any. */
export interface Reservation {
  field: string;
  /** `notice`: the usual formula that reserves all rights; `reservation`: reserves mining or training in particular. */
  kind: "notice" | "reservation";
  regime: string | null;
}

export function reservationsIn(fields: Readonly<Record<string, unknown>>): Reservation[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    const found = reservationOf(field.toLowerCase().replace(/[_:]/g, "-"), value);
    return found === null ? [] : [{ field, ...found }];
  });
}

function reservationOf(field: string, value: unknown): Omit<Reservation, "field"> | null {
  const text = typeof value === "string" ? value : "";
  const says = String(value).trim().toLowerCase();
  if (field === "tdm-reservation")
    return says === "1" || says === "true" ? { kind: "reservation", regime: "tdmrep" } : null;
  if (field === "content-usage")
    return /(?:^|,)\s*train-ai\s*=\s*n\b/.test(text) ? { kind: "reservation", regime: "aipref" } : null;
  if (field === "opt-out")
    return value === true || says === "1" || says === "true" ? { kind: "reservation", regime: null } : null;
  if (/^(?:cawg|c2pa)\.ai-(?:generative-)?training$/.test(field)) {
    return says === "notallowed" ? { kind: "reservation", regime: "cawg-tdm" } : null;
  }
  if (!RIGHTS_FIELDS.has(field)) return null;
  if (/<prohibits[^>]{0,200}>[^<]{0,200}\b(?:ai-train|train-ai|ai-all|all)\b/.test(text))
    return { kind: "reservation", regime: "rsl-1.0" };
  if (IN_WORDS.test(text)) return { kind: "reservation", regime: null };
  return rightsNotice(text) === null ? null : { kind: "notice", regime: null };
}
