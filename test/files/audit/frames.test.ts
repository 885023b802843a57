/** Frames that a dataset repeats around other words hold no item, however few items there are; copies stay found. */
import { describe, expect, test } from "vitest";
import type { CorpusDocument } from "../../../src/base/contract/resources/corpus.ts";
import { type AuditItem, auditCorpora, auditDocuments } from "../../../src/files/index.ts";
import { buildCorpus } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { sharedText, testWith } from "../../support/shared.ts";

/** Words as of a language: the commonest are a tenth of all. */
function prose(seed: number, count: number): string {
  let state = seed * 2_654_435_761 + 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, () => {
    const rank = Math.floor(10_000 ** random());
    return `w${String(rank).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!)}`;
  }).join(" ");
}

const [HEAD, TAIL] = [prose(1, 20), prose(2, 4)];
const fillingOf = (seed: number) => prose(100 + seed, 9 + (seed % 7));
/** Where the frame stands around what is asked. */
const FRAMES: Readonly<Record<string, (filling: string) => string>> = {
  "before and behind": (filling) => `${HEAD} ${filling} ${TAIL}`,
  before: (filling) => `${HEAD} ${filling}`,
  behind: (filling) => `${filling} ${HEAD}`,
  "around two places": (filling) => {
    const words = filling.split(" ");
    return `${TAIL} ${words.slice(0, 6).join(" ")} ${HEAD} ${words.join(" ")} ${prose(3, 12)}`;
  },
};
const ITEM = 0;
const records = (frame: (filling: string) => string, many: number): CorpusDocument[] =>
  Array.from({ length: many }, (_, at) => ({
    id: `D${at}`,
    text: `Problem. ${frame(fillingOf(1 + at))} Answer: ${at}.`,
  }));
const found = async (items: readonly AuditItem[], documents: readonly CorpusDocument[]) => {
  const { items: audited, summary } = await auditDocuments(items, documents);
  const held = audited.map(({ findings }) => findings.filter(({ holds }) => holds).map(({ document }) => document));
  expect(summary.documents_with_items).toBe(new Set(held.flat()).size);
  expect(audited.map(({ documents }) => documents)).toEqual(held.map(({ length }) => length));
  return held;
};

describe.each(notEmpty(Object.entries(FRAMES)))("a frame %s what is asked", (_, frame) => {
  const item = { id: "A", text: frame(fillingOf(ITEM)) };

  test.each([3, 60, 1_000])("holds nothing in %i records with other fillings", async (many) => {
    expect(await found([item], records(frame, many))).toEqual([[]]);
  });

  test.each(["first", "in the middle", "last"])("and the copy is found that comes %s", async (where) => {
    const copy = { id: "copy", text: `${prose(50, 30)} ${item.text} ${prose(51, 30)}` };
    const others = records(frame, 40);
    const at = { first: 0, "in the middle": 20, last: 40 }[where]!;
    expect(await found([item], [...others.slice(0, at), copy, ...others.slice(at)])).toEqual([["copy"]]);
  });

  test("holds nothing in a corpus either, searched or streamed", async () => {
    const documents = [...records(frame, 20), { id: "copy", text: item.text }];
    const corpus = await buildCorpus(documents, { name: "frames", dataset: "frames" });
    for (const way of ["searched", "streamed"] as const) {
      const { items } = await auditCorpora([item], [corpus], { way });
      expect(items[0]).toMatchObject({ status: "found", documents: 1 });
      expect(items[0]!.findings.find(({ holds }) => holds)!.document).toBe("copy");
    }
    await corpus.close();
  });
});

test("however few findings are listed", async () => {
  const frame = FRAMES["before and behind"]!;
  const { items } = await auditDocuments([{ id: "A", text: frame(fillingOf(ITEM)) }], records(frame, 20), {
    findings: 1,
  });
  expect(items).toMatchObject([{ status: "not_found", documents: 0, findings: [] }]);
});

