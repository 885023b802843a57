/** Signatures and what they tell: against exact Jaccard similarities of made-up sets and of real texts. */
import { describe, expect, test } from "vitest";
import { hashKey } from "../../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { RandomStream } from "../../../src/core/kernels/numbers/random.ts";
import { estimateJaccard } from "../../../src/core/sketch/estimate.ts";
import { signatureOf } from "../../../src/core/sketch/signature.ts";
import { clopperPearsonUpper } from "../../../src/core/statistics/binomial.ts";
import { readText } from "../../../src/core/text/text.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { testWith } from "../../support/shared.ts";

const kernels = await loadKernels();

/** How often intervals held what is true, and how far estimates were off it. */
class Coverage {
  held = 0;
  asked = 0;
  off = 0;

  take({ jaccard, ci_95 }: ReturnType<typeof estimateJaccard>, truth: number): void {
    this.asked++;
    this.off += jaccard - truth;
    // A truth that is an end is held: 0 and 1 are known without a rounding.
    if (ci_95[0] <= truth && truth <= ci_95[1]) this.held++;
  }

  /** Whether a coverage of 0.95 could have come out this low by chance, once in 1,000. */
  expectHonest(name: string): void {
    expect(clopperPearsonUpper(this.held, this.asked, 0.999), `${name}: ${this.held} of ${this.asked}`).toBeGreaterThan(
      0.95,
    );
    expect(Math.abs(this.off / this.asked), name).toBeLessThan(0.01);
  }
}

describe("estimated Jaccard similarity", () => {
  test.each([64, 256])("of random sets, %i places: intervals hold, at every similarity and size", async (places) => {
    const random = new RandomStream(`sets of ${places}`);
    for (const size of notEmpty(fewOrAll([40, 400], [40, 400, 4_000]))) {
      for (const share of [0, 0.02, 0.1, 0.3, 0.5, 0.8, 0.95, 1]) {
        const coverage = new Coverage();
        const common = Math.round(share * size);
        const half = common + ((size - common) >> 1);
        for (let round = 0; round < 200; round++) {
          const union = Uint32Array.from({ length: size }, () => random.next());
          const one = await signatureOf(union.subarray(0, half), { places });
          const other = await signatureOf(Uint32Array.of(...union.subarray(0, common), ...union.subarray(half)), {
            places,
          });
          coverage.take(estimateJaccard(one, other), common / size);
        }
        coverage.expectHonest(`${size} elements, ${share}`);
      }
    }
  });

  const corpora = ["bible-en", "chinese-poetry", "de-gesetze", "eltec-eng/eltec-eng-000", "ruslit"];
  for (const corpus of corpora) {
    const [folder, file = folder] = corpus.split("/");
    testWith(
      `data/corpora/${folder}/${file}.jsonl.gz`,
      "of real texts: intervals hold, and the estimate has no bias",
      async (lines) => {
        const documents = lines.split("\n", 4_000).filter((line) => line !== "");
        const text = documents.map((line) => (JSON.parse(line) as { text: string }).text.slice(0, 20_000)).join("\n");
        const coverage = new Coverage();
        const seen: number[] = [];
        for (let start = 0; start + 6_000 < text.length && seen.length < 60; start += 6_000) {
          const one = text.slice(start, start + 3_000);
          // Pieces that overlap, and one that lies behind: repetitions, formulas and names are what it shares.
          const other = text.slice(start + [30, 300, 1_000, 2_000, 3_000][seen.length % 5]!, start + 4_000);
          const truth = exactJaccard(one, other);
          seen.push(truth);
          for (let seed = 1; seed <= fewOrAll(8, 20); seed++) {
            const options = { places: 128, seed };
            coverage.take(estimateJaccard(await signatureOf(one, options), await signatureOf(other, options)), truth);
          }
        }
        expect(coverage.asked).toBeGreaterThan(fewOrAll(160, 400));
        expect(Math.max(...seen)).toBeGreaterThan(0.5);
        coverage.expectHonest(corpus);
      },
    );
  }
});

/** Shingles of both over shingles of either, counted. */
function exactJaccard(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => {
    const shingles = kernels.hashShingles(readText(kernels, text).words, 5);
    return new Set(Array.from(shingles.low, (_, i) => hashKey(shingles, i)));
  }) as [Set<number>, Set<number>];
  const common = [...first].filter((key) => second.has(key)).length;
  return common / (first.size + second.size - common);
}
