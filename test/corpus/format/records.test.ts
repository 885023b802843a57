import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments, mergeCorpus } from "../../../src/corpus/change/change.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { fewOrAll } from "../../support/scale.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";
import { DECLARATION } from "../../support/texts.ts";

const NAMES = { name: "test", dataset: "test" };
/** A string as UTF-8 can hold it: what a half of a surrogate pair becomes. */
const wellFormed = (text: string) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));

/** Strings of any length and any code units, halves of surrogate pairs and marks at the beginning among them. */
const unit = fc.oneof(
  fc.constantFrom("a", "é", "書", "😀", "\ud800", "\udc00", "\ufeff", "\0"),
  fc.string({ unit: "binary", maxLength: 1 }),
);
const string = fc.oneof(
  fc.string({ unit, maxLength: 9 }),
  fc.string({ unit, minLength: 40, maxLength: 80 }),
  fc.string({ unit, minLength: 190, maxLength: 260 }),
);
const year = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -300, max: 2_100 }));
const fields = fc.record(
  { title: string, author: string, lang: string, url: string, licence: string, year },
  { requiredKeys: [] },
);

describe("the record of a document", () => {
  test("reads back as valid UTF-8 from a search, when verified and after a merge", async () => {
    await fc.assert(
      fc.asyncProperty(string, fields, async (id, fields) => {
        fc.pre(id !== "");
        const storage = createMemoryStorage();
        const documents = [{ id, text: DECLARATION.en, ...fields }];
        await using corpus = await buildCorpus(documents, { ...NAMES, storage });
        const expected: Record<string, unknown> = { id: wellFormed(id), words: 30, copies: 1 };
        for (const [field, value] of Object.entries(fields))
          expected[field] = typeof value === "string" ? wellFormed(value) : value;
        const search = async () => (await corpus.search(queryOf(DECLARATION.en))).passages[0]!.document;
        expect(await search()).toEqual(expected);
        expect(await verifyCorpus(storage)).toMatchObject({ is_sound: true });
        const other = { id: `${id}?`, text: DECLARATION.ru };
        await appendDocuments(storage, [other]);
        await mergeCorpus(storage);
        await corpus.refresh();
        expect(await search()).toEqual(expected);
        await deleteDocuments(storage, [id]);
        await corpus.refresh();
        expect((await corpus.search(queryOf(DECLARATION.en))).passages).toEqual([]);
      }),
      { numRuns: fewOrAll(40, 150) },
    );
  });

  test("has a unique id: ids that differ only in lone surrogates count as equal", async () => {
    const alike = ["\ud800", "\ud801"].map((id) => ({ id, text: DECLARATION.en }));
    await expect(buildCorpus(alike, NAMES)).rejects.toMatchObject({ code: "document_invalid" });
    const storage = createMemoryStorage();
    await (await buildCorpus([alike[0]!], { ...NAMES, storage })).close();
    await expect(appendDocuments(storage, [alike[1]!])).rejects.toMatchObject({ code: "document_invalid" });
  });
});
