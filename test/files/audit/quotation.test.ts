/** Quotations are told apart: verbatim, altered, stitched, elsewhere, nowhere. */
import { describe, expect, test } from "vitest";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { checkQuotation } from "../../../src/files/index.ts";
import { buildCorpus, isSpoliaError } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { testWith } from "../../support/shared.ts";

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
  "words between left out without a mark": [
    "we had nothing before us, we were all going to Heaven, the other way",
    "altered",
  ],
  "words of another sentence between": ["it was the season of Darkness, were all going direct to Heaven", "stitched"],
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

/** What an editor or printer put in, and what the result lists of it. */
const PAGE =
  "The keeper had been told that no boat would come before the thaw, and he kept the lamp for him-\n\n48\n\nTHE LAST LAMP\n\nself. " +
  "In the well-\nkept book he wrote only the hours, and the weather and the tides.\nTHE LAST LAMP. 49\nNobody read it until the spring.7 " +
  "Then a boy came with bread [2] and a letter.";
const EDITED: Readonly<Record<string, readonly [quotation: string, listed: readonly (readonly [string, string])[]]>> = {
  "a capital in brackets": ["[N]obody read it until the spring", [["bracket", "[N]"]]],
  "an ending in brackets": ["the keeper had [been] told", []],
  "a word that ends otherwise": ["no boat would come before the tha[wing]", [["bracket", "[wing]"]]],
  "words that an editor explains": [
    "a boy [i.e. the son of the baker] came with bread",
    [["bracket", "[i.e. the son of the baker]"]],
  ],
  "words in the place of others": [
    "no boat would come before the thaw, and [the keeper] kept",
    [["bracket", "[the keeper]"]],
  ],
  "a remark": [
    "no boat would come [sic] before the thaw [emphasis added]",
    [
      ["remark", "[sic]"],
      ["remark", "[emphasis added]"],
    ],
  ],
  "marks of notes": [
    "no boat¹² would come* before[3] the thaw,4 and he",
    [
      ["note", "¹²"],
      ["note", "*"],
      ["note", "[3]"],
      ["note", "4"],
    ],
  ],
  "a number at a word": ["no boat12 would come before", [["note", "12"]]],
  "notes of the document": [
    "until the spring. Then a boy came with bread and a letter",
    [
      ["note", "7"],
      ["note", "2"],
    ],
  ],
  "a running head": [
    "the weather and the tides. Nobody read it until the spring",
    [["page_break", "THE LAST LAMP. 49"]],
  ],
  "a word divided across a page": ["he kept the lamp for himself", [["page_break", "48\n\nTHE LAST LAMP"]]],
  "a compound divided at its hyphen": ["In the well-kept book he wrote", []],
  "all of it in brackets": ["[he wrote only the hours]", []],
};

/** A word that was replaced where the quotation begins or ends. */
const ENDS: Readonly<Record<string, readonly [quotation: string, quoted: string, original: string]>> = {
  "the last word": ["it was the age of wisdom, it was the age of stupidity", "stupidity", "foolishness"],
  "the first word": ["Possessed everything before us", "Possessed", "had"],
  "a word behind a sentence": ["it was the season of Darkness indeed", "indeed", ""],
  "the last word of all": ["direct the other road", "road", "way"],
};

describe("a quotation", () => {
  test.each(notEmpty(Object.entries(EDITED)))("with %s", async (_, [quotation, listed]) => {
    const { status, differences, editorial } = await checkQuotation(quotation, PAGE);
    expect({ status, differences }).toEqual({ status: "verbatim", differences: [] });
    expect(editorial.map(({ mark, quoted, original }) => [mark, quoted || original])).toEqual(listed);
    const inTexts = editorial.map(({ quotation: own, document }) => [
      quotation.slice(own.start, own.end),
      PAGE.slice(document.start, document.end),
    ]);
    expect(inTexts).toEqual(editorial.map(({ quoted, original }) => [quoted, original]));
  });

  test("shows which words brackets stand for", async () => {
    const { editorial } = await checkQuotation("before the thaw, and [the keeper] kept the lamp", PAGE);
    expect(editorial.map(({ original }) => original)).toEqual(["he"]);
  });

  test.each(notEmpty(Object.entries(ENDS)))(
    "with another word at an end: %s",
    async (_, [quotation, quoted, original]) => {
      const { status, differences } = await checkQuotation(quotation, DOCUMENT);
      expect(status).toBe("altered");
      expect(differences).toMatchObject([{ quoted, original }]);
    },
  );

  test.each([
    ["a number of its own", "in room No. 12 of the house it was cold", "in room No. 13 of the house it was cold"],
    ["a name with digits", "they called it station12 for many years", "they called it station13 for many years"],
    [
      "a word that an editor did not mark",
      "he kept [sic] the small lamp in the house",
      "he kept the great lamp in the house",
    ],
  ])("that differs in %s is altered", async (_, quotation, document) => {
    expect((await checkQuotation(quotation, document)).status).toBe("altered");
  });

  test("that is too short for a corpus without text is told as that", async () => {
    const storage = createMemoryStorage();
    const given = { name: "bare", dataset: "d", storage, text: false };
    const corpus = await buildCorpus([{ id: "moby", text: OTHER }], given);
    const asked = { corpora: [corpus] };
    const short = await checkQuotation("Call me Ishmael. Some years ago", null, asked);
    expect(short).toMatchObject({ status: "too_short", elsewhere: [], completeness: { complete: false } });
    expect((await checkQuotation("Call me Ishmael. Some years ago", DOCUMENT, asked)).status).toBe("too_short");
    expect((await checkQuotation(DOCUMENT.slice(0, 200), null, asked)).status).toBe("nowhere");
    await corpus.close();
  });

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
      status: "elsewhere",
      elsewhere: [{ document: "moby", share: 1 }],
      completeness: { complete: true },
    });
    expect((await checkQuotation("no word of this is there", null, options)).status).toBe("nowhere");
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

