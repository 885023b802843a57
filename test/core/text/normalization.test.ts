/** Folding against Unicode's own files, and against itself. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { testWith } from "../../support/shared.ts";
import { anyText } from "../../support/suites/core/arbitraries.ts";
import { foldedWords } from "../../support/suites/core/folded.ts";

const kernels = await loadKernels();
const fold = (text: string) => foldedWords(kernels, text).join(" ");
const spelled = (codePoints: string) =>
  String.fromCodePoint(
    ...codePoints
      .trim()
      .split(" ")
      .map((hex) => Number.parseInt(hex, 16)),
  );
const hex = (text: string) =>
  [...text].map((one) => one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")).join(" ");

/** A script of which marks are dropped: for these the order of marks cannot matter. */
const letterWithMarks = fc
  .tuple(
    fc.constantFrom(..."aeioucnszyAEIOUǖṩőλωΑйиכשךبتيß "),
    fc.array(
      fc.constantFrom(..."\u0300\u0301\u0302\u0303\u0308\u0327\u0328\u0323\u0307\u0342\u05b8\u05c1\u064e\u0651"),
      {
        maxLength: 4,
      },
    ),
  )
  .map(([letter, marks]) => letter + marks.join(""));

describe("against itself", () => {
  test("composed, decomposed or as it came: the same words", () => {
    fc.assert(
      fc.property(fc.array(letterWithMarks, { maxLength: 20 }), (letters) => {
        const text = letters.join("");
        expect(fold(text.normalize("NFC"))).toBe(fold(text));
        expect(fold(text.normalize("NFD"))).toBe(fold(text));
      }),
      { numRuns: fewOrAll(150, 1_500) },
    );
  });

  test("folding folded words changes nothing", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { numRuns: fewOrAll(300, 3_000) },
    );
  });

  test("every code point, folded twice, is as folded once", () => {
    // In `npm test` every sixteenth of those beyond the second plane, most of which are ideographs or nothing.
    const codePoints = Array.from({ length: 0x110000 }, (_, i) => i).filter(
      (one) => (one < 0x20000 || one % fewOrAll(16, 1) === 0) && (one < 0xd800 || one > 0xdfff),
    );
    const once = fold(codePoints.map((one) => `a${String.fromCodePoint(one)}`).join("\n"));
    const [words, again] = [once.split(" "), fold(once).split(" ")];
    expect(words.filter((word, i) => word !== again[i]).slice(0, 10)).toEqual([]);
    expect(words.length).toBe(again.length);
  });
});

describe("against Unicode", () => {
  testWith(
    "data/vectors/unicode/15.0.0/NormalizationTest.txt.gz",
    "canonically equivalent strings fold alike",
    (file) => {
      const rows = file
        .split("\n")
        .filter((line) => /^[0-9A-F]/.test(line))
        .map((line) => line.split(";").slice(0, 5).map(spelled));
      expect(rows.length).toBeGreaterThan(18_000);
      // Of many rows several forms are one.
      const known = new Map<string, string>();
      const foldedOnce = (text: string) => {
        const folded = known.get(text) ?? fold(text);
        known.set(text, folded);
        return folded;
      };
      const unlike = ([one, other]: [string, string]) => foldedOnce(one) !== foldedOnce(other);
      const normal = rows.flatMap(([, nfc, nfd, nfkc, nfkd]): [string, string][] => [
        [nfc!, nfd!],
        [nfc!, nfkc!],
        [nfd!, nfkd!],
      ]);
      // ℠ and ™ separate, where their compatible letters would be glued to the word before; superscript digits mark footnotes.
      const meant = ["2120", "2122", "00B2", "00B3", "00B9", "2070", "2074", "2075", "2076", "2077", "2078", "2079"];
      expect(new Set(normal.filter(unlike).map(([one]) => hex(one)))).toEqual(new Set(meant));
      // Text in neither form may differ from both, by the order of the marks that are kept and by nothing else.
      const disordered = rows.map(([source, nfc]): [string, string] => [source!, nfc!]).filter(unlike);
      expect(disordered.length).toBeLessThan(400);
      for (const [source, nfc] of notEmpty(disordered)) {
        expect(source.normalize("NFD"), hex(source)).not.toBe(source);
        expect([...fold(source)].sort(), hex(source)).toEqual([...fold(nfc)].sort());
      }
    },
  );

  testWith("data/vectors/unicode/15.0.0/CaseFolding.txt.gz", "what folds case alike folds alike", (file) => {
    const rows = file
      .split("\n")
      .map((line) => line.split(";"))
      .filter(([, status]) => /^ [CF]$/.test(status ?? ""));
    expect(rows.length).toBeGreaterThan(1500);
    const unlike = rows.filter(([code, , mapping]) => fold(`x${spelled(code!)}`) !== fold(`x${spelled(mapping!)}`));
    expect(unlike.map(([code]) => code)).toEqual([]);
  });
});
