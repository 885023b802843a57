/** Files are removed before anything else is written, and nothing is left under way when a change is over, however slow a storage removes. */
import { describe, expect, test } from "vitest";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments, mergeCorpus, purgeCorpus } from "../../../src/corpus/change/change.ts";
import { mergeCorpora } from "../../../src/corpus/change/union.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { MANIFEST_NAME } from "../../../src/corpus/format/manifest.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { DECLARATION } from "../../support/texts.ts";

const TURNS = 20;
const turns = async (): Promise<void> => {
  for (let i = 0; i < TURNS; i++) await new Promise((resolve) => setImmediate(resolve));
};
const BUILD = { name: "slow", dataset: "d" };
const DOCUMENTS = [
  { id: "en", text: DECLARATION.en },
  { id: "ru", text: DECLARATION.ru },
];

/** Removing takes many turns of the loop. What began while a file was being removed, and what was under way at the end, is told. */
function slowStorage(refuses: (name: string) => boolean = () => false) {
  const storage = createMemoryStorage();
  const faults: string[] = [];
  let removing = 0;
  let removed = 0;
  const told = (what: string) => {
    if (removing > 0) faults.push(`${what} while ${removing} files are being removed`);
  };
  const slow: WritableStorage = {
    ...storage,
    async create() {
      told("a file is created");
      return storage.create();
    },
    async remove(name) {
      removing++;
      await turns();
      removing--;
      if (refuses(name)) throw new Error("busy");
      await storage.remove(name);
      removed++;
    },
    async lock() {
      const lock = await storage.lock();
      const release = async () => {
        told("the lock is released");
        await lock.release();
      };
      return { ...lock, release };
    },
  };
  /** All that was under way has ended, awaited or not. */
  const settled = async () => {
    while (removing > 0) await turns();
    await turns();
    return { faults, removed };
  };
  /** A storage whose reading is told too. */
  const watched = (source: WritableStorage): WritableStorage => ({
    ...source,
    async open(name) {
      const { view: _, ...file } = await source.open(name);
      const read: typeof file.read = (offsetBytes, lengthBytes) => {
        told("a source is read");
        return file.read(offsetBytes, lengthBytes);
      };
      return { ...file, read };
    },
  });
  return { storage, slow, settled, watched };
}

/** What a writer leaves that died before its manifest: the very files that the same documents make again. */
async function leaveRubble(storage: WritableStorage): Promise<string[]> {
  await (await buildCorpus(DOCUMENTS, { ...BUILD, storage })).close();
  await storage.remove(MANIFEST_NAME);
  return storage.list();
}

describe("on a storage that removes slowly", () => {
  test("a corpus is built over the files of a dead writer, with the same names", async () => {
    const { storage, slow, settled } = slowStorage();
    const rubble = await leaveRubble(storage);
    const seen: string[][] = [];
    async function* documents() {
      seen.push(await storage.list());
      yield* DOCUMENTS;
    }
    await (await buildCorpus(documents(), { ...BUILD, storage: slow })).close();
    expect(seen).toEqual([[]]); // it was gone before the first document was asked for
    expect(await settled()).toEqual({ faults: [], removed: rubble.length });
    expect(await storage.list()).toEqual([MANIFEST_NAME, ...rubble].sort());
    expect(await verifyCorpus(storage)).toMatchObject({ is_sound: true, segments: 1 });
  });

  test("corpora are merged over the files of a dead writer, with the same names", async () => {
    const { storage, slow, settled, watched } = slowStorage();
    const sources = [createMemoryStorage(), createMemoryStorage()];
    for (const [i, source] of sources.entries())
      await (await buildCorpus([DOCUMENTS[i]!], { ...BUILD, storage: source })).close();
    await (await mergeCorpora(sources, { ...BUILD, storage })).close();
    await storage.remove(MANIFEST_NAME);
    const rubble = await storage.list();
    await (await mergeCorpora(sources.map(watched), { ...BUILD, storage: slow })).close();
    expect(await settled()).toEqual({ faults: [], removed: rubble.length });
    expect(await storage.list()).toEqual([MANIFEST_NAME, ...rubble].sort());
    expect(await verifyCorpus(storage)).toMatchObject({ is_sound: true, segments: 1 });
  });

  test("a failed build has removed its files when it rejects", async () => {
    const { storage, slow, settled } = slowStorage();
    const rubble = await leaveRubble(storage);
    const twice = [...DOCUMENTS, { id: "en", text: "again" }];
    await expect(buildCorpus(twice, { ...BUILD, storage: slow })).rejects.toMatchObject({ code: "document_invalid" });
    expect(await storage.list()).toEqual([]);
    expect((await settled()).faults).toEqual([]);
    expect(rubble).toHaveLength(2);
  });

  test("a build whose last file fails also removes its files", async () => {
    const { storage, slow, settled } = slowStorage();
    const failing: WritableStorage = {
      ...slow,
      async create() {
        const file = await slow.create();
        const finish = (name: string) =>
          name === MANIFEST_NAME ? Promise.reject(new Error("full")) : file.finish(name);
        return { ...file, finish };
      },
    };
    await expect(buildCorpus(DOCUMENTS, { ...BUILD, storage: failing })).rejects.toThrow();
    expect(await storage.list()).toEqual([]);
    expect(await settled()).toMatchObject({ faults: [], removed: 3 });
  });

  test("a purge retries failed removals, and waits for them", async () => {
    const refused = new Set<string>();
    const { storage, slow, settled } = slowStorage((name) => !refused.has(name) && refused.add(name).has(name));
    await (await buildCorpus(DOCUMENTS, { ...BUILD, storage: slow })).close();
    await deleteDocuments(slow, ["ru"]);
    const before = await storage.list();
    await purgeCorpus(slow);
    const after = await storage.list();
    expect(after.filter((name) => before.includes(name))).toEqual([MANIFEST_NAME]);
    expect(after).toHaveLength(3);
    expect((await settled()).faults).toEqual([]);
    expect(refused.size).toBe(3);
  });

  test("every change waits for its removals", async () => {
    const { storage, slow, settled } = slowStorage();
    await (await buildCorpus(DOCUMENTS, { ...BUILD, storage: slow })).close();
    const changes: Record<string, () => Promise<unknown>> = {
      append: () => appendDocuments(slow, [{ id: "el", text: DECLARATION.el }]),
      "append that fails": () => appendDocuments(slow, [{ id: "el", text: "again" }]).catch(() => {}),
      delete: () => deleteDocuments(slow, ["ru"]),
      "delete more": () => deleteDocuments(slow, ["el"]),
      merge: () => mergeCorpus(slow),
      "append once more": () => appendDocuments(slow, [{ id: "zh", text: DECLARATION.zh }]),
      "delete that": () => deleteDocuments(slow, ["zh"]),
      purge: () => purgeCorpus(slow),
    };
    let before = 0;
    for (const [name, change] of Object.entries(changes)) {
      await storage.create().then((file) => file.write(new Uint8Array(9)).then(() => file.finish("spill/7.spill")));
      await change();
      expect(await storage.list(), name).not.toContain("spill/7.spill");
      const { faults, removed } = await settled();
      expect(faults, name).toEqual([]);
      expect(removed, name).toBeGreaterThan(before);
      before = removed;
      expect(await verifyCorpus(storage), name).toMatchObject({ is_sound: true });
    }
  });
});
