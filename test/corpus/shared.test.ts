/** Two corpora of the shared data at full size are sound whatever is done to them, one of them with lists; five more in the slow tests. */
import { expect, test } from "vitest";
import { QUICK_CORPORA, SHARED_CORPORA, testSoundLife } from "../suites/shared.life.ts";

test("there are seven, and both kinds among the quick ones", () => {
  expect(Object.keys(SHARED_CORPORA)).toHaveLength(7);
  expect(QUICK_CORPORA.map((corpus) => SHARED_CORPORA[corpus])).toEqual([true, false]);
});

for (const corpus of QUICK_CORPORA) testSoundLife(corpus);
