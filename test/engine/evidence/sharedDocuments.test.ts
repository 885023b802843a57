/** What a content shares with a document: words once, divided among works; and how the content stands to the document. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CorpusInfo } from "../../../src/base/contract/resources/corpus.ts";
import type { ContentHit } from "../../../src/engine/evidence/findings.ts";
import { isBelowEvent, relationOf } from "../../../src/engine/evidence/relation.ts";
import { type SharedDocument, sharedDocuments, type WordShares } from "../../../src/engine/evidence/sharedDocuments.ts";
import { notEmpty } from "../../support/notEmpty.ts";

interface Drawn {
  document: number;
  start: number;
  end: number;
  quotation?: ContentHit["quotation"];
  documentWords?: number;
}

/** A verbatim passage at the same place of the document. */
function hit({ document, start, end, quotation = null, documentWords = 1_000 }: Drawn): ContentHit {
  return {
    corpus: { name: "c", revision: "r", has_text: true } as CorpusInfo,
    content: { start, end },
    quotation,
    isProvision: false,
    passage: {
      textHash: "0",
      ...{ documentNumber: document, kind: "verbatim", content: { start, end }, rightsNotice: null },
      document: { id: `${document}`, words: documentWords, copies: 1 } as ContentHit["passage"]["document"],
      ...{ source: { start: 5 * start, end: 5 * end, snippet: "", place: {} }, sourceWords: end - start },
      ...{ agreeing: [{ a: start, b: start, lengthWords: end - start }], agreeingWords: end - start },
      ...{ longestRunWords: end - start, identity: 1, rarityBits: 8 * (end - start), documentFrequency: 1 },
      surprise: { kindOf: new Uint32Array(end), bits: Float64Array.of(8) },
    },
  };
}

/** Each document is a work. */
function sharesOf(lengthWords: number, hits: readonly Drawn[], mask: Uint8Array | null): WordShares {
  const works = Uint32Array.from(
    { length: lengthWords },
    (_, word) => new Set(hits.filter(({ start, end }) => start <= word && word < end).map((one) => one.document)).size,
  );
  return { lengthWords, works, mask, commonplace: new Map() };
}

const sharedBy = (lengthWords: number, drawn: readonly Drawn[], mask: Uint8Array | null = null): SharedDocument[] =>
  sharedDocuments(drawn.map(hit), sharesOf(lengthWords, drawn, mask));

describe("words of a document", () => {
  test("13 words that two others quote take two thirds of 13 from a copy of 100", () => {
    const drawn = [
      { document: 0, start: 0, end: 100 },
      { document: 1, start: 43, end: 56 },
      { document: 2, start: 43, end: 56 },
    ];
    const [best, ...others] = sharedBy(100, drawn);
    expect(best).toMatchObject({ words: 100, works: 1, contentShare: 1, identity: 1, longestRunWords: 100 });
    expect(best!.ownWords).toBeCloseTo(87 + 13 / 3, 9);
    expect(best!.ownBits).toBeCloseTo(8 * (87 + 13 / 3), 9);
    expect(best!.rarityBits).toBeCloseTo(800, 9);
    expect(others.map(({ works }) => works)).toEqual([3, 3]);
  });

  test("each word counts once, in any passages; the documents of a word have one word of it together", () => {
    const passages = fc.array(
      fc.record({ document: fc.nat(5), start: fc.nat(80), length: fc.integer({ min: 1, max: 30 }) }),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(passages, (some) => {
        const drawn = some.map(({ document, start, length }) => ({ document, start, end: start + length }));
        const shared = sharedBy(120, drawn);
        const all = new Set(
          drawn.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)),
        );
        const own = shared.reduce((sum, { ownWords }) => sum + ownWords, 0);
        expect(own).toBeCloseTo(all.size, 6);
        for (const [i, { hits, words, ownWords, documentShare, identity }] of notEmpty([...shared.entries()])) {
          const covered = new Set(
            hits.flatMap(({ passage: { content } }) =>
              Array.from({ length: content.end - content.start }, (_, k) => content.start + k),
            ),
          );
          expect(words).toBe(covered.size);
          expect(documentShare).toBeCloseTo(covered.size / 1_000, 6);
          expect(identity).toBe(1);
          expect(ownWords).toBeLessThanOrEqual(shared[i - 1]?.ownWords ?? Infinity);
        }
      }),
    );
  });
});

test("words that everybody writes count for nothing but the passage itself", () => {
  const mask = new Uint8Array(100).fill(1, 0, 40);
  const [half] = sharedBy(100, [{ document: 0, start: 0, end: 60 }], mask);
  expect(half).toMatchObject({ words: 60, commonWords: 40, ownWords: 20, ownBits: 160, identity: 1, works: 1 });
  const [none] = sharedBy(100, [{ document: 0, start: 0, end: 40 }], mask);
  expect(none).toMatchObject({ words: 40, commonWords: 40, ownWords: 0, ownBits: 0, identity: 0, works: 0 });
  expect(relationOf(none!)).toBe("quotes");
});

