/** What tells languages apart is taken out of words, so that a translation is near what it translates. */
import { describe, expect, test } from "vitest";
import type { Encoder } from "../../../src/base/contract/resources/encoder.ts";
import { RandomStream } from "../../../src/core/kernels/numbers/random.ts";
import { languageVectors } from "../../../src/core/vectors/languages.ts";
import { commonPartOf, wordBytes } from "../../../src/core/vectors/wordVectors.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const DIMENSIONS = 48;
const random = new RandomStream("languages");
const drawn = (): number[] => Array.from({ length: DIMENSIONS }, () => random.next() - 0.5);
const plus = (one: readonly number[], other: readonly number[], times: number): Float32Array =>
  Float32Array.from(one, (value, i) => value + times * other[i]!);

describe("words of several languages", () => {
  const languages = Array.from({ length: 5 }, drawn);
  const things = Array.from({ length: 30 }, drawn);
  const vectors = languages.map((language) => things.map((thing) => plus(thing, language, 4)));

  test("are the same without the directions between languages, which are at right angles", () => {
    const common = commonPartOf(vectors.flat(), DIMENSIONS, vectors);
    expect(common.components).toHaveLength(4);
    for (const [i, one] of notEmpty([...common.components.entries()]))
      for (const [j, other] of notEmpty([...common.components.entries()])) {
        const product = one.reduce((sum, value, at) => sum + value * other[at]!, 0);
        expect(product).toBeCloseTo(i === j ? 1 : 0, 9);
      }
    const [first, second] = vectors as [Float32Array[], Float32Array[]];
    for (const [at, word] of notEmpty([...first.entries()])) {
      const [here, there] = [wordBytes(word, common), wordBytes(second[at]!, common)];
      for (const [i, value] of notEmpty([...here.entries()]))
        expect(Math.abs(value - there[i]!)).toBeLessThanOrEqual(1);
    }
  });

  test("an encoder of several languages is asked once for the same words in each, one of a single language never", async () => {
    const asked: (readonly string[])[] = [];
    const encoder = (tags: readonly string[]) =>
      ({
        languages: tags,
        encode: async (texts: readonly string[]) => {
          asked.push(texts);
          return texts.map(() => new Float32Array(DIMENSIONS));
        },
      }) as unknown as Encoder;
    expect(await languageVectors(encoder(["en"]), {})).toEqual([]);
    expect(asked).toEqual([]);
    const several = encoder([]);
    const words = await languageVectors(several, {});
    expect(await languageVectors(several, {})).toBe(words);
    expect(asked).toHaveLength(1);
    expect(new Set(words.map((of) => of.length)).size).toBe(1);
    expect(asked[0]).toHaveLength(words.length * words[0]!.length);
    expect(new Set(asked[0]).size).toBeGreaterThan(350);
  });
});
