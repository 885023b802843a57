/** Licences and other texts that many works carry are recognised, whole and in other texts; laws and novels are not. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { generateBoilerplate, ownTexts } from "../../../../src/build/tables/boilerplate.ts";
import { PASSAGE } from "../../../../src/core/fingerprint/profile.ts";
import { type ShingledText, shingle } from "../../../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../../../src/core/kernels/load.ts";
import { readText } from "../../../../src/core/text/text.ts";
import { KEYS, NAMES, SIZES, TEXTS } from "../../../../src/core/uncounted/listed/boilerplate.generated.ts";
import { boilerplateOf as boilerplateBy, loadBoilerplate } from "../../../../src/core/uncounted/listed/boilerplate.ts";
import { KeyClasses } from "../../../../src/core/uncounted/listed/keyClasses.ts";
import { KEY_SHIFT_BITS, packed, unpacked } from "../../../../src/core/uncounted/listed/packing.ts";
import { NOTICE_SIGNS } from "../../../../src/core/uncounted/notices/signs/all.ts";
import { uncountedIn } from "../../../../src/core/uncounted/uncounted.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { testWith } from "../../../support/shared.ts";
import { seeded, zipfText } from "../../../support/texts.ts";

const kernels = await loadKernels();
const list = await loadBoilerplate();
const boilerplateOf = (one: ShingledText) => boilerplateBy(list, one);
const shingled = (text: string) => shingle(kernels, readText(kernels, text), PASSAGE);
const wordsOf = (text: string) => readText(kernels, text).lengthWords;
const read = (name: string) =>
  readFileSync(new URL(`../../../../src/core/uncounted/listed/${name}`, import.meta.url), "utf8");

const LICENCES = "data/pairs/licences/licences.jsonl.gz";
/** Headers of nine words are shorter than what conclusions rest on. */
const WORDS_MIN = 12;
/** Words at each end of a text that may stay unmarked, and of a part of a long one. */
const END_WORDS = 3;
const PART_END_WORDS = 11;

const filler = zipfText(seeded(5), 400);
const SOURCE = readFileSync(new URL("../../../../src/engine/steps/content.ts", import.meta.url), "utf8");

const textOf = (contents: string, licence: string): string =>
  contents
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .find(({ id }) => id === licence).text;

