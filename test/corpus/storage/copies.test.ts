/**
 * Copies of the indexes of a far corpus: a budget that holds, what a killed process left, who may use the folder, and
 * answers that are those of the corpus itself, whatever the disk does.
 */
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { SpoliaError } from "../../../src/base/errors.ts";
import { appendDocuments, deleteDocuments } from "../../../src/corpus/change/change.ts";
import { type Corpus, openCorpus } from "../../../src/corpus/search/corpus.ts";
import { type CopiedStorage, type CopyOptions, openCopies } from "../../../src/corpus/storage/copies.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { Storage, StoredFile } from "../../../src/corpus/storage/storage.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { skippable } from "../../support/skippable.ts";
import { type Library, library, questions } from "../../support/suites/corpus/library.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { smallDisk } from "../../support/suites/corpus/smallDisk.ts";

const SIZE = 10_000;
const names = Array.from({ length: 8 }, (_, i) => `segments/${i}.segment`);
const bytesOf = (i: number) => new Uint8Array(SIZE).map((_, at) => (at * 7 + i) % 251);
const files = () => createMemoryStorage(names.map((name, i) => [name, bytesOf(i)] as const));

/** The same files far away: reads are counted by name, and may fail. */
function away(storage: Storage) {
  const wire = { isCut: false, reads: new Map<string, number>() };
  const through = () => {
    if (wire.isCut) throw new SpoliaError("storage_failed", "Object storage cannot be reached.");
  };
  const open: Storage["open"] = async (name, expected) => {
    through();
    const { view: _, ...file } = await storage.open(name, expected);
    return {
      ...file,
      isFar: true,
      async read(at, length) {
        through();
        wire.reads.set(name, (wire.reads.get(name) ?? 0) + 1);
        return file.read(at, length);
      },
    };
  };
  return { wire, far: { label: storage.label, open } satisfies Storage };
}

async function copiesIn(folder: string, bytesMax: number, far: Storage = away(files()).far): Promise<CopiedStorage> {
  const copies = await openCopies(far, folder, { bytesMax });
  onTestFinished(() => copies.close());
  return copies;
}
const opened = (copies: Storage, i: number) => copies.open(names[i]!, { sizeBytes: SIZE });
const segmentsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".segment"))
    .map(({ parentPath, name }) => join(parentPath, name));
/** The files that this process has open, also removed ones. */
const heldFiles = (): string[] =>
  readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return []; // that of the list itself
    }
  });
const onDisk = (folder: string): number => segmentsIn(folder).reduce((sum, path) => sum + statSync(path).size, 0);

