/** Which runs of a passage repeat the wording of others. */
import { expect, test } from "vitest";
import { withoutRepeated } from "../../../src/core/uncounted/repeatedWording.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded } from "../../support/texts.ts";

const STRETCH_WORDS = 8;
const random = seeded(88);
const any = (below: number) => Math.floor(random() * below);

/** By the definition alone: each stretch of a run stands in a run that was kept before. */
function expected(runs: readonly { a: number; lengthWords: number }[], keys: Float64Array) {
  const kept: string[] = [];
  return [...runs]
    .sort((one, other) => other.lengthWords - one.lengthWords || one.a - other.a)
    .filter(({ a, lengthWords }) => {
      const size = Math.min(STRETCH_WORDS, lengthWords);
      const wording = (from: number, words: number) => `,${keys.subarray(from, from + words).join()},`;
      const stretches = Array.from({ length: lengthWords - size + 1 }, (_, i) => wording(a + i, size));
      if (stretches.every((stretch) => kept.some((one) => one.includes(stretch)))) return false;
      kept.push(wording(a, lengthWords));
      return true;
    });
}

test("any runs of few words: those whose every stretch a longer or earlier run has are left out", () => {
  let left = 0;
  for (let round = 0; round < 300; round++) {
    const keys = Float64Array.from({ length: 200 }, () => 2 ** 40 + any(2 + any(6)));
    const runs = Array.from({ length: 1 + any(20) }, () => {
      const lengthWords = 1 + any(15);
      return { a: any(200 - lengthWords), lengthWords };
    });
    const found = withoutRepeated(runs, (word) => keys[word]!);
    expect(found).toEqual(expected(runs, keys));
    left += runs.length - found.length;
  }
  expect(left).toBeGreaterThan(500);
});

test("a code of laws whose every twelfth word was changed: 20,000 runs, all of their own", () => {
  const keys = Float64Array.from({ length: 240_000 }, () => any(2 ** 50));
  const runs = Array.from({ length: 20_000 }, (_, i) => ({ a: 12 * i, lengthWords: 11 }));
  expect(withoutRepeated(runs, (word) => keys[word]!)).toHaveLength(20_000);
  const again = notEmpty(runs).map(({ a }) => ({ a: a + 1, lengthWords: 9 }));
  expect(withoutRepeated([...runs, ...again], (word) => keys[word]!)).toHaveLength(20_000);
});
