/** Writes an offer in other standards: RSL 1.0, CoMP 1.0, ODRL 2.2 as TDMRep profiles it, tdmrep.json, robots.txt. */
import type {
  LicensedUse,
  LicensedUser,
  OfferDocuments,
  OfferPayment,
  OfferRequest,
  OfferScope,
} from "../../base/contract/resources/marketplace.ts";

import { ruleOf } from "./signals/paths.ts";

/** What the documents say of the work besides the offer. */
interface OfferedWork {
  /** Id of the offer. */
  id: string;
  title: string;
  author: string;
  words: number;
  /** First publication; empty where it is not known. */
  published: string;
  /** ISO 639-1; empty where it is not known. */
  language: string;
}

/** The offer in every form that is written here. The same offer gives the same bytes. */
export function offerDocuments(offer: OfferRequest, work: OfferedWork): OfferDocuments {
  return {
    rsl: rslOf(offer),
    comp: compOf(offer, work),
    odrl: odrlOf(offer, work),
    tdmrep: tdmrepOf(offer),
    robots: robotsOf(offer),
  };
}

const escaped = (text: string): string =>
  text
    .replace(/[&<>"]/g, (mark) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[mark]!)
    .replace(CONTROLS, " ");
/** XML 1.0 has no place for these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/**
 * RSL has no units: what an amount is for, beside the whole work, the type of the payment says. Other prices are left
 * out, since that of a word would be read as that of the work.
 */
const RSL_UNITS: Readonly<Partial<Record<OfferPayment["type"], readonly OfferPayment["unit"][]>>> = {
  subscription: ["month"],
  training: ["use"],
  crawl: ["use", "query"],
  use: ["use", "query"],
};

/** An empty `url` is for documents that a page links to, which is then what they are about (RSL 1.0, section 4). */
function rslOf({ url = "", permits, prohibits, payment, terms, licensor }: OfferRequest): string {
  const scopes = (name: string, scope: OfferScope | undefined) =>
    (["usage", "user", "geo"] as const).flatMap((type) => {
      const words = scope?.[type] ?? [];
      return words.length === 0 ? [] : [`      <${name} type="${type}">${words.join(" ")}</${name}>`];
    });
  const { amount, currency } = payment;
  const { type, unit = "work" } = payment;
  const isSaid = unit === "work" || RSL_UNITS[type]?.includes(unit) === true;
  const price = amount === undefined || !isSaid ? "" : `<amount currency="${currency}">${amount}</amount>`;
  const custom = terms === undefined || payment.type === "free" ? "" : `<custom>${escaped(terms)}</custom>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rsl xmlns="https://rslstandard.org/rsl">',
    `  <content url="${escaped(url)}">`,
    "    <license>",
    ...scopes("permits", permits),
    ...scopes("prohibits", prohibits),
    `      <payment type="${payment.type}">${custom}${price}</payment>`,
    "    </license>",
    `    <copyright>${escaped(licensor)}</copyright>`,
    ...(terms === undefined ? [] : [`    <terms>${escaped(terms)}</terms>`]),
    "  </content>",
    "</rsl>",
    "",
  ].join("\n");
}

/** List "Allowed Use" of CoMP 1.0; several kinds of users are left to the licence (5). */
const ALLOWED_USE: Readonly<Record<LicensedUser, number>> = {
  commercial: 0,
  "non-commercial": 1,
  education: 2,
  government: 3,
  personal: 4,
};
/** List "Price Type" of CoMP 1.0. */
const PRICE_TYPE: Readonly<Record<NonNullable<OfferPayment["unit"]>, number>> = {
  use: 0,
  query: 1,
  token: 2,
  work: 3,
  word: 5,
  month: 5,
};
const CURATED_SELECTION = 5;
const TEXT = 0;

function compOf({ permits, payment, terms, url, term_days }: OfferRequest, work: OfferedWork): object {
  const [user, ...more] = permits.user ?? [];
  const text = {
    ...(work.title !== "" && { title: work.title }),
    wordcount: [work.words],
    ...(work.author !== "" && { author: [work.author] }),
    ...(work.published !== "" && { pubdate: work.published }),
    ...(work.language !== "" && { language: [work.language] }),
  };
  return {
    package: {
      id: work.id,
      ...(work.title !== "" && { title: work.title }),
      ...(url !== undefined && { seller: new URL(url).hostname }),
      ...(terms !== undefined && { licenseurl: terms }),
      citation: payment.type === "attribution" ? 1 : 0,
      scope: {
        scope: CURATED_SELECTION,
        ...(user !== undefined && { ause: more.length > 0 ? 5 : ALLOWED_USE[user] }),
        pricetype: PRICE_TYPE[payment.unit ?? "work"],
        ...(payment.amount !== undefined && { unitprice: Number(payment.amount), cur: payment.currency }),
        ...(permits.geo !== undefined && { country: permits.geo }),
        ...(term_days !== undefined && { licensedur: term_days }),
        max: 1,
        ctype: [TEXT],
        text: [text],
      },
      ext: { use: permits.usage },
    },
  };
}

const PAID = (type: OfferPayment["type"]): boolean => !["free", "attribution", "contribution"].includes(type);

/** Whether an offer permits a use: `all` and `ai-all` contain others, and what is prohibited is not permitted. */
export function permitsUse(
  { permits, prohibits }: Pick<OfferRequest, "permits" | "prohibits">,
  use: LicensedUse,
): boolean {
  const contains = (words: readonly LicensedUse[]) =>
    words.includes(use) || words.includes("all") || (words.includes("ai-all") && use.startsWith("ai-"));
  const forbids = (words: readonly LicensedUse[]) =>
    contains(words) ||
    (use === "all" && words.length > 0) ||
    (use === "ai-all" && words.some((word) => word.startsWith("ai-")));
  return contains(permits.usage) && !forbids(prohibits?.usage ?? []);
}

/** TDMRep permits under duties; it has no prohibitions, which its reservation states. */
function odrlOf(offer: OfferRequest, work: OfferedWork): object {
  const { permits, payment, licensor, url, terms } = offer;
  const target = url ?? `urn:spolia:${work.id}`;
  const isResearch = permits.user?.every((user) => user === "education" || user === "non-commercial") === true;
  const constraint = [
    ...(isResearch ? [{ leftOperand: "purpose", operator: "eq", rightOperand: "tdm:research" }] : []),
    ...(permits.geo === undefined ? [] : [{ leftOperand: "spatial", operator: "isAnyOf", rightOperand: permits.geo }]),
  ];
  // A permission is all that the profile has: what is not offered needs the owner's consent first.
  const duty = [
    ...(permitsUse(offer, "ai-train") ? [] : [{ action: "obtainConsent" }]),
    ...(PAID(payment.type) ? [{ action: "compensate" }] : []),
    ...(payment.type === "attribution" ? [{ action: "attribute" }] : []),
  ];
  const permission = {
    target,
    action: "tdm:mine",
    ...(constraint.length > 0 && { constraint }),
    ...(duty.length > 0 && { duty }),
  };
  return {
    "@context": [
      "http://www.w3.org/ns/odrl.jsonld",
      { tdm: "http://www.w3.org/ns/tdmrep#", vcard: "http://www.w3.org/2006/vcard/ns#" },
    ],
    "@type": "Offer",
    uid: `urn:spolia:${work.id}`,
    profile: "http://www.w3.org/ns/tdmrep",
    assigner: {
      uid: url === undefined ? `urn:spolia:${work.id}:licensor` : new URL(url).origin,
      "vcard:fn": licensor,
      ...(terms !== undefined && { "vcard:hasURL": terms }),
    },
    permission: [permission],
  };
}

/** Training is reserved unless it is free for everybody. */
function isFreeToTrain(offer: OfferRequest): boolean {
  const { payment, permits } = offer;
  const isForAll = permits.user === undefined && permits.geo === undefined && offer.prohibits === undefined;
  return permitsUse(offer, "ai-train") && payment.type === "free" && isForAll;
}

function tdmrepOf(offer: OfferRequest): object[] {
  const location = offer.url === undefined ? "/" : ruleOf(offer.url);
  if (isFreeToTrain(offer)) return [{ location, "tdm-reservation": 0 }];
  return [{ location, "tdm-reservation": 1, ...(offer.terms !== undefined && { "tdm-policy": offer.terms }) }];
}

function robotsOf(offer: OfferRequest): string {
  const path = offer.url === undefined ? "" : `${ruleOf(offer.url)} `;
  const lines = ["User-agent: *", `Content-Usage: ${path}train-ai=${isFreeToTrain(offer) ? "y" : "n"}`];
  return `${[...lines, ...(offer.terms === undefined ? [] : ["", `License: ${offer.terms}`])].join("\n")}\n`;
}
