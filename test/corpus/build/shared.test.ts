/** A corpus of the shared data at full size, with lists, is sound whatever is done to it; six more in the slow tests. */
import { expect, test } from "vitest";
import { QUICK_CORPORA, SHARED_CORPORA, testSoundLife } from "../../support/suites/corpus/sharedLife.ts";

test("there are seven of both kinds, and the quick one has lists", () => {
  expect(Object.keys(SHARED_CORPORA)).toHaveLength(7);
  expect(new Set(Object.values(SHARED_CORPORA))).toEqual(new Set([true, false]));
  expect(QUICK_CORPORA.map((corpus) => SHARED_CORPORA[corpus])).toEqual([true]);
});

for (const corpus of QUICK_CORPORA) testSoundLife(corpus);
