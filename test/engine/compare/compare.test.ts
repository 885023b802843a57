/** What two texts share, told from either side. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { CompareResult, CompareSide, Relation } from "../../../src/base/contract/operations/compare.ts";
import { createEngine, type Engine, fingerprint } from "../../../src/index.ts";
import { NO_COLOURS, plainComparison } from "../../../src/report/index.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { FOREIGN, SHELF, words } from "../fixtures.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ corpora: [] });
});

const LONG = words(SHELF[0]!.text, 0, 600);
const PART = words(SHELF[0]!.text, 200, 320);
const compareSides = (a: CompareSide, b: CompareSide) => engine.compare({ a, b });
const compare = (a: string, b: string) => compareSides({ content: a }, { content: b });
const comparePrints = async (a: string, b: string) =>
  compareSides({ fingerprint_data: (await fingerprint(a)).bytes }, { fingerprint_data: (await fingerprint(b)).bytes });

const inWords = (result: CompareResult) => plainComparison(result, { colours: NO_COLOURS, columns: 120 });
const sharesOf = (result: CompareResult) => [result.jaccard, result.containment_a_in_b, result.containment_b_in_a];
const turned = (relation: Relation): Relation =>
  relation === "contains" ? "excerpt" : relation === "excerpt" ? "contains" : relation;
function changed(text: string, every: number): string {
  return text
    .split(" ")
    .map((word, i) => (i % every === 7 ? "changed" : word))
    .join(" ");
}

/** Two texts of parts that they may share, repeat, reorder and change. */
const part = fc
  .tuple(fc.nat(8_000), fc.integer({ min: 3, max: 400 }), fc.constantFrom(0, 0, 9, 20))
  .map(([first, count, every]) => {
    const text = words(SHELF[0]!.text, first % 1_000, (first % 1_000) + count);
    return every === 0 ? text : changed(text, every);
  });
const pair = fc
  .tuple(
    fc.array(part, { minLength: 1, maxLength: 4 }),
    fc.array(fc.nat(3), { maxLength: 4 }),
    fc.array(part, { maxLength: 2 }),
  )
  .map(
    ([parts, picks, others]) =>
      [parts.join(" "), [...picks.map((i) => parts[i % parts.length]!), ...others].join("\n")] as const,
  );

