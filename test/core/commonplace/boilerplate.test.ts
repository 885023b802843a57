/** Licences and other texts that many works carry are recognised, whole and in other texts; laws and novels are not. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fromBase64 } from "../../../src/base/bytes/bytes.ts";
import { generateBoilerplate, licencesIn, printedLicence } from "../../../src/build/tables/boilerplate.ts";
import { KEYS, LISTS } from "../../../src/core/commonplace/boilerplate.generated.ts";
import { boilerplateOf, unpacked } from "../../../src/core/commonplace/boilerplate.ts";
import { commonWordsOf } from "../../../src/core/commonplace/commonplace.ts";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { shingle } from "../../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { readText } from "../../../src/core/text/text.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { testWith } from "../../support/shared.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const kernels = await loadKernels();
const shingled = (text: string) => shingle(kernels, readText(kernels, text), PASSAGE);
const wordsOf = (text: string) => readText(kernels, text).lengthWords;
const read = (name: string) => readFileSync(new URL(`../../../src/core/commonplace/${name}`, import.meta.url), "utf8");

const keysIn = (base64: string): number[] => [...unpacked(fromBase64(base64)).keys()];

const LICENCES = "data/pairs/licences/licences.jsonl.gz";
/** Headers of nine words are shorter than what conclusions rest on. */
const WORDS_MIN = 12;
/** Words at each end of a part of a text that may stay unmarked. */
const END_WORDS = 3;

const filler = zipfText(seeded(5), 400);
const SOURCE = readFileSync(new URL("../../../src/engine/steps/content.ts", import.meta.url), "utf8");

const textOf = (contents: string, licence: string): string =>
  contents
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .find(({ id }) => id === licence).text;

testWith(LICENCES, "every licence is marked: whole, in a source file, in a README", (contents) => {
  const records: { id: string; text: string }[] = contents
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  expect(records).toHaveLength(178);
  for (const { id, text } of notEmpty(records)) {
    const words = wordsOf(text);
    if (words < WORDS_MIN) continue;
    const isWhole = (content: string, before: string) => {
      const { mask } = commonWordsOf(kernels, shingled(content));
      const start = wordsOf(before);
      return mask.subarray(start, start + words).filter((one) => one === 0).length;
    };
    const comment = "/*\n";
    const readme = `# Tool\n\n${filler}\n\n## Licence\n\n`;
    const unmarked = [
      isWhole(text, ""),
      isWhole(`${comment}${text}\n*/\n${SOURCE}`, comment),
      isWhole(`${readme}${text}\n\n${filler}`, readme),
    ];
    // Some licences end in examples of how to apply them, which differ from use to use.
    expect([id, unmarked.every((count) => count <= 2 * END_WORDS)]).toEqual([id, true]);
  }
});

testWith(LICENCES, "what stands around a licence is not marked", (contents) => {
  const mit = textOf(contents, "MIT");
  const found = boilerplateOf(shingled(`${filler}\n\n${mit}\n\n${SOURCE}`));
  expect(found).toHaveLength(1);
  const [one] = found;
  expect(one).toMatchObject({ name: "MIT licence", start: wordsOf(filler), end: wordsOf(filler) + wordsOf(mit) });
});

testWith(LICENCES, "a part of a licence, and one with changed words", (contents) => {
  const words = textOf(contents, "Apache-2.0").split(/\s+/);
  const part = shingled(words.slice(100, 160).join(" "));
  const marked = commonWordsOf(kernels, part).mask.reduce((sum, one) => sum + one, 0);
  expect(marked).toBeGreaterThanOrEqual(part.text.lengthWords - 2 * END_WORDS);
  const changed = words.slice(100, 400).map((word, i) => (i % 20 === 10 ? "changed" : word));
  expect(boilerplateOf(shingled(changed.join(" ")))).toHaveLength(1);
});

describe("licences of which the repository has fingerprints alone", () => {
  test("are those that their text gives, and all of them are in the list", async () => {
    const text = zipfText(seeded(8), 200);
    const printed = await printedLicence("X-1.0", text, "https://example.org/x");
    const { shingles } = shingled(text);
    const kept = new Set(keysIn(printed.keys));
    expect(printed).toMatchObject({ id: "X-1.0", words: 200, length: text.length });
    // Windows of four shingles: of any four in a row one is kept, and the first and the last are.
    for (let at = 0; at + 4 <= shingles.high.length; at++)
      expect([...shingles.high.subarray(at, at + 4)].some((key) => kept.has(key))).toBe(true);
    expect(kept.has(shingles.high[0]!) && kept.has(shingles.high.at(-1)!)).toBe(true);
    const list = new Set(keysIn(KEYS));
    const licences: { id: string; keys: string; source: string }[] = JSON.parse(read("texts/licences.json"));
    for (const { id, keys, source } of notEmpty(licences)) {
      expect([id, keysIn(keys).every((key) => list.has(key))]).toEqual([id, true]);
      expect(source).toMatch(/^https:\/\//);
    }
  });
});

describe("texts of the repository", () => {
  test("the licence of Project Gutenberg, as it is written today and as it was", () => {
    const text = read("texts/gutenberg.txt");
    for (const content of notEmpty([text, text.replaceAll("™", "-tm")])) {
      const found = boilerplateOf(shingled(content));
      expect(found).toEqual([{ start: 0, end: wordsOf(content), name: "Project Gutenberg licence" }]);
    }
  });

  test("lorem ipsum", () => {
    const [usual] = read("texts/lorem.txt").split("\n\n");
    expect(boilerplateOf(shingled(usual!))).toEqual([{ start: 0, end: wordsOf(usual!), name: "lorem ipsum" }]);
  });
});

test("words that no text of the list has are not marked", () => {
  expect(boilerplateOf(shingled(filler))).toEqual([]);
  expect(boilerplateOf(shingled(SOURCE))).toEqual([]);
  expect(boilerplateOf(shingled(""))).toEqual([]);
  expect(boilerplateOf(shingled("to the extent permitted by law"))).toEqual([]);
});

describe("no text of a corpus is taken for boilerplate", () => {
  for (const path of ["eltec-fra/eltec-fra-000", "dc-law/code-sections", "de-gesetze/de-gesetze"]) {
    testWith(`data/corpora/${path}.jsonl.gz`, "at most 1 word in 10,000", (contents) => {
      let all = 0;
      let marked = 0;
      for (const line of notEmpty(contents.split("\n").filter(Boolean).slice(0, 1_500))) {
        const one = shingled(JSON.parse(line).text);
        all += one.text.lengthWords;
        for (const { start, end } of boilerplateOf(one)) marked += end - start;
      }
      expect(marked).toBeLessThan(all / 10_000);
    });
  }
});

testWith(LICENCES, "the list is what its generator makes", async (contents) => {
  const [, date] = LISTS.split(" ");
  expect(await generateBoilerplate(licencesIn(contents), date!)).toBe(read("boilerplate.generated.ts"));
});
