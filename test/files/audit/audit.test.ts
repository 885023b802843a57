/** Audits find items whichever way they stand in a document, and no others. */
import { describe, expect, test } from "vitest";
import type { Progress } from "../../../src/base/contract/resources/corpus.ts";
import type { SearchResult } from "../../../src/corpus/search/search.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { type AuditItem, auditCorpora, auditDocuments } from "../../../src/files/index.ts";
import { buildCorpus, type CorpusDocument, isSpoliaError } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";

/** Words that no two texts share in order. */
function words(seed: number, count: number): string[] {
  let state = seed * 2_654_435_761 + 1;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return lettersOf((state >>> 12) % 5_000);
  });
}

/** A number in letters: words with digits are slots of templates. */
const lettersOf = (value: number) => `w${String(value).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!)}`;

const text = (seed: number, count: number) => words(seed, count).join(" ");
const filler = (seed: number) => text(10_000 + seed, 200);
const item = (seed: number, count: number): AuditItem => ({ id: `item ${seed}`, text: text(seed, count) });
const inFiller = (id: string, inner: string, seed: number): CorpusDocument => ({
  id,
  text: `${filler(seed)} ${inner} ${filler(seed + 1)}`,
});

/** Every `nth` word replaced. */
function edited(whole: string, nth: number): string {
  return whole
    .split(" ")
    .map((word, at) => (at % nth === nth - 1 ? `x${lettersOf(at)}` : word))
    .join(" ");
}

const FORMS: Readonly<Record<string, (whole: string) => string>> = {
  whole: (whole) => whole,
  "lines of 8 words": (whole) => whole.replace(/((?:\S+ ){8})/g, "$1\n"),
  capitals: (whole) => whole.toUpperCase().replaceAll(" ", ", "),
  "as JSON": (whole) => JSON.stringify({ question: whole.replace(/((?:\S+ ){4})/g, '$1\n"') }),
  "every 10th word changed": (whole) => edited(whole, 10),
  "every 6th word changed": (whole) => edited(whole, 6),
};

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (isSpoliaError(error)) return error.code;
    throw error;
  }
  return "none";
}