describe("the folder", () => {
  test("the budget holds also while every file is open, and what was not read for longest goes", async () => {
    const folder = temporaryFolder();
    const { far, wire } = away(files());
    const copies = await copiesIn(folder, 3 * SIZE, far);
    const all = [];
    for (const i of names.keys()) {
      all.push(await opened(copies, i));
      await all[0]!.read(0, 10); // the first stays in use
      expect(copies.bytes).toBeLessThanOrEqual(3 * SIZE);
      expect(onDisk(folder)).toBeLessThanOrEqual(3 * SIZE);
    }
    wire.reads.clear();
    for (const [i, file] of notEmpty([...all.entries()]))
      expect(await file.read(100, 300)).toEqual(bytesOf(i).subarray(100, 400));
    expect([...wire.reads.keys()]).toEqual(names.slice(1, 6)); // the first and the last two are here
    for (const file of all) await file.close();
  });

  test("a smaller budget than before removes copies of an earlier process", async () => {
    const folder = temporaryFolder();
    const before = await openCopies(away(files()).far, folder);
    for (const i of names.keys()) await (await opened(before, i)).close();
    expect(onDisk(folder)).toBe(8 * SIZE);
    await before.close();
    const { far, wire } = away(files());
    const after = await copiesIn(folder, 2 * SIZE, far);
    expect(await (await opened(after, 7)).read(0, 10)).toEqual(bytesOf(7).subarray(0, 10));
    expect(onDisk(folder)).toBe(2 * SIZE);
    expect(wire.reads.size).toBe(0); // the copy that was there is not loaded again
  });

  test("a copy of what is gone from the corpus goes once nothing reads it, also that of an earlier process", async () => {
    const folder = temporaryFolder();
    const storage = files();
    const copies = await openCopies(away(storage).far, folder);
    for (const i of [0, 1, 2]) await (await opened(copies, i)).close();
    await storage.remove(names[1]!);
    expect(segmentsIn(folder).map((path) => basename(path))).toContain("1.segment");
    await (await opened(copies, 3)).close();
    await (await opened(copies, 2)).close(); // this one waits for what was to be done before
    const here = () =>
      segmentsIn(folder)
        .map((path) => basename(path)[0])
        .sort();
    expect(here()).toEqual(["0", "2", "3"]);
    await copies.close();
    await storage.remove(names[0]!);
    const { far, wire } = away(storage);
    const after = await copiesIn(folder, 8 * SIZE, far);
    await (await opened(after, 2)).close();
    await (await opened(after, 4)).close();
    expect(here()).toEqual(["2", "3", "4"]);
    // What cannot be asked stays.
    await storage.remove(names[2]!);
    wire.isCut = true;
    await expect(opened(after, 5)).rejects.toMatchObject({ code: "storage_failed" });
    expect(here()).toEqual(["2", "3", "4"]);
  });

  const hasDescriptors = existsSync("/proc/self/fd");
  test.runIf(hasDescriptors)(
    skippable(
      "neither who keeps copies nor who reads them holds files that nobody reads",
      !hasDescriptors,
      "this system does not list the open files of a process",
    ),
    async () => {
      const folder = temporaryFolder();
      const keeper = await copiesIn(folder, 8 * SIZE);
      const reader = await openCopies(away(files()).far, folder, { keeps: false });
      onTestFinished(() => reader.close());
      const open: StoredFile[] = [];
      for (const copies of [keeper, reader]) for (const i of names.keys()) open.push(await opened(copies, i));
      const held = () => heldFiles().filter((path) => path.startsWith(folder) && path.includes(".segment"));
      expect(held()).toHaveLength(16);
      await Promise.all(open.map((file) => file.close()));
      await Promise.all(open.map((file) => file.close())); // twice is once
      await expect.poll(held).toEqual([]);
      expect(onDisk(folder)).toBe(8 * SIZE);
      expect(await (await opened(reader, 5)).read(0, 9)).toEqual(bytesOf(5).subarray(0, 9));
      expect(held()).toHaveLength(1);
    },
  );

  test("what a killed process left unfinished is removed, and a copy of another length is loaded again", async () => {
    const folder = temporaryFolder();
    const before = await openCopies(away(files()).far, folder);
    for (const i of [0, 1]) await (await opened(before, i)).close();
    await before.close();
    writeFileSync(join(folder, ".new-1"), new Uint8Array(100_000));
    writeFileSync(join(folder, names[0]!), bytesOf(0).subarray(1));
    const after = await copiesIn(folder, 8 * SIZE);
    expect(readdirSync(folder).filter((name) => name.startsWith(".new-"))).toEqual([]);
    expect(await (await opened(after, 0)).read(490, 20)).toEqual(bytesOf(0).subarray(490, 510));
    expect(onDisk(folder)).toBe(2 * SIZE);
  });

  test("one that another process keeps is refused, read by threads of that one, and free once it has closed", async () => {
    const folder = temporaryFolder();
    const first = await openCopies(away(files()).far, folder);
    await expect(openCopies(files(), folder)).rejects.toMatchObject({
      code: "corpus_locked",
      hint: expect.stringContaining("--cache"),
    });
    await (await opened(first, 2)).close();
    const { far, wire } = away(files());
    const reader = await openCopies(far, folder, { keeps: false });
    for (const i of [2, 3]) expect(await (await opened(reader, i)).read(1, 9)).toEqual(bytesOf(i).subarray(1, 10));
    expect([...wire.reads.keys()]).toEqual([names[3]]); // it makes none of its own
    expect(onDisk(folder)).toBe(SIZE);
    await reader.close();
    await first.close();
    await (await openCopies(files(), folder)).close();
  });

  test("one that cannot be written to has no copies: indexes are read where the text is", async () => {
    const { far, wire } = away(files());
    const copies = await copiesIn("/sys/no-such-folder/cache", 8 * SIZE, far);
    expect(await (await opened(copies, 3)).read(5, 5)).toEqual(bytesOf(3).subarray(5, 10));
    expect([...wire.reads.keys()]).toEqual([names[3]]);
  });

  test.each<[string, CopyOptions]>([
    ["bytesMax", { bytesMax: -1 }],
    ["bytesMax", { bytesMax: 0.5 }],
    ["keeps", { keeps: "yes" as never }],
  ])("a wrong %s is named", async (field, options) => {
    await expect(openCopies(files(), temporaryFolder(), options)).rejects.toMatchObject({
      code: "invalid_request",
      fields: [{ pointer: `/options/${field}` }],
    });
  });
});

