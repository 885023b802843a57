/** Corpora as every version of the format wrote them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openCorpus } from "../../src/corpus/corpus.ts";
import { SEGMENT_VERSION } from "../../src/corpus/layout.ts";
import { verifyCorpus } from "../../src/corpus/verify.ts";
import { createMemoryStorage } from "../../src/storage/memory.ts";
import { queryOf } from "../suites/judge.ts";
import { notEmpty } from "../suites/notEmpty.ts";
import { documents, ENGLISH, later, RUSSIAN, sectioned } from "./documents.ts";
import { made } from "./make.ts";

const CURRENT = String(SEGMENT_VERSION);
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
  expect(versions.sort()).toEqual(Array.from({ length: SEGMENT_VERSION }, (_, i) => String(i + 1)));
});

test("what is written today is known, to the byte", async () => {
  const written = await made([sectioned]);
  const expected = stored("written");
  expect([...written.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [name, bytes] of notEmpty(expected)) expect(Buffer.compare(written.get(name)!, bytes), name).toBe(0);
});

describe.each([
  [CURRENT, 0],
  ["written", 1],
])(`the format of version %s`, (version, more) => {
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
});

describe.each(versions.filter((version) => version !== CURRENT))("the format of version %s", (version) => {
  test("is told apart, not misread", async () => {
    const storage = createMemoryStorage(stored(version));
    await expect(openCorpus(storage)).rejects.toMatchObject({ code: "corpus_version" });
    const { is_sound, damages } = await verifyCorpus(storage);
    expect(is_sound).toBe(false);
    expect(damages.map(({ file }) => file)).toEqual(["manifest.json"]);
  });
});
