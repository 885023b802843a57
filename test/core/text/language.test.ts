/** The language of a text: right or `und`, and `und` where a text is mixed, short or no prose. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { detectLanguage, LANGUAGE_DETECTOR } from "../../../src/core/text/language.ts";
import { isDetectable, languageInWords } from "../../../src/core/text/languageNames.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { testWith } from "../../support/shared.ts";

const ENGLISH =
  "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness, it was the spring of hope, it was the winter of despair, we had everything before us, we had nothing before us.";
const GERMAN =
  "Jemand musste Josef K. verleumdet haben, denn ohne dass er etwas Böses getan hätte, wurde er eines Morgens verhaftet. Die Köchin der Frau Grubach, seiner Zimmervermieterin, die ihm jeden Tag gegen acht Uhr früh das Frühstück brachte, kam diesmal nicht. Das war noch niemals geschehen. K. wartete noch ein Weilchen und sah von seinem Kopfkissen aus die alte Frau.";

describe("detectLanguage", () => {
  test("a text in one language, at any length", () => {
    expect(detectLanguage(ENGLISH)).toBe("en");
    expect(detectLanguage(GERMAN)).toBe("de");
    expect(detectLanguage(`${GERMAN} `.repeat(1_000))).toBe("de");
  });

  test("und: two languages, no words, no text", () => {
    expect(detectLanguage(`${ENGLISH} ${GERMAN}`)).toBe("und");
    expect(detectLanguage(`${`${ENGLISH} `.repeat(7)}${GERMAN}`)).toBe("und");
    for (const text of ["", "12 34 56 ".repeat(100), "\u0000".repeat(500), "?!… — ".repeat(200)])
      expect(detectLanguage(text)).toBe("und");
  });

  test("the name of the detector is that of the installed package", () => {
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
    expect(LANGUAGE_DETECTOR).toBe(`eld ${lock.packages["node_modules/eld"].version} extrasmall`);
    expect(JSON.parse(readFileSync("package.json", "utf8")).devDependencies.eld).toMatch(/^\d/);
  });

  test("names are given for languages that it knows", () => {
    expect(languageInWords("de")).toBe("German (de)");
    expect(languageInWords("id")).toBe("id");
    expect([isDetectable("de"), isDetectable("id"), isDetectable("mul"), isDetectable("code")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

const EXCERPTS = 200;
/** Excerpts of so many words (Chinese: characters), from texts of which the language is known. */
const LENGTHS = [50, 100, 300];
const TEXTS = [
  ["data/corpora/eltec-eng/eltec-eng-000.jsonl.gz", "en"],
  ["data/corpora/eltec-fra/eltec-fra-000.jsonl.gz", "fr"],
  ["data/corpora/de-gesetze/de-gesetze.jsonl.gz", "de"],
  ["data/corpora/ruslit/ruslit.jsonl.gz", "ru"],
] as const;

describe("real texts", () => {
  for (const [path, language] of TEXTS) {
    testWith(path, `at most 1 % of excerpts are taken for another language: ${language}`, (lines) => {
      const documents = lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line).text as string]));
      const words = documents.flatMap((text) => text.slice(0, 400_000).split(/\s+/));
      for (const length of notEmpty(LENGTHS)) {
        const step = Math.floor((words.length - length) / EXCERPTS);
        const detected = Array.from({ length: EXCERPTS }, (_, i) =>
          detectLanguage(words.slice(i * step, i * step + length).join(" ")),
        );
        const wrong = detected.filter((one) => one !== language && one !== "und");
        expect(wrong.length, `${length} words`).toBeLessThanOrEqual(EXCERPTS / 100);
        expect(detected.filter((one) => one === language).length).toBeGreaterThan(0.9 * EXCERPTS);
      }
    });
  }
});
