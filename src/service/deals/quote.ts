/** What a licence would cost by its offer, and what is reported of comparable ones. No figure is made up. */

import type { OfferPayment, QuotedAmount } from "../../base/contract/resources/marketplace.ts";
import type { Rate } from "../../catalogue/ledger/references.ts";

/** Decimal places of prices. */
const PLACES = 6;
const FREE: readonly OfferPayment["type"][] = ["free", "attribution"];
/** Words of the catalogue for what an amount is paid for. */
const RATE_UNITS: Readonly<Partial<Record<NonNullable<OfferPayment["unit"]>, string>>> = {
  work: "per work",
  word: "per word",
};

/** A price times a number of units, exactly. */
function times(amount: string, quantity: number): string {
  const [whole = "0", part = ""] = amount.split(".");
  const product = (BigInt(whole + part.padEnd(PLACES, "0")) * BigInt(quantity)).toString().padStart(PLACES + 1, "0");
  const places = product.slice(-PLACES).replace(/(?<!0)0+$/, "");
  return product.slice(0, -PLACES) + (places === "" ? "" : `.${places.padEnd(2, "0")}`);
}

/**
 * What is free costs nothing in any currency. With a price both ends are that of the offer. Without one the range is
 * that of licences which were reported for the same unit and kind of work; where none was, there is no figure.
 */
export function quotedAmount(
  payment: OfferPayment,
  quantity: number,
  workType: string | null,
  rates: readonly Rate[],
): QuotedAmount {
  const unit = RATE_UNITS[payment.unit ?? "work"];
  const comparable = rates.filter(
    (rate) => rate.kind === "licence" && rate.unit === unit && (workType === null || rate.content_type === workType),
  );
  const { currency: asked = null } = payment;
  const comparables = comparable.map(({ deal, reported, unit, date, caveat, sources }) => ({
    comparable: deal,
    amount: reported,
    unit,
    as_of: date,
    caveat,
    sources: [...sources],
  }));
  if (payment.amount !== undefined) {
    const amount = times(payment.amount, quantity);
    return { low: amount, high: amount, currency: asked, comparables };
  }
  if (FREE.includes(payment.type)) return { low: "0", high: "0", currency: asked, comparables: [] };
  // Nothing is converted: of comparables in other currencies there is no figure.
  const currency = asked ?? comparable[0]?.currency ?? null;
  const ends = comparable.filter((rate) => rate.currency === currency && rate.low !== null && rate.high !== null);
  if (ends.length === 0) return { low: null, high: null, currency, comparables };
  const decimal = (value: number) => times(value.toFixed(PLACES), quantity);
  const [low, high] = [Math.min(...ends.map((rate) => rate.low!)), Math.max(...ends.map((rate) => rate.high!))];
  return { low: decimal(low), high: decimal(high), currency, comparables };
}
