/** A corpus is made to hold what folders hold now: afterwards it answers as one that was built from them. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { CorpusDocument } from "../../../src/base/contract/resources/corpus.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { SourceLog } from "../../../src/corpus/build/sources.ts";
import { UnreadLog } from "../../../src/corpus/build/unread.ts";
import { mergeCorpus } from "../../../src/corpus/change/change.ts";
import type { SyncOptions, SyncStep } from "../../../src/corpus/change/difference.ts";
import { syncDocuments } from "../../../src/corpus/change/sync.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { readManifest } from "../../../src/corpus/format/manifest.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { closeSegments, openSnapshot } from "../../../src/corpus/search/open.ts";
import type { SearchResult } from "../../../src/corpus/search/search.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { Storage, WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { readDocuments } from "../../../src/files/documents/folders/files.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { NO_SHARED, sharedPath } from "../../support/shared.ts";
import { skippable } from "../../support/skippable.ts";
import { kernels, queryOf } from "../../support/suites/corpus/judge.ts";
import { answerOf, builtOf, byId, contentsOf, NAMES } from "../../support/suites/corpus/living.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const random = seeded(2121);
const some = (prefix: string, count: number): CorpusDocument[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${prefix}${i}`, text: zipfText(random, 40) }));

async function corpusOf(documents: Iterable<CorpusDocument>): Promise<WritableStorage> {
  const storage = createMemoryStorage();
  await (await buildCorpus(documents, { ...NAMES, storage })).close();
  return storage;
}

/** Ids of the documents of a corpus, in its order. */
async function idsOf(storage: Storage): Promise<string[]> {
  const { segments } = await openSnapshot(kernels, storage);
  const ids: string[] = [];
  for (const { segment, deletions } of segments)
    for (let document = 0; document < segment.documents.rows; document++)
      if (!deletions.documents.has(document)) ids.push((await segment.record(document)).id);
  await closeSegments(segments);
  return ids;
}

/** Holds these documents and no others, and answers as a corpus does that is built from them in this order. */
async function expectAsBuilt(storage: WritableStorage, documents: readonly CorpusDocument[]): Promise<void> {
  expect((await verifyCorpus(storage)).damages).toEqual([]);
  const ids = await idsOf(storage);
  const wanted = byId(documents);
  expect([...ids].sort()).toEqual([...wanted.keys()].sort());
  await using fresh = await builtOf(byId(ids.map((id) => wanted.get(id)!)));
  const merged = createMemoryStorage([...(await filesOf(storage))]);
  await mergeCorpus(merged);
  await using synced = await openCorpus(storage);
  await using tidied = await openCorpus(merged);
  expect([synced.info.revision, tidied.info.revision]).toEqual([fresh.info.revision, fresh.info.revision]);
  for (const { text, ...known } of notEmpty(documents)) {
    expect(await synced.document(known.id)).toEqual(await fresh.document(known.id));
    const query = queryOf(text.slice(0, 1_500));
    const expected = await fresh.search(query);
    expect(placesIn(await synced.search(query))).toEqual(placesIn(expected));
    expect(answerOf(await tidied.search(query))).toEqual(answerOf(expected));
  }
}

/** Where passages were found, each once: two segments may both store a text. */
function placesIn({ passages }: SearchResult): string[] {
  return [...new Set(passages.map(({ content, source }) => JSON.stringify([content, source])))].sort();
}

async function filesOf(storage: WritableStorage): Promise<Map<string, Uint8Array>> {
  const contents = await contentsOf(storage);
  return new Map([...contents].map(([name, text]) => [name, Buffer.from(text, "latin1")]));
}

