/** The figures of the evaluation itself: PlagDet against the independent reference, and the exact bound of a rate. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { poissonUpper } from "../../../../bench/quality/figures.ts";
import { type PassagePair, plagdet } from "../../../../bench/quality/passages/plagdet.ts";
import { expectClose, type VectorCase, vectorCases } from "../../../core/statistics/vectors.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { testWith } from "../../../support/shared.ts";

type Listed = [suspicious: string, offset: number, length: number, document: string, offset: number, length: number];
interface PlagDetCase extends VectorCase {
  input: { cases: Listed[]; detections: Listed[] };
  expected: Record<string, number>;
}

const pairOf = ([suspicious, content, contentLength, document, source, sourceLength]: Listed): PassagePair => ({
  suspicious,
  content: { start: content, end: content + contentLength },
  document,
  source: { start: source, end: source + sourceLength },
});

describe("PlagDet", () => {
  testWith("reference/vectors/plagdet.json", "is that of an independent reference in exact fractions", (contents) => {
    const cases = vectorCases<PlagDetCase>(contents);
    expect(cases.length).toBeGreaterThanOrEqual(39);
    for (const { name, input, expected, tolerance } of notEmpty(cases)) {
      const { macro, micro, granularity } = plagdet(input.cases.map(pairOf), input.detections.map(pairOf));
      const got: Record<string, number> = {
        ...{ macro_precision: macro.precision, macro_recall: macro.recall, macro_f1: macro.f1, granularity },
        ...{ micro_precision: micro.precision, micro_recall: micro.recall },
        ...{ plagdet_macro: macro.plagdet, plagdet_micro: micro.plagdet },
      };
      expect(Object.keys(got).sort()).toEqual(Object.keys(expected).sort());
      for (const [figure, value] of Object.entries(expected))
        expectClose(got[figure]!, value, tolerance, `${name} ${figure}`);
    }
  });

  const range = fc
    .tuple(fc.nat(60), fc.integer({ min: 1, max: 30 }))
    .map(([start, length]) => ({ start, end: start + length }));
  const document = fc.constantFrom("x", "y");
  const passages = fc.array(
    fc.record({ suspicious: fc.constantFrom("a", "b"), content: range, document, source: range }),
    {
      maxLength: 6,
    },
  );

  test("precision is recall with the roles exchanged, and nothing is better than the truth told once", () => {
    fc.assert(
      fc.property(passages, passages, (cases, reports) => {
        const [one, other] = [plagdet(cases, reports), plagdet(reports, cases)];
        expect(one.macro.precision).toBeCloseTo(other.macro.recall, 12);
        expect(one.micro.recall).toBeCloseTo(other.micro.precision, 12);
        const perfect = plagdet(cases, cases);
        expect([perfect.macro.recall, perfect.micro.precision]).toEqual([1, 1]);
        const twice = plagdet(cases, [...cases, ...cases]);
        if (cases.length > 0) expect(twice.macro.plagdet).toBeLessThan(perfect.macro.plagdet);
      }),
    );
  });
});

test("the upper bound of a rate is that of the tables (Garwood 1936)", () => {
  expect(poissonUpper(0)).toBeCloseTo(-Math.log(0.05), 10);
  expect(poissonUpper(1)).toBeCloseTo(4.743865, 5);
  expect(poissonUpper(10)).toBeCloseTo(16.962219, 5);
});
