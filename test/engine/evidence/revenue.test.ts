/** A comparable or a reason, and never a settlement. */
import { describe, expect, test } from "vitest";
import type { AttributionSource } from "../../../src/base/contract/operations/analyze.ts";
import type { CorpusInfo } from "../../../src/base/contract/resources/corpus.ts";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import type { Rate } from "../../../src/catalogue/ledger/references.ts";
import type { ContentHit } from "../../../src/engine/evidence/findings.ts";
import { estimateRevenue, type RevenueFacts } from "../../../src/engine/evidence/revenue.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const catalogue = await loadCatalogue();

/** So many of a document's 1,000 words. */
function finding(dataset: string, licence?: string, documentFrequency = 1, words = 1_000): ContentHit {
  return {
    corpus: { dataset } as CorpusInfo,
    passage: { document: { licence, words: 1_000 }, documentFrequency, content: { start: 0, end: words } },
  } as unknown as ContentHit;
}
const facts = (more: Partial<RevenueFacts> = {}): RevenueFacts => ({
  ...{
    verdict: "match",
    findings: [finding("books3")],
    attributed: [{} as AttributionSource],
    catalogue,
    metadata: {},
  },
  ...more,
});

test("a book: the licence that was reported per title, by its term, dated and with its source", () => {
  const revenue = estimateRevenue(facts());
  // USD 5,000 over 36 months, of which the author has half.
  expect(revenue).toMatchObject({ monthly: 138.89, low: 69.44, high: 138.89, currency: "USD" });
  expect(revenue.basis).toHaveLength(1);
  expect(revenue.basis[0]).toMatchObject({ period: "36 months", as_of: "2024-11" });
  for (const id of notEmpty(revenue.basis[0]!.source.split(", "))) expect(catalogue.source(id)).toBeDefined();
  expect(revenue.note).toMatch(/not a price/);
});

test("a part of a title is worth that part of it, and the note says which", () => {
  const revenue = estimateRevenue(facts({ findings: [finding("books3", undefined, 1, 60)] }));
  expect(revenue).toMatchObject({ monthly: 8.33, low: 4.17, high: 8.33 });
  expect(revenue.note).toContain("(6 %)");
});

describe("zero, with a reason", () => {
  test.each<[string, Partial<RevenueFacts>, RegExp]>([
    ["no match", { verdict: "partial" }, /no match/],
    ["nobody documented", { attributed: [] }, /documented/],
    ["a public domain", { findings: [finding("books3", "Public domain")] }, /public domain/],
    ["an old work", { metadata: { published: "1865" } }, /public domain by its date/],
    ["an open licence", { findings: [finding("books3", "CC BY-SA 4.0")] }, /open licence/],
    ["a licence for code", { findings: [finding("books3", "MIT")] }, /open licence/],
    ["shared by many works", { findings: [finding("books3", undefined, 9)] }, /many works/],
    ["a dataset of all kinds", { findings: [finding("the-pile")] }, /what kind of work/],
    ["two kinds", { findings: [finding("books3"), finding("the-pile")] }, /what kind of work/],
    ["news", { metadata: { work_type: "news" } }, /per work and with a term/],
    ["any kind", { metadata: { work_type: "any" } }, /per work and with a term/],
    ["no catalogue", { catalogue: null }, /no catalogue/],
  ])("%s", (_, more, note) => {
    expect(estimateRevenue(facts(more))).toEqual({
      ...{ monthly: 0, low: 0, high: 0, currency: "USD", basis: [] },
      note: expect.stringMatching(note),
    });
  });
});

test.each(["CC BY-NC 4.0", "CC BY-ND 4.0", "CC-BY-NC-SA", "All rights reserved", undefined])(
  "%s asks for payment",
  (licence) => {
    expect(estimateRevenue(facts({ findings: [finding("books3", licence)] })).monthly).toBe(138.89);
  },
);

test("what the caller says of the work goes before the dataset", () => {
  expect(estimateRevenue(facts({ findings: [finding("the-pile")], metadata: { work_type: "Book" } })).monthly).toBe(
    138.89,
  );
});

test("only licences with a term and a unit of one work are ever used: no settlement, award, claim, example or broker's list", () => {
  const rate = (id: string, kind: Rate["kind"], more: Partial<Rate> = {}): Rate => ({
    ...{
      id,
      deal: id,
      payer: "p",
      payee: "q",
      content_type: "poem",
      kind,
      reported: "r",
      low: 10,
      high: 30,
      currency: "EUR",
    },
    ...{
      unit: "per work",
      term_months: 10,
      derived: [],
      formula: null,
      caveat: "c",
      date: "2025-01",
      sources: ["pile"],
    },
    ...more,
  });
  const others = [
    "settlement",
    "broker",
    "per-crawl",
    "marketplace",
    "example",
    "statutory",
    "claim",
    "award",
    "proposal",
  ] as const;
  const withRates = (rates: Rate[]) =>
    estimateRevenue(facts({ catalogue: { ...catalogue, rates }, metadata: { work_type: "poem" } }));
  const notLicences = [
    ...others.map((kind) => rate(kind, kind)),
    rate("publisher", "licence", { unit: "per publisher" }),
    rate("no-term", "licence", { term_months: null }),
    rate("no-low", "licence", { low: null }),
  ];
  expect(withRates(notLicences)).toMatchObject({ monthly: 0, basis: [] });
  const both = withRates([...notLicences, rate("one", "licence"), rate("two", "licence", { low: 40, high: 40 })]);
  expect(both).toMatchObject({ monthly: 3, low: 1, high: 4, currency: "EUR" });
  expect(both.basis.map(({ comparable }) => comparable)).toEqual(["one", "two"]);
});
