/** Schemas of `contract/marketplace.ts`. */
import * as v from "valibot";
import { NAME_CHARACTERS_MAX } from "../../../limits.ts";
import type { OfferSearchRequest } from "../../resources/marketplace.ts";
import { isDay, utcTime } from "../common.ts";
import {
  boundedText,
  closedObject,
  contentText,
  contentType,
  fingerprintData,
  listOf,
  namesTextBy,
  oneOf,
  webAddress,
  wholeNumber,
  workHash,
} from "../primitives.ts";

const DEAL_TEXT_CHARACTERS_MAX = 1_000;
const QUANTITY_MAX = 1_000_000_000_000;
const TERM_DAYS_MAX = 36_500;
const WORKS_MAX = 1_000;
const GEO_MAX = 300;

const USES = ["all", "ai-all", "ai-train", "ai-input", "ai-index", "search"] as const;
const USERS = ["commercial", "non-commercial", "education", "government", "personal"] as const;
const PAYMENTS = [
  "purchase",
  "subscription",
  "training",
  "crawl",
  "use",
  "contribution",
  "attribution",
  "free",
] as const;

const name = boundedText(NAME_CHARACTERS_MAX);
const use = oneOf(USES);
const user = oneOf(USERS);
const country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, "must be an ISO 3166-1 code of two capital letters, or EU"));
const amount = v.pipe(v.string(), v.regex(/^\d{1,12}(\.\d{1,6})?$/, 'must be decimal text, such as "0.015"'));
const currency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, "must be an ISO 4217 code of three capital letters"));
const day = v.pipe(v.string(), v.check(isDay, "must be a day of the calendar, YYYY-MM-DD"));
const scope = closedObject({
  usage: listOf(use, 1, USES.length),
  user: v.optional(listOf(user, 1, USERS.length)),
  geo: v.optional(listOf(country, 1, GEO_MAX)),
});

export const offerRequestSchema = closedObject({
  work_hash: workHash,
  licensor: name,
  permits: scope,
  prohibits: v.optional(scope),
  payment: v.pipe(
    closedObject({
      type: oneOf(PAYMENTS),
      amount: v.optional(amount),
      currency: v.optional(currency),
      unit: v.optional(oneOf(["work", "word", "token", "use", "query", "month"])),
    }),
    v.check((one) => one.amount === undefined || one.currency !== undefined, "must have an amount with a currency"),
    v.check(
      ({ type, amount = "0" }) => Number(amount) === 0 || (type !== "free" && type !== "attribution"),
      "must have no amount where it is free or for attribution",
    ),
  ),
  url: v.optional(webAddress),
  terms: v.optional(webAddress),
  valid_until: v.optional(utcTime),
  term_days: v.optional(wholeNumber(1, TERM_DAYS_MAX)),
  published: v.optional(v.boolean()),
});

export const offerSearchSchema = v.pipe(
  closedObject({
    use,
    user: v.optional(user),
    country: v.optional(country),
    content: v.optional(contentText),
    content_type: v.optional(contentType),
    work_hash: v.optional(workHash),
    fingerprint_data: v.optional(fingerprintData),
  }),
  ...namesTextBy<OfferSearchRequest>(["content", "work_hash", "fingerprint_data"]),
);

export const quoteRequestSchema = closedObject({
  offer_id: name,
  use,
  user: v.optional(user),
  country: v.optional(country),
  licensee: name,
  model: v.optional(name),
  quantity: wholeNumber(1, QUANTITY_MAX),
  analysis_id: v.optional(name),
});

export const acceptRequestSchema = closedObject({
  quote_id: name,
  signature: closedObject({ public_key: name, value: name }),
});

export const licenceTokenRequestSchema = closedObject({ licence_id: name, use: v.optional(use) });

export const usageRequestSchema = v.pipe(
  closedObject({
    licence_id: name,
    from: day,
    to: day,
    model: name,
    uses: listOf(closedObject({ use, count: wholeNumber(0, QUANTITY_MAX) }), 0, USES.length),
    works: v.optional(listOf(name, 0, WORKS_MAX)),
  }),
  v.forward(
    v.check(({ from, to }) => from <= to, "must not be before `from`"),
    ["to"],
  ),
);

export const revokeRequestSchema = closedObject({ id: name, reason: boundedText(DEAL_TEXT_CHARACTERS_MAX) });

export const settleRequestSchema = closedObject({
  licence_id: name,
  amount,
  currency,
  proof: closedObject({ kind: oneOf(["invoice", "x402", "other"]), reference: boundedText(DEAL_TEXT_CHARACTERS_MAX) }),
});
