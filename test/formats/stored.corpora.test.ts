/** Corpora and identities of released versions: they open, are sound, answer as they did, and can be changed. */
import { afterAll, describe, expect, test } from "vitest";
import {
  appendDocuments,
  deleteDocuments,
  findDuplicates,
  mergeCorpora,
  verifyCorpus,
} from "../../src/corpus/index.ts";
import { createFileStorage } from "../../src/corpus/storage/file.ts";
import { createMemoryStorage } from "../../src/corpus/storage/memory.ts";
import { createEngine, fingerprint, isccTextCode, openCorpus, parseFingerprint } from "../../src/index.ts";
import { queryOf } from "../support/suites/corpus/judge.ts";
import { RELEASED, unpacked } from "./stored.ts";

interface Identity {
  name: string;
  text: string;
  id: string;
  /** Base64. */
  bytes: string;
  words: number;
  shingles: number;
  codes: Record<64 | 128 | 256, string>;
  identified: object;
}

test("there are files of released versions", () => expect(RELEASED).toEqual(["0.1.0"]));

describe.each(RELEASED)("corpora of %s", (version) => {
  const stored = unpacked(version);
  afterAll(stored.remove);
  const corpora = stored.names("corpora").filter((name) => name.endsWith(".spolia"));
  const whereIs = (name: string) => stored.path(`corpora/${name}`);
  /** The last record that the command line printed of a corpus. */
  const told = (name: string) => {
    const records = ["delete", "append", "build"].map((verb) => `${name.replace(".spolia", "")}.${verb}.json`);
    return stored.json(`corpora/${records.find((record) => stored.names("corpora").includes(record))}`).corpus;
  };

  test("are of every kind", () => {
    expect(corpora).toEqual(["books.spolia", "lists.spolia", "merged.spolia", "sparse.spolia"]);
    expect(told("sparse.spolia")).toMatchObject({ profile: { name: "sparse" }, segments: 2 });
    expect(stored.json("corpora/books.build.json").skipped).toEqual([
      { path: "inputs/books/more.jsonl", line: 2, reason: "not JSON" },
    ]);
  });

  test.each(corpora)("%s is sound, and is what was told of it", async (name) => {
    expect(await verifyCorpus(whereIs(name))).toMatchObject({ is_sound: true, damages: [] });
    await using corpus = await openCorpus(whereIs(name));
    expect(corpus.info).toMatchObject(told(name));
  });

  test.each([
    ["books.spolia", "work.txt", ["book-00.txt"]],
    ["merged.spolia", "work.txt", ["book-00.txt"]],
    ["merged.spolia", "repeated.txt", ["inputs/repeated.txt"]],
    ["lists.spolia", "repeated.txt", ["inputs/repeated.txt"]],
    ["sparse.spolia", "work.txt", ["inputs/work.txt", "inputs/books/book-00.txt"]],
    ["sparse.spolia", "other.txt", []], // it was deleted
  ])("%s finds %s", async (name, text, ids) => {
    await using corpus = await openCorpus(whereIs(name));
    const { passages } = await corpus.search(queryOf(stored.text(`inputs/${text}`).slice(0, 20_000)));
    expect(new Set(passages.map(({ document }) => document.id))).toEqual(new Set(ids));
  });

  test("have the near duplicates that were found", async () => {
    const { method, ...found } = await findDuplicates(whereIs("books.spolia"));
    const { method: before, ...kept } = stored.json("corpora/books.duplicates.json");
    expect(found).toMatchObject(kept);
    expect(before.engine).toBe(`spolia ${version}`);
    expect(method.fold).toBe(before.fold);
  });

  test("can be appended to, deleted from and merged, and are sound after", async () => {
    const books = createFileStorage(whereIs("books.spolia"));
    await appendDocuments(books, [{ id: "later", text: stored.text("inputs/other.txt") }]);
    await deleteDocuments(books, ["thai"]);
    expect(await verifyCorpus(books)).toMatchObject({ is_sound: true, segments: 2 });
    const storage = createMemoryStorage();
    const sources = [books, createFileStorage(whereIs("lists.spolia"))];
    await using merged = await mergeCorpora(sources, { name: "m", dataset: "d", storage });
    expect(merged.info).toMatchObject({ documents: told("books.spolia").documents + 1, segments: 1 });
    expect(await verifyCorpus(storage)).toMatchObject({ is_sound: true });
  });
});

describe.each(RELEASED)("identities of %s", (version) => {
  const stored = unpacked(version);
  afterAll(stored.remove);
  const identities: Identity[] = stored.json("identities.json");

  test("are of several scripts and lengths, on both sides of 512 words", () => {
    expect(identities.length).toBeGreaterThanOrEqual(20);
    const lengths = identities.map(({ words }) => words);
    for (const length of [0, 1, 4, 5, 512, 513, 3_000]) expect(lengths).toContain(length);
  });

  test.each(identities)(
    "$name is known by the same",
    async ({ text, id, bytes, words, shingles, codes, identified }) => {
      const print = await fingerprint(text);
      expect(print).toMatchObject({ id, lengthWords: words });
      expect(Buffer.from(print.bytes).toString("base64")).toBe(bytes);
      const read = parseFingerprint(new Uint8Array(Buffer.from(bytes, "base64")));
      expect(read).toMatchObject({ id, lengthWords: words });
      expect(read.shingles.low).toHaveLength(shingles);
      for (const bits of [64, 128, 256] as const) expect(await isccTextCode(text, bits)).toBe(codes[bits]);
      const engine = await createEngine({ corpora: [] });
      const now = await engine.identify({ content: text, content_type: "text" });
      expect(JSON.parse(JSON.stringify(now))).toMatchObject(identified);
    },
  );
});
