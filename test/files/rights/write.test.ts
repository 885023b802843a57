/**
 * What an offer says in other standards: each form keeps to its schema (`schemas/README.md`), and what has a reader here is read back as
 * it was offered.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import type { OfferPayment, OfferRequest, OfferScope } from "../../../src/base/contract/resources/marketplace.ts";
import { scanXml } from "../../../src/files/documents/markup/xml.ts";
import { readRights } from "../../../src/files/index.ts";
import { offerDocuments } from "../../../src/files/rights/write.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const WORK = { id: "of_1", title: "A story", author: "A. Writer", words: 1_200, published: "1999-01", language: "de" };
const BARE = { id: "of_2", title: "", author: "", words: 0, published: "", language: "" };
const SCOPES: readonly OfferScope[] = [
  { usage: ["ai-train"] },
  { usage: ["all"], user: ["education", "non-commercial"] },
  { usage: ["ai-input", "search"], user: ["commercial"], geo: ["DE", "EU"] },
];
const PROHIBITIONS: readonly (OfferScope | undefined)[] = [undefined, { usage: ["ai-index"], geo: ["US"] }];
const PAYMENTS: readonly OfferPayment[] = [
  { type: "free" },
  { type: "attribution" },
  { type: "purchase", amount: "12.50", currency: "EUR", unit: "work" },
  { type: "use", amount: "0.015", currency: "USD", unit: "query" },
  { type: "training", currency: "EUR" },
];
const ADDRESSES: readonly (string | undefined)[] = [
  undefined,
  "https://archive.example/stories/",
  "https://archive.example/read?id=1&part=a*b$",
];

const OFFERS: readonly OfferRequest[] = SCOPES.flatMap((permits) =>
  PROHIBITIONS.flatMap((prohibits) =>
    PAYMENTS.flatMap((payment) =>
      ADDRESSES.map((url) => ({
        work_hash: `sha256:${"0".repeat(64)}`,
        licensor: 'The "archive" & Co <x>\u0000',
        permits,
        ...(prohibits !== undefined && { prohibits }),
        payment,
        ...(url !== undefined && { url, terms: "https://archive.example/terms.xml?a=1&b=2", term_days: 365 }),
      })),
    ),
  ),
);

const schemaOf = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, "schemas", name), "utf8"));
const validatorOf = (name: string) => new Ajv({ strict: false, validateFormats: false }).compile(schemaOf(name));

describe("CoMP 1.0", () => {
  test("each offer is a package, with what is known only", () => {
    const validate = validatorOf("comp-1.0.schema.json");
    for (const offer of notEmpty(OFFERS))
      for (const work of notEmpty([WORK, BARE])) {
        const { comp } = offerDocuments(offer, work);
        expect(validate(comp), `${JSON.stringify(validate.errors)} ${JSON.stringify(comp)}`).toBe(true);
        const known = {
          ...{ title: "A story", wordcount: [1_200], author: ["A. Writer"], pubdate: "1999-01", language: ["de"] },
        };
        const { package: sold } = comp as { package: { title?: string; scope: { text: object[] } } };
        expect(sold.scope.text).toEqual([work === WORK ? known : { wordcount: [0] }]);
        expect(sold.title).toBe(work === WORK ? WORK.title : undefined);
      }
    // What others would write by mistake is refused.
    for (const wrong of notEmpty([{}, { package: {} }, { package: { id: "1", seller: "The archive" } }]))
      expect(validate(wrong)).toBe(false);
  });
});

describe("tdmrep.json", () => {
  test("each offer is a list of rules, and nothing but a free one for all opens anything", () => {
    const validate = validatorOf("tdmrep.schema.json");
    for (const offer of notEmpty(OFFERS)) {
      const { tdmrep } = offerDocuments(offer, WORK);
      expect(validate(tdmrep), JSON.stringify(validate.errors)).toBe(true);
      const isFree = offer.payment.type === "free" && offer.permits === SCOPES[0] && offer.prohibits === undefined;
      expect(tdmrep).toMatchObject([{ "tdm-reservation": isFree ? 0 : 1 }]);
    }
    expect(validate([{ location: "/", "tdm-reservation": 2 }])).toBe(false);
    expect(validate([{ location: "/", "tdm-reservation": 0, "tdm-policy": "https://a.example" }])).toBe(false);
  });

  test("is about the address with its query, and about no other", async () => {
    const url = ADDRESSES[2]!;
    const offer: OfferRequest = { ...OFFERS[0]!, permits: SCOPES[0]!, payment: { type: "free" }, url };
    const { tdmrep, robots } = offerDocuments(offer, WORK);
    const says = async (address: string) => {
      const files = [
        { name: "tdmrep.json", content: JSON.stringify(tdmrep) },
        { name: "robots.txt", content: robots },
      ];
      const { uses, faults } = await readRights({ files, url: address });
      expect(faults).toEqual([]);
      return uses.find(({ use }) => use === "ai-train")!.says;
    };
    expect(await says(url)).toBe("allowed");
    const others = ["?id=1", "?id=1&part=aXb$", "?id=1&part=a*b", "?id=1&part=a*b$c", ""];
    for (const other of notEmpty(others))
      expect(await says(`https://archive.example/read${other}`), other).toBe("not_said");
  });
});

/** Elements of RSL 1.0, what may stand in each, and the attributes that each has (sections 3.2 to 3.12). */
const RSL: Readonly<Record<string, { in: readonly string[]; attributes: Readonly<Record<string, RegExp>> }>> = {
  rsl: { in: [""], attributes: { xmlns: /^https:\/\/rslstandard\.org\/rsl$/ } },
  content: { in: ["rsl"], attributes: { url: /^(?:https?:\/\/\S+)?$/ } },
  license: { in: ["content"], attributes: {} },
  permits: { in: ["license"], attributes: { type: /^(?:usage|user|geo)$/ } },
  prohibits: { in: ["license"], attributes: { type: /^(?:usage|user|geo)$/ } },
  payment: {
    in: ["license"],
    attributes: { type: /^(?:purchase|subscription|training|crawl|use|contribution|attribution|free)$/ },
  },
  custom: { in: ["payment"], attributes: {} },
  amount: { in: ["payment"], attributes: { currency: /^[A-Z]{3}$/ } },
  copyright: { in: ["content"], attributes: {} },
  terms: { in: ["content"], attributes: {} },
};

