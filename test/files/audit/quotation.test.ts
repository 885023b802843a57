/** Quotations are told apart: verbatim, altered, stitched, elsewhere, nowhere. */
import { describe, expect, test } from "vitest";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { checkQuotation } from "../../../src/files/audit/index.ts";
import { buildCorpus, isSpoliaError } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const DOCUMENT =
  "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was the epoch of " +
  "belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness. We had everything before us, we had " +
  "nothing before us, we were all going direct to Heaven, we were all going direct the other way.";
const OTHER =
  "Call me Ishmael. Some years ago, never mind how long precisely, having little or no money in my purse, and nothing particular to " +
  "interest me on shore, I thought I would sail about a little and see the watery part of the world.";

const CASES: Readonly<Record<string, readonly [quotation: string, status: string]>> = {
  "as it stands": ["We had everything before us, we had nothing before us", "verbatim"],
  "in other typography": ["“WE HAD EVERYTHING—before us;\nwe had nothing before us!”", "verbatim"],
  "with a marked omission": ["It was the best of times … it was the season of Light", "verbatim"],
  "with brackets around the omission": ["it was the age of wisdom [...] we had everything before us", "verbatim"],
  "one word": ["incredulity", "verbatim"],
  "one word changed": ["We had everything behind us, we had nothing before us", "altered"],
  "a word left out": ["We had everything before us, we had before us", "altered"],
  "a word put in": ["We had really everything before us, we had nothing before us", "altered"],
  "omission out of order": ["We had everything before us … It was the best of times", "stitched"],
  "two places without a mark": [
    "it was the season of Darkness we were all going direct the other way it was the best of times it was the worst",
    "stitched",
  ],
  "not there": ["Call me Ishmael. Some years ago, never mind how long precisely", "nowhere"],
  "the same words in another order": [
    "times worst the of best it was wisdom age direct going Heaven us before",
    "nowhere",
  ],
};

describe("a quotation", () => {
  test.each(notEmpty(Object.entries(CASES)))("%s", async (_, [quotation, status]) => {
    const result = await checkQuotation(quotation, DOCUMENT);
    expect(result.status).toBe(status);
    if (status === "verbatim") expect(result).toMatchObject({ share: 1, differences: [] });
  });

  test("that was altered is shown with the words of both", async () => {
    const quotation = "We had really everything behind us, we had before us";
    const { differences, place } = await checkQuotation(quotation, DOCUMENT);
    expect(differences.map(({ quoted, original }) => [quoted, original])).toEqual([
      ["really", ""],
      ["behind", "before"],
      ["", "nothing"],
    ]);
    expect(DOCUMENT.slice(place!.start, place!.end)).toBe("We had everything before us, we had nothing before us");
    for (const { quoted, original, quotation: inQuotation, document } of notEmpty(differences)) {
      expect(quotation.slice(inQuotation.start, inQuotation.end)).toBe(quoted);
      expect(DOCUMENT.slice(document.start, document.end)).toBe(original);
    }
  });

  test("that stands elsewhere names the document of the corpus", async () => {
    const storage = createMemoryStorage();
    const documents = [
      { id: "moby", title: "Moby Dick", text: OTHER },
      { id: "tale", text: DOCUMENT },
    ];
    const corpus = await buildCorpus(documents, { name: "books", dataset: "d", storage });
    const options = { corpora: [corpus] };
    const found = await checkQuotation(CASES["not there"]![0], DOCUMENT, options);
    expect(found).toMatchObject({
      status: "nowhere",
      completeness: { complete: false },
    });
    const longer = await checkQuotation(OTHER.slice(17, 150), DOCUMENT, options);
    expect(longer).toMatchObject({
      status: "elsewhere",
      elsewhere: [{ corpus: "books", document: "moby", title: "Moby Dick" }],
    });
    const [place] = longer.elsewhere.map((one) => one.place);
    expect(OTHER.slice(place!.start, place!.end)).toContain("having little or no money in my purse");
    expect((await checkQuotation(DOCUMENT.slice(0, 90), null, options)).status).toBe("elsewhere");
    expect((await checkQuotation(DOCUMENT.slice(0, 90), DOCUMENT, options)).elsewhere).toEqual([]);
    await corpus.close();
  });

  test("of any place and length of a text is verbatim there", async () => {
    const words = DOCUMENT.split(" ");
    for (const [from, length] of notEmpty(
      [0, 3, 17, 40].flatMap((from) => [1, 2, 5, 20].map((length) => [from, length] as const)),
    )) {
      const quotation = words.slice(from, from + length).join(" ");
      const { status, place } = await checkQuotation(quotation, DOCUMENT);
      expect(status).toBe("verbatim");
      expect(DOCUMENT.slice(place!.start, place!.end)).toBe(quotation.replace(/^\W+|\W+$/g, ""));
    }
  });

  test("without words, or with too many, is refused", async () => {
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => "none",
        (error) => isSpoliaError(error) && error.code,
      );
    expect(await codeOf(checkQuotation("…", DOCUMENT))).toBe("invalid_request");
    expect(await codeOf(checkQuotation("word ".repeat(2_001), DOCUMENT))).toBe("content_too_large");
    expect(await codeOf(checkQuotation("word ".repeat(2_000), DOCUMENT))).toBe("none");
    expect(await codeOf(checkQuotation("word", ""))).toBe("none");
  });
});
