/** Corpora as every version of the format wrote them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readText } from "../../src/core/text/text.ts";
import { segmentsOf } from "../../src/core/vectors/segments.ts";
import { appendDocuments, mergeCorpus } from "../../src/corpus/change/change.ts";
import { verifyCorpus } from "../../src/corpus/change/verify.ts";
import {
  KEY_PAGE_BYTES,
  RELEASED_SEGMENT_VERSION,
  SEGMENT_VERSION,
  WIDE_SEGMENT_VERSION,
} from "../../src/corpus/format/layout.ts";
import { openCorpus } from "../../src/corpus/search/corpus.ts";
import { openSnapshot } from "../../src/corpus/search/open.ts";
import { createMemoryStorage } from "../../src/corpus/storage/memory.ts";
import { notEmpty } from "../support/notEmpty.ts";
import { kernels, queryOf } from "../support/suites/corpus/judge.ts";
import { documents, ENGLISH, ignored, later, RUSSIAN, sectioned } from "./documents.ts";
import { encoder, made } from "./make.ts";

/** Of segments of so many blocks that none is kept here. */
const LARGE = String(WIDE_SEGMENT_VERSION);
const CURRENT = String(SEGMENT_VERSION);
const READ = [String(RELEASED_SEGMENT_VERSION), CURRENT];
const versions = readdirSync(import.meta.dirname, { withFileTypes: true }).flatMap((one) =>
  one.isDirectory() && /^\d+$/.test(one.name) ? [one.name] : [],
);

function stored(version: string): Map<string, Uint8Array> {
  const folder = join(import.meta.dirname, version);
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith(".gz")).sort();
  return new Map(
    names.map((name) => [
      name.slice(0, -3).replaceAll("\\", "/"),
      new Uint8Array(gunzipSync(readFileSync(join(folder, name)))),
    ]),
  );
}

test("there is a corpus of this version and of every one before", () => {
  const all = Array.from({ length: SEGMENT_VERSION }, (_, i) => String(i + 1));
  expect(versions.sort()).toEqual(all.filter((version) => version !== LARGE));
});

