import { describe, expect, test } from "vitest";
import type { SpoliaError } from "../../../src/base/errors.ts";
import { EU_MEMBER_STATES } from "../../../src/catalogue/graph/jurisdictions.ts";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const catalogue = await loadCatalogue();

describe("jurisdictions", () => {
  test("a row of its own is applied as it is, in either case, without a caveat", () => {
    for (const row of notEmpty(catalogue.jurisdictions)) {
      expect(catalogue.jurisdiction(row.id)).toEqual({ code: row.id, applied: row.id, record: row, caveats: [] });
      expect(catalogue.jurisdiction(row.id.toLowerCase()).record).toBe(row);
    }
  });

  test.each([
    ["US-TX", "US"],
    ["us-tx", "US"],
    ["DE-BE", "DE"],
    ["GB-SCT", "GB"],
    ["UK-SCT", "GB"],
    ["NL", "EU-DSM"],
    ["nl-nh", "EU-DSM"],
    ["GR", "EU-DSM"],
    ["EL", "EU-DSM"],
    ["el-i", "EU-DSM"],
  ])("%s falls back to %s and says so", (code, whole) => {
    const found = catalogue.jurisdiction(code);
    expect([found.code, found.applied, found.record.id]).toEqual([code, whole, whole]);
    expect(found.caveats).toHaveLength(1);
    expect(found.caveats[0]).toContain("no row");
  });

  test("UK is read as GB", () => {
    expect(catalogue.jurisdiction("UK")).toMatchObject({ applied: "GB", caveats: [] });
  });

  test("the Union has 27 member states, and each of them is answered", () => {
    expect(new Set(EU_MEMBER_STATES).size).toBe(27);
    for (const state of EU_MEMBER_STATES) {
      const { applied, record } = catalogue.jurisdiction(state);
      expect(applied === state ? record.parent : applied).toBe("EU-DSM");
    }
  });

  test.each(["ZZ", "NO", "CH2", "EU", "EU-XYZ", "", "US-", "US-TEXAS", "U", "__proto__"])("%j is refused", (code) => {
    expect(() => catalogue.jurisdiction(code)).toThrow(expect.objectContaining({ code: "unknown_jurisdiction" }));
  });

  test.each([
    ["EU", "EU-DSM"],
    ["Germany", "DE"],
    ["USA", "US"],
  ])("%s is told of %s", (code, near) => {
    let hint: string | undefined;
    try {
      catalogue.jurisdiction(code);
    } catch (error) {
      hint = (error as SpoliaError).hint;
    }
    expect(hint).toMatch(new RegExp(`^Near names: .*\\b${near}[,.]`));
  });
});