describe("a corpus", () => {
  let books: Library;
  let contents: string[];
  beforeAll(async () => {
    books = await library();
    contents = [...questions(books, fewOrAll([18], [2_000])[0]!)];
  });

  /** Compares all fields of all answers with those of the corpus itself. */
  async function expectEqual(corpus: Corpus): Promise<void> {
    await using whole = await openCorpus(books.storage);
    const [one, other] = [await createEngine({ corpora: [whole] }), await createEngine({ corpora: [corpus] })];
    for (const content of notEmpty(contents)) {
      const expected = await one.analyze({ content, content_type: "text" });
      expect(await other.analyze({ content, content_type: "text" })).toEqual(expected);
    }
  }

  async function replica(folder = temporaryFolder(), options: CopyOptions = {}) {
    const { far, wire } = away(books.storage);
    const copies = await openCopies(far, folder, options);
    const corpus = await openCorpus(copies);
    onTestFinished(async () => {
      await corpus.close();
      await copies.close();
    });
    return { corpus, wire, folder };
  }

  test("all answers are those of the corpus itself, with copies, with room for some, and without", async () => {
    const { corpus, wire, folder } = await replica();
    wire.reads.clear();
    await expectEqual(corpus);
    expect([...notEmpty([...wire.reads.keys()])].every((name) => name.startsWith("text/"))).toBe(true);
    const some = await replica(temporaryFolder(), { bytesMax: onDisk(folder) / 2 });
    await expectEqual(some.corpus);
    expect(onDisk(some.folder)).toBeLessThanOrEqual(onDisk(folder) / 2);
    await expectEqual((await replica(temporaryFolder(), { bytesMax: 0 })).corpus);
  });

  test("pages and records that flip are noticed, read where they come from, and their copies are gone", async () => {
    const { corpus, folder } = await replica();
    const copies = notEmpty(segmentsIn(folder));
    for (const path of copies) {
      const { length } = readFileSync(path);
      for (let at = 0; at < length; at += 512) flip(path, at + ((at % 509) % Math.min(512, length - at)));
    }
    await expectEqual(corpus);
    expect(segmentsIn(folder)).toEqual([]);
  });

  test("object storage that is out of reach fails a search, and does not shorten it", async () => {
    const { corpus, wire } = await replica();
    const engine = await createEngine({ corpora: [corpus] });
    wire.isCut = true;
    const content = books.documents[7]!.text;
    await expect(engine.analyze({ content, content_type: "text" })).rejects.toMatchObject({ code: "storage_failed" });
    wire.isCut = false;
    await expectEqual(corpus);
  });

  test("a state that was published meanwhile is taken up with its indexes, and by a thread that keeps none", async () => {
    const changing = await library();
    const { far } = away(changing.storage);
    const folder = temporaryFolder();
    const [copies, reading] = [await openCopies(far, folder), await openCopies(far, folder, { keeps: false })];
    const [corpus, thread] = [await openCorpus(copies), await openCorpus(reading)];
    onTestFinished(async () => {
      for (const one of [corpus, thread, copies, reading]) await one.close();
    });
    await appendDocuments(changing.storage, [{ id: "more", text: changing.documents[40]!.text }], {});
    await deleteDocuments(changing.storage, [changing.documents[17]!.id]);
    expect([await corpus.refresh(), await thread.refresh()]).toEqual([true, true]);
    await using whole = await openCorpus(changing.storage);
    for (const one of [corpus, thread]) {
      expect(one.info).toEqual(whole.info);
      expect(await one.document("more")).toEqual(await whole.document("more"));
      expect(await one.document(changing.documents[17]!.id)).toBeNull();
    }
  });

  const disk = smallDisk(1024 * 1024);
  test.skipIf(disk === null)(
    skippable("a disk that is full changes no answer", disk === null, "no small disk can be made"),
    async () => {
      onTestFinished(() => disk!.remove());
      disk!.fill(process.pid);
      const { corpus } = await replica(join(disk!.folder, "cache"));
      await expectEqual(corpus);
      disk!.empty(process.pid);
    },
  );
});

function flip(path: string, at: number): void {
  const byte = readFileSync(path)[at]!;
  const file = openSync(path, "r+");
  writeSync(file, Uint8Array.of(byte ^ 0x10), 0, 1, at);
  closeSync(file);
}
