/** `spolia/corpus` as its callers meet it: signatures, bands, the index, and what is refused. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { RandomStream } from "../../../src/core/kernels/numbers/random.ts";
import {
  bandsFor,
  bandsOf,
  estimateJaccard,
  probabilityFound,
  SketchIndex,
  signatureOf,
} from "../../../src/corpus/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const text = zipfText(seeded(1), 300);
const hashes = fc.uint32Array({ minLength: 1, maxLength: 60 });

/** The pointers of the fields that a call was refused for. */
async function refused(call: () => unknown): Promise<string[]> {
  try {
    await call();
  } catch (error) {
    if (isSpoliaError(error) && error.code === "invalid_request") return error.fields!.map(({ pointer }) => pointer);
    throw error;
  }
  return [];
}

describe("signatures", () => {
  test("are frozen, and the same from kernels and their reference implementation", async () => {
    const signature = await signatureOf("one two three four five six seven", { places: 16 });
    expect([...signature]).toEqual([
      ...(await signatureOf("one two three four five six seven", { places: 16, wasm: "twin" })),
    ]);
    expect([...signature.subarray(0, 4)]).toEqual([219046963, 1292488031, 852174854, 1194318222]);
    expect((await signatureOf(text)).length).toBe(256);
  });

  test("fold the text, and change with its seed and the length of a shingle", async () => {
    const signature = await signatureOf(text);
    expect(await signatureOf(new TextEncoder().encode(text.toUpperCase()))).toEqual(signature);
    expect(estimateJaccard(signature, await signatureOf(text, { seed: 1 })).jaccard).toBeLessThan(0.1);
    expect(estimateJaccard(signature, await signatureOf(text, { shingleWords: 4 })).jaccard).toBeLessThan(0.1);
    expect((await signatureOf(text, { places: 128 })).join()).toBe(signature.subarray(0, 128).join());
  });

  test("of hashes: order and repetition change nothing, of two sets together it is the lesser of each place", async () => {
    const options = { places: 32, seed: 7 };
    await fc.assert(
      fc.asyncProperty(hashes, hashes, async (one, other) => {
        const [first, second] = [await signatureOf(one, options), await signatureOf(other, options)];
        expect(await signatureOf(Uint32Array.of(...one, ...one).reverse(), options)).toEqual(first);
        const both = await signatureOf(Uint32Array.of(...one, ...other), options);
        expect(both).toEqual(first.map((value, place) => Math.min(value, second[place]!)));
      }),
    );
  });
});

describe("bands", () => {
  test("chosen for a threshold miss no more than was said there, and one place more a band would", () => {
    for (const places of [64, 128, 256, 1024]) {
      for (const threshold of [0.1, 0.3, 0.5, 0.7, 0.9]) {
        for (const missedMax of [0.001, 0.01, 0.2]) {
          const { bands, rows } = bandsFor({ threshold, places, missedMax });
          expect(bands * rows).toBeLessThanOrEqual(places);
          const longer = { bands: Math.floor(places / (rows + 1)), rows: rows + 1 };
          if (rows > 1) expect(1 - probabilityFound(threshold, { bands, rows })).toBeLessThanOrEqual(missedMax);
          if (rows < 16) expect(1 - probabilityFound(threshold, longer)).toBeGreaterThan(missedMax);
        }
      }
    }
  });

  test("find pairs as often as the probability says", async () => {
    const random = new RandomStream("bands");
    const bands = bandsFor({ threshold: 0.6, places: 64, missedMax: 0.05 });
    for (const jaccard of [0.2, 0.4, 0.6]) {
      let found = 0;
      const rounds = fewOrAll(300, 1_000);
      for (let round = 0; round < rounds; round++) {
        const union = Uint32Array.from({ length: 300 }, () => random.next());
        const [common, half] = [300 * jaccard, 150 + 150 * jaccard];
        const one = bandsOf(await signatureOf(union.subarray(0, half), { places: 64 }), bands);
        const rest = Uint32Array.of(...union.subarray(0, common), ...union.subarray(half));
        const other = bandsOf(await signatureOf(rest, { places: 64 }), bands);
        if (one.some((key, band) => key === other[band])) found++;
      }
      const expected = probabilityFound(jaccard, bands);
      const deviation = Math.sqrt((expected * (1 - expected)) / rounds);
      expect(Math.abs(found / rounds - expected), `at ${jaccard}`).toBeLessThan(4 * deviation + 0.002);
    }
  });

  test("probabilities at the ends, and by hand", () => {
    expect(probabilityFound(0, { bands: 5, rows: 3 })).toBe(0);
    expect(probabilityFound(1, { bands: 5, rows: 3 })).toBe(1);
    expect(probabilityFound(0.5, { bands: 2, rows: 2 })).toBe(1 - 0.75 * 0.75);
  });
});