describe("relation of a content of 1,000 words to the document", () => {
  const relation = (lengthWords: number, ...drawn: Drawn[]) => relationOf(sharedBy(lengthWords, drawn)[0]!);
  const of = (end: number, documentWords: number, quotation: ContentHit["quotation"] = null) => ({
    ...{ document: 0, start: 0, end, documentWords, quotation },
  });

  test.each([
    ["same", of(800, 1_000)],
    ["part_of", of(800, 1_001)],
    ["contains", of(799, 998)],
    ["shares_passages", of(799, 999)],
    ["shares_passages", of(200, 999)],
    ["shares_passages", of(50, 999)],
    ["shares_passages", of(49, 999)],
    ["contains", of(60, 60)],
    ["quotes", of(400, 9_999, "quotation")],
    ["quotes", of(400, 9_999, "answer")],
    ["same", of(901, 901)],
    ["contains", of(900, 900)],
    ["contains", of(855, 900)],
    ["same", of(854, 900)],
  ] as const)("%s", (expected, drawn) => {
    expect(relation(1_000, drawn)).toBe(expected);
  });

  test("text of its own makes a content contain the document: in one piece, and at least 50 words", () => {
    const foreword = { document: 0, start: 100, end: 1_000, documentWords: 900 };
    expect(relation(1_000, foreword)).toBe("contains");
    expect(relation(1_000, { ...foreword, start: 50, end: 950 })).toBe("same");
    expect(relation(300, { document: 0, start: 50, end: 300, documentWords: 250 })).toBe("contains");
    expect(relation(300, { document: 0, start: 49, end: 300, documentWords: 251 })).toBe("same");
  });

  test("fewer than 50 words make no event; what a content repeats counts once", () => {
    const isBelow = (...drawn: Drawn[]) => isBelowEvent(sharedBy(1_000, drawn)[0]!);
    expect(isBelow(of(49, 999))).toBe(true);
    expect(isBelow(of(50, 999))).toBe(false);
    expect(isBelow(of(49, 49))).toBe(false);
    const [first, again] = [hit({ document: 0, start: 0, end: 27 }), hit({ document: 0, start: 500, end: 527 })];
    const { source } = first.passage;
    const repeated = [first, { ...again, passage: { ...again.passage, source } }];
    const shares = sharesOf(1_000, [], null);
    expect(isBelowEvent(sharedDocuments(repeated, shares)[0]!)).toBe(true);
    expect(isBelowEvent(sharedDocuments([first, again], shares)[0]!)).toBe(false);
  });

  test("words in quotation marks are a quotation unless 50 others are shared", () => {
    const quoted = { document: 0, start: 0, end: 300, quotation: "quotation" as const };
    expect(relation(1_000, quoted, { document: 0, start: 400, end: 449 })).toBe("quotes");
    expect(relation(1_000, quoted, { document: 0, start: 400, end: 450 })).toBe("shares_passages");
  });

  test("what five works share is a quotation, unless 50 words are left for each; what four share is not", () => {
    const works = (count: number, end: number) =>
      Array.from({ length: count }, (_, document) => ({ document, start: 0, end, documentWords: 5_000 }));
    expect(relation(1_000, ...works(5, 249))).toBe("quotes");
    expect(relation(1_000, ...works(5, 250))).toBe("shares_passages");
    expect(relation(1_000, ...works(5, 900))).toBe("part_of");
    expect(relation(1_000, ...works(4, 199))).toBe("shares_passages");
  });
});

test("formulas count for the confidence, but documents with formulas alone stand behind the others", () => {
  const drawn = [
    { document: 0, start: 0, end: 90 },
    { document: 1, start: 100, end: 130 },
  ];
  const hits = drawn.map(hit);
  const shares = sharesOf(200, drawn, null);
  const formula = { kind: "formula", name: "numbered provisions", words: 90 } as const;
  const [best, other] = sharedDocuments(hits, { ...shares, commonplace: new Map([[hits[0]!, formula]]) });
  expect(best).toMatchObject({ words: 30, ownWords: 30, formulaWords: 0 });
  expect(other).toMatchObject({ words: 90, ownWords: 90, formulaWords: 90, commonWords: 0 });
  expect(relationOf(other!)).toBe("quotes");
  const boilerplate = { ...formula, kind: "boilerplate" } as const;
  const [, listed] = sharedDocuments(hits, { ...shares, commonplace: new Map([[hits[0]!, boilerplate]]) });
  expect(listed).toMatchObject({ words: 90, ownWords: 0, formulaWords: 0, commonWords: 90 });
});