test("what is written today is known, to the byte", async () => {
  const written = await made([sectioned]);
  const expected = stored("written");
  expect([...written.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [name, bytes] of notEmpty(expected)) expect(Buffer.compare(written.get(name)!, bytes), name).toBe(0);
});

test("what carries texts that do not count is known, to the byte, and opens", async () => {
  const files = stored("carried");
  const written = await made([sectioned], ignored);
  expect(Buffer.compare(written.get("manifest.json")!, files.get("manifest.json")!)).toBe(0);
  const storage = createMemoryStorage(new Map([...stored("written"), ...files]));
  expect(await verifyCorpus(storage)).toMatchObject({ is_sound: true, segments: 2, damages: [] });
  await using corpus = await openCorpus(storage);
  expect(corpus.info.ignore).toEqual({ texts: 2, words: 40 });
});

test("what has vectors is known, to the byte, and finds by them", async () => {
  const files = stored("encoded");
  const written = await made([sectioned], [], true);
  const names = [...written.keys()].filter((name) => name === "manifest.json" || name.startsWith("vectors/"));
  expect(names.sort()).toEqual([...files.keys()].sort());
  for (const [name, bytes] of notEmpty(files)) expect(Buffer.compare(written.get(name)!, bytes), name).toBe(0);
  const storage = createMemoryStorage(new Map([...stored("written"), ...files]));
  expect(await verifyCorpus(storage)).toMatchObject({ is_sound: true, segments: 2, damages: [] });
  await using corpus = await openCorpus(storage);
  expect(corpus.info.vectors).toMatchObject({ segments: 2, encoder: { name: "fixture" } });
  const text = readText(kernels, ENGLISH);
  const near = await corpus.near!({
    text,
    encoder,
    sentences: segmentsOf(text),
    language: "en",
    most: 1,
    mostForeign: 1,
  });
  expect(near).toMatchObject({ segmentsLeftOut: 0, stretches: [{ document: { id: documents[0]!.id } }] });
});

describe.each([...READ.map((version) => [version, 0] as const), ["written", 1] as const])(
  `the format of version %s`,
  (version, more) => {
    test("opens, is sound and answers", async () => {
      const storage = createMemoryStorage(stored(version));
      expect(await verifyCorpus(storage)).toMatchObject({ is_sound: true, segments: 2, damages: [] });
      await using corpus = await openCorpus(storage);
      expect(corpus.info).toMatchObject({
        name: "fixture",
        segments: 2,
        documents: 4 + more,
        identical_documents: 1,
        fold: "spolia1",
      });
      const { passages, bounded } = await corpus.search(queryOf(`${ENGLISH} ${RUSSIAN}`));
      expect(bounded).toBe(false);
      const [english] = documents;
      const { text: _, ...known } = english!;
      const { text: __, ...russian } = later[0]!;
      expect(passages.map(({ document, kind, agreeingWords }) => ({ document, kind, agreeingWords }))).toEqual([
        { document: { ...known, words: 30, copies: 2 }, kind: "verbatim", agreeingWords: 30 },
        { document: { ...russian, words: 26, copies: 1 }, kind: "verbatim", agreeingWords: 26 },
      ]);
      const wine = (await corpus.search(queryOf("204 bottles 41616 of the same wine on the wall, 205 bottles 42025")))
        .passages;
      expect(wine[0]!.document.id).toBe("long");
    });
  },
);

test("every word counts in an earlier version as it does today", async () => {
  const [earlier, current] = await Promise.all(
    READ.map(async (version) => {
      const { segments } = await openSnapshot(kernels, createMemoryStorage(stored(version)));
      return Promise.all(
        segments.map(async ({ segment }) => {
          const vocabulary = await segment.vocabulary();
          const common = await segment.common();
          return { ...vocabulary, common: common.countEach(vocabulary.hashes) };
        }),
      );
    }),
  );
  expect(earlier).toEqual(current);
  for (const { counts, common } of notEmpty(current!)) {
    expect(counts.length).toBeGreaterThan(10);
    expect(common).toEqual(counts);
  }
});

test("merged, the keys of an earlier version are to the byte those of today", async () => {
  const [earlier, current] = await Promise.all(
    READ.map(async (version) => {
      const storage = createMemoryStorage(stored(version));
      await appendDocuments(storage, [{ id: "more", text: `${RUSSIAN} ${ENGLISH}` }]);
      expect(await verifyCorpus(storage)).toMatchObject({ is_sound: true, segments: 3 });
      await mergeCorpus(storage);
      expect(await verifyCorpus(storage)).toMatchObject({ is_sound: true, segments: 1 });
      const { segments } = await openSnapshot(kernels, storage);
      const { file } = segments[0]!.segment.source;
      const { keys, coarse, lists } = segments[0]!.segment.footer.sections;
      const [from, to] = [keys.offsetBytes, lists.offsetBytes + lists.lengthBytes];
      expect(coarse.offsetBytes).toBeLessThan(to);
      return file.read(from, to - from);
    }),
  );
  expect(earlier!.length).toBeGreaterThan(3 * KEY_PAGE_BYTES);
  expect(Buffer.compare(earlier!, current!)).toBe(0);
});

describe.each(versions.filter((version) => !READ.includes(version)))("the format of version %s", (version) => {
  test("is told apart, not misread", async () => {
    const storage = createMemoryStorage(stored(version));
    await expect(openCorpus(storage)).rejects.toMatchObject({ code: "corpus_version" });
    const { is_sound, damages } = await verifyCorpus(storage);
    expect(is_sound).toBe(false);
    expect(damages.map(({ file }) => file)).toEqual(["manifest.json"]);
  });
});