describe("the index", () => {
  test("holds the pairs that agree in a band, and no others", async () => {
    const random = new RandomStream("index");
    const bands = { bands: 8, rows: 4 };
    const base = Uint32Array.from({ length: 200 }, () => random.next());
    const entries = await Promise.all(
      Array.from({ length: 40 }, async (_, i): Promise<[string, Uint32Array]> => {
        const set = base.map((hash, at) => (at < 5 * i ? random.next() : hash));
        return [`text ${i}`, await signatureOf(set, { places: 32 })];
      }),
    );
    const index = new SketchIndex(bands);
    for (const [id, signature] of entries) index.add(id, signature);
    const keys = entries.map(([, signature]) => bandsOf(signature, bands));
    const wanted = keys.flatMap((one, i) =>
      keys.flatMap((other, j) =>
        i < j && one.some((key, band) => key === other[band]) ? [`text ${i}, text ${j}`] : [],
      ),
    );
    const pairs = [...index.pairs()];
    expect(wanted.length).toBeGreaterThan(20);
    expect(pairs.map(({ pair }) => pair.join(", "))).toEqual(wanted);
    for (const { pair, ...estimate } of notEmpty(pairs.slice(0, 20))) {
      const [one, other] = pair.map((id) => entries.find(([known]) => known === id)![1]) as [Uint32Array, Uint32Array];
      expect(estimate).toEqual(estimateJaccard(one, other));
    }
    const found = index.candidates(entries[3]![1]);
    expect(found[0]).toMatchObject({ id: "text 3", jaccard: 1, places: 32 });
    expect(found.map(({ jaccard }) => jaccard)).toEqual(found.map(({ jaccard }) => jaccard).sort((a, b) => b - a));
    expect(index.size).toBe(40);
  });

  test("near duplicates among real prose come first", async () => {
    const index = new SketchIndex(bandsFor({ threshold: 0.3 }));
    const random = seeded(9);
    const texts = Array.from({ length: 60 }, () => zipfText(random, 200));
    for (const [i, one] of texts.entries()) index.add(`${i}`, await signatureOf(one));
    const edited = texts[17]!.split(" ").map((word, i) => (i % 25 === 0 ? "changed" : word));
    const [best] = index.candidates(await signatureOf(edited.join(" ")));
    expect(best!.id).toBe("17");
    expect(best!.ci_95[0]).toBeGreaterThan(0.4);
  });
});

describe("what is refused, by the field's name, beside the largest that is accepted", () => {
  test("signatures", async () => {
    expect(await refused(() => signatureOf(5 as never))).toEqual(["/content"]);
    expect(await refused(() => signatureOf("too few words"))).toEqual(["/content"]);
    expect(await refused(() => signatureOf("too few words", { shingleWords: 3 }))).toEqual([]);
    expect(await refused(() => signatureOf(new Uint32Array()))).toEqual(["/content"]);
    expect(await refused(() => signatureOf(text, { places: 100, shingleWords: 17, seed: -1 }))).toEqual([
      ...["/places", "/shingleWords", "/seed"],
    ]);
    expect(await refused(() => signatureOf(text, { places: 4096, shingleWords: 16, seed: 0xffffffff }))).toEqual([]);
    expect(await refused(() => signatureOf(text, { places: 4112 }))).toEqual(["/places"]);
  });

  test("estimates, bands and the index", async () => {
    const [short, long] = [await signatureOf(text, { places: 16 }), await signatureOf(text, { places: 32 })];
    expect(await refused(() => estimateJaccard(short, long))).toEqual(["/other"]);
    expect(await refused(() => estimateJaccard([] as never, long))).toEqual(["/one"]);
    expect(await refused(() => bandsFor({ threshold: 0 }))).toEqual(["/threshold"]);
    expect(await refused(() => bandsFor({ threshold: 1, places: 16, missedMax: 0.999 }))).toEqual([]);
    expect(await refused(() => bandsFor({ threshold: 1.01, places: 8, missedMax: 1 }))).toEqual([
      ...["/threshold", "/places", "/missedMax"],
    ]);
    expect(await refused(() => probabilityFound(2, { bands: 0, rows: 1 }))).toEqual(["/jaccard", "/bands"]);
    expect(await refused(() => bandsOf(short, { bands: 4, rows: 4 }))).toEqual([]);
    expect(await refused(() => bandsOf(short, { bands: 5, rows: 4 }))).toEqual(["/bands"]);
    const index = new SketchIndex({ bands: 4, rows: 4 });
    index.add("one", short);
    expect(await refused(() => index.add("one", short))).toEqual(["/id"]);
    expect(await refused(() => index.add("two", long))).toEqual(["/signature"]);
    expect(await refused(() => index.candidates(long))).toEqual(["/signature"]);
    expect(await refused(() => new SketchIndex({ bands: 5, rows: 4 }).add("one", short))).toEqual(["/signature"]);
  });
});