/** Words of made-up prose in Latin letters. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

describe("relations", () => {
  test.each([
    ["identical", LONG, LONG],
    ["identical", LONG, LONG.toUpperCase().replaceAll(".", " …")],
    [
      "near_duplicate",
      LONG,
      LONG.split(" ")
        .map((word, i) => (i % 15 === 7 ? "changed" : word))
        .join(" "),
    ],
    ["contains", LONG, PART],
    ["excerpt", PART, LONG],
    ["partial", `${PART} ${words(FOREIGN, 0, 300)}`, `${words(FOREIGN, 400, 700)} ${PART}`],
    ["unrelated", PART, words(FOREIGN, 0, 300)],
    ["insufficient_evidence", "one two three", LONG],
    ["insufficient_evidence", "", ""],
  ])("%s", async (relation, a, b) => {
    expect((await compare(a, b)).relation).toBe(relation);
  });

  test("both sides' places slice to the same words", async () => {
    const [a, b] = [`${words(FOREIGN, 0, 90)} ${PART}`, `${PART} ${words(FOREIGN, 300, 360)}`];
    const { passages, longest_run_words } = await compare(a, b);
    expect(passages).toHaveLength(1);
    const { a: inA, b: inB, words: count } = passages![0]!;
    expect(a.slice(inA.start, inA.end)).toBe(b.slice(inB.start, inB.end));
    expect([count, longest_run_words]).toEqual([120, 120]);
  });

  test("with the sides swapped, everything is mirrored", async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([a, b]) => {
        const [one, other] = [await compare(a, b), await compare(b, a)];
        expect(sharesOf(other)).toEqual([one.jaccard, one.containment_b_in_a, one.containment_a_in_b]);
        expect(other.relation).toBe(turned(one.relation));
        expect(other.longest_run_words).toBe(one.longest_run_words);
        expect(other.passages!.map(({ a, b, kind, identity }) => [b, a, kind, identity])).toEqual(
          one.passages!.map(({ a, b, kind, identity }) => [a, b, kind, identity]),
        );
      }),
      { numRuns: 200 },
    );
  });

  test("shares are those of the sequences of five words, each counted once", async () => {
    const sequences = (text: string) => {
      const all = wordsOf(text);
      return new Set(all.slice(4).map((_, i) => all.slice(i, i + 5).join(" ")));
    };
    await fc.assert(
      fc.asyncProperty(pair, async (texts) => {
        const [a, b] = [sequences(texts[0]), sequences(texts[1])];
        const shared = [...a].filter((sequence) => b.has(sequence)).length;
        const result = await compare(...texts);
        const expected = [shared / (a.size + b.size - shared), shared / a.size, shared / b.size];
        for (const [i, { value }] of notAlwaysEmpty(sharesOf(result).entries()))
          expect(value).toBeCloseTo(expected[i] || 0, 5);
      }),
      { numRuns: 100 },
    );
  });

  test("a text is identical with itself, and contains itself completely", async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([a]) => {
        const result = await compare(a, a);
        const { length } = wordsOf(a);
        expect(result.relation).toBe("identical");
        expect(sharesOf(result)).toEqual(Array(3).fill({ value: 1, ci_95: [1, 1] }));
        expect(result.longest_run_words).toBe(length);
      }),
      { numRuns: 50 },
    );
  });

  test("short texts of the same words share all of them, and the report says nothing else", async () => {
    for (const count of [1, 4, 5, 11]) {
      const text = words(LONG, 0, count);
      const result = await compare(text, text);
      expect(result).toMatchObject({ relation: "identical", longest_run_words: count });
      expect(sharesOf(result)).toEqual(Array(3).fill({ value: 1, ci_95: [1, 1] }));
      expect(inWords(result)).not.toContain(" 0 ");
      const prints = await comparePrints(text, text);
      expect(sharesOf(prints)).toEqual(sharesOf(result));
    }
    const page = inWords(await compare(words(LONG, 0, 4), LONG));
    expect(page).toContain("in the second: not known (no sequence of five words to count)");
    expect(page).toContain("Longest run: none of 12 words or more.");
  });

  test("every passage slices to words with the stated identity, and a verbatim passage to the same words", async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([a, b]) => {
        const { passages } = await compare(a, b);
        for (const { a: inA, b: inB, kind, identity, words: count } of notAlwaysEmpty(passages!)) {
          const [one, other] = [wordsOf(a.slice(inA.start, inA.end)), wordsOf(b.slice(inB.start, inB.end))];
          expect(one.length).toBe(count);
          if (kind === "verbatim") expect(one).toEqual(other);
          else
            expect(commonWords(one, other)).toBeGreaterThanOrEqual(
              Math.round(identity * Math.max(one.length, other.length)),
            );
        }
      }),
      { numRuns: 100 },
    );
  });

  test("unrelated text around one side keeps the containment of the other and lowers its own", async () => {
    const [before, after] = [await compare(PART, LONG), await compare(`${PART} ${words(FOREIGN, 0, 480)}`, LONG)];
    expect(before.containment_a_in_b.value).toBe(1);
    expect(after.containment_a_in_b.value).toBeCloseTo(before.containment_a_in_b.value / 5, 1);
    expect(after.containment_b_in_a.value).toBeCloseTo(before.containment_b_in_a.value, 1);
    expect([before.relation, after.relation]).toEqual(["excerpt", "partial"]);
  });
});

/** Words of `one` that stand in `other`, each as often at most. */
function commonWords(one: readonly string[], other: readonly string[]): number {
  const left = [...other];
  return one.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}

