/** The error rates of short answers are those that were measured. */
import { expect, test } from "vitest";
import { answersOf } from "../../bench/figures/records.ts";
import type { AuditRecord } from "../../bench/quality/audit/measure.ts";
import { type Proportion, total } from "../../bench/quality/figures.ts";
import type { NaturalRow } from "../../bench/quality/passages/natural.ts";
import { MEASURED, measuredShare } from "../../src/report/short/measuredRates.ts";

const casesOf = (shares: readonly Proportion[]) => ({
  hits: total(shares.map(({ count }) => count)),
  cases: total(shares.map(({ of }) => of)),
});

test("of audits", () => {
  const { clean, recall } = answersOf<AuditRecord>("audit").at(-1)!.result;
  expect(MEASURED.auditFalse).toEqual(casesOf(clean.map(({ flagged }) => flagged)));
  const edited = recall.filter(({ contender, edits }) => contender === "spolia" && edits <= 0.1);
  const found = casesOf(edited.map((row) => row.found));
  expect(MEASURED.auditMissed).toEqual({ hits: found.cases - found.hits, cases: found.cases });
});

test("of comparisons", () => {
  const rows = answersOf<{ natural: NaturalRow[] }>("passages")
    .at(-1)!
    .result.natural.filter(({ detector }) => detector === "spolia");
  const pairs = (isWanted: (row: NaturalRow) => boolean) => casesOf(rows.filter(isWanted).map((row) => row.reported));
  const isClean = ({ set }: NaturalRow) => set === "clean pairs";
  const isLaw = ({ set, group }: NaturalRow) => /\blaw\b|\bact\b/.test(`${set} ${group}`);
  expect(MEASURED.literatureFalse).toEqual(pairs((row) => isClean(row) && !isLaw(row)));
  expect(MEASURED.lawsFalse).toEqual(pairs((row) => row.label === 0 && isLaw(row)));
  const heavy = pairs(({ set, group }) => set === "bible-rewording" && group === "heavy");
  expect(MEASURED.heavilyRewordedMissed).toEqual({ hits: heavy.cases - heavy.hits, cases: heavy.cases });
});

test("are printed with an exact interval", () => {
  expect(measuredShare({ hits: 0, cases: 100 })).toBe("0 % (95 % interval 0 % to 3.6 %) of 100");
});
