import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { shingle } from "../../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { isHopeless } from "../../../src/core/kernels/passages/alone.reference.ts";
import { anchorsOf } from "../../../src/core/kernels/passages/anchors.reference.ts";
import { Extender } from "../../../src/core/kernels/passages/extend.reference.ts";
import { passagesOf } from "../../../src/core/kernels/passages/measure.reference.ts";
import { placeBits } from "../../../src/core/kernels/passages/scoring.ts";
import { isEvident } from "../../../src/core/kernels/passages/worth.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { indexShingles } from "../../../src/core/passages/shingleIndex.ts";
import { readText } from "../../../src/core/text/text.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfWords } from "../../support/texts.ts";

const kernels = await loadKernels();
const shingled = (words: readonly string[]) => shingle(kernels, readText(kernels, words.join(" ")), PASSAGE);

/** Formulas out of a stock, edited, with words between them. */
function formulas(random: () => number, stock: readonly string[], count: number, between: number, edits: number) {
  const below = (most: number) => Math.floor(most * random());
  return Array.from({ length: count }, () => {
    const from = below(stock.length);
    const formula = stock.slice(from, from + 5 + below(20)).flatMap((word) => {
      if (random() >= edits) return [word];
      return [[], ["other"], [word, `new${below(30)}`, "in"].slice(0, 2 + below(2))][below(3)]!;
    });
    return [...formula, ...zipfWords(random, below(between + 1), 300)];
  }).flat();
}

describe("anchors that can be no passage alone", () => {
  test("have none around them where they are aligned", () => {
    let [hopeless, passages] = [0, 0];
    fc.assert(
      fc.property(
        ...[fc.integer(), fc.constantFrom(12, 60, 400), fc.constantFrom(30, 300, 8_000)],
        ...[fc.constantFrom(0, 3, 9, 20), fc.constantFrom(0, 0.1, 0.25, 0.45)],
        (seed, length, vocabulary, between, edits) => {
          const random = seeded(seed);
          const stock = zipfWords(random, length, vocabulary);
          const a = indexShingles(shingled(formulas(random, stock, 12, between, edits)));
          const b = shingled(formulas(random, stock, 12, between, edits));
          const { text } = a.shingled;
          const place = { placeBits: placeBits(text.lengthWords, b.text.lengthWords) };
          for (const anchor of notAlwaysEmpty(anchorsOf(a, b, 300).anchors)) {
            const extender = new Extender(a, new Int32Array(text.lengthWords).fill(-1), b.text, 1e6);
            const found = passagesOf(a, b.text, [anchor], extender).filter(
              (one) => one.agreeingWords >= 12 && isEvident(a, { ...one, ...place }, () => false),
            );
            const isNone = isHopeless(a, b.text, anchor);
            hopeless += Number(isNone);
            passages += Number(found.length > 0);
            if (isNone) expect(found).toEqual([]);
          }
        },
      ),
      { numRuns: fewOrAll(150, 3_000) },
    );
    expect(hopeless).toBeGreaterThan(500);
    expect(passages).toBeGreaterThan(500);
  });

  test("cost no cells: formulas that stand in all places of both texts do not end a search", () => {
    const formula = "it is hereby further enacted that".split(" ");
    const text = (name: string) =>
      Array.from({ length: 60 }, (_, i) => [
        ...formula,
        ...Array.from({ length: 24 }, (_, j) => `${name}${i}x${j}`),
      ]).flat();
    const [a, b] = [indexShingles(shingled(text("one"))), shingled(text("two"))];
    for (const { findPassages } of notEmpty([kernels, referenceKernels])) {
      const { passages, bounded, anchors } = findPassages(a, b, 0, 1e9);
      expect({ passages, bounded }).toEqual({ passages: [], bounded: false });
      // With some 350 cells each they would take eight times the budget.
      expect(anchors).toBe(3_600);
    }
  });
});
