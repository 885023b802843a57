/**
 * Every operation on storage fails once, in every way, during every change; then the machine goes down at the worst moment as well.
 * Whatever is left must open as the corpus was before the change or as it is after it, and take the change again.
 */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { CorpusDocument } from "../../../src/base/contract/resources/corpus.ts";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments, mergeCorpus, purgeCorpus } from "../../../src/corpus/change/change.ts";
import { encodeCorpus } from "../../../src/corpus/change/encode.ts";
import { SEGMENTS_MAX } from "../../../src/corpus/change/mergePolicy.ts";
import { syncDocuments } from "../../../src/corpus/change/sync.ts";
import { mergeCorpora } from "../../../src/corpus/change/union.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { conceptEncoder } from "../../models/encoders/concepts.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { FAULTS, type Fault, FaultyStorage } from "../../support/suites/corpus/faulty.ts";
import {
  builtOf,
  byId,
  expectRuns,
  expectTidy,
  type Living,
  NAMES,
  sliceOf,
} from "../../support/suites/corpus/living.ts";
import { readAll } from "../../support/suites/corpus/storage.suite.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const encoder = conceptEncoder();
type Files = Map<string, Uint8Array>;

const random = seeded(201);
const some = (prefix: string, count: number): CorpusDocument[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${prefix}${i}`, text: zipfText(random, 30) }));
const long = { id: "long", text: zipfText(random, 2_500) };
const first = some("a", 3);
const second = [...some("b", 2), long];
const third = [...some("c", 2), { id: "copy", text: first[0]!.text }];
/** Little, so that much goes to the storage on the way. */
const OPTIONS = { memoryBytes: 2_048, codec: "raw" as const };

async function filesIn(storage: WritableStorage): Promise<Files> {
  const files: Files = new Map();
  for (const name of await storage.list()) files.set(name, await readAll(storage, name));
  return files;
}

/** A corpus of three segments of which two have lost documents. */
async function threeSegments(): Promise<{ files: Files; living: Map<string, CorpusDocument> }> {
  const storage = createMemoryStorage();
  await (await buildCorpus(first, { ...NAMES, ...OPTIONS, storage })).close();
  await appendDocuments(storage, second, OPTIONS);
  await appendDocuments(storage, third, OPTIONS);
  await deleteDocuments(storage, ["a1", "b0"]);
  const living = byId([...first, ...second, ...third]);
  for (const id of ["a1", "b0"]) living.delete(id);
  return { files: await filesIn(storage), living };
}

async function encodedFiles(files: Files): Promise<Files> {
  const storage = copyOf(files);
  await encodeCorpus(storage, encoder);
  return filesIn(storage);
}

/** Of a corpus that was encoded, and then got a document: the last part of its words is written again. */
async function grownFiles({
  files,
  living,
}: {
  files: Files;
  living: Living;
}): Promise<{ files: Files; living: Living }> {
  const storage = copyOf(await encodedFiles(files));
  const more = some("more", 1);
  await appendDocuments(storage, more, OPTIONS);
  return { files: await filesIn(storage), living: new Map([...living, ...byId(more)]) };
}

async function fullOfSegments(): Promise<{ files: Files; living: Map<string, CorpusDocument> }> {
  const storage = createMemoryStorage();
  const documents = some("s", SEGMENTS_MAX);
  await (await buildCorpus([documents[0]!], { ...NAMES, ...OPTIONS, storage })).close();
  for (const document of documents.slice(1)) await appendDocuments(storage, [document], OPTIONS);
  return { files: await filesIn(storage), living: byId(documents) };
}

/** A change from one state to another. */
interface Case {
  name: string;
  files: Files;
  before: Living | null;
  after: Living;
  change: (storage: WritableStorage) => Promise<unknown>;
  /** What a corpus that has it already says to it. */
  again: string | null;
}

async function cases(): Promise<Case[]> {
  const three = await threeSegments();
  const full = await fullOfSegments();
  const grown = await grownFiles(three);
  const added = [{ id: "x", text: zipfText(random, 30) }, { id: "y", text: first[2]!.text }, ...some("z", 2)];
  const without = new Map(three.living);
  const gone = ["a0", "long", "c0", "c1", "copy"]; // of two segments a part, and all of the third
  for (const id of gone) without.delete(id);
  const shards = [first, second].map(async (documents) => {
    const storage = createMemoryStorage();
    await (await buildCorpus(documents, { ...NAMES, ...OPTIONS, storage })).close();
    return storage;
  });
  const closing = async (corpus: Promise<{ close(): Promise<void> }>) => (await corpus).close();
  return [
    {
      name: "building",
      files: new Map(),
      before: null,
      after: byId(third),
      change: (storage) => closing(buildCorpus(third, { ...NAMES, ...OPTIONS, storage })),
      again: "corpus_exists",
    },
    {
      name: "appending",
      files: three.files,
      before: three.living,
      after: new Map([...three.living, ...byId(added)]),
      change: (storage) => appendDocuments(storage, added, OPTIONS),
      again: "document_invalid",
    },
    {
      name: "appending so that segments merge",
      files: full.files,
      before: full.living,
      after: new Map([...full.living, ...byId(added)]),
      change: (storage) => appendDocuments(storage, added, OPTIONS),
      again: "document_invalid",
    },
    ...[
      { name: "replacing", from: three },
      { name: "replacing so that segments merge", from: full },
    ].map(({ name, from: { files, living } }): Case => {
      const [one, other] = [...living.keys()].filter((_, i) => i % 3 === 0);
      const replacing = [
        { id: one!, text: zipfText(random, 30) },
        ...some("r", 1),
        { id: other!, text: first[2]!.text },
      ];
      const after = new Map(living);
      for (const { id } of replacing) after.delete(id);
      for (const document of replacing) after.set(document.id, document);
      const change = (storage: WritableStorage) =>
        appendDocuments(storage, replacing, { ...OPTIONS, onExisting: () => "replace" });
      return { name, files, before: living, after, change, again: null };
    }),
    ...[
      { name: "syncing", from: three },
      { name: "syncing so that segments merge", from: full },
    ].map(({ name, from: { files, living } }): Case => {
      const unchanged = [...living.values()].filter((_, i) => i % 4 < 2);
      const [replaced] = [...living.keys()].filter((_, i) => i % 4 === 2);
      const others = [...some("n", 2), { id: replaced!, text: zipfText(random, 30) }];
      const after = new Map([...byId(unchanged), ...byId(others)]);
      const change = (storage: WritableStorage) => syncDocuments(storage, [...others, ...unchanged], OPTIONS);
      return { name, files, before: living, after, change, again: null };
    }),
    {
      name: "deleting",
      files: three.files,
      before: three.living,
      after: without,
      change: (storage) => deleteDocuments(storage, gone, OPTIONS),
      again: "unknown_document",
    },
    {
      name: "merging",
      files: three.files,
      before: three.living,
      after: three.living,
      change: (storage) => mergeCorpus(storage, OPTIONS),
      again: null,
    },
    {
      name: "purging",
      files: three.files,
      before: three.living,
      after: three.living,
      change: (storage) => purgeCorpus(storage, OPTIONS),
      again: null,
    },
    {
      name: "encoding",
      files: three.files,
      before: three.living,
      after: three.living,
      change: (storage) => encodeCorpus(storage, encoder),
      again: null,
    },
    {
      name: "encoding what came since",
      files: grown.files,
      before: grown.living,
      after: grown.living,
      change: (storage) => encodeCorpus(storage, encoder),
      again: null,
    },
    {
      name: "purging what was encoded",
      files: await encodedFiles(three.files),
      before: three.living,
      after: three.living,
      change: (storage) => purgeCorpus(storage, OPTIONS),
      again: null,
    },
    {
      name: "merging corpora",
      files: new Map(),
      before: null,
      after: byId([...first, ...second]),
      change: async (storage) => closing(mergeCorpora(await Promise.all(shards), { ...NAMES, ...OPTIONS, storage })),
      again: "corpus_exists",
    },
  ];
}

const WRITING = ["create", "write", "finish", "remove", "discard", "list", "lock", "release"] as const;
const READING = ["open", "read"] as const;

const digest = (files: Files): string => {
  const hash = createHash("sha1");
  for (const [name, bytes] of [...files].sort(([x], [y]) => (x < y ? -1 : 1)))
    hash.update(`${name} ${bytes.length} `).update(bytes);
  return hash.digest("hex");
};

/** Looks at what is left after a fault, each state once. */
class Examiner {
  readonly #case: Case;
  readonly #revisions: { before: string | null; after: string };
  readonly #seen = new Map<string, "before" | "after">();
  halfRemoved = 0;

  private constructor(one: Case, revisions: { before: string | null; after: string }) {
    this.#case = one;
    this.#revisions = revisions;
  }

  static async of(one: Case): Promise<Examiner> {
    const revisionOf = async (living: Living) => {
      await using corpus = await builtOf(living);
      return corpus.info.revision;
    };
    const before = one.before === null ? null : await revisionOf(one.before);
    return new Examiner(one, { before, after: await revisionOf(one.after) });
  }

  /** @returns which state it is; where both are the same documents, the one that the manifest says */
  async examine(files: Files): Promise<"before" | "after"> {
    const key = digest(files);
    const known = this.#seen.get(key);
    if (known !== undefined) return known;
    const storage = copyOf(files);
    const state = await this.#stateOf(storage, files);
    await this.#takeAgain(storage, state);
    if (state === "after") await goOn(copyOf(files), this.#case.after);
    else if (this.#case.before !== null) await goOn(copyOf(files), this.#case.before);
    this.#seen.set(key, state);
    return state;
  }

  async #stateOf(storage: WritableStorage, files: Files): Promise<"before" | "after"> {
    const corpus = await openCorpus(storage).catch((error) => error);
    if (isSpoliaError(corpus)) {
      expect(this.#case.before).toBe(null);
      if (files.has("manifest.json")) await this.#expectHalfRemoved(storage, corpus.code);
      else expect(corpus.code).toBe("corpus_not_found");
      return "before";
    }
    const isBefore = Buffer.from(files.get("manifest.json")!).equals(
      this.#case.files.get("manifest.json") ?? new Uint8Array(),
    );
    expect(corpus.info.revision).toBe(isBefore ? this.#revisions.before : this.#revisions.after);
    await corpus.close();
    await expectAnswers(storage, isBefore ? this.#case.before! : this.#case.after);
    return isBefore ? "before" : "after";
  }

  /**
   * A build that failed after its manifest had its name has removed all, and then the power went: the manifest alone came back. Nothing
   * was acknowledged; it is refused by name, and written over by nobody until someone removes it.
   */
  async #expectHalfRemoved(storage: WritableStorage, code: string): Promise<void> {
    this.halfRemoved++;
    expect(code).toBe("corpus_corrupt");
    await expect(this.#case.change(storage)).rejects.toMatchObject({ code: "corpus_exists" });
    await storage.remove("manifest.json");
  }

  async #takeAgain(storage: WritableStorage, state: "before" | "after"): Promise<void> {
    const { change, after, again } = this.#case;
    if (state === "after" && again !== null) await expect(change(storage)).rejects.toMatchObject({ code: again });
    else await change(storage);
    await expectAnswers(storage, after);
    await goOn(storage, after);
  }
}

function copyOf(files: Files): WritableStorage {
  return createMemoryStorage([...files].map(([name, bytes]) => [name, bytes.slice()]));
}

/** Another change is made, and clears away what the failed one left. */
async function goOn(storage: WritableStorage, before: Living): Promise<void> {
  const last = { id: "the last", text: "life goes on" };
  await appendDocuments(storage, [last]);
  await expectAnswers(storage, new Map([...before, [last.id, last]]));
  await expectTidy(storage);
}

async function expectAnswers(storage: WritableStorage, living: Living): Promise<void> {
  expect((await verifyCorpus(storage)).damages).toEqual([]);
  await using corpus = await openCorpus(storage);
  expect(corpus.info.documents).toBe(living.size);
  const everyone = [...first, ...second, ...third, ...living.values()].filter(({ text }) => text.length > 60);
  await expectRuns(
    corpus,
    living,
    [...new Set(everyone.map(({ text }) => text))].map((text) => sliceOf(text, 4)),
  );
}

async function faulted(
  { files, change }: Case,
  nth: number,
  fault: Fault,
  kinds: readonly ((typeof WRITING)[number] | (typeof READING)[number])[],
) {
  const storage = new FaultyStorage(files, nth, fault, kinds);
  const error = await change(storage).then(
    () => undefined,
    (thrown) => thrown,
  );
  return { storage, error };
}

for (const one of notEmpty(await cases())) {
  test(`${one.name}: every way in which every write can fail leaves the state before or the one after`, async () => {
    const examiner = await Examiner.of(one);
    const count = { faults: 0, before: 0, after: 0, swallowed: 0 };
    // In `npm test` each write has one of the faults, in turn.
    const step = fewOrAll(FAULTS.length, 1);
    for (const [number, fault] of FAULTS.entries()) {
      for (let nth = 1 + (number % step); ; nth += step) {
        const { storage, error } = await faulted(one, nth, fault, WRITING);
        if (!storage.hasFailed) break;
        const where = `${fault}: ${nth}, ${storage.journal[nth - 1]}`;
        count.faults++;
        if (error !== undefined) expect(isSpoliaError(error), `${where}: ${error}`).toBe(true);
        const isTouched = storage.journal.includes("finish manifest.json");
        const states = [storage.visible, ...storage.crashes()];
        for (const files of states) {
          const state = await examiner.examine(files);
          if (error === undefined) expect(state, where).toBe("after");
          else if (!isTouched) expect(state, where).toBe("before");
          count[state]++;
        }
        if (error === undefined) count.swallowed++;
        // The same process goes on, unless the lock stayed: it is no worse off than another.
        const failed = storage.journal[nth - 1]!;
        if (fault === "does half of it and fails" && error !== undefined && !/^(lock|release)/.test(failed)) {
          const code = await one.change(storage).then(
            () => null,
            (thrown) => thrown.code,
          );
          expect([null, one.again], where).toContain(code);
          expect(await examiner.examine(storage.visible), where).toBe("after");
        }
      }
    }
    expect(count.faults).toBeGreaterThan(60 / step);
    expect(count.before).toBeGreaterThan(10 / step);
    expect(count.after).toBeGreaterThan(0);
    expect(examiner.halfRemoved).toBeLessThanOrEqual(one.before === null ? 3 : 0);
  });

  test(`${one.name}: a read that fails changes nothing, and is no other error`, async () => {
    const examiner = await Examiner.of(one);
    const { storage: whole } = await faulted(one, Number.POSITIVE_INFINITY, "refuses", READING);
    const reads = whole.journal.length;
    const step = Math.ceil(reads / fewOrAll(10, 60));
    for (const fault of ["refuses", "dies before it"] as const) {
      for (let nth = 1; nth <= reads; nth += step) {
        const { storage, error } = await faulted(one, nth, fault, READING);
        const where = `${fault}: ${nth}, ${storage.journal[nth - 1]}`;
        expect(isSpoliaError(error) && error.code, where).toBe("storage_failed");
        for (const files of [storage.visible, ...storage.crashes()]) await examiner.examine(files);
      }
    }
    expect(reads).toBeGreaterThan(5);
  });
}
