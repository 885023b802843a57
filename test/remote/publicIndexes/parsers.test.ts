/** Whatever a service or a file says ends in an answer or in a typed error. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { Unusable } from "../../../src/models/connectors/protocols/protocol.ts";
import { errorIn, readCount, readDocumentText, readPlaces } from "../../../src/remote/publicIndexes/protocol.ts";
import { parseAnswers } from "../../../src/remote/publicIndexes/record.ts";

/** Answers as the notes on the services give them. */
const COUNT = { count: 2349754, approx: false, token_ids: [3014, 310, 7660], tokens: ["▁University"], latency: 0.5 };
const FIND = {
  cnt: 5,
  segment_by_shard: [
    [13693395, 13693397],
    [7, 10],
  ],
  latency: 2,
};
const TOKENS = {
  doc_ix: 47865,
  doc_len: 12932,
  disp_len: 10,
  token_ids: [1],
  spans: [
    ["of ", null],
    ["a run", "0"],
  ],
};
const CHARACTERS = { doc_ix: 3, doc_len: 900, disp_len: 9, needle_offset: 3, text: "of a run." };

describe("answers of the documented form", () => {
  test("are read", () => {
    expect(readCount(COUNT)).toBe(2349754);
    expect(readPlaces(FIND)).toEqual({ count: 5, shards: FIND.segment_by_shard });
    expect(readPlaces({ cnt: 0, segment_by_shard: [] })).toEqual({ count: 0, shards: [] });
    expect(readDocumentText("infini-gram", TOKENS)).toEqual({ number: 47865, text: "of a run", share: 10 / 12932 });
    expect(readDocumentText("infini-gram", { ...TOKENS, spans: ["of ", "a run"] }).text).toBe("of a run");
    expect(readDocumentText("infini-gram-mini", CHARACTERS)).toEqual({ number: 3, text: "of a run.", share: 0.01 });
    expect(errorIn(COUNT)).toBeNull();
    expect(errorIn({ error: "[Backend] Internal server error" })).toBe("[Backend] Internal server error");
  });
  test.each([
    [readCount, { ...COUNT, count: -1 }],
    [readCount, { ...COUNT, count: 1.5 }],
    [readCount, { count: "7" }],
    [readPlaces, { ...FIND, cnt: 6 }],
    [readPlaces, { cnt: 1, segment_by_shard: [[2, 1]] }],
    [readPlaces, { cnt: 1, segment_by_shard: { 0: [0, 1] } }],
    [(answer: unknown) => readDocumentText("infini-gram", answer), { ...TOKENS, disp_len: 12933 }],
    [(answer: unknown) => readDocumentText("infini-gram", answer), { ...TOKENS, spans: [[7, null]] }],
    [(answer: unknown) => readDocumentText("infini-gram-mini", answer), { ...CHARACTERS, text: null }],
    [errorIn, null],
  ])("are refused in another: %#", (read, answer) => {
    expect(() => (read as (answer: unknown) => unknown)(answer)).toThrow(Unusable);
  });
});

test("any JSON is read or refused", () => {
  const readers = [
    readCount,
    readPlaces,
    errorIn,
    (answer: unknown) => readDocumentText("infini-gram", answer),
    (answer: unknown) => readDocumentText("infini-gram-mini", answer),
  ];
  const changed = fc
    .constantFrom(COUNT, FIND, TOKENS, CHARACTERS)
    .chain((answer) =>
      fc
        .tuple(fc.constantFrom(...Object.keys(answer)), fc.jsonValue())
        .map(([name, value]) => ({ ...answer, [name]: value })),
    );
  fc.assert(
    fc.property(fc.oneof(changed, fc.jsonValue()), (answer) => {
      for (const read of readers) {
        try {
          read(answer);
        } catch (error) {
          if (!(error instanceof Unusable)) throw error;
        }
      }
    }),
  );
});

test("any file is a record of answers or refused as one", () => {
  const record = {
    format: "spolia-index-answers-1",
    ...{ index: "infini-gram:a", address: "http://127.0.0.1/", dataset: "c4", words: 7, mode: "full", ended: null },
    answers: [{ request: { query_type: "count", query: "a" }, answer: { count: 0 } }],
  };
  expect(parseAnswers(record)).toEqual(record);
  const changed = fc
    .tuple(fc.constantFrom(...Object.keys(record)), fc.jsonValue())
    .map(([name, value]) => ({ ...record, [name]: value }));
  fc.assert(
    fc.property(fc.oneof(changed, fc.jsonValue()), (value) => {
      try {
        parseAnswers(value);
      } catch (error) {
        if (!isSpoliaError(error) || error.code !== "report_invalid") throw error;
      }
    }),
  );
});
