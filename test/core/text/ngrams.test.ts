/** The detector of the built files has its n-grams packed. It answers as eld itself does. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { eld } from "eld/extrasmall";
import { describe, expect, test } from "vitest";
import { type NgramsData, packedNgrams, packedSource } from "../../../src/build/tables/ngrams.ts";
import { type Scores, unpackedNgrams } from "../../../src/core/text/ngrams.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { testWith } from "../../support/shared.ts";

const FILE = "node_modules/eld/src/ngrams/extrasmall.js";
const importOf = (path: string) => import(pathToFileURL(join(process.cwd(), path)).href);
const { ngramsData }: { ngramsData: NgramsData } = await importOf(FILE);
const packed = packedNgrams(ngramsData.ngrams);
const unpacked = unpackedNgrams(packed);

/** A detector of eld's own code that reads the packed n-grams. */
const { createEld } = await importOf("node_modules/eld/src/languageDetector.js");
const { instance, loadData } = createEld();
loadData({ ...ngramsData, ngrams: unpacked });
const answer = (detector: typeof eld, text: string) => {
  const found = detector.detect(text);
  return [found.language, found.isReliable(), found.getScores()];
};

describe("packed n-grams", () => {
  test("have the same scores for every n-gram, and none for others", () => {
    const names = Object.keys(ngramsData.ngrams);
    expect(names.length).toBeGreaterThan(40_000);
    expect(names.filter((name) => JSON.stringify(unpacked[name]) !== JSON.stringify(ngramsData.ngrams[name]))).toEqual(
      [],
    );
    for (const name of ["", " ", "constructor", "__proto__", "toString", `${names[0]}x`])
      expect(unpacked[name], name).toBeUndefined();
  });

  test("are the same text each time, whatever the order of the n-grams", () => {
    const reversed = Object.fromEntries(Object.entries(ngramsData.ngrams).reverse());
    expect(packedNgrams(reversed)).toEqual(packed);
    expect(packed.columns.length).toBeLessThan(250_000);
  });

  test("hold the largest numbers of their form, and refuse larger ones", () => {
    const largest: Record<string, Scores> = { ["\u00ff".repeat(7)]: { 0: 255, 255: 0 }, a: { 7: 1 }, ab: { 7: 2 } };
    const read = unpackedNgrams(packedNgrams(largest));
    for (const name of notEmpty(Object.keys(largest))) expect(read[name]).toEqual(largest[name]);
    const refused: Record<string, Scores>[] = [
      { a: { 0: 256 } },
      { a: { 256: 0 } },
      { a: { 0: 0.5 } },
      { "\u0100": { 0: 1 } },
      { abcdefgh: { 0: 1 } },
    ];
    for (const ngrams of notEmpty(refused)) expect(() => packedNgrams(ngrams)).toThrow(/is not below/);
  });

  test("are a module with all that eld's file exports, and no n-gram in clear", async () => {
    const source = await packedSource(FILE);
    expect(source).toContain(`"languages":${JSON.stringify(ngramsData["languages"])}`);
    expect(source).toContain(packed.columns);
    expect(source.length).toBeLessThan(packed.columns.length + 2_000);
    expect(source).not.toMatch(/eval|new Function/);
  });
});

const GERMAN = "Jemand musste Josef K. verleumdet haben, denn ohne dass er etwas Böses getan hätte.";
const ODD: [what: string, text: string][] = [
  ["empty", ""],
  ["one letter", "a"],
  ["a letter beyond Latin-1", "ж"],
  ["spaces", " \n\t\u00a0 "],
  ["numbers", "12 34 56 ".repeat(50)],
  ["emoji", "😀👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️"],
  ["half of a surrogate pair", "\ud83d und \udc00"],
  ["mixed scripts", "Привет world 你好 γειά σου שלום नमस्ते こんにちは"],
  ["names of fields of objects", "constructor __proto__ toString valueOf hasOwnProperty"],
  ["one long word", "x".repeat(5_000)],
  ["a very long text", `${GERMAN} `.repeat(20_000)],
  ["control characters", "\u0000\u0001\u007f\u0080\u009f".repeat(50)],
];

describe("the detector answers as eld does", () => {
  test.each(ODD)("%s", (_, text) => {
    expect(answer(instance, text)).toEqual(answer(eld, text));
  });

  const PLACES = 150;
  const CORPORA = [
    "data/corpora/eltec-eng/eltec-eng-000.jsonl.gz",
    "data/corpora/eltec-fra/eltec-fra-000.jsonl.gz",
    "data/corpora/de-gesetze/de-gesetze.jsonl.gz",
    "data/corpora/ruslit/ruslit.jsonl.gz",
  ];
  for (const path of CORPORA) {
    testWith(path, `${PLACES} excerpts of 20 to 900 characters: ${path}`, (lines) => {
      const documents = lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line).text as string]));
      const whole = documents.slice(0, 40).join("\n");
      const step = Math.floor(whole.length / PLACES);
      const excerpts = Array.from({ length: PLACES }, (_, i) =>
        whole.slice(i * step, i * step + 20 + ((i * 37) % 880)),
      );
      expect(new Set(excerpts).size).toBeGreaterThan(0.9 * PLACES);
      for (const excerpt of notEmpty(excerpts)) expect(answer(instance, excerpt)).toEqual(answer(eld, excerpt));
    });
  }
});