describe("a sync", () => {
  test("adds, replaces, deletes, and leaves the rest", async () => {
    const documents = some("a", 8);
    const storage = await corpusOf(documents);
    const now = [
      { ...documents[0]!, title: "A title" }, // other metadata
      { ...documents[1]!, text: `${documents[1]!.text} and more` },
      { ...documents[2]!, id: "renamed" },
      ...documents.slice(3, 7),
      { id: "copy", text: documents[3]!.text },
      ...some("new", 2),
    ];
    const steps: [SyncStep, string][] = [];
    const result = await syncDocuments(storage, now, { onStep: (step, id) => steps.push([step, id]) });
    expect(result).toEqual({ added: 4, replaced: 2, deleted: 2, unchanged: 4, kept: 0, changed: true });
    expect(steps).toEqual([
      ...["a0", "a1"].map((id) => ["replace", id]),
      ...["renamed", "copy", "new0", "new1"].map((id) => ["add", id]),
      ...["a2", "a7"].map((id) => ["delete", id]),
    ]);
    await expectAsBuilt(storage, now);
    const before = await contentsOf(storage);
    const again = await syncDocuments(storage, [...now].reverse());
    expect(again).toEqual({ added: 0, replaced: 0, deleted: 0, unchanged: 10, kept: 0, changed: false });
    expect(await contentsOf(storage)).toEqual(before);
  });

  test("is one change of the manifest", async () => {
    const documents = some("a", 6);
    const storage = await corpusOf(documents);
    const { manifest } = await readManifest(kernels, storage);
    await syncDocuments(storage, [...documents.slice(2), ...some("b", 1)]);
    expect((await readManifest(kernels, storage)).manifest.generation).toBe(manifest.generation + 1);
  });

  test("that is tried out writes nothing and counts the same", async () => {
    const documents = some("a", 6);
    const files = await filesOf(await corpusOf(documents));
    const memory = createMemoryStorage([...files]);
    const refusing = () => Promise.reject(new Error("a dry run writes"));
    const readOnly = { ...memory, create: refusing, remove: refusing, lock: refusing, open: memory.open.bind(memory) };
    const now = [...documents.slice(0, 4), ...some("b", 2)];
    const tried = await syncDocuments({ ...readOnly, list: memory.list.bind(memory) }, now, { dryRun: true });
    expect(tried).toEqual({ added: 2, replaced: 0, deleted: 2, unchanged: 4, kept: 0, changed: true });
    expect(await filesOf(memory)).toEqual(files);
    expect(await syncDocuments(memory, now)).toEqual(tried);
  });

  test("deletes half of the documents, and more only where that is allowed", async () => {
    const documents = some("a", 6);
    const half = await corpusOf(documents);
    expect(await syncDocuments(half, documents.slice(3))).toMatchObject({ deleted: 3 });
    const most = await corpusOf(documents);
    const before = await contentsOf(most);
    await expect(syncDocuments(most, documents.slice(4))).rejects.toMatchObject({ code: "conflict" });
    await expect(syncDocuments(most, documents.slice(4), { dryRun: true })).rejects.toMatchObject({ code: "conflict" });
    await expect(syncDocuments(most, [])).rejects.toMatchObject({ code: "no_documents" });
    expect(await contentsOf(most)).toEqual(before);
    expect(await syncDocuments(most, documents.slice(4), { allowDeletions: true })).toMatchObject({ deleted: 4 });
    await expectAsBuilt(most, documents.slice(4));
    expect(await syncDocuments(most, [], { allowDeletions: true })).toMatchObject({ deleted: 2, changed: true });
    expect(await idsOf(most)).toEqual([]);
    await syncDocuments(most, documents);
    await expectAsBuilt(most, documents);
  });

  test("keeps what may stand in an input that was not read", async () => {
    const documents = some("a", 4);
    const storage = await corpusOf(documents);
    const keeps = (id: string) => id === "a3";
    const result = await syncDocuments(storage, documents.slice(0, 2), { keeps });
    expect(result).toMatchObject({ deleted: 1, kept: 1, unchanged: 2 });
    await expectAsBuilt(storage, [...documents.slice(0, 2), documents[3]!]);
  });

  test("refuses two documents of one id, and a document without text, and changes nothing", async () => {
    const documents = some("a", 4);
    const storage = await corpusOf(documents);
    const before = await contentsOf(storage);
    const wrong = [
      [...documents, documents[0]!],
      [...documents, { id: "x" } as CorpusDocument],
    ];
    for (const now of notEmpty(wrong))
      await expect(syncDocuments(storage, now)).rejects.toMatchObject({ code: "document_invalid" });
    expect(await contentsOf(storage)).toEqual(before);
  });

  test("leaves the corpus as it was where the documents end in an error or it is aborted", async () => {
    const documents = some("a", 4);
    const storage = await corpusOf(documents);
    const before = await contentsOf(storage);
    async function* failing() {
      yield* some("b", 2);
      throw new Error("the disk is gone");
    }
    await expect(syncDocuments(storage, failing())).rejects.toThrow("the disk is gone");
    const signal = AbortSignal.abort();
    await expect(syncDocuments(storage, some("b", 2), { signal })).rejects.toMatchObject({ code: "aborted" });
    expect(await contentsOf(storage)).toEqual(before);
  });

  test("refuses options of other types, and a corpus that is not there", async () => {
    const wrong = [
      { dryRun: 1 },
      { allowDeletions: "yes" },
      { keeps: true },
      { onStep: [] },
    ] as unknown as SyncOptions[];
    const storage = await corpusOf(some("a", 2));
    for (const options of notEmpty(wrong))
      await expect(syncDocuments(storage, [], options)).rejects.toMatchObject({ code: "invalid_request" });
    await expect(syncDocuments(createMemoryStorage(), some("a", 1))).rejects.toMatchObject({
      code: "corpus_not_found",
    });
  });

  test("replaces the record of files, and writes it where only that has changed", async () => {
    const documents = some("a", 3);
    const storage = await corpusOf(documents);
    const logs = (hashes: string[], unread: number) => {
      const sources = new SourceLog();
      for (const hash of hashes) sources.add({ name: hash, bytes: 1, sha256: `sha256:${hash.repeat(64)}` });
      const log = new UnreadLog();
      for (let i = 0; i < unread; i++)
        log.add({ name: `${i}.pdf`, code: "format_not_read", format: "PDF", reason: "PDF" });
      return { sources, unread: log };
    };
    const changed = [];
    for (const [hashes, unread] of [
      [["a", "b"], 2],
      [["a", "b"], 2],
      [["a", "c"], 2],
      [["a", "c"], 1],
    ] as const)
      changed.push((await syncDocuments(storage, documents, logs([...hashes], unread))).changed);
    expect(changed).toEqual([true, false, true, true]);
    await using corpus = await openCorpus(storage);
    expect(corpus.info.unread).toMatchObject({ inputs: 1 });
    expect(corpus.info.provenance).toMatchObject({ unrecorded: 0, sources: { files: 2 } });
    expect(await syncDocuments(storage, documents)).toMatchObject({ changed: false });
    // Without logs nothing is known of files: what was recorded of them stays beside new documents.
    expect(await syncDocuments(storage, [...documents, ...some("b", 2)])).toMatchObject({ changed: true });
    await using after = await openCorpus(storage);
    expect(after.info.unread).toEqual(corpus.info.unread);
  });
});