describe("a quotation beside texts that do not count", () => {
  const HANDOUT =
    "Answer three questions of this paper in the order in which they stand, and write on one side of each sheet alone; the sheets are counted " +
    "before you leave the hall. Candidates who speak to each other are sent away.";
  const FOOTER = "Printed on the island in the year of the comet by the press of the lamp and sold by all booksellers";
  const ignore = [FOOTER, HANDOUT];

  test.each([
    ["a run of it", HANDOUT.slice(0, 120)],
    ["few words of it", "sent away"],
    ["it with a word changed within", HANDOUT.replace("counted", "weighed")],
    ["it with a word changed at its end", `${HANDOUT.slice(0, HANDOUT.indexOf(" speak"))} who whisper`],
    ["it with an omission marked", "write on one side of each sheet alone … the sheets are counted before you leave"],
    ["it with marks of an editor", "[A]nswer three questions of this paper [sic] in the order in which they stand"],
  ])("is none of its author if it is %s", async (_, quotation) => {
    const result = await checkQuotation(quotation, DOCUMENT, { ignore });
    expect(result).toMatchObject({ status: "given", share: 0, place: null, differences: [], elsewhere: [] });
    expect(result.words).toBe((await checkQuotation(quotation, DOCUMENT)).words);
    for (const { in: side, text, place, words } of notEmpty(result.given!)) {
      expect({ side, text }).toEqual({ side: "quotation", text: 2 });
      expect(words).toBeGreaterThan(0);
      expect(quotation.slice(place.start, place.end)).toMatch(/^\S.*\S$/);
    }
    expect(["nowhere", "stitched"]).toContain((await checkQuotation(quotation, DOCUMENT)).status);
  });

  test("is what it is where it stands in the document verbatim, or in neither", async () => {
    const verbatim = await checkQuotation(DOCUMENT.slice(0, 60), DOCUMENT, { ignore: [...ignore, DOCUMENT] });
    expect(verbatim).toMatchObject({ status: "verbatim", given: [] });
    const altered = "We had everything behind us, we had nothing before us";
    expect(await checkQuotation(altered, DOCUMENT, { ignore })).toMatchObject({ status: "altered", given: [] });
    const nowhere = await checkQuotation(CASES["not there"]![0], DOCUMENT, { ignore });
    expect(nowhere).toMatchObject({ status: "nowhere", given: [] });
    expect(await checkQuotation(altered, DOCUMENT)).not.toHaveProperty("given");
    const ofHandout = await checkQuotation(`${HANDOUT.slice(0, 60)} ${OTHER.slice(0, 80)}`, DOCUMENT, { ignore });
    expect(ofHandout.status).toBe("nowhere");
  });

  test("is judged by its other words", async () => {
    const quotation = `We had everything before us, ${FOOTER} we had nothing before us`;
    expect((await checkQuotation(quotation, DOCUMENT)).status).not.toBe("verbatim");
    const { status, words, given, share, place } = await checkQuotation(quotation, DOCUMENT, { ignore });
    expect({ status, words, share }).toEqual({ status: "verbatim", words: 10, share: 1 });
    expect(DOCUMENT.slice(place!.start, place!.end)).toBe("We had everything before us, we had nothing before us");
    expect(given).toMatchObject([{ in: "quotation", text: 1, words: 21 }]);
    expect(quotation.slice(given![0]!.place.start, given![0]!.place.end)).toBe(FOOTER);
    const changed = await checkQuotation(quotation.replace("nothing", "little"), DOCUMENT, { ignore });
    expect(changed).toMatchObject({ status: "altered", differences: [{ quoted: "little", original: "nothing" }] });
  });

  test("passes over their words within its place", async () => {
    const at = DOCUMENT.indexOf("we had nothing");
    const printed = `${DOCUMENT.slice(0, at)}\n\n${FOOTER}\n\n${DOCUMENT.slice(at)}\n\n${FOOTER}`;
    const quotation = "We had everything before us, we had nothing behind us, we were all going direct to Heaven";
    const { status, differences, given, place } = await checkQuotation(quotation, printed, { ignore });
    expect(status).toBe("altered");
    expect(differences.map(({ quoted, original }) => [quoted, original])).toEqual([["behind", "before"]]);
    expect(differences.map(({ document }) => printed.slice(document.start, document.end))).toEqual(["before"]);
    expect(given).toMatchObject([{ in: "document", text: 1, words: 21 }]);
    expect(printed.slice(given![0]!.place.start, given![0]!.place.end)).toBe(FOOTER);
    expect(printed.slice(place!.start, place!.end)).toContain(FOOTER);
  });

  test("is searched in corpora by its other words, and not at all if there are none", async () => {
    const documents = [
      { id: "moby", text: OTHER },
      { id: "paper", text: HANDOUT },
    ];
    const corpus = await buildCorpus(documents, { name: "books", dataset: "d" });
    const asked = { corpora: [corpus], ignore };
    expect(await checkQuotation(HANDOUT, null, asked)).toMatchObject({
      status: "given",
      elsewhere: [],
      completeness: { complete: true, stages: [{ status: "skipped" }, { name: "corpora", status: "skipped" }] },
    });
    expect((await checkQuotation(HANDOUT, null, { corpora: [corpus] })).status).toBe("elsewhere");
    const mixed = await checkQuotation(`${HANDOUT} ${OTHER}`, DOCUMENT, asked);
    expect(mixed).toMatchObject({ status: "elsewhere", elsewhere: [{ document: "moby", share: 1 }] });
    await corpus.close();
  });

  test("is refused texts that are none", async () => {
    const told = { fields: [{ pointer: "/options/ignore" }] };
    await expect(checkQuotation("a b", "c", { ignore: "text" as never })).rejects.toMatchObject(told);
  });
});

