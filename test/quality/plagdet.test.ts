/** The figures of the evaluation itself: PlagDet against the independent reference, and the exact bound of a rate. */
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { poissonUpper } from "../../bench/quality/figures.ts";
import { type PassagePair, plagdet } from "../../bench/quality/passages/plagdet.ts";

type Listed = [suspicious: string, offset: number, length: number, document: string, offset: number, length: number];
interface Reference {
  cases: { name: string; input: { cases: Listed[]; detections: Listed[] }; expected: Record<string, number> }[];
}

const FILE = new URL("../../../shared/reference/vectors/plagdet.json", import.meta.url);
const reference = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Reference).cases : [];

const pairOf = ([suspicious, content, contentLength, document, source, sourceLength]: Listed): PassagePair => ({
  suspicious,
  content: { start: content, end: content + contentLength },
  document,
  source: { start: source, end: source + sourceLength },
});

describe.skipIf(reference.length === 0)("PlagDet is that of the independent reference", () => {
  test.each(reference)("$name", ({ input, expected }) => {
    const { macro, micro, granularity } = plagdet(input.cases.map(pairOf), input.detections.map(pairOf));
    const got = {
      ...{ macro_precision: macro.precision, macro_recall: macro.recall, macro_f1: macro.f1, granularity },
      ...{ micro_precision: micro.precision, micro_recall: micro.recall },
      ...{ plagdet_macro: macro.plagdet, plagdet_micro: micro.plagdet },
    };
    expect(Object.keys(got).sort()).toEqual(Object.keys(expected).sort());
    for (const [name, value] of Object.entries(expected))
      expect(Math.abs(got[name as keyof typeof got] - value), name).toBeLessThanOrEqual(1e-13 * value);
  });
});

const range = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 30 })).map(([start, length]) => ({ start, end: start + length }));
const passages = fc.array(
  fc.record({
    suspicious: fc.constantFrom("a", "b"),
    content: range,
    document: fc.constantFrom("x", "y"),
    source: range,
  }),
  { maxLength: 6 },
);

test("precision is recall with the roles exchanged, and a report cut in two never raises the figure of a perfect answer", () => {
  fc.assert(
    fc.property(passages, passages, (cases, reports) => {
      const [one, other] = [plagdet(cases, reports), plagdet(reports, cases)];
      expect(one.macro.precision).toBeCloseTo(other.macro.recall, 12);
      expect(one.micro.recall).toBeCloseTo(other.micro.precision, 12);
      const perfect = plagdet(cases, cases);
      expect(perfect.macro.recall).toBe(1);
      expect(perfect.micro.precision).toBe(1);
      expect(plagdet(cases, [...cases, ...cases]).macro.plagdet).toBeLessThanOrEqual(perfect.macro.plagdet);
    }),
  );
});

test("the upper bound of a rate is that of the tables (Garwood 1936)", () => {
  expect(poissonUpper(0)).toBeCloseTo(-Math.log(0.05), 10);
  expect(poissonUpper(1)).toBeCloseTo(4.743865, 5);
  expect(poissonUpper(10)).toBeCloseTo(16.962219, 5);
});