describe("documents streamed past items", () => {
  test.each(notEmpty(Object.entries(FORMS)))("hold an item: %s", async (_, form) => {
    const items = [item(1, 60), item(2, 60), item(3, 35)].map((one) => ({
      ...one,
      text: one.text.replaceAll("wa", "é"),
    }));
    const documents = [
      inFiller("a", form(items[0]!.text), 1),
      inFiller("b", form(items[2]!.text), 3),
      inFiller("c", "", 5),
    ];
    const { items: audited, summary } = await auditDocuments(items, documents);
    expect(audited.map(({ status }) => status)).toEqual(["found", "not_found", "found"]);
    expect(audited.map(({ findings }) => findings.map(({ document }) => document))).toEqual([["a"], [], ["b"]]);
    expect(summary).toMatchObject({ items: 3, found: 2, not_found: 1, documents: 3, documents_with_items: 2 });
  });

  test("say where, and how much was edited", async () => {
    const [one] = [item(1, 60)];
    const document = inFiller("a", edited(one!.text, 20), 1);
    const { items } = await auditDocuments([one!], [document]);
    const [finding] = items[0]!.findings;
    expect(finding).toMatchObject({ holds: true, occurrences: 1, edits: 0.033898 });
    const [passage] = finding!.passages;
    expect(document.text.slice(passage!.document.start, passage!.document.end)).toMatch(/^w[a-j]+ .* w[a-j]+$/);
    expect(one!.text.slice(passage!.item.start, passage!.item.end).split(" ")).toHaveLength(59);
    expect(passage).toMatchObject({ agreeing_words: 57, edited_words: 2 });
  });

  test("count every occurrence and every document", async () => {
    const one = item(1, 40);
    const twice = { id: "a", text: `${one.text} ${filler(1)} ${one.text}` };
    const { items } = await auditDocuments([one], [twice, inFiller("b", one.text, 3)]);
    expect(items[0]).toMatchObject({ documents: 2, occurrences: 3, status: "found" });
  });

  test.each([0, 1, 3, 8, 30])("name each of many occurrences with %i words between them", async (words) => {
    const one = item(1, 40);
    const between = ` ${filler(1).split(" ").slice(0, words).join(" ")} `;
    const text = [filler(2), ...Array.from({ length: 6 }, () => one.text), filler(3)].join(between);
    const { items } = await auditDocuments([one], [{ id: "a", text }]);
    expect(items[0]!.occurrences).toBe(6);
    const places = items[0]!.findings[0]!.passages.map(({ document }) => text.slice(document.start, document.end));
    expect(places).toEqual(Array.from({ length: 6 }, () => one.text));
  });

  test("less than half of an item is found in part", async () => {
    const one = item(1, 100);
    const part = one.text.split(" ").slice(20, 60).join(" ");
    const { items } = await auditDocuments([one], [inFiller("a", part, 1)]);
    expect(items[0]).toMatchObject({ documents: 0, documents_in_part: 1, status: "in_part" });
    expect(items[0]!.findings[0]!.share).toBe(0.4);
  });

  describe("that have no run of 12 words of an item", () => {
    /** The item with other words after so many, so many times. */
    const withRuns = (whole: string, runs: readonly [same: number, other: number][]) => {
      let at = 0;
      return runs.flatMap(([same, other], i) => {
        at += same + other;
        return [...whole.split(" ").slice(at - same - other, at - other), text(70 + i, other)];
      });
    };
    const one = item(1, 30);
    const twenty = inFiller(
      "20 of 30",
      withRuns(one.text, [
        [7, 5],
        [7, 5],
        [6, 0],
      ]).join(" "),
      1,
    );
    const nineteen = inFiller(
      "19 of 30",
      withRuns(one.text, [
        [7, 5],
        [7, 6],
        [5, 0],
      ]).join(" "),
      3,
    );

    test("hold it with half of its words and five more", async () => {
      const { items } = await auditDocuments([one], [twenty, nineteen]);
      expect(items[0]!.findings.map(({ document, holds }) => [document, holds])).toEqual([
        ["20 of 30", true],
        ["19 of 30", false],
      ]);
    });

    test("do not where another item has these words too, and they tell little", async () => {
      const other = { id: "other", text: twenty.text.split(" ").slice(200, 230).join(" ") };
      const { items } = await auditDocuments([one, other], [inFiller("20 of 30", other.text, 1)]);
      expect(items.map(({ status }) => status)).toEqual(["in_part", "found"]);
    });
  });

  test("items with the same words share their findings", async () => {
    const one = item(1, 40);
    const same = { id: "again", text: one.text.toUpperCase() };
    const { items } = await auditDocuments([one, same], [inFiller("a", one.text, 1)]);
    expect(items.map(({ status, same_as }) => [status, same_as])).toEqual([
      ["found", null],
      ["found", "item 1"],
    ]);
  });

  test("the findings that are listed are bounded, all are counted", async () => {
    const one = item(1, 40);
    const documents = Array.from({ length: 50 }, (_, i) =>
      inFiller(`d${i}`, i === 40 ? one.text : edited(one.text, 10), i),
    );
    const { items } = await auditDocuments([one], documents, { findings: 3 });
    expect(items[0]).toMatchObject({ documents: 50, occurrences: 50 });
    expect(items[0]!.findings.map(({ document }) => document)).toEqual(["d40", "d0", "d1"]);
  });
});

