/** Times of monitors, and what a run's findings are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PossibleSource } from "../../../src/base/contract/operations/analyze.ts";
import { DAY_MS, nextTime, PERIODS_MS, retryAfterMs } from "../../../src/service/accounts/schedule.ts";
import { difference, type Finding, findingsOf, hasFound } from "../../../src/service/deliveries/findings.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { analyzeResult } from "../http/fakeEngine.ts";

const period = fc.constantFrom(...Object.values(PERIODS_MS));

test("times come one period after the other, whenever they are asked for", () => {
  fc.assert(
    fc.property(period, fc.string(), fc.nat({ max: 2 ** 41 }), fc.nat(), (ms, id, after, later) => {
      const next = nextTime(ms, id, after);
      expect(next).toBeGreaterThan(after);
      expect(next).toBeLessThanOrEqual(after + ms);
      expect(nextTime(ms, id, next)).toBe(next + ms);
      // Asked late, the same places in time.
      expect((nextTime(ms, id, after + later) - next) % ms).toBe(0);
    }),
  );
});

test("monitors made at once come up over the whole day", () => {
  const hours = new Array<number>(24).fill(0);
  for (let n = 0; n < 2_400; n++) hours[Math.floor((nextTime(DAY_MS, `mo_${n}`, 0) % DAY_MS) / 3_600_000)]! += 1;
  // 100 each, standard deviation 9.8.
  for (const count of notEmpty(hours)) expect(Math.abs(count - 100)).toBeLessThan(50);
});

test("whoever fails waits longer each time, up to a day", () => {
  const waits = [1, 2, 3, 8, 1_000_000].map(retryAfterMs);
  expect(waits.toSorted((one, other) => one - other)).toEqual(waits);
  expect(waits.at(-1)).toBe(DAY_MS);
});

const finding = fc.oneof(
  fc.record({
    ...{ type: fc.constant("document" as const), corpus: fc.constantFrom("a", "b"), dataset: fc.constant("d") },
    ...{ document_id: fc.constantFrom("1", "2", "3"), kind: fc.constantFrom("verbatim" as const, "reworded" as const) },
  }),
  fc.record({
    type: fc.constant("verdict" as const),
    verdict: fc.constantFrom("match" as const, "none_found" as const),
  }),
) as fc.Arbitrary<Finding>;

test("a difference is nothing exactly where the same was found, in whatever order, and leads from one to the other", () => {
  const key = (found: Finding) => JSON.stringify(Object.entries(found).sort());
  const keys = (all: readonly Finding[]) => new Set(all.map(key));
  fc.assert(
    fc.property(fc.array(finding), fc.array(finding), (before, after) => {
      const { added, removed } = difference(before, after);
      const gone = keys(removed);
      expect(new Set([...keys(before.filter((one) => !gone.has(key(one)))), ...keys(added)])).toEqual(keys(after));
      expect(added.some((one) => keys(before).has(key(one)))).toBe(false);
      expect(difference(before, [...before, ...before].reverse())).toEqual({ added: [], removed: [] });
    }),
  );
});

test("findings do not depend on the order, on figures or on texts of a result", () => {
  const [match] = analyzeResult.matches;
  const more = { ...match!, document: { ...match!.document, id: "d2" } };
  const one = findingsOf({ ...analyzeResult, matches: [match!, more] }, []);
  const swayed = { ...match!, words: 1, source: { start: 1, end: 2, snippet: "other", place: { page: "9" } } };
  expect(findingsOf({ ...analyzeResult, confidence: 1, matches: [more, swayed, match!] }, [])).toEqual(one);
  expect(hasFound(one)).toBe(true);
  const nothing = {
    ...analyzeResult,
    verdict: "none_found" as const,
    matches: [],
    attribution_sources: [],
    possible_sources: [],
  };
  expect(hasFound(findingsOf(nothing, []))).toBe(false);
});

test("what points nowhere is no finding: what everybody writes, and models that cannot have met the text", () => {
  const [match] = analyzeResult.matches;
  const commonplace = { kind: "formula", name: "numbered provisions", words: 12 } as const;
  const possible = (reason: PossibleSource["reason"]): PossibleSource => ({
    ...{ provider: "Lab", model: "M", model_id: `lab/${reason}`, training_dataset: "d", evidence: "documented" },
    ...{ reason, because: "", via: [], sources: [], corpus: "c", dataset_basis: "none" },
  });
  const reasons = ["inclusion_unknown", "excluded_by_date", "reported", "excluded_by_language", "inferred"] as const;
  const findings = findingsOf(
    {
      ...analyzeResult,
      matches: [{ ...match!, commonplace }],
      attribution_sources: [],
      possible_sources: reasons.map(possible),
    },
    [],
  );
  expect(findings.filter(({ type }) => type === "document")).toEqual([]);
  expect(findings.flatMap((one) => (one.type === "attribution" ? [one.reason] : []))).toEqual([
    "inclusion_unknown",
    "inferred",
    "reported",
  ]);
});