testWith(LICENCES, "every licence is marked: whole, in a source file, in a README", async (contents) => {
  const records: { id: string; text: string }[] = contents
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  expect(records).toHaveLength(178);
  for (const { id, text } of notEmpty(records)) {
    const words = wordsOf(text);
    if (words < WORDS_MIN) continue;
    const isWhole = async (content: string, before: string) => {
      const { mask } = await uncountedIn(kernels, shingled(content));
      const start = wordsOf(before);
      return mask.subarray(start, start + words).filter((one) => one === 0).length;
    };
    const comment = "/*\n";
    const readme = `# Tool\n\n${filler}\n\n## Licence\n\n`;
    const unmarked = [
      await isWhole(text, ""),
      await isWhole(`${comment}${text}\n*/\n${SOURCE}`, comment),
      await isWhole(`${readme}${text}\n\n${filler}`, readme),
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

testWith(LICENCES, "a part of a licence, and one with changed words", async (contents) => {
  const words = textOf(contents, "Apache-2.0").split(/\s+/);
  const part = shingled(words.slice(100, 160).join(" "));
  const marked = (await uncountedIn(kernels, part)).mask.reduce((sum, one) => sum + one, 0);
  expect(marked).toBeGreaterThanOrEqual(part.text.lengthWords - 2 * PART_END_WORDS);
  const changed = words.slice(100, 400).map((word, i) => (i % 20 === 10 ? "changed" : word));
  expect(boilerplateOf(shingled(changed.join(" ")))).toHaveLength(1);
});

describe("another holder, year, clause or wrapping", () => {
  testWith(LICENCES, "leaves a licence what it is", async (contents) => {
    for (const id of ["MIT", "BSD-3-Clause", "ISC", "Zlib"]) {
      const changed = textOf(contents, id)
        .split("\n")
        .map((line) => ` * ${line}`)
        .join("\n")
        .replace(/copyright.*$/im, "Copyright (c) 1999-2031 The Heirs of Ada Example and the Example Foundation, Inc.")
        .replaceAll(
          /the authors or copyright holders|the copyright holders? (?:and|or) contributors/gi,
          "EXAMPLE, INC.",
        )
        .replaceAll(/\bsoftware\b/gi, "Example Library");
      const { spans, mask } = await uncountedIn(kernels, shingled(`/*\n${changed}\n */\n${SOURCE}`));
      expect(spans.map(({ name }) => name)).toContain(`${id} licence`);
      const words = wordsOf(changed);
      expect([id, mask.subarray(0, words).filter((one) => one === 0).length]).toEqual([id, 0]);
      expect(mask.subarray(words + 1).some((one) => one === 1)).toBe(false);
    }
  });

  testWith(LICENCES, "and a licence is named by its own id", (contents) => {
    const ids = [
      "0BSD",
      "Apache-2.0",
      "BSD-2-Clause",
      "CC-BY-SA-4.0",
      "EPL-2.0",
      "GPL-2.0",
      "GPL-3.0",
      "LGPL-2.1",
      "MPL-1.1",
    ];
    for (const id of ids)
      expect([id, boilerplateOf(shingled(textOf(contents, id)))[0]!.name]).toEqual([id, `${id} licence`]);
  });
});

describe("the list", () => {
  test("has the signs of notices as they are written", async () => {
    const asWritten = NOTICE_SIGNS.map((signs) =>
      Object.fromEntries(Object.entries(signs).map(([tier, written]) => [tier, written.replace(/\s+/g, " ").trim()])),
    );
    expect(list.signs).toEqual(asWritten);
  });

  test("reads what was packed", () => {
    const random = seeded(7);
    const keys = (count: number) =>
      [...new Set(Array.from({ length: count }, () => Math.floor(random() * 2 ** 24)))].sort((x, y) => x - y);
    const classes = [
      { texts: [0, 3, 300], keys: keys(1) },
      { texts: [1], keys: keys(2_000) },
      { texts: [0, 70_000], keys: [0, 1, 2 ** 24 - 1] },
    ];
    const read = unpacked(packed(classes));
    expect(read.textsOfClass).toEqual(classes.map(({ texts }) => texts));
    expect(read.keys).toEqual(classes.flatMap((one) => one.keys));
    expect(read.classes).toEqual(classes.flatMap((one, at) => one.keys.map(() => at)));
    // Few bits, and more ones in a row than are at hand: the most keys of a class are the nearest to each other.
    const dense = [{ texts: [5], keys: Array.from({ length: 40_000 }, (_, at) => at * 400 + (at % 7)) }];
    const far = [{ texts: [5], keys: [...dense[0]!.keys.slice(0, 30_000), 2 ** 24 - 1] }];
    for (const one of [dense, far]) expect(unpacked(packed(one)).keys).toEqual(one[0]!.keys);
  });

  test("keys have the class that they are listed with, and no others have one", () => {
    const { keys, classes } = unpacked(KEYS);
    const expected = new Map(keys.map((key, at) => [key, classes[at]]));
    const known = new KeyClasses({ keys, classes });
    const asked = [...keys, ...keys.flatMap((key) => [key ^ 1, key ^ 0x80_0000]), 0, 2 ** 24 - 1];
    const wrong = asked.filter((key) => known.of(key) !== (expected.get(key) ?? -1));
    expect([expected.size, wrong]).toEqual([keys.length, []]);
    expect(new KeyClasses({ keys: [], classes: [] }).of(0)).toBe(-1);
  });

  test("has a source for each of its texts", () => {
    const lines = read("texts/sources.tsv")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    const sources = lines.map((line) => line.split("\t"));
    expect(new Set(sources.map(([name]) => name))).toEqual(new Set(NAMES));
    expect(SIZES).toHaveLength(TEXTS.length);
    expect(Math.max(...unpacked(KEYS).textsOfClass.flat()) + 1).toBe(TEXTS.length);
    for (const [, source, sha256] of notEmpty(sources)) {
      expect(source).toMatch(/^(?:spdx|classifier):\S+$|^https:\/\/|^Cicero/);
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    }
    const own = sources.filter(([name]) => ["Project Gutenberg licence", "lorem ipsum"].includes(name!));
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
    expect(own.map((fields) => fields[2])).toEqual(ownTexts().map(({ text }) => sha256(text)));
  });

  test("is written as it stands: shingles in windows, ends and names", async () => {
    const text = zipfText(seeded(8), 200);
    const other = zipfText(seeded(9), 120);
    const texts = [
      { name: "one", source: "x", text },
      { name: "other", source: "y", text: `${other} ${text}` },
      { name: "one", source: "z", text: `${text} indeed` },
    ];
    const written = await generateBoilerplate(texts, "2026-01-01");
    expect(written).toContain('NAMES = ["one","other"]');
    expect(written).toContain("TEXTS = [0,1]");
    const [, keys] = /KEYS = "([^"]+)"/.exec(written)!;
    const { keys: kept, textsOfClass } = unpacked(keys!);
    expect(new Set(textsOfClass.map(String))).toEqual(new Set(["0", "1", "0,1"]));
    const { shingles } = shingled(text);
    const isKept = (high: number) => kept.includes(high >>> KEY_SHIFT_BITS);
    for (let at = 0; at + 4 <= shingles.high.length; at++)
      expect([...shingles.high.subarray(at, at + 4)].some(isKept)).toBe(true);
    expect(isKept(shingles.high[0]!) && isKept(shingles.high.at(-1)!)).toBe(true);
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