describe("whatever comes first", () => {
  const frame = FRAMES["before and behind"]!;
  const item = { id: "A", text: frame(fillingOf(ITEM)) };
  const copies = Array.from({ length: 250 }, (_, at) => ({
    id: `copy ${at}`,
    text: `${prose(900 + at, 30)} ${item.text}`,
  }));
  const mirrors = Array.from({ length: 300 }, (_, at) => ({
    id: `mirror ${at}`,
    text: `${prose(2_000 + at, 30)} ${records(frame, 1)[0]!.text}`,
  }));
  const others = records(frame, 6).slice(1);
  test.each([
    ["many records with one filling", [...mirrors, ...others], 0],
    ["copies among them", [...mirrors.flatMap((one, at) => [one, ...copies.slice(at, at + 1)]), ...others], 250],
    ["two records, then many copies", [...mirrors.slice(0, 2), ...copies, ...others], 250],
    ["the others", [...others, ...mirrors, ...copies], 250],
  ])("%s: as many are found", async (_, documents, many) => {
    const { items, summary } = await auditDocuments([item], documents);
    expect([items[0]!.documents, items[0]!.occurrences, summary.documents_with_items]).toEqual([many, many, many]);
  });

  test("a page with a copy among other instances holds one", async () => {
    const parts = [item, ...others].map(({ text }, at) => `${text} ${prose(500 + at, 80)}`);
    for (const page of [[...parts], [...parts].reverse()]) {
      const documents = [{ id: "page", text: page.join("\n") }, ...others];
      for (const inOrder of [documents, [...documents].reverse()]) {
        const { items } = await auditDocuments([item], inOrder);
        expect(items).toMatchObject([{ status: "found", documents: 1, occurrences: 1 }]);
      }
    }
  });
});

test("long quotations with comments of their own are no frame, and a corpus without text is searched as before", async () => {
  const words = prose(40, 500).split(" ");
  const cited = (seed: number, from: number, to: number) =>
    `${words.slice(from, to).join(" ")} ${prose(3_000 + seed, 160)}`;
  for (const [from, to] of notEmpty([
    [0, 320],
    [0, 380],
    [0, 300],
  ] as const)) {
    const posts = [1, 2, 3].map((seed) => ({ id: `post ${seed}`, text: cited(seed, from, to) }));
    expect((await found([{ id: "A", text: words.join(" ") }], posts))[0]).toHaveLength(3);
  }
  const replaced = [1, 2, 3].map((seed) => ({
    id: `post ${seed}`,
    text: [...words.slice(0, 180), prose(4_000 + seed, 120), ...words.slice(300)].join(" "),
  }));
  expect((await found([{ id: "A", text: words.join(" ") }], replaced))[0]).toHaveLength(3);
  const documents = [
    { id: "whole", text: words.join(" ") },
    { id: "part", text: cited(9, 0, 300) },
  ];
  const corpus = await buildCorpus(documents, { name: "bare", dataset: "bare", text: false });
  const { items } = await auditCorpora([{ id: "A", text: words.join(" ") }], [corpus], { way: "searched" });
  expect(items).toMatchObject([{ status: "found", documents: 2 }]);
  await corpus.close();
});

test("a page that has the frame three times shows it by itself", async () => {
  const frame = FRAMES["before and behind"]!;
  const page = [1, 2, 3, 4].map((at) => `${frame(fillingOf(at))} ${prose(60 + at, 40)}`).join("\n");
  expect(await found([{ id: "A", text: frame(fillingOf(ITEM)) }], [{ id: "page", text: page }])).toEqual([[]]);
});

describe("what is no frame", () => {
  const work = prose(7, 200);
  const words = work.split(" ");
  const KINDS: Readonly<Record<string, (seed: number) => string>> = {
    "its beginning, and then the page goes on": (seed) => `${words.slice(0, 120).join(" ")} ${prose(200 + seed, 400)}`,
    "its end, after another page": (seed) => `${prose(200 + seed, 400)} ${words.slice(80).join(" ")}`,
    "the whole, every seventh word changed": (seed) =>
      words.map((word, at) => (at % 7 === seed % 7 ? `x${word}${"abcdefghij"[seed]}` : word)).join(" "),
    "the whole with a sentence changed": (seed) =>
      [...words.slice(0, 90), ...prose(300 + seed, 12).split(" "), ...words.slice(102)].join(" "),
  };
  test.each(notEmpty(Object.entries(KINDS)))("ten documents have %s", async (_, kind) => {
    const documents = Array.from({ length: 10 }, (__, seed) => ({ id: `D${seed}`, text: kind(seed) }));
    expect((await found([{ id: "A", text: work }], documents))[0]!.sort()).toEqual(documents.map(({ id }) => id));
  });

  test("two documents with the same frame are too few to tell", async () => {
    const frame = FRAMES["before"]!;
    expect((await found([{ id: "A", text: frame(fillingOf(ITEM)) }], records(frame, 2)))[0]).toHaveLength(2);
  });
});

const read = (lines: string) =>
  lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
testWith("cases/engine/audit-template-one.data.jsonl", "items that share a frame with three records", async (data) => {
  for (const name of notEmpty(["audit-template-one", "audit-template-two", "pass-template-four"])) {
    const items = read(sharedText(`cases/engine/${name}.items.jsonl`)!);
    expect((await found(items, read(data))).flat()).toEqual([]);
  }
});