describe("words that are not an item's own", () => {
  const template = text(99, 20);
  const framed = (seed: number): AuditItem => ({ id: `item ${seed}`, text: `${template} ${text(seed, 40)}` });
  const short = (seed: number): AuditItem => ({ id: `item ${seed}`, text: `${template} ${text(seed, 8)}` });
  const numbered = (make: (seed: number) => AuditItem, count: number) =>
    Array.from({ length: count }, (_, i) => make(i));

  test("a template of three items does not flag, and the items are still found", async () => {
    const items = numbered(framed, 3);
    const documents = [inFiller("trap", template, 1), inFiller("b", items[1]!.text, 3)];
    const { items: audited } = await auditDocuments(items, documents);
    expect(audited.map(({ status }) => status)).toEqual(["not_found", "found", "not_found"]);
    expect(audited[0]).toMatchObject({ own_words: 40, left_out: [{ rule: "template", words: 20 }] });
  });

  test("a template that is most of each item needs three quarters of the words that are its own", async () => {
    const items = numbered(short, 12);
    // The words of its own are the last eight.
    const withOthers = (whole: string, count: number) =>
      [...whole.split(" ").slice(0, -count), text(77, count)].join(" ");
    const documents = [
      inFiller("trap", template, 1),
      inFiller("whole", items[4]!.text, 3),
      inFiller("two of eight changed", withOthers(items[5]!.text, 2), 5),
      inFiller("three of eight changed", withOthers(items[6]!.text, 3), 7),
    ];
    const { items: audited } = await auditDocuments(items, documents);
    expect(audited.filter(({ status }) => status === "found").map(({ id }) => id)).toEqual(["item 4", "item 5"]);
    expect(audited[4]).toMatchObject({ own_words: 8, words: 28 });
  });

  test("a slot that the items fill alike is the template's", async () => {
    const powers = (seed: number) =>
      `${text(900, 6)} ${seed * 7 + 11} x 3 ${text(901, 6)} ${seed * 13 + 17} x 2 ${text(902, 6)}`;
    const items = Array.from({ length: 12 }, (_, i) => ({ id: `item ${i}`, text: powers(i) }));
    const { items: audited } = await auditDocuments(items, [
      inFiller("same", powers(3), 1),
      inFiller("other", powers(40), 3),
    ]);
    expect(audited.map(({ own_words }) => own_words)).toEqual(items.map(() => 2));
    expect(audited.filter(({ status }) => status === "found").map(({ id }) => id)).toEqual(["item 3"]);
  });

  describe("numbers in place of others speak against a document, other words do not", () => {
    const numbers = [17, 230, 41, 9, 1_200, 66, 3, 58];
    const problem = (given: readonly (number | string)[]) =>
      given.map((number, i) => `${text(800 + i, 6)} ${number}`).join(" ");
    const item = { id: "problem", text: problem(numbers) };
    const others = numbers.map((number) => number + 1);
    const documents = [
      inFiller("same", item.text, 1),
      inFiller("other numbers", problem(others), 3),
      inFiller("most of the numbers", problem(others.map((other, i) => (i < 3 ? other : numbers[i]!))), 5),
      inFiller("a page number in it", `${item.text.slice(0, 90)} 230 ${item.text.slice(90)}`, 9),
      inFiller("words for numbers", problem(numbers.map((number, i) => (i < 6 ? "some" : number))), 7),
    ];
    const expected = ["a page number in it", "most of the numbers", "same", "words for numbers"];

    test("in a stream", async () => {
      const { items } = await auditDocuments([item], documents);
      const held = items[0]!.findings.filter(({ holds }) => holds).map(({ document }) => document);
      expect(held.sort()).toEqual(expected);
    });

    test("numbers that are written otherwise are no others", async () => {
      const large = numbers.map((number) => 7_000 + number);
      const copies = ["en", "fr"].map((language) =>
        inFiller(language, problem(large.map((number) => number.toLocaleString(language))), 11),
      );
      const { items } = await auditDocuments([{ id: "large", text: problem(large) }], copies);
      expect(items[0]!.findings.map(({ document, holds }) => [document, holds])).toEqual([
        ["en", true],
        ["fr", true],
      ]);
    });

    test("in a corpus that is searched", async () => {
      const corpus = await buildCorpus(documents, { name: "tests", dataset: "tests", storage: createMemoryStorage() });
      const { items } = await auditCorpora([item], [corpus], { way: "searched" });
      await corpus.close();
      expect(items[0]!.findings.filter(({ holds }) => holds).map(({ document }) => document)).not.toContain(
        "other numbers",
      );
      expect(items[0]!.findings.find(({ document }) => document === "same")).toMatchObject({ holds: true, share: 1 });
    });
  });

  test("numbers are slots of a template, and the item's own", async () => {
    const numbered = (seed: number) =>
      Array.from(
        { length: 6 },
        (_, i) => `${text(900 + i, 6)} ${(seed * 37 + i * 11) % 91} and ${(seed * 53 + i * 7) % 89}`,
      ).join(" ");
    const items = Array.from({ length: 12 }, (_, i) => ({ id: `item ${i}`, text: numbered(i) }));
    const documents = [inFiller("other numbers", numbered(50), 1), inFiller("same numbers", numbered(7), 3)];
    const { items: audited } = await auditDocuments(items, documents);
    expect(audited.filter(({ status }) => status === "found").map(({ id }) => id)).toEqual(["item 7"]);
    expect(audited[7]).toMatchObject({ own_words: 12, words: 54 });
  });

  test("what two questions on one text share is their own", async () => {
    const context = text(50, 80);
    const items = [1, 2].map((seed) => ({ id: `q${seed}`, text: `${context} ${text(seed, 12)}` }));
    const { items: audited } = await auditDocuments(items, [inFiller("a", items[0]!.text, 1)]);
    expect(audited.map(({ own_words }) => own_words)).toEqual([92, 92]);
  });

  test("a licence is boilerplate, and months are an enumeration", async () => {
    const months = "January February March April May June July August September October November December";
    const permission =
      "Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated " +
      'documentation files (the "Software"), to deal in the Software without restriction';
    const items = [
      { id: "months", text: `${months} ${text(1, 30)}` },
      { id: "licence", text: `${permission} ${text(2, 40)}` },
    ];
    const documents = [inFiller("a", months, 1), inFiller("b", permission, 3)];
    const { items: audited } = await auditDocuments(items, documents);
    expect(audited.map(({ status }) => status)).toEqual(["not_found", "not_found"]);
    expect(audited.map(({ left_out }) => left_out[0]?.rule)).toEqual(["enumeration", "boilerplate"]);
  });
});