const BOOKS = "data/corpora/ruslit/ruslit.jsonl.gz";
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder of files with the beginnings of these texts, which is edited at random. */
class LivingFolder {
  readonly path = mkdtempSync(join(tmpdir(), "spolia-sync-"));
  readonly #texts: readonly string[];
  readonly #random: () => number;
  #next = 0;

  constructor(texts: readonly string[], seed: number) {
    folders.push(this.path);
    this.#texts = texts;
    this.#random = seeded(seed);
    mkdirSync(join(this.path, "sub"));
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)]!;
  }

  /** Two texts are the same or have nothing in common: the order of near copies in a result is by their numbers. */
  #text(part = 0): string {
    return this.#pick(this.#texts).slice(3_000 * part, 3_000 * (part + 1));
  }

  #files(): string[] {
    return readdirSync(this.path, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$/.test(name));
  }

  add(): void {
    const name = this.#pick([`${this.#next}.txt`, `sub/${this.#next}.txt`, `${this.#next}.md`, `${this.#next}.jsonl`]);
    this.#next += 1;
    this.#write(name);
  }

  #write(name: string): void {
    const text = this.#text(name.endsWith(".md") ? 1 : 0);
    const line = (id: string) => JSON.stringify({ id, text: this.#text(), title: this.#pick(["One", "Two"]) });
    const lines = `${line("same")}\n${line(name)}\n`;
    writeFileSync(
      join(this.path, name),
      name.endsWith(".jsonl") ? lines : name.endsWith(".md") ? `# T\n\n${text}` : text,
    );
  }

  edit(): void {
    const name = this.#pick(this.#files());
    const chance = this.#random();
    if (chance < 0.4) this.#write(name);
    else if (chance < 0.7) rmSync(join(this.path, name));
    else this.add();
    if (this.#files().length < 3) this.add();
  }
}

describe("after random edits of a folder of real books", () => {
  const isAbsent = !existsSync(sharedPath(BOOKS));
  for (const size of notEmpty([4, 20, fewOrAll(40, 80)]))
    test.skipIf(isAbsent)(
      skippable(`a corpus of ${size} files answers as one that is built anew`, isAbsent, NO_SHARED),
      async () => {
        const texts: string[] = [];
        for await (const { text } of readDocuments([sharedPath(BOOKS)])) if (text.length > 6_000) texts.push(text);
        const folder = new LivingFolder(texts, size);
        for (let i = 0; i < size; i++) folder.add();
        const read = () => readDocuments([folder.path]);
        const storage = createMemoryStorage();
        await (await buildCorpus(read(), { ...NAMES, storage })).close();
        let changes = 0;
        for (let round = 0; round < 12; round++) {
          for (let i = 0; i < 1 + size / 10; i++) folder.edit();
          const { added, replaced, deleted } = await syncDocuments(storage, read(), { allowDeletions: true });
          changes += added + replaced + deleted;
          const before = await contentsOf(storage);
          expect(await syncDocuments(storage, read())).toMatchObject({ changed: false });
          expect(await contentsOf(storage)).toEqual(before);
          if (round % 4 !== 3) continue;
          const documents: CorpusDocument[] = [];
          for await (const document of read()) documents.push(document);
          await expectAsBuilt(storage, documents);
        }
        expect(changes).toBeGreaterThan(12);
      },
    );
});
