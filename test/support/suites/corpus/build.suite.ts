/** Tests of builds that must fail: the error states the reason, and no file remains. */
import { describe, expect, test } from "vitest";
import type { CorpusDocument, Progress } from "../../../../src/base/contract/resources/corpus.ts";
import { buildCorpus } from "../../../../src/corpus/build/build.ts";
import { openCorpus } from "../../../../src/corpus/search/corpus.ts";
import type { WritableStorage } from "../../../../src/corpus/storage/storage.ts";
import { DECLARATION, seeded, zipfText } from "../../texts.ts";
import { queryOf } from "./judge.ts";
import type { Place } from "./places.ts";
import { put } from "./storage.suite.ts";

const NAMES = { name: "test", dataset: "test-set" };
const random = seeded(21);
const documents: CorpusDocument[] = [
  { id: "a", text: DECLARATION.en },
  { id: "long", text: zipfText(random, 4_200) },
  { id: "b", text: DECLARATION.zh },
];

export function buildSuite(place: Place): void {
  describe(`builds in ${place.name} that cannot succeed`, () => {
    const refused: [string, unknown, string][] = [
      ["no document", [], "no_documents"],
      ["nothing", undefined, "invalid_request"],
      ["null", null, "invalid_request"],
      ["a number", 5, "invalid_request"],
      ["a string", "text", "invalid_request"],
      ["an object", { id: "a", text: "b" }, "invalid_request"],
      ["a document that is null", [...documents, null], "document_invalid"],
      ["a document that is a string", [...documents, "text"], "document_invalid"],
      ["no id", [{ text: "a" }], "document_invalid"],
      ["an empty id", [...documents, { id: "", text: "a" }], "document_invalid"],
      ["an id that is a number", [...documents, { id: 5, text: "a" }], "document_invalid"],
      ["no text", [...documents, { id: "c" }], "document_invalid"],
      ["a text that is null", [...documents, { id: "c", text: null }], "document_invalid"],
      ["a text of bytes", [...documents, { id: "c", text: new Uint8Array(3) }], "document_invalid"],
      ["the same id twice", [...documents, { id: "a", text: "other" }], "document_invalid"],
      ["the same document twice", [...documents, documents[0]], "document_invalid"],
      ["a title that is an object", [{ id: "c", text: "c", title: {} }], "document_invalid"],
      ["an author that is null", [{ id: "c", text: "c", author: null }], "document_invalid"],
      ["a big integer for a year", [{ id: "c", text: "c", year: 5n }], "document_invalid"],
      ["a year that is no number", [{ id: "c", text: "c", year: Number.NaN }], "document_invalid"],
    ];

    test.each(refused)("%s", async (_, given, code) => {
      const { storage, everything } = place.make();
      const error = await buildCorpus(given as CorpusDocument[], { ...NAMES, storage }).catch((thrown) => thrown);
      expect(error).toMatchObject({ name: "SpoliaError", code });
      expect(error.message + error.hint).not.toContain(DECLARATION.en.slice(0, 9));
      expect(await everything()).toEqual([]);
    });

    test.each([
      ["", "set", ["/name"]],
      [5, "set", ["/name"]],
      ["n", "Not A Slug", ["/dataset"]],
      ["n", "", ["/dataset"]],
      [undefined, undefined, ["/name", "/dataset"]],
    ])("the name %o with the dataset %o", async (name, dataset, pointers) => {
      const { storage, everything } = place.make();
      const error = await buildCorpus(documents, { name, dataset, storage } as never).catch((thrown) => thrown);
      expect(error.code).toBe("invalid_request");
      expect(error.fields.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
      expect(await everything()).toEqual([]);
    });

    test("a storage with files is corpus_exists and does not change", async () => {
      const { storage, again } = place.make();
      await put(storage, "notes.txt", new Uint8Array(3));
      await expect(buildCorpus(documents, { ...NAMES, storage })).rejects.toMatchObject({ code: "corpus_exists" });
      expect(await again().list()).toEqual(["notes.txt"]);
      await storage.remove("notes.txt");
      await (await buildCorpus(documents, { ...NAMES, storage })).close();
      const before = await storage.list();
      await expect(buildCorpus(documents, { ...NAMES, storage: again() })).rejects.toMatchObject({
        code: "corpus_exists",
      });
      expect(await storage.list()).toEqual(before);
    });

    test.each([0, 1, 3])(
      "an iterator of documents that throws after %d: the build throws the same error and closes the iterator",
      async (count) => {
        const own = new RangeError("the caller's");
        let returned = 0;
        function* throwing() {
          try {
            yield* documents.slice(0, count);
            throw own;
          } finally {
            returned++;
          }
        }
        async function* slowly() {
          for (const document of throwing()) yield await Promise.resolve(document);
        }
        for (const source of [throwing, slowly]) {
          const { storage, everything } = place.make();
          await expect(buildCorpus(source(), { ...NAMES, storage })).rejects.toBe(own);
          expect(await everything()).toEqual([]);
        }
        expect(returned).toBe(2);
      },
    );

    test.each([0, 1, 2, 3])(
      "a signal that fires at document %d: aborted, and the iterator is closed",
      async (count) => {
        const { storage, everything } = place.make();
        const controller = new AbortController();
        let closed = false;
        function* stopping() {
          try {
            for (const [i, document] of documents.entries()) {
              if (i === count) controller.abort();
              yield document;
            }
            controller.abort();
          } finally {
            closed = true;
          }
        }
        const building = buildCorpus(stopping(), { ...NAMES, storage, signal: controller.signal });
        await expect(building).rejects.toMatchObject({ code: "aborted" });
        expect(closed).toBe(true);
        expect(await everything()).toEqual([]);
      },
    );

    test("a progress listener that throws stops the build with the same error", async () => {
      const { storage, everything } = place.make();
      const own = new Error("the listener's");
      const onProgress = () => {
        throw own;
      };
      await expect(buildCorpus(documents, { ...NAMES, storage, onProgress })).rejects.toBe(own);
      expect(await everything()).toEqual([]);
    });

    test("progress counts documents, then what is written of the index", async () => {
      const seen: number[] = [];
      const written: (readonly [number, number | null])[] = [];
      const onProgress = ({ stage, done, total }: Progress) =>
        stage === "build" ? seen.push(done) : written.push([done, total]);
      const corpus = await buildCorpus([...documents, { id: "copy", text: DECLARATION.en }], {
        ...NAMES,
        storage: place.make().storage,
        onProgress,
      });
      expect(seen).toEqual([1, 2, 3, 4]);
      expect(written[0]?.[0]).toBe(0);
      expect(written.at(-1)?.[0]).toBe(written.at(-1)?.[1]);
      await corpus.close();
    });

    test.each(["refuses", "does half of it", "does it and fails"] as const)(
      "a storage that %s at its nth operation",
      async (how) => {
        for (let n = 1; ; n++) {
          const { storage, again, everything } = place.make();
          const failing = failingStorage(storage, n, how);
          const error = await buildCorpus(documents, { ...NAMES, storage: failing.storage }).then(
            (corpus) => corpus.close(),
            (thrown) => thrown,
          );
          if (!failing.hasFailed()) {
            expect(n).toBeGreaterThan(12);
            expect(error).toBeUndefined();
            break;
          }
          expect(error, `operation ${n}`).toBe(failing.error);
          await expect(openCorpus(again())).rejects.toMatchObject({ code: "corpus_not_found" });
          expect(await everything(), `operation ${n}`).toEqual([]);
        }
      },
    );

    test.each(["refuses", "does half of it", "does it and fails"] as const)(
      "a storage that %s at its nth operation and then stops working: no corpus, or a complete one",
      async (how) => {
        let whole = 0;
        for (let n = 1; ; n++) {
          const { storage, again } = place.make();
          const failing = failingStorage(storage, n, how, true);
          const error = await buildCorpus(documents, { ...NAMES, storage: failing.storage }).then(
            (corpus) => corpus.close(),
            (thrown) => thrown,
          );
          if (!failing.hasFailed()) break;
          expect(error, `operation ${n}`).toBe(failing.error);
          const opened = await openCorpus(again()).catch((thrown) => thrown.code);
          if (opened === "corpus_not_found") continue;
          whole++;
          expect((await opened.search(queryOf(DECLARATION.en))).passages[0]).toMatchObject({
            kind: "verbatim",
            agreeingWords: 30,
          });
          await opened.close();
        }
        expect(whole).toBe(how === "does it and fails" ? 1 : 0);
      },
    );
  });
}

/** A storage in which one operation (create, write, finish) fails, or that operation and all later ones. */
function failingStorage(
  storage: WritableStorage,
  nth: number,
  how: "refuses" | "does half of it" | "does it and fails",
  dead = false,
) {
  const error = new Error("no space left");
  let operations = 0;
  async function step<T>(work: () => Promise<T>, half: () => Promise<unknown> = async () => {}): Promise<T> {
    operations++;
    if (dead && operations > nth) throw error;
    if (operations !== nth) return work();
    await (how === "refuses" ? undefined : how === "does half of it" ? half() : work());
    throw error;
  }
  const unlessDead = (work: () => Promise<void>) => (dead && operations >= nth ? Promise.reject(error) : work());
  const wrapped: WritableStorage = {
    label: storage.label,
    open: (name) => storage.open(name),
    list: () => storage.list(),
    lock: () => storage.lock(),
    remove: (name) => unlessDead(() => storage.remove(name)),
    async create() {
      if (how === "does it and fails" && operations + 1 === nth) {
        operations++;
        throw error; // a file that was made and not handed over could not be discarded by anyone
      }
      const file = await step(() => storage.create());
      return {
        write: (bytes) =>
          step(
            () => file.write(bytes),
            () => file.write(bytes.subarray(0, bytes.length >> 1)),
          ),
        finish: (name) => step(() => file.finish(name)),
        discard: () => unlessDead(() => file.discard()),
      };
    },
  };
  return { storage: wrapped, error, hasFailed: () => operations >= nth };
}
