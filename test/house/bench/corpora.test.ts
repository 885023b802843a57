/** Texts of the corpora at scale: always the same, like words, and with nothing in them of what queries are made from. */
import { beforeAll, describe, expect, test } from "vitest";
import { TextGenerator } from "../../../bench/corpora/generate.ts";
import { GENRES, realText } from "../../../bench/corpora/genres.ts";
import { freshQueries, plantedQueries, QUERY_WORDS } from "../../../bench/corpora/queries.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const text =
  "The sly old fox ran away from the old farm, and the old dog ran after the fox in 1887. It was a fine day. ".repeat(
    40,
  );
const few = [text, text.replaceAll("fox", "hare"), text.replaceAll("dog", "naïve “cat”")];

function firstTexts(seed: string, count: number): string[] {
  const texts: string[] = [];
  for (const document of new TextGenerator("novels", few).documents(seed)) {
    texts.push(new TextDecoder("utf-8", { fatal: true }).decode(document.text));
    if (texts.length === count) break;
  }
  return texts;
}

test("the same seed writes the same documents, another seed others", () => {
  expect(firstTexts("one", 5)).toEqual(firstTexts("one", 5));
  expect(firstTexts("one", 5)).not.toEqual(firstTexts("two", 5));
});

test("documents are words of the real text apart from those of one document and numbers, and as long as real ones", () => {
  const known = new Set(few.join(" ").split(/\s+/));
  for (const one of notEmpty(firstTexts("words", 20))) {
    const words = one.split(/[ \n]/);
    expect(words).not.toContain("");
    const strange = words.filter((word) => !known.has(word) && !/^\d{4}\.$/.test(word));
    // “hare” and “naïve cat” stand in one document each, and every document has words of its own for them: six in all.
    expect(new Set(strange).size).toBeLessThanOrEqual(6);
    expect(words.length).toBeGreaterThan(500);
    expect(words.length).toBeLessThan(1_500);
  }
});

describe.each(GENRES)("%s", (genre) => {
  let real: ReturnType<typeof realText>;
  beforeAll(() => {
    real = realText(genre);
  });

  test("no document is both known and held out, and ids are apart", () => {
    const ids = [...real.known, ...real.heldOut].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(real.heldOut.length).toBeGreaterThan(0);
    expect(real.known.length).toBeGreaterThan(2 * real.heldOut.length);
  });

  test("queries repeat; planted ones hold a run of their document", () => {
    const queries = freshQueries(genre, 5, "test");
    expect(queries).toEqual(freshQueries(genre, 5, "test"));
    for (const { content } of notEmpty(queries)) expect(content.split(" ")).toHaveLength(QUERY_WORDS);
    const from = real.known.slice(0, 20);
    for (const { content, id, run } of notEmpty(plantedQueries(genre, 5, "test", { from, runWords: 40 }))) {
      expect(run.split(" ")).toHaveLength(40);
      expect(content.split(" ")).toHaveLength(QUERY_WORDS);
      expect(content).toContain(run);
      expect(
        from
          .find((one) => one.id === id)!
          .text.split(/\s+/)
          .join(" "),
      ).toContain(run);
    }
  });
});
