/** Copies of datasets of the Hugging Face hub are read with dataset, revision and split. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CorpusInfo } from "../../../../src/base/contract/resources/corpus.ts";
import { buildCorpus } from "../../../../src/corpus/build/build.ts";
import { SourceLog } from "../../../../src/corpus/build/sources.ts";
import { fits, frontMatter, splitPatterns } from "../../../../src/files/documents/datasets/card.ts";
import { splitOfName } from "../../../../src/files/documents/datasets/hub.ts";
import { type ReadOptions, readDocuments, type SkippedInput } from "../../../../src/files/documents/folders/files.ts";
import { NO_COLOURS, plainCorpusInfo } from "../../../../src/report/index.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "spolia-hub-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const REVISION = "9bb295ddab0e05d785b879661af7260fed5140fc";
const CARD = `---
license: odc-by
pretty_name: Fine
configs:
- config_name: default
  data_files:
  - split: train
    path: data/*/*
- config_name: sample
  data_files:
  - split: held_out
    path:
    - "sample/**"
    - other.parquet
size_categories:
- n>1T
---
# Fine
`;

function put(path: string, content: string | Uint8Array): string {
  const whole = join(folder, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, content);
  return whole;
}

const rows = (...data: string[]): Uint8Array =>
  new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "text", data, type: "STRING" }] }));

async function read(path: string, options: ReadOptions = {}) {
  const sources = new SourceLog();
  const skipped: SkippedInput[] = [];
  const texts: string[] = [];
  for await (const { id, text } of readDocuments([path], { ...options, sources, onSkip: (skip) => skipped.push(skip) }))
    texts.push(`${id} ${text}`);
  const { sources: record } = await sources.record();
  return { texts, skipped: skipped.map(({ name, reason }) => `${name}: ${reason}`), origins: record?.origins };
}

/** The cache: names are links to blobs. */
function putInCache(files: Readonly<Record<string, string | Uint8Array>>): string {
  const repository = "hub/datasets--Org--fine-web";
  put(`${repository}/refs/main`, REVISION);
  for (const [number, [name, content]] of Object.entries(files).entries()) {
    put(`${repository}/blobs/${number}`, content);
    const link = join(folder, repository, "snapshots", REVISION, name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(folder, repository, "blobs", String(number)), link);
  }
  return join(folder, repository);
}

describe("the cache", () => {
  const files = {
    "README.md": CARD,
    "data/CC-1/000.parquet": rows("first", "second"),
    "sample/x/y.jsonl": '{"text":"third"}',
    "dataset_infos.json": "{}",
  };
  const train = { dataset: "Org/fine-web", revision: REVISION, split: "train", files: 1 };

  test("links to its own files are followed, others are not", async () => {
    const repository = putInCache(files);
    symlinkSync("/etc/hostname", join(repository, "snapshots", REVISION, "outside.txt"));
    for (const path of [repository, join(repository, "snapshots", REVISION)]) {
      const { texts, skipped, origins } = await read(path);
      expect(texts).toEqual([
        "data/CC-1/000.parquet#1 first",
        "data/CC-1/000.parquet#2 second",
        "sample/x/y.jsonl#1 third",
      ]);
      expect(skipped).toEqual([
        "README.md: the card of a dataset is not of its texts",
        "outside.txt: symbolic links are not followed",
        expect.stringContaining("dataset_infos.json: "),
      ]);
      expect(origins).toMatchObject([{ ...train, split: "held_out" }, train]);
    }
  });

  test("only the files of a split", async () => {
    const repository = putInCache(files);
    const { texts, origins } = await read(repository, { split: "train" });
    expect(texts.length).toBe(2);
    expect(origins).toMatchObject([train]);
    await expect(read(repository, { split: "dev" })).rejects.toMatchObject({
      code: "invalid_request",
      hint: "Splits are held_out, train.",
      fields: [{ pointer: "/options/split" }],
    });
  });

  test("several snapshots without a main one are not chosen from", async () => {
    const repository = putInCache(files);
    mkdirSync(join(repository, "snapshots", "0".repeat(40)));
    expect((await read(repository)).texts.length).toBe(3);
    rmSync(join(repository, "refs/main"));
    await expect(read(repository)).rejects.toMatchObject({
      code: "invalid_request",
      hint: expect.stringContaining("0000"),
    });
  });
});

test("a download has the revision beside each file, and a corpus records it", async () => {
  put("local/data/test-00000-of-00001.parquet", rows("one two three four five six seven eight nine ten eleven twelve"));
  put("local/.cache/huggingface/download/data/test-00000-of-00001.parquet.metadata", `${REVISION}\netag\n1.5\n`);
  const sources = new SourceLog();
  const documents = readDocuments([join(folder, "local")], { sources });
  const corpus = await buildCorpus(documents, { name: "c", dataset: "c", sources });
  const info: CorpusInfo = corpus.info;
  const origin = { dataset: null, revision: REVISION, split: "test", files: 1 };
  expect(info.provenance?.sources?.origins).toMatchObject([origin]);
  expect(plainCorpusInfo(info, { colours: NO_COLOURS, columns: 100 })).toContain(
    `revision ${REVISION}, split test: 1 file`,
  );
  await corpus.close();
});

test("other folders have no origin, but splits by name where one is asked for", async () => {
  put("plain/train/a.txt", "a");
  put("plain/b.txt", "b");
  expect((await read(join(folder, "plain"))).origins).toBeUndefined();
  const { texts, skipped, origins } = await read(join(folder, "plain"), { split: "train" });
  expect(texts).toEqual(["train/a.txt a"]);
  expect(skipped).toEqual(["b.txt: of which split it is, is not known"]);
  expect(origins).toMatchObject([{ dataset: null, revision: null, split: "train", files: 1 }]);
});

test.each([
  ["data/train-00000-of-00003.parquet", "train"],
  ["data/sft_train-00000-of-00003-abc.parquet", "train"],
  ["data/gold-00000-of-00003.parquet", "gold"],
  ["dev.jsonl", "validation"],
  ["eval/part.jsonl", "test"],
  ["contest/latest.txt", null],
])("the split of %s is %s", (name, split) => expect(splitOfName(name)).toBe(split));

test("patterns of a card", () => {
  const { splitOf } = splitPatterns(frontMatter(CARD)!);
  expect(splitOf("data/a/b.parquet")).toBe("train");
  expect(splitOf("data/a/b/c.parquet")).toBeUndefined();
  expect(splitOf("other.parquet")).toBe("held_out");
  expect(frontMatter("---\ntitle: a book\n---\n")).toBeUndefined();
  const stars = "*a".repeat(2_000);
  expect(fits(stars, "a".repeat(2_000))).toBe(true);
  expect(fits(`${stars}b`, "a".repeat(2_000))).toBe(false);
});
