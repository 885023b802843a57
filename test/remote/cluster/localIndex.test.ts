/** Copies of indexes on a node's disk: a budget that holds, what a killed process left, and who may use the folder. */
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { Storage } from "../../../src/corpus/storage/storage.ts";
import { createNode } from "../../../src/remote/cluster/handler.ts";
import { LocalIndex } from "../../../src/remote/cluster/localIndex.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";

const SIZE = 10_000;
const names = Array.from({ length: 8 }, (_, i) => `segments/${i}.segment`);
const bytesOf = (i: number) => new Uint8Array(SIZE).map((_, at) => (at * 7 + i) % 251);
const far = () => createMemoryStorage(names.map((name, i) => [name, bytesOf(i)] as const));
/** Counts what is read where the text is. */
function counted(storage: Storage) {
  const reads = new Map<string, number>();
  const open: Storage["open"] = async (name, expected) => {
    const file = await storage.open(name, expected);
    const { view: _, ...rest } = file;
    return {
      ...rest,
      read(at, length) {
        reads.set(name, (reads.get(name) ?? 0) + 1);
        return file.read(at, length);
      },
    };
  };
  return { storage: { ...storage, open }, reads };
}
const opened = (index: LocalIndex, i: number) => index.open(names[i]!, { sizeBytes: SIZE });
const onDisk = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".segment"))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

async function indexIn(folder: string, bytesMax: number, storage: Storage = far()): Promise<LocalIndex> {
  const index = new LocalIndex(storage, folder, bytesMax);
  await index.take();
  onTestFinished(() => index.close());
  return index;
}

test("the budget holds also while every file is open, and what was not read for longest goes", async () => {
  const folder = temporaryFolder();
  const { storage, reads } = counted(far());
  const index = await indexIn(folder, 3 * SIZE, storage);
  const files = [];
  for (const i of names.keys()) {
    files.push(await opened(index, i));
    await files[0]!.read(0, 10); // the first stays in use
    expect(index.bytes).toBeLessThanOrEqual(3 * SIZE);
    expect(onDisk(folder)).toBeLessThanOrEqual(3 * SIZE);
  }
  reads.clear();
  for (const [i, file] of notEmpty([...files.entries()]))
    expect(await file.read(100, 300)).toEqual(bytesOf(i).subarray(100, 400));
  expect([...reads.keys()]).toEqual(names.slice(1, 6)); // the first and the last two are here
  for (const file of files) await file.close();
});

test("a smaller budget than before removes copies of an earlier process", async () => {
  const folder = temporaryFolder();
  const before = new LocalIndex(far(), folder, 8 * SIZE);
  await before.take();
  for (const i of names.keys()) await (await opened(before, i)).close();
  expect(onDisk(folder)).toBe(8 * SIZE);
  await before.close();
  const { storage, reads } = counted(far());
  const after = await indexIn(folder, 2 * SIZE, storage);
  const file = await opened(after, 7);
  expect(await file.read(0, 10)).toEqual(bytesOf(7).subarray(0, 10));
  expect(onDisk(folder)).toBe(2 * SIZE);
  expect(reads.size).toBe(0); // the copy that was there is proved, and not loaded again
});

test("what a killed process left unfinished is removed, and a flipped byte is loaded again", async () => {
  const folder = temporaryFolder();
  const before = new LocalIndex(far(), folder, 8 * SIZE);
  await before.take();
  await (await opened(before, 0)).close();
  await before.close();
  writeFileSync(join(folder, ".new-1"), new Uint8Array(100_000));
  writeFileSync(join(folder, names[0]!), bytesOf(0).fill(9, 500, 501));
  const after = await indexIn(folder, 8 * SIZE);
  expect(readdirSync(folder).filter((name) => name.startsWith(".new-"))).toEqual([]);
  expect(await (await opened(after, 0)).read(490, 20)).toEqual(bytesOf(0).subarray(490, 510));
});

test("a folder that another node uses is refused, and free once that one has closed", async () => {
  const cache = temporaryFolder();
  const node = () => createNode({ corpora: new Map([["books", far()]]), secret: "a secret of the test", cache });
  const first = await node();
  await expect(node()).rejects.toMatchObject({
    code: "corpus_locked",
    hint: expect.stringContaining("--cache"),
  });
  await first.close();
  await (await node()).close();
});

test("a folder that cannot be written to is no copy: indexes are read where the text is", async () => {
  const { storage, reads } = counted(far());
  const index = await indexIn("/sys/no-such-folder/cache", 8 * SIZE, storage);
  expect(await (await opened(index, 3)).read(5, 5)).toEqual(bytesOf(3).subarray(5, 10));
  expect([...reads.keys()]).toEqual([names[3]]);
});
