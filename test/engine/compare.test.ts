/** What two texts share, told from either side. */
import { beforeAll, describe, expect, test } from "vitest";
import { createEngine, type Engine, fingerprint } from "../../src/index.ts";
import { FOREIGN, SHELF, words } from "./fixtures.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ corpora: [] });
});

const LONG = words(SHELF[0]!.text, 0, 600);
const PART = words(SHELF[0]!.text, 200, 320);
const compare = (a: string, b: string) => engine.compare({ a: { content: a }, b: { content: b } });

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

  test("turned round, the shares change places and the passages stay", async () => {
    const [one, other] = [await compare(LONG, PART), await compare(PART, LONG)];
    expect(one.jaccard).toEqual(other.jaccard);
    expect(one.containment_a_in_b).toEqual(other.containment_b_in_a);
    expect(one.passages!.map(({ a, b }) => [a, b])).toEqual(other.passages!.map(({ a, b }) => [b, a]));
  });
});

describe("from fingerprint data", () => {
  test("equal texts are identical; without texts there are no passages and no narrow interval", async () => {
    const data = (await fingerprint(LONG)).bytes;
    const result = await engine.compare({ a: { fingerprint_data: data }, b: { content: LONG } });
    expect(result).toMatchObject({
      relation: "identical",
      passages: null,
      longest_run_words: null,
      jaccard: { value: 1, ci_95: [0, 1] },
    });
    expect(result.completeness).toMatchObject({ complete: false });
    const excerpt = await engine.compare({
      a: { fingerprint_data: (await fingerprint(PART)).bytes },
      b: { fingerprint_data: data },
    });
    expect(excerpt.relation).toBe("excerpt");
  });

  test("base64 in place of bytes; anything else is refused by name", async () => {
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
    await expect(engine.compare({ a: { work_hash }, b: { content: LONG } })).rejects.toMatchObject({ code: "unknown_work" });
  });
});
