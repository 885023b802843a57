/** Corpora far away: how many round trips a reader takes, whatever the number of segments. */
import { describe, expect, test } from "vitest";
import type { CorpusDocument } from "../../../src/base/contract/resources/corpus.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments } from "../../../src/corpus/change/change.ts";
import {
  MANIFEST_NAME,
  manifestOf,
  packManifest,
  readManifest,
  withoutFooter,
} from "../../../src/corpus/format/manifest.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { openHttpStorage } from "../../../src/corpus/storage/http/http.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";
import { inWaves } from "../../support/suites/corpus/waves.ts";
import { seeded, zipfWords } from "../../support/texts.ts";

const SEGMENTS = 6;
const random = seeded(7);
const documents: readonly CorpusDocument[] = Array.from({ length: 4 * SEGMENTS }, (_, i) => ({
  id: `work ${i}`,
  text: zipfWords(random, 5_000, 30_000).join(" "),
}));
/** Words of two works, which stand in different segments where there are several. */
const query = queryOf([documents[1]!, documents[21]!].map(({ text }) => text.slice(4_000, 5_500)).join(" "));

async function corpusOf(segments: number): Promise<WritableStorage> {
  const storage = createMemoryStorage();
  const parts = Array.from({ length: segments }, (_, i) =>
    documents.slice((i * documents.length) / segments, ((i + 1) * documents.length) / segments),
  );
  const built = await buildCorpus(parts[0]!, { name: "far", dataset: "test", storage });
  await built.close();
  for (const part of parts.slice(1)) await appendDocuments(storage, part);
  return storage;
}

async function openFar(storage: WritableStorage) {
  const { fetch, take } = inWaves(storage);
  const corpus = await openCorpus(openHttpStorage("http://far.test/", { fetch, inFlight: 1_000 }));
  return { corpus, opening: take(), take };
}

describe.each([1, SEGMENTS])("of %i segments", (segments) => {
  test("opens in one request, and finds in four round trips what it finds in memory", async () => {
    const storage = await corpusOf(segments);
    const near = await openCorpus(storage);
    const { corpus, opening, take } = await openFar(storage);
    expect(opening).toMatchObject({ waves: 1, requests: 1 });
    const { passages } = await corpus.search(query);
    expect(take().waves).toBeLessThanOrEqual(4);
    const works = passages.map(({ document }) => document.id);
    expect(works.sort()).toEqual(["work 1", "work 21"]);
    const inMemory = (await near.search(query)).passages;
    expect(passages.map(({ content }) => content)).toEqual(inMemory.map(({ content }) => content));
    await corpus.close();
    await near.close();
  });
});

test("with deleted documents it takes three more, for their list and their rows", async () => {
  const storage = await corpusOf(SEGMENTS);
  await deleteDocuments(storage, ["work 2", "work 21"]);
  const { corpus, opening } = await openFar(storage);
  expect(opening.waves).toBeLessThanOrEqual(4);
  const { passages } = await corpus.search(query);
  expect(passages.map(({ document }) => document.id)).toEqual(["work 1"]);
  await corpus.close();
});

describe("a file of another size than the manifest says is damage", () => {
  test.each([
    ["cut by a byte", (bytes: Uint8Array) => bytes.slice(0, -1)],
    ["cut by a page", (bytes: Uint8Array) => bytes.slice(0, -4_096)],
    ["cut to nothing", () => new Uint8Array(0)],
    ["a byte longer", (bytes: Uint8Array) => Uint8Array.from([...bytes, 0])],
    ["a page longer", (bytes: Uint8Array) => Uint8Array.from([...bytes, ...new Uint8Array(4_096)])],
  ])("%s", async (_, change) => {
    const storage = await corpusOf(1);
    const names = (await storage.list()).filter((one) => /\.(segment|text)$/.test(one));
    for (const name of notEmpty(names)) {
      const whole = await bytesOf(storage, name);
      await put(storage, name, change(whole));
      await expect(searchFar(storage)).rejects.toMatchObject({ code: "corpus_corrupt" });
      await put(storage, name, whole);
    }
    expect(await searchFar(storage)).not.toEqual([]);
  });

  test("and a missing one too", async () => {
    const storage = await corpusOf(1);
    for (const name of notEmpty((await storage.list()).filter((one) => /\.(segment|text)$/.test(one)))) {
      const whole = await bytesOf(storage, name);
      await storage.remove(name);
      await expect(searchFar(storage)).rejects.toMatchObject({ code: "corpus_corrupt" });
      await put(storage, name, whole);
    }
  });
});

test("the manifest of an earlier version is opened in two round trips, and gets footers with the next change", async () => {
  const storage = await corpusOf(SEGMENTS);
  const kernels = await loadKernels();
  const { manifest } = await readManifest(kernels, storage);
  expect(manifest.version).toBe(6);
  const { format, version, fold, segments, ...content } = manifest;
  const before = manifestOf({ ...content, segments: segments.map(withoutFooter) });
  expect(before.version).toBe(3);
  await put(storage, MANIFEST_NAME, packManifest(kernels, before));
  const { corpus, opening } = await openFar(storage);
  expect(opening).toMatchObject({ waves: 2, requests: 1 + 2 * SEGMENTS });
  expect((await corpus.search(query)).passages).toHaveLength(2);
  await corpus.close();
  await deleteDocuments(storage, ["work 2"]);
  const after = await readManifest(kernels, storage);
  expect(after.manifest.segments.map(({ footer }) => footer)).toEqual(segments.map(({ footer }) => footer));
});

async function searchFar(storage: WritableStorage) {
  const { corpus } = await openFar(storage);
  try {
    return (await corpus.search(query)).passages;
  } finally {
    await corpus.close();
  }
}

async function bytesOf(storage: WritableStorage, name: string): Promise<Uint8Array> {
  const file = await storage.open(name);
  return file.read(0, file.sizeBytes);
}

async function put(storage: WritableStorage, name: string, bytes: Uint8Array): Promise<void> {
  const file = await storage.create();
  await file.write(bytes);
  await file.finish(name);
}