test("RSL 1.0: each offer has the elements of the specification, where they belong, and is read back", async () => {
  for (const offer of notEmpty(OFFERS)) {
    const { rsl } = offerDocuments(offer, WORK);
    const path: string[] = [];
    let elements = 0;
    scanXml(rsl, {
      open(name, attributes) {
        const rule = RSL[name];
        expect(rule?.in, name).toContain(path.at(-1) ?? "");
        for (const [key, value] of notAlwaysEmpty([...attributes])) expect(value, key).toMatch(rule!.attributes[key]!);
        for (const key of notAlwaysEmpty(Object.keys(rule!.attributes)))
          expect(attributes.has(key), `${name} ${key}`).toBe(true);
        path.push(name);
        elements += 1;
      },
      text() {},
      close() {
        path.pop();
      },
    });
    expect(elements).toBeGreaterThan(4);
    const { uses, faults } = await readRights({ files: [{ name: "license.rsl", content: rsl }] });
    expect(faults).toEqual([]);
    const usage = offer.permits.usage;
    const permitted = usage.includes("all") || usage.includes("ai-train");
    expect(uses.find(({ use }) => use === "ai-train")!.says === "reserved").toBe(!permitted);
  }
});

test("RSL has no units: an amount stands there only where it is read as it was offered", () => {
  const amountOf = (payment: OfferPayment) =>
    /<amount[^>]*>([^<]*)/.exec(offerDocuments({ ...OFFERS[0]!, payment }, WORK).rsl)?.[1];
  const price = { amount: "0.02", currency: "EUR" } as const;
  expect(amountOf({ type: "purchase", ...price })).toBe("0.02");
  expect(amountOf({ type: "crawl", ...price, unit: "query" })).toBe("0.02");
  expect(amountOf({ type: "subscription", ...price, unit: "month" })).toBe("0.02");
  for (const unit of notEmpty(["word", "token", "month", "query"] as const))
    expect(amountOf({ type: "purchase", ...price, unit }), unit).toBeUndefined();
});

describe("ODRL 2.2, in the profile of TDMRep", () => {
  const { "@context": terms } = schemaOf("odrl.jsonld") as { "@context": Record<string, unknown> };
  /** Names of the profile and of vCard, which the document itself declares, and of JSON-LD. */
  const isKnown = (name: string) =>
    Object.hasOwn(terms, name) || /^(?:@context|@type|tdm:(?:mine|research)|vcard:(?:fn|hasURL))$/.test(name);

  test("each offer uses terms of the published context only, and is a permission of one party on one target", () => {
    for (const offer of notEmpty(OFFERS)) {
      const { odrl } = offerDocuments(offer, WORK) as { odrl: Record<string, unknown> };
      const { "@context": _, ...rest } = odrl;
      const names = (value: unknown): string[] =>
        typeof value !== "object" || value === null
          ? []
          : Array.isArray(value)
            ? value.flatMap(names)
            : Object.entries(value).flatMap(([name, one]) => [name, ...names(one)]);
      for (const name of notEmpty(names(rest))) expect(isKnown(name), name).toBe(true);
      // The information model: an offer has an assigner, a permission one action and one target; TDMRep: one list of permissions.
      expect(rest).toMatchObject({ "@type": "Offer", profile: "http://www.w3.org/ns/tdmrep" });
      expect(rest["assigner"]).toHaveProperty("uid");
      expect(rest).not.toHaveProperty("obligation");
      expect(rest).not.toHaveProperty("prohibition");
      const [permission, ...more] = rest["permission"] as Record<string, unknown>[];
      expect(more).toEqual([]);
      expect(permission).toMatchObject({ action: "tdm:mine", target: expect.stringMatching(/^(?:https:|urn:)/) });
      const duties = ((permission!["duty"] ?? []) as { action: string }[]).map(({ action }) => action);
      for (const duty of notAlwaysEmpty(duties)) expect(terms).toHaveProperty(duty);
      const isOffered = offer.permits.usage.some((use) => use === "all" || use === "ai-train");
      expect(duties.includes("obtainConsent")).toBe(!isOffered);
      for (const one of notAlwaysEmpty((permission!["constraint"] ?? []) as Record<string, string>[])) {
        expect(Object.keys(one)).toEqual(["leftOperand", "operator", "rightOperand"]);
        expect(terms).toHaveProperty(one["leftOperand"]!);
        expect(terms).toHaveProperty(one["operator"]!);
      }
    }
  });
});
