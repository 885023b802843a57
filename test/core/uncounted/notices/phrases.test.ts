/** At each word few phrases are tried, and all that stand there. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadKernels } from "../../../../src/core/kernels/load.ts";
import { readText } from "../../../../src/core/text/text.ts";
import {
  beginningsOf,
  type Phrase,
  phraseEnd,
  phrasesAt,
  phrasesOf,
} from "../../../../src/core/uncounted/notices/phrases.ts";
import { NOTICE_SIGNS } from "../../../../src/core/uncounted/notices/signs/all.ts";
import { fewOrAll } from "../../../support/scale.ts";
import { seeded } from "../../../support/texts.ts";

const kernels = await loadKernels();
const phrases = phrasesOf(kernels, NOTICE_SIGNS);
const all = [
  ...new Set(
    phrases.beginnings.flatMap((beginning) =>
      beginning === undefined ? [] : [...beginning.byNext.values(), beginning.others].flat(),
    ),
  ),
];
/** Words that a phrase may consist of, with others in its gaps. */
function written(random: () => number, { parts }: Phrase): number[] {
  const pick = <One>(some: readonly One[]) => some[Math.floor(random() * some.length)]!;
  return parts.flatMap(({ alternatives, isGap, isOptional }) => {
    if (isGap) return Array.from({ length: Math.floor(random() * 7) }, () => 0);
    if (isOptional && random() < 0.5) return [];
    const [first, further] = pick([...alternatives]);
    return [first, ...pick(further)];
  });
}

test("all phrases that stand at a word are tried there", () => {
  let standing = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = seeded(seed);
      const words = Uint16Array.from(
        Array.from({ length: 4 }, () => written(random, all[Math.floor(random() * all.length)]!)).flat(),
      );
      const places = [...words.keys()].filter((at) => phrasesAt(phrases, words, at).length > 0);
      expect([...beginningsOf(phrases, words)]).toEqual(places);
      for (let at = 0; at < words.length; at++) {
        const stands = (phrase: Phrase) => phraseEnd(words, at, words.length, phrase) > at;
        const tried = phrasesAt(phrases, words, at).filter(stands);
        expect(new Set(tried)).toEqual(new Set(all.filter(stands)));
        standing += tried.length;
      }
    }),
    { numRuns: fewOrAll(40, 400) },
  );
  expect(standing).toBeGreaterThan(100);
});

test("at most words of prose none is tried", () => {
  const prose = readFileSync(new URL("../../../engine/meaning/standing/prose.txt", import.meta.url), "utf8");
  const words = phrases.words.find(readText(kernels, prose).words);
  const tried = Array.from(words, (_, at) => phrasesAt(phrases, words, at).length);
  expect(words.length).toBeGreaterThan(1_000);
  // By the first word alone 4.8 are tried at each.
  expect(tried.reduce((sum, one) => sum + one, 0) / words.length).toBeLessThan(0.5);
});
