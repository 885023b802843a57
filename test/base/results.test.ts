/** Which documents are spolia's own: by the field that identifies them, and not by that alone where others have it too. */
import { describe, expect, test } from "vitest";
import { kindOfDocument } from "../../src/base/results.ts";

const KINDS: Record<string, string> = {
  analysis_id: "the result of an analysis",
  score_id: "the result of a score",
  comparison_id: "the result of a comparison",
  comparisons_id: "the result of comparisons",
  assess_id: "the result of an assessment",
  extract_id: "the result of an extraction",
  probe_id: "the result of a probe",
  report_id: "a report",
};

describe.each(Object.entries(KINDS))("%s", (field, kind) => {
  test("alone, or beside a part that results have", () => {
    expect(kindOfDocument({ [field]: "id" })).toBe(kind);
    for (const part of ["completeness", "method", "matches", "bundle"])
      expect(kindOfDocument({ [field]: "id", text: "x", [part]: {} })).toBe(kind);
  });

  test("not beside fields of others, nor where it is no text", () => {
    expect(kindOfDocument({ [field]: "id", text: "x" })).toBe(null);
    expect(kindOfDocument({ [field]: "id", method: "manual", matches: null })).toBe(null);
    expect(kindOfDocument({ [field]: 7, method: {} })).toBe(null);
  });
});

test("a report by its format too, a secret by its two fields, and nothing else", () => {
  expect(kindOfDocument({ report_id: "id", format: "spolia-report-1" })).toBe("a report");
  expect(kindOfDocument({ report_id: "id", format: "another" })).toBe(null);
  expect(kindOfDocument({ score_id: "id", format: "spolia-report-1" })).toBe(null);
  expect(kindOfDocument({ nonce: "n", strings: ["s"] })).toBe("the secret of a canary");
  expect([{ nonce: "n" }, { strings: [] }, { nonce: 1, strings: [] }, [], "x", null].map(kindOfDocument)).toEqual(
    Array(6).fill(null),
  );
});