describe("items of fewer than 12 words", () => {
  test("are found as whole runs, and compared with chance", async () => {
    const rare = { id: "rare", text: "x^2 + y^2 = z^2 where zorn quux" };
    const common = { id: "common", text: "of the" };
    const phrase = "of the people by the people of the land ";
    const documents = [
      { id: "a", text: `${phrase.repeat(40)} ${rare.text} ${filler(1)}` },
      { id: "b", text: `${phrase.repeat(40)} ${filler(3)}` },
    ];
    const { items } = await auditDocuments([rare, common, { id: "one", text: "zorn" }], documents);
    expect(items.map(({ status, judged_by }) => [status, judged_by])).toEqual([
      ["found", "exact_run"],
      ["by_chance", "exact_run"],
      ["not_judged", "exact_run"],
    ]);
    expect(items[1]!.occurrences).toBe(160);
    expect(items[1]!.expected_by_chance).toBeGreaterThan(0.001);
    expect(items[0]!.expected_by_chance).toBeLessThan(0.001);
  });

  test("a run with one changed word is not the item", async () => {
    const { items } = await auditDocuments([{ id: "a", text: text(1, 8) }], [inFiller("d", edited(text(1, 8), 4), 1)]);
    expect(items[0]).toMatchObject({ status: "not_found", occurrences: 0 });
  });
});

describe("corpora", () => {
  const items = [item(1, 60), item(2, 60), item(3, 300)];
  const documents = [
    inFiller("a", edited(items[0]!.text, 10), 1),
    { ...inFiller("b", items[2]!.text, 3), title: "B" },
    { ...inFiller("copy of b", items[2]!.text, 3) },
    inFiller("c", "", 5),
  ];

  async function corpusOf(all: readonly CorpusDocument[]) {
    return buildCorpus(all, { name: "tests", dataset: "tests", storage: createMemoryStorage() });
  }

  test.each(["searched", "streamed"] as const)("are %s", async (way) => {
    const corpus = await corpusOf(documents);
    const result = await auditCorpora(items, [corpus], { way });
    await corpus.close();
    expect(result.way).toBe(way);
    expect(result.items.map(({ status, documents }) => [status, documents])).toEqual([
      ["found", 1],
      ["not_found", 0],
      ["found", 2],
    ]);
    const copy = way === "searched" ? [] : [{ document: "copy of b", corpus: "tests", share: 1 }];
    const first = {
      document: "b",
      title: "B",
      corpus: "tests",
      share: 1,
      ...(way === "searched" ? { copies: 1 } : {}),
    };
    expect(result.items[2]!.findings).toMatchObject([first, ...copy]);
    expect(result.summary).toMatchObject({ documents: 4, documents_with_items: 3 });
    const [passage] = result.items[2]!.findings[0]!.passages;
    expect(documents[1]!.text.slice(passage!.document.start, passage!.document.end)).toBe(items[2]!.text);
  });

  test("count an item once for every copy of a document, whichever way", async () => {
    const part = items[2]!.text.split(" ").slice(0, 100).join(" ");
    const thrice = (inner: string, seed: number) => [1, 2, 3].map((copy) => inFiller(`${seed} ${copy}`, inner, seed));
    const corpus = await corpusOf([...thrice(items[0]!.text, 1), ...thrice(part, 3)]);
    for (const way of notEmpty(["searched", "streamed"] as const)) {
      const audited = await auditCorpora(items, [corpus], { way });
      expect(audited.items[0], way).toMatchObject({ documents: 3, documents_in_part: 0, occurrences: 3 });
      expect(audited.items[2], way).toMatchObject({ documents: 0, documents_in_part: 3, occurrences: 0 });
      expect(audited.items[0]!.findings, way).toHaveLength(way === "searched" ? 1 : 3);
    }
    await corpus.close();
  });

  test("say how many documents hold items, whichever way", async () => {
    const all = [inFiller("both", `${items[0]!.text} ${items[1]!.text}`, 1), inFiller("one", items[0]!.text, 3)];
    const corpus = await corpusOf([...all, inFiller("none", "", 5)]);
    for (const way of notEmpty(["searched", "streamed"] as const))
      expect((await auditCorpora(items, [corpus], { way })).summary.documents_with_items).toBe(2);
    await corpus.close();
  });

  test("are streamed where an item is short", async () => {
    const corpus = await corpusOf(documents);
    const withShort = [...items, { id: "short", text: text(2, 6) }];
    const [streamed, searched] = [
      await auditCorpora(withShort, [corpus]),
      await auditCorpora(withShort, [corpus], { way: "searched" }),
    ];
    await corpus.close();
    expect(streamed.way).toBe("streamed");
    expect(searched.completeness).toMatchObject({ complete: false, stages: [{}, { name: "short_items" }] });
  });
});

