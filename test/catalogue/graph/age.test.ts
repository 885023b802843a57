/** Records by the month in which their sources were last checked. */
import { describe, expect, test } from "vitest";
import { checkedBefore as agedOf } from "../../../src/catalogue/graph/age.ts";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import type { CatalogueRecords } from "../../../src/catalogue/ledger/records.ts";
import { SHIPPED_RECORDS } from "../../../src/catalogue/ledger/shipped.ts";
import { notEmpty } from "../../support/notEmpty.ts";

/** The shipped records, with the month of some sources changed. */
const withChecks = (months: Readonly<Record<string, string | null>>): CatalogueRecords => ({
  ...SHIPPED_RECORDS,
  sources: SHIPPED_RECORDS.sources.map((one) => (one.id in months ? { ...one, checked: months[one.id]! } : one)),
});
const LONG_AGO = withChecks({ gpt2card: "2020-01", persee: "2019-01", "rwkv-pile": "2021-05" });

const checkedBefore = (records: CatalogueRecords, month: string) => agedOf(records, month, 0).records;

describe("checkedBefore", () => {
  test("lists what rests on a source of before, in all four tables, the oldest first", () => {
    const aged = checkedBefore(LONG_AGO, "2022-01");
    const tables = new Set(aged.map(({ table }) => table));
    expect(tables).toEqual(new Set(["models", "edges", "datasets", "domains"]));
    expect(aged.map(({ checked }) => checked)).toEqual(aged.map(({ checked }) => checked).sort());
    expect(aged.find(({ table, id }) => table === "edges" && id === "eleutherai/pythia the-pile")).toEqual({
      table: "edges",
      id: "eleutherai/pythia the-pile",
      checked: "2021-05",
      sources: ["rwkv-pile"],
    });
  });

  test("the month itself is not before", () => {
    const ofEdge = (month: string) =>
      checkedBefore(LONG_AGO, month).filter(({ id }) => id === "eleutherai/pythia the-pile");
    expect(ofEdge("2021-05")).toEqual([]);
    expect(ofEdge("2021-06")).toHaveLength(1);
  });

  test("a source without a month counts as never checked", () => {
    const [first] = checkedBefore(withChecks({ "firefly-5-summary": null }), "2000-01");
    expect(first).toMatchObject({ checked: null, sources: ["firefly-5-summary"] });
  });

  test("every shipped source says when it was checked, and a ledger need not", async () => {
    expect(notEmpty(SHIPPED_RECORDS.sources).filter(({ checked }) => checked === null)).toEqual([]);
    const source = {
      id: "ours",
      title: "t",
      org: "o",
      year: 2026,
      kind: "paper",
      locator: "l",
      read: "primary",
    } as const;
    const datasets = [{ id: "our-notes", name: "n", kind: "other", sources: ["ours"] }] as const;
    const catalogue = await loadCatalogue({ sources: [source], datasets });
    expect(catalogue.checkedBefore("2026-01")).toEqual({
      before: "2026-01",
      records: [{ table: "datasets", id: "our-notes", checked: null, sources: ["ours"] }],
    });
  });

  test.each(["2026", "2026-13", "", "26-01"])("the month %j is refused", (month) => {
    expect(() => checkedBefore(SHIPPED_RECORDS, month)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });
});

test.each([
  ["2026-11", 0, "2026-11"],
  ["2026-11", 12, "2025-11"],
  ["2026-01", 1, "2025-12"],
  ["2026-03", 27, "2023-12"],
])("%s less %i months is %s", (month, months, expected) => {
  expect(agedOf(SHIPPED_RECORDS, month, months).before).toBe(expected);
});

test.each([-1, 0.5, 12_001, Number.NaN])("%d months are refused, and 12,000 are accepted", (months) => {
  expect(() => agedOf(SHIPPED_RECORDS, "2026-11", months)).toThrow(
    expect.objectContaining({ code: "invalid_request" }),
  );
  expect(agedOf(SHIPPED_RECORDS, "2026-11", 12_000).before).toBe("1026-11");
});