describe("from fingerprint data", () => {
  test("equal texts are identical, and so every share is exact; there are no passages", async () => {
    for (const text of [LONG, words(SHELF[0]!.text, 0, 9_000)]) {
      const result = await compareSides({ fingerprint_data: (await fingerprint(text)).bytes }, { content: text });
      expect(result).toMatchObject({
        ...{ relation: "identical", possible_relations: ["identical"], passages: null, longest_run_words: null },
        jaccard: { value: 1, ci_95: [1, 1] },
        completeness: { complete: false },
      });
    }
  });

  test("shares are exact up to 512 words; for longer texts the intervals contain them, and are narrower if one side is a text", async () => {
    const short = [
      words(SHELF[0]!.text, 0, 500),
      `${words(SHELF[0]!.text, 300, 450)} ${words(FOREIGN, 0, 300)}`,
    ] as const;
    expect(sharesOf(await comparePrints(...short))).toEqual(sharesOf(await compare(...short)));
    const book = words(SHELF[0]!.text, 0, 9_000);
    const half = `${words(SHELF[0]!.text, 1_000, 4_000)} ${words(FOREIGN, 0, 2_000)}`;
    const [exact, estimated] = [await compare(half, book), await comparePrints(half, book)];
    sharesOf(estimated).forEach(({ value, ci_95: [lo, hi] }, i) => {
      const truth = sharesOf(exact)[i]!.value;
      expect(lo < truth && truth < hi && lo < value && value < hi).toBe(true);
      expect(hi - lo).toBeLessThan(0.2); // about 150 shingles of each side are sampled
    });
    expect(estimated.completeness.stages.map(({ name, status }) => [name, status])).toEqual([
      ["shares", "bounded"],
      ["passages", "skipped"],
    ]);
    const [page] = short;
    const withText = await compareSides({ content: book }, { fingerprint_data: (await fingerprint(page)).bytes });
    expect(sharesOf(withText)).toEqual(sharesOf(await compare(book, page)));
    expect(withText.completeness.stages[0]).toEqual({ name: "shares", status: "done" });
  });

  test("depends only on what is known, not on the form of the input", async () => {
    const [a, b] = [words(SHELF[0]!.text, 0, 450), words(SHELF[0]!.text, 100, 500)];
    const [printA, printB] = [
      { fingerprint_data: (await fingerprint(a)).bytes },
      { fingerprint_data: (await fingerprint(b)).bytes },
    ];
    const { comparison_id: one, ...fromPrints } = await compareSides(printA, printB);
    const { comparison_id: other, ...fromText } = await compareSides({ content: a }, printB);
    expect(fromText).toEqual(fromPrints);
    expect(one).not.toBe(other);
  });

  test("no sampled shingle is no information: a guess, and the whole range", async () => {
    const book = words(SHELF[0]!.text, 0, 9_000);
    const result = await comparePrints(words(SHELF[0]!.text, 40, 55), book);
    expect(result.containment_a_in_b).toEqual({ value: expect.any(Number), ci_95: [0, 1] });
    expect(result.relation).toBe("partial");
    expect(result.possible_relations).toContain("excerpt");
  });

  test.each<[string, string[], string, string]>([
    ["near_duplicate", ["near_duplicate"], LONG, `${LONG} and so on`],
    ["excerpt", ["excerpt"], words(LONG, 100, 400), `${LONG} ${words(FOREIGN, 0, 500)}`],
    ["contains", ["contains"], `${LONG} ${words(FOREIGN, 0, 500)}`, words(LONG, 100, 400)],
    ["unrelated", ["unrelated"], PART, words(FOREIGN, 0, 300)],
    ["insufficient_evidence", ["insufficient_evidence"], "one two three", LONG],
    ["partial", ["near_duplicate", "excerpt", "contains", "partial"], LONG, changed(LONG, 15)],
  ])("%s is what the lower ends establish, %j what is possible", async (relation, possible, a, b) => {
    const result = await comparePrints(a, b);
    expect([result.relation, new Set(result.possible_relations)]).toEqual([relation, new Set(possible)]);
    expect(possible[0]).toBe(result.possible_relations![0]);
  });

  test("no impossible relation is reported, and swapped sides give mirrored possible relations", async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([a, b]) => {
        const [one, other] = [await comparePrints(a, b), await comparePrints(b, a)];
        expect(one.possible_relations).toContain(one.relation);
        expect(new Set(other.possible_relations)).toEqual(new Set(one.possible_relations!.map(turned)));
        expect(other.relation).toBe(turned(one.relation));
        expect(other.possible_relations![0]).toBe(turned(one.possible_relations![0]!));
        expect(sharesOf(other)).toEqual([one.jaccard, one.containment_b_in_a, one.containment_a_in_b]);
      }),
      { numRuns: 100 },
    );
  });

  test("base64 is accepted instead of bytes; any other value is rejected by name", async () => {
    const { bytes } = await fingerprint(LONG);
    const base64 = btoa(String.fromCharCode(...bytes));
    expect(await engine.compare({ a: { fingerprint_data: base64 }, b: { content: LONG } })).toMatchObject({
      relation: "identical",
    });
    for (const data of ["%%%", "AAAA", new Uint8Array(9)]) {
      await expect(engine.compare({ a: { fingerprint_data: data }, b: { content: LONG } })).rejects.toMatchObject({
        code: expect.stringMatching(/^(fingerprint_invalid|incompatible_fingerprints)$/),
      });
    }
    const work_hash = `sha256:${"0".repeat(64)}`;
    await expect(engine.compare({ a: { work_hash }, b: { content: LONG } })).rejects.toMatchObject({
      code: "unknown_work",
    });
  });
});

test("a string is a text", async () => {
  const [a, b] = [words(SHELF[0]!.text, 0, 200), words(SHELF[0]!.text, 100, 300)];
  expect(await engine.compare({ a, b })).toEqual(await compare(a, b));
  expect(await engine.compare({ a, b: { content: b, content_type: "text" } })).toEqual(await compare(a, b));
  await expect(engine.compare({ a, b: 7 as never })).rejects.toMatchObject({
    code: "invalid_request",
    message: "The request is invalid: /b must be a text, or an object that names one.",
    fields: [{ pointer: "/b" }],
  });
});