describe("wrong arguments", () => {
  test("are refused with the field, and the largest valid ones accepted", async () => {
    const documents = [inFiller("a", "", 1)];
    const valid: AuditItem = { id: "x".repeat(1_000), text: text(1, 30) };
    expect(await codeOf(auditDocuments([valid], documents, { findings: 10_000 }))).toBe("none");
    expect(await codeOf(auditDocuments([valid], []))).toBe("none");
    expect(await codeOf(auditDocuments([], documents))).toBe("no_documents");
    const wrong: [unknown, unknown, object?][] = [
      [[{ ...valid, id: "x".repeat(1_001) }], documents],
      [[valid, valid], documents],
      [[{ id: "a" }], documents],
      [[null], documents],
      ["text", documents],
      [[valid], "text"],
      [[valid], documents, { findings: 10_001 }],
      [[valid], documents, { findings: 0 }],
    ];
    for (const [items, given, options] of notEmpty(wrong))
      expect(await codeOf(auditDocuments(items as AuditItem[], given as CorpusDocument[], options))).toBe(
        "invalid_request",
      );
    expect(await codeOf(auditCorpora([valid], []))).toBe("invalid_request");
  });

  test("a signal stops the stream", async () => {
    const stopped = AbortSignal.abort();
    expect(await codeOf(auditDocuments([item(1, 30)], [inFiller("a", "", 1)], { signal: stopped }))).toBe("aborted");
  });
});

test("progress counts the items that were looked for, and every 256 documents that passed", async () => {
  const told: unknown[] = [];
  const onProgress = ({ done, total, unit }: Progress) => told.push([done, total, unit]);
  const items = [item(1, 60), item(2, 60), item(3, 60)];
  const documents = Array.from({ length: 600 }, (_, i) => ({ id: `${i}`, text: text(i, 20) }));
  const corpus = await buildCorpus(documents, { name: "books", dataset: "books" });
  await auditCorpora(items, [corpus], { way: "searched", onProgress });
  expect(told.splice(0)).toEqual([1, 2, 3].map((done) => [done, 3, "cases"]));
  await auditDocuments(items, documents, { onProgress });
  expect(told).toEqual([256, 512].map((done) => [done, null, "documents"]));
});

test("a corpus of which a part did not answer is not audited: what is not found may stand there", async () => {
  const corpus = await buildCorpus([inFiller("d", text(1, 60), 1)], { name: "books", dataset: "books" });
  const audit = () => auditCorpora([item(1, 60)], [corpus], { way: "searched" });
  expect((await audit()).items[0]!.findings).toHaveLength(1);
  const search = corpus.search.bind(corpus);
  const inPart: typeof search = async (...given) => {
    const index = { stage: { status: "failed", reason: "A request got no answer." } } as SearchResult["index"];
    return { ...(await search(...given)), index: index! };
  };
  Object.assign(corpus, { search: inPart });
  expect(await codeOf(audit())).toBe("search_incomplete");
});