testWith(
  "cases/engine/quote-edge.txt",
  "a quotation whose last word was replaced shows the author's",
  async (document) => {
    const { differences } = await checkQuotation("that the frost had taken only the peas", document);
    expect(differences).toMatchObject([{ quoted: "peas", original: "beans" }]);
    const across = await checkQuotation("taken only the beans. In the following spring", document);
    expect(across).toMatchObject({ status: "verbatim", editorial: [{ mark: "page_break" }] });
  },
);

testWith("cases/engine/quote-brackets.txt", "editorial brackets are listed, and no differences", async (document) => {
  for (const [quotation, mark] of notEmpty([
    ["[T]he stream had risen in the night", "[T]"],
    ["no man living [sic] could remember the like of it", "[sic]"],
    ["The clerk [i.e. the parish clerk], who did not believe him, wrote down every word", "[i.e. the parish clerk]"],
  ] as const)) {
    const { status, differences, editorial } = await checkQuotation(quotation, document);
    expect({ status, differences, marks: editorial.map(({ quoted }) => quoted) }).toEqual({
      status: "verbatim",
      differences: [],
      marks: [mark],
    });
  }
});

describe("of scripts without blanks between words", () => {
  const CHINESE =
    "老船夫把村里三代人渡过了河，他知道每一个深潭的深度。那年春天，河水涨得比任何人记得的都要高；船夫等待着。";
  const JAPANESE = "その年の春、川はだれの記憶よりも高くあふれ、渡し守は舟を礼拝堂の戸につないで待った。";
  test.each([
    ["老船夫［即他的父亲］把村里三代人渡过了河", CHINESE, 0],
    ["老船夫[他的父亲]把村里三代人渡过了河", CHINESE, 0],
    ["その年の春〔先年〕、川はだれの記憶よりも高くあふれ", JAPANESE, 0],
    ["その年の春、（中略）渡し守は舟を礼拝堂の戸につないで待った", JAPANESE, 1],
    ["老船夫把村里三代人渡过了河（略）那年春天，河水涨得比任何人记得的都要高", CHINESE, 1],
  ] as const)("%s: brackets and marks of omission change nothing", async (quotation, document, omissions) => {
    expect(await checkQuotation(quotation, document)).toMatchObject({ status: "verbatim", omissions, differences: [] });
  });
});

test.each(["books/mills.txt", "mills.pdf", "books/mills", "C:\\books\\my mills.txt", "https://example.org/mills.html"])(
  "the path %s is no document",
  async (path) => {
    const told = { fields: [{ pointer: "/document", detail: "must be the text of the document, not its path" }] };
    await expect(checkQuotation("a mill is a clock", path)).rejects.toMatchObject(told);
  },
);

test.each(["天下兴亡匹夫有责，这句话流传很广。来源：www.example.com", "word", "and/or, as they say", "a.m.", "1.5"])(
  "the text %s is one",
  async (text) => expect((await checkQuotation("a mill is a clock", text)).status).toBe("nowhere"),
);
