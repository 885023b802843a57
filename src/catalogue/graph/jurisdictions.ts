/**
 * Which rule applies where? The row of the jurisdiction, or the row of the whole that it is a part of, with a caveat.
 */
import { SpoliaError } from "../../base/errors.ts";
import { nearNamesHint, type Spelling } from "../ledger/near.ts";
import type { Jurisdiction } from "../ledger/references.ts";

/**
 * ISO 3166-1 codes of the 27 Member States of the European Union: article 52(1) of the Treaty on European Union without
 * the United Kingdom, which withdrew on 31 January 2020. Directive (EU) 2019/790 is addressed to them (its article 32).
 */
// biome-ignore format: one list of codes
export const EU_MEMBER_STATES: readonly string[] = [
  "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL",
  "PT", "RO", "SE", "SI", "SK",
];

/** The regime of a member state without a row of its own. */
const EU_REGIME = "EU-DSM";

/** Codes that the institutions of the Union write, against ISO 3166-1 (Interinstitutional style guide, 7.1.1). */
const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ["EL", "GR"],
  ["UK", "GB"],
]);

const CODE = /^([A-Z]{2})(?:-[A-Z0-9]{1,3})?$/;

export interface AppliedJurisdiction {
  /** The requested code. */
  readonly code: string;
  /** Id of the row that was applied. */
  readonly applied: string;
  /** The rule. */
  readonly record: Jurisdiction;
  /** One sentence where the row is that of a larger whole; empty for an exact row. */
  readonly caveats: readonly string[];
}

/**
 * The rule for an ISO 3166 or regime code, in either case; `EL` and `UK` are read as `GR` and `GB`. A part without a
 * row of its own falls back to its country, a member state to the Union's directive.
 *
 * @throws SpoliaError `unknown_jurisdiction`, with near codes in the hint
 */
export function appliedJurisdiction(rows: ReadonlyMap<string, Jurisdiction>, code: string): AppliedJurisdiction {
  const asked = isoCode(code);
  const exact = rows.get(asked);
  if (exact !== undefined) return { code, applied: exact.id, record: exact, caveats: [] };
  const country = CODE.exec(asked)?.[1] ?? "";
  const own = rows.get(country);
  if (own !== undefined) {
    return {
      code,
      applied: own.id,
      record: own,
      caveats: [`The catalogue has no row for this part of ${own.name}; the rule of the whole is applied.`],
    };
  }
  const regime = EU_MEMBER_STATES.includes(country) ? rows.get(EU_REGIME) : undefined;
  if (regime !== undefined) {
    const caveat = `The catalogue has no row for this member state; ${regime.name} is applied, without the national law that transposes it.`;
    return { code, applied: regime.id, record: regime, caveats: [caveat] };
  }
  const spellings = [...rows.values()].flatMap((row): Spelling[] => [
    [row.id, row.id],
    [row.id, row.name],
  ]);
  throw new SpoliaError("unknown_jurisdiction", "The catalogue has no rule for this jurisdiction.", {
    hint: nearNamesHint(
      code,
      spellings,
      // The rows are few enough to name them all.
      `Give an ISO 3166 code or a regime code; there are rows for ${[...rows.keys()].join(", ")}, and parts fall back to their whole.`,
    ),
  });
}

/** Upper case, with the ISO code instead of the Union's own code for the country. */
function isoCode(code: string): string {
  const upper = code.toUpperCase();
  const country = CODE.exec(upper)?.[1] ?? "";
  return `${OTHER_CODES.get(country) ?? country}${upper.slice(country.length)}`;
}
