/** Tests of a changing corpus: documents are added and deleted, segments merge, readers search meanwhile. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CorpusDocument } from "../../../../src/base/contract/resources/corpus.ts";
import { buildCorpus } from "../../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments, mergeCorpus, purgeCorpus } from "../../../../src/corpus/change/change.ts";
import { SEGMENTS_MAX } from "../../../../src/corpus/change/mergePolicy.ts";
import { mergeCorpora } from "../../../../src/corpus/change/union.ts";
import { verifyCorpus } from "../../../../src/corpus/change/verify.ts";
import { openCorpus } from "../../../../src/corpus/search/corpus.ts";
import { createMemoryStorage } from "../../../../src/corpus/storage/memory.ts";
import type { Storage, WritableStorage } from "../../../../src/corpus/storage/storage.ts";
import { notEmpty } from "../../notEmpty.ts";
import { fewOrAll } from "../../scale.ts";
import { seeded, zipfText } from "../../texts.ts";
import { queryOf } from "./judge.ts";
import {
  answerOf,
  builtOf,
  byId,
  contentsOf,
  expectFigures,
  expectRuns,
  expectTidy,
  figuresOf,
  fill,
  judgedText,
  type Living,
  NAMES,
  RUN_WORDS,
  sliceOf,
} from "./living.ts";
import type { Place } from "./places.ts";

const SHORT_WORDS = 40;
const LONG_WORDS = 5_000; // three blocks

/** Documents with different texts. */
function shortOnes(seed: number, count: number, prefix = "d"): CorpusDocument[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, i) => ({
    id: `${prefix}${i}`,
    text: zipfText(random, SHORT_WORDS),
    year: 1900 + i,
  }));
}

/** Runs at random positions of texts that are long enough. */
function runsOf(texts: readonly string[], random: () => number, count: number): string[] {
  const enough = texts.filter((text) => judgedText(text).words.length >= RUN_WORDS);
  return Array.from({ length: enough.length === 0 ? 0 : count }, () => {
    const text = enough[Math.floor(random() * enough.length)]!;
    return sliceOf(text, Math.floor(random() * (judgedText(text).words.length - RUN_WORDS + 1)));
  });
}

async function build(storage: WritableStorage, documents: Iterable<CorpusDocument>): Promise<void> {
  await (await buildCorpus(documents, { ...NAMES, storage })).close();
}

/** Opens the corpus, compares it with the expected documents, and checks that deleted ones are not found. */
async function expectLife(
  storage: Storage,
  living: Living,
  gone: readonly CorpusDocument[] = [],
  seed = 1,
): Promise<void> {
  await using corpus = await openCorpus(storage, { depth: "thorough" });
  expect(corpus.info.segments).toBeLessThanOrEqual(SEGMENTS_MAX);
  expectFigures(corpus, living);
  const random = seeded(seed);
  const texts = [...living.values()].map(({ text }) => text);
  await expectRuns(corpus, living, [
    ...runsOf(texts, random, 6),
    ...runsOf(
      gone.map(({ text }) => text),
      random,
      4,
    ),
  ]);
  if (living.size === 0) return;
  await using fresh = await builtOf(living);
  expect(corpus.info.revision).toBe(fresh.info.revision);
}

export function lifeSuite(place: Place): void {
  appends(place);
  deletions(place);
  randomLife(place);
  purges(place);
  shards(place);
  readers(place);
}

function appends(place: Place): void {
  describe(`appending in ${place.name}`, () => {
    test("gives the same results as a corpus built from all documents, merged or not", async () => {
      const { storage, again } = place.make();
      const random = seeded(31);
      const documents: CorpusDocument[] = [
        ...shortOnes(32, 30),
        { id: "long", text: zipfText(random, LONG_WORDS), title: "A long one" },
        { id: "empty", text: "" },
        ...shortOnes(33, 20, "e"),
        { id: "longer", text: zipfText(random, 2 * LONG_WORDS) },
        ...shortOnes(34, 20, "f"),
      ];
      await build(storage, documents.slice(0, 17));
      for (const [from, to] of [
        [17, 31],
        [31, 33],
        [33, 52],
        [52, documents.length],
      ])
        expect(await appendDocuments(again(), documents.slice(from, to))).toBe(to! - from!);
      await using whole = await builtOf(byId(documents));
      const texts = documents.map(({ text }) => text);
      const queries = [
        ...runsOf(texts, random, 60).map((run) => queryOf(`${fill(9)} ${run} ${fill(9)}`)),
        queryOf(runsOf(texts, random, 20).join(` ${fill(3)} `)),
        queryOf(documents.find(({ id }) => id === "longer")!.text),
        queryOf(fill(40)),
      ];
      const expected = await Promise.all(queries.map(async (query) => answerOf(await whole.search(query))));
      expect(expected.filter(({ passages }) => passages.length > 0).length).toBe(62);
      for (const merges of [false, true]) {
        if (merges) await mergeCorpus(again());
        await using corpus = await openCorpus(again(), { depth: "thorough" });
        expect(corpus.info.segments).toBe(merges ? 1 : 5);
        expect(corpus.info.revision).toBe(whole.info.revision);
        for (const [i, query] of notEmpty(queries.entries()))
          expect(answerOf(await corpus.search(query)), `query ${i}`).toEqual(expected[i]);
      }
      expect((await verifyCorpus(again())).is_sound).toBe(true);
    });

    test("after a merge, copies of an existing text are counted as in one build", async () => {
      const { storage, again } = place.make();
      const [a, b, c] = shortOnes(35, 3) as [CorpusDocument, CorpusDocument, CorpusDocument];
      const copies = [
        { id: "a again", text: a.text },
        { id: "c again", text: c.text },
      ];
      await build(storage, [a, b]);
      await appendDocuments(storage, [c, ...copies]);
      await appendDocuments(storage, [{ id: "a once more", text: a.text }]);
      const living = byId([a, b, c, ...copies, { id: "a once more", text: a.text }]);
      await expectLife(again(), living);
      await mergeCorpus(storage);
      await using corpus = await openCorpus(again(), { depth: "thorough" });
      await using whole = await builtOf(living);
      expect(corpus.info).toMatchObject(figuresOf(living));
      for (const { text } of [a, b, c])
        expect(answerOf(await corpus.search(queryOf(text)))).toEqual(answerOf(await whole.search(queryOf(text))));
      expect((await corpus.search(queryOf(a.text))).passages[0]!.document).toMatchObject({ id: a.id, copies: 3 });
    });

    test.each([
      [
        "an id that is there",
        (taken: CorpusDocument) => [
          { id: "new", text: "new text" },
          { ...taken, text: "another" },
        ],
        "document_invalid",
      ],
      [
        "an id twice",
        () => [
          { id: "new", text: "a" },
          { id: "new", text: "b" },
        ],
        "document_invalid",
      ],
      ["a document without text", () => [{ id: "new", text: "a" }, { id: "newer" }], "document_invalid"],
      ["no document", () => [], "no_documents"],
      ["what is no iterable", () => 5, "invalid_request"],
    ] as [string, (taken: CorpusDocument) => unknown, string][])(
      "%s is rejected and changes nothing",
      async (_, make, code) => {
        const { storage, again } = place.make();
        const documents = shortOnes(36, 5);
        await build(storage, documents.slice(0, 3));
        await appendDocuments(storage, documents.slice(3));
        const before = await contentsOf(again());
        for (const taken of notEmpty(documents)) {
          const given = make(taken) as CorpusDocument[];
          await expect(appendDocuments(storage, given)).rejects.toMatchObject({ name: "SpoliaError", code });
        }
        expect(await contentsOf(again())).toEqual(before);
        await appendDocuments(storage, [{ id: "new", text: "a" }]); // nothing of what was refused is taken
      },
    );

    test("a signal or an error at any document: the append changes nothing", async () => {
      const { storage, again } = place.make();
      await build(storage, shortOnes(37, 3));
      const before = await contentsOf(again());
      for (let at = 0; at <= 3; at++) {
        for (const own of [null, new RangeError("the caller's")]) {
          const controller = new AbortController();
          const stopping = function* () {
            for (const [i, document] of [...shortOnes(38, 3, "new"), null].entries()) {
              if (i === at && own !== null) throw own;
              if (i === at) controller.abort();
              if (document !== null) yield document;
            }
          };
          const appending = appendDocuments(storage, stopping(), { signal: controller.signal });
          if (own === null) await expect(appending).rejects.toMatchObject({ code: "aborted" });
          else await expect(appending).rejects.toBe(own);
          expect(await contentsOf(again()), `stopped at ${at}`).toEqual(before);
        }
      }
    });

    test("a signal while segments merge: the append adds nothing", async () => {
      const { storage, again } = place.make();
      const documents = shortOnes(39, SEGMENTS_MAX + 1);
      await build(storage, documents.slice(0, 1));
      for (let i = 1; i < SEGMENTS_MAX; i++) await appendDocuments(storage, [documents[i]!]);
      const last = documents.at(-1)!;
      let stopped = 0;
      for (let looks = 1; ; looks++) {
        const error = await appendDocuments(storage, [last], { signal: firingAt(looks) }).then(
          () => undefined,
          (thrown) => thrown,
        );
        if (error === undefined) break;
        expect(error).toMatchObject({ code: "aborted" });
        await expectLife(again(), byId(documents.slice(0, -1)), [last], looks);
        stopped++;
      }
      expect(stopped).toBeGreaterThan(3);
      await expectLife(again(), byId(documents));
    });

    test("a missing corpus is corpus_not_found, and nothing is created", async () => {
      const { storage, everything } = place.make();
      for (const change of [
        () => appendDocuments(storage, shortOnes(40, 1)),
        () => deleteDocuments(storage, ["a"]),
        () => mergeCorpus(storage),
        () => purgeCorpus(storage),
      ]) {
        await expect(change()).rejects.toMatchObject({ code: "corpus_not_found" });
        expect(await everything()).toEqual([]);
      }
    });

    test("forty small appends give few segments and few files, and no document is lost", async () => {
      const { storage, again } = place.make();
      const documents = shortOnes(41, 41);
      await build(storage, documents.slice(0, 1));
      let [most, mostFiles] = [0, 0];
      for (let i = 1; i < documents.length; i++) {
        await appendDocuments(storage, [documents[i]!]);
        await using corpus = await openCorpus(again(), { depth: "thorough" });
        most = Math.max(most, corpus.info.segments);
        mostFiles = Math.max(mostFiles, (await again().list()).length);
        await expectTidy(again());
      }
      expect(most).toBe(SEGMENTS_MAX);
      expect(mostFiles).toBeLessThanOrEqual(1 + 2 * (2 * SEGMENTS_MAX + 2)); // those named, and those of two changes before
      await expectLife(again(), byId(documents));
      await using corpus = await openCorpus(again(), { depth: "thorough" });
      for (const { text } of documents)
        await expectRuns(corpus, byId(documents), [sliceOf(text, 0), sliceOf(text, SHORT_WORDS - RUN_WORDS)]);
      expect((await verifyCorpus(again())).is_sound).toBe(true);
    });
  });
}

/** A signal that fires when it is checked for the nth time. */
function firingAt(looks: number): AbortSignal {
  const controller = new AbortController();
  let seen = 0;
  return new Proxy(controller.signal, {
    get(signal, property) {
      if (property === "aborted" && ++seen === looks) controller.abort();
      return Reflect.get(signal, property, signal);
    },
  });
}

function deletions(place: Place): void {
  describe(`deleting in ${place.name}`, () => {
    test("takes effect for everyone who opens or refreshes, for a document in any segment", async () => {
      const { storage, again } = place.make();
      const documents = [
        ...shortOnes(51, 12),
        { id: "long", text: zipfText(seeded(52), LONG_WORDS) },
        ...shortOnes(53, 4, "e"),
      ];
      await build(storage, documents.slice(0, 9));
      await appendDocuments(storage, documents.slice(9));
      await using opened = await openCorpus(again(), { depth: "thorough" });
      const living = byId(documents);
      const gone: CorpusDocument[] = [];
      for (const id of ["d4", "long", "d0", "e3", "d8", "d9"]) {
        gone.push(living.get(id)!);
        await deleteDocuments(storage, [id]);
        const shown = await opened.search(queryOf(living.get(id)!.text));
        expect(shown.passages.map(({ document }) => document.id)).toContain(id); // not before it refreshes
        living.delete(id);
        expect(await opened.refresh()).toBe(true);
        expect(await opened.refresh()).toBe(false);
        await expectRuns(opened, living, [sliceOf(gone.at(-1)!.text, 0), sliceOf([...living.values()][0]!.text, 3)]);
        await expectLife(again(), living, gone);
      }
      await mergeCorpus(storage);
      await expectLife(again(), living, gone);
    });

    test("a missing id is unknown_document, and nothing is deleted", async () => {
      const { storage, again } = place.make();
      const documents = shortOnes(54, 6);
      await build(storage, documents.slice(0, 3));
      await appendDocuments(storage, documents.slice(3));
      await deleteDocuments(storage, ["d1"]);
      const before = await contentsOf(again());
      for (const [ids, named] of [
        [["x"], "“x”."],
        [["d0", "x", "y"], "“x”, “y”."],
        [["d0", "d1"], "“d1”."],
        [["d5", "D0"], "“D0”."],
        [[""], "“”."],
        [Array.from({ length: 12 }, (_, i) => `x${i}`), "“x9”, and 2 more."],
      ] as const)
        await expect(deleteDocuments(storage, ids)).rejects.toMatchObject({
          code: "unknown_document",
          message: expect.stringContaining(named),
        });
      expect(await contentsOf(again())).toEqual(before);
    });

    test("of a copy lowers the count, the next copy represents the text, and deleting the last copy removes it", async () => {
      const { storage, again } = place.make();
      const [one, other] = shortOnes(55, 2) as [CorpusDocument, CorpusDocument];
      const long = zipfText(seeded(56), LONG_WORDS);
      const copies = ["a", "b", "c", "d"].flatMap((id) => [
        { id, text: one.text },
        { id: `long ${id}`, text: long },
      ]);
      await build(storage, [other, ...copies]);
      const living = byId([other, ...copies]);
      for (const id of ["b", "a", "d", "c"]) {
        await deleteDocuments(storage, [id, `long ${id}`]);
        living.delete(id);
        living.delete(`long ${id}`);
        await expectLife(again(), living, copies);
      }
      expect([...living.keys()]).toEqual([other.id]);
      await mergeCorpus(storage);
      await expectLife(again(), living, copies);
    });

    test("a deleted id can be reused, for the same or another text, before and after a merge", async () => {
      const { storage, again } = place.make();
      const [a, b, c] = shortOnes(57, 3) as [CorpusDocument, CorpusDocument, CorpusDocument];
      await build(storage, [a, b]);
      for (const text of [c.text, a.text, a.text, c.text]) {
        await expect(appendDocuments(storage, [{ id: a.id, text: "other" }])).rejects.toMatchObject({
          code: "document_invalid",
        });
        await deleteDocuments(storage, [a.id]);
        await appendDocuments(storage, [{ id: a.id, text }]);
        await expectLife(again(), byId([b, { id: a.id, text }]), [a.text === text ? c : a]);
        if (text === a.text) await mergeCorpus(storage);
      }
      await expect(appendDocuments(storage, [{ id: b.id, text: "other" }])).rejects.toMatchObject({
        code: "document_invalid",
      });
    });

    test("of all documents leaves an empty corpus, to which documents can be appended", async () => {
      const { storage, again } = place.make();
      const documents = shortOnes(58, 5);
      await build(storage, documents.slice(0, 2));
      await appendDocuments(storage, documents.slice(2));
      await deleteDocuments(
        storage,
        documents.map(({ id }) => id),
      );
      await expectLife(again(), new Map(), documents);
      for (const change of [mergeCorpus, purgeCorpus]) {
        await change(storage);
        await expectLife(again(), new Map(), documents);
      }
      expect((await verifyCorpus(again())).is_sound).toBe(true);
      await appendDocuments(storage, documents);
      await expectLife(again(), byId(documents));
    });
  });
}

/** A change of a corpus. Numbers select texts of a pool and existing documents. */
type Step =
  | { kind: "append"; texts: number[]; reuses: boolean }
  | { kind: "delete"; which: number[] }
  | { kind: "merge" | "purge" | "refused append" | "refused delete" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("append" as const),
      texts: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
      reuses: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("delete" as const),
      which: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("merge" as const, "purge" as const, "refused append" as const, "refused delete" as const),
    }),
  },
);

function randomLife(place: Place): void {
  const random = seeded(61);
  const pool = [
    ...Array.from({ length: 14 }, (_, i) => zipfText(random, 12 + 9 * i)),
    "",
    "one word",
    zipfText(random, LONG_WORDS),
  ];

  /** A corpus, and its expected documents. */
  class Life {
    readonly storage: WritableStorage;
    readonly living = new Map<string, CorpusDocument>();
    readonly gone: CorpusDocument[] = [];
    #ids = 0;

    constructor(storage: WritableStorage) {
      this.storage = storage;
    }

    documents(texts: readonly number[], reuses: boolean): CorpusDocument[] {
      const free = reuses ? [...new Set(this.gone.map(({ id }) => id))].filter((id) => !this.living.has(id)) : [];
      return texts.map((number) => ({
        id: free.pop() ?? `n${this.#ids++}`,
        text: pool[number % pool.length]!,
        year: number % 9,
      }));
    }

    async run(step: Step): Promise<void> {
      if (step.kind === "append") {
        const documents = this.documents(step.texts, step.reuses);
        await appendDocuments(this.storage, documents, { codec: documents.length % 2 === 0 ? "raw" : "deflate" });
        for (const document of documents) this.living.set(document.id, document);
      } else if (step.kind === "delete") {
        const all = [...this.living.keys()];
        const ids = all.length === 0 ? [] : step.which.map((n) => all[n % all.length]!);
        await deleteDocuments(this.storage, ids);
        for (const id of new Set(ids)) {
          this.gone.push(this.living.get(id)!);
          this.living.delete(id);
        }
      } else if (step.kind === "refused append") {
        const taken = [...this.living.values()].slice(-1);
        const appending = appendDocuments(this.storage, [
          { id: "fresh", text: "fresh" },
          ...taken,
          { id: "", text: "" },
        ]);
        await expect(appending).rejects.toMatchObject({ code: "document_invalid" });
      } else if (step.kind === "refused delete") {
        const deleting = deleteDocuments(this.storage, [...[...this.living.keys()].slice(0, 1), "never there"]);
        await expect(deleting).rejects.toMatchObject({ code: "unknown_document" });
      } else {
        await (step.kind === "merge" ? mergeCorpus : purgeCorpus)(this.storage);
      }
    }
  }

  describe(`any sequence of changes in ${place.name}`, () => {
    test("has the same documents as a map after each step", async () => {
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), fc.nat(), async (steps, seed) => {
          const { storage, again } = place.make();
          const life = new Life(storage);
          const first = life.documents([0, 3, 3, 16], false);
          await build(storage, first);
          for (const document of first) life.living.set(document.id, document);
          for (const one of [...steps, { kind: "merge" } as const]) {
            await life.run(one);
            await expectLife(again(), life.living, life.gone, seed);
            await expectTidy(again());
            seen.add(one.kind);
          }
          expect((await verifyCorpus(again())).damages).toEqual([]);
        }),
        { numRuns: place.name === "memory" ? fewOrAll(8, 30) : fewOrAll(8, 10), seed: 62 },
      );
      expect(seen.size).toBe(6);
    });
  });
}

function purges(place: Place): void {
  describe(`purging in ${place.name}`, () => {
    test("no file contains any part of a deleted text or its record, and unused files are removed", async () => {
      const { storage, again } = place.make();
      const documents = [
        ...shortOnes(71, 12),
        { id: "long", text: zipfText(seeded(72), LONG_WORDS) },
        ...shortOnes(73, 6, "e"),
      ].map((document) => ({ ...document, title: `title of ${document.id}`, author: `author-${document.id}-` }));
      await (await buildCorpus(documents.slice(0, 8), { ...NAMES, storage, codec: "raw" })).close();
      await appendDocuments(storage, documents.slice(8, 14), { codec: "raw" });
      await appendDocuments(storage, documents.slice(14), { codec: "raw" });
      const living = byId(documents);
      const gone = ["d2", "long", "e5"].map((id) => living.get(id)!);
      const remaining = async () => {
        const contents = [...(await contentsOf(again())).values()].join("\n");
        const hasText = ({ text }: CorpusDocument) =>
          Array.from({ length: Math.floor(text.length / 20) }, (_, i) => text.slice(20 * i, 20 * i + 20)).some((part) =>
            contents.includes(part),
          );
        return gone.filter((one) => hasText(one) || contents.includes(`author-${one.id}-`)).map(({ id }) => id);
      };
      await deleteDocuments(
        storage,
        gone.map(({ id }) => id),
      );
      for (const { id } of gone) living.delete(id);
      expect(await remaining()).toEqual(["d2", "long", "e5"]); // the test sees what is there
      await purgeCorpus(storage);
      expect(await remaining()).toEqual([]);
      await using corpus = await openCorpus(again(), { depth: "thorough" });
      expect((await again().list()).length).toBe(1 + 2 * corpus.info.segments);
      await expectLife(again(), living, gone);
      const contents = await contentsOf(again());
      const stored = [...contents.values()].join("\n");
      for (const { text } of notEmpty(living.values())) expect(stored).toContain(text.slice(0, 20));
      expect((await verifyCorpus(again())).is_sound).toBe(true);
    });

    test("a text remains while one of its documents remains", async () => {
      const { storage, again } = place.make();
      const [one, other] = shortOnes(74, 2) as [CorpusDocument, CorpusDocument];
      await build(storage, [one, { id: "copy", text: one.text }]);
      await appendDocuments(storage, [other, { id: "later copy", text: one.text }]);
      await deleteDocuments(storage, [one.id, "copy"]);
      await purgeCorpus(storage);
      await expectLife(again(), byId([other, { id: "later copy", text: one.text }]));
    });

    test("a file that cannot be removed is an error, each time until it is removed", async () => {
      const { storage, again } = place.make();
      const documents = shortOnes(75, 4);
      await build(storage, documents);
      await deleteDocuments(storage, ["d0"]);
      const own = new Error("busy");
      const refusing: WritableStorage = {
        ...storage,
        remove: (name) => (name.startsWith("text/") ? Promise.reject(own) : storage.remove(name)),
      };
      for (let i = 0; i < 2; i++) await expect(purgeCorpus(refusing)).rejects.toBe(own);
      await expectLife(again(), byId(documents.slice(1)), documents.slice(0, 1));
      await purgeCorpus(storage);
      expect((await again().list()).length).toBe(3);
    });
  });
}

/** Compares merged shards with one corpus built from all documents, with `queries` queries. */
export async function expectShardsAlike(place: Place, queries: number): Promise<void> {
  const random = seeded(81);
  const shared = Array.from({ length: 30 }, () => zipfText(random, 25)); // phrases that stand in many
  const documents = Array.from({ length: 400 }, (_, i): CorpusDocument => {
    const words = i % 40 === 7 ? 3_000 + 2_000 * (i % 3) : 20 + Math.floor(random() * 200);
    const phrase = shared[Math.floor(random() * shared.length)]!;
    return { id: `d${i}`, text: `${zipfText(random, words)} ${i % 4 === 0 ? phrase : ""}`, title: `title ${i}` };
  });
  for (const [copy, of] of [
    [120, 7],
    [201, 200],
    [399, 0],
    [398, 0],
    [55, 54],
  ])
    documents[copy!] = { ...documents[copy!]!, text: documents[of!]!.text };
  const shards: WritableStorage[] = [];
  for (let i = 0; i < 10; i++) {
    const storage = place.make().storage;
    await (
      await buildCorpus(documents.slice(40 * i, 40 * i + 40), { name: `shard ${i}`, dataset: "shard", storage })
    ).close();
    shards.push(storage);
  }
  await using merged = await mergeCorpora(shards, { ...NAMES, storage: place.make().storage });
  await using whole = await builtOf(byId(documents));
  const { fingerprints, words, text_bytes, documents: count, identical_documents, revision } = whole.info;
  expect(merged.info).toMatchObject({
    ...NAMES,
    fingerprints,
    words,
    text_bytes,
    documents: count,
    identical_documents,
    revision,
    segments: 1,
  });
  expect(identical_documents).toBe(5);
  let found = 0;
  for (let n = 0; n < queries; n++) {
    const lengths = [12, 12, 15, 30, 80];
    const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
      const { text } = documents[Math.floor(random() * documents.length)]!;
      const { words: all } = judgedText(text);
      const length = Math.min(all.length, lengths[Math.floor(random() * lengths.length)]!);
      return sliceOf(text, Math.floor(random() * (all.length - length + 1)), length);
    });
    const query = queryOf(n % 50 === 0 ? fill(50) : parts.join(n % 3 === 0 ? " " : ` ${fill(4)} `));
    const answer = answerOf(await merged.search(query));
    expect(answer, `query ${n}`).toEqual(answerOf(await whole.search(query)));
    if (answer.passages.length > 0) found++;
  }
  expect(found).toBeGreaterThan(0.95 * queries);
}

function shards(place: Place): void {
  describe(`corpora of ${place.name} merged into one`, () => {
    const queries = fewOrAll(100, 300);
    test(`ten shards give the same results as one corpus: ${queries} queries`, () => expectShardsAlike(place, queries));

    test("shards that have changed give the same results as a corpus built from the remaining documents", async () => {
      const [a, b] = [place.make().storage, place.make().storage];
      const documents = [...shortOnes(82, 20), { id: "long", text: zipfText(seeded(83), LONG_WORDS) }];
      await build(a, documents.slice(0, 5));
      await appendDocuments(a, documents.slice(5, 9));
      await deleteDocuments(a, ["d0", "d6"]);
      await build(b, [...documents.slice(9), { id: "d6", text: "another d6" }]);
      await deleteDocuments(b, ["d19", "d9"]);
      const target = place.make();
      await (await mergeCorpora([a, b], { ...NAMES, storage: target.storage })).close();
      const kept = documents.filter(({ id }) => !["d0", "d6", "d19", "d9"].includes(id));
      await expectLife(target.again(), byId([...kept, { id: "d6", text: "another d6" }]), documents);
    });

    test.each([
      ["an id in two of them", "document_invalid"],
      ["a profile of its own", "incompatible_fingerprints"],
      ["none at all", "no_documents"],
      ["one that is not there", "corpus_not_found"],
    ])("%s is %s, and nothing is left behind", async (what, code) => {
      const [a, b] = [createMemoryStorage(), createMemoryStorage()];
      await build(a, shortOnes(84, 3));
      await (
        await buildCorpus(shortOnes(85, 3, what === "an id in two of them" ? "d" : "e"), {
          ...NAMES,
          storage: b,
          profile: what === "a profile of its own" ? "sparse" : "passage",
        })
      ).close();
      const sources =
        what === "none at all" ? [] : what === "one that is not there" ? [a, place.make().storage] : [a, b];
      const target = place.make();
      await expect(mergeCorpora(sources, { ...NAMES, storage: target.storage })).rejects.toMatchObject({ code });
      expect(await target.everything()).toEqual([]);
    });
  });
}

function readers(place: Place): void {
  describe(`readers and writers in ${place.name}`, () => {
    test("a reader keeps its state until it refreshes, during appends, merges and deletions", async () => {
      const { storage, again } = place.make();
      const documents = [...shortOnes(91, 30), { id: "long", text: zipfText(seeded(92), LONG_WORDS) }];
      const first = documents.slice(-6);
      await build(storage, first);
      await using reader = await openCorpus(again(), { depth: "thorough" });
      const { info } = reader;
      const queries = [...first, ...documents.slice(0, 4)].map(({ text }) => queryOf(text));
      const before = [];
      for (const query of queries.slice(0, 3)) before.push(await reader.search(query)); // the others read what they need later
      await using untouched = await openCorpus(again(), { depth: "thorough" });
      const living = byId(first);
      for (let i = 0; i < 24; i++) {
        await appendDocuments(storage, [documents[i]!]);
        living.set(documents[i]!.id, documents[i]!);
        if (i === 5) await deleteDocuments(storage, ["long", "d25"]);
        if (i === 12) await mergeCorpus(storage);
        if (i === 18) await purgeCorpus(storage);
        expect(reader.info).toEqual(info);
        expect(await reader.search(queries[i % 3]!)).toEqual(before[i % 3]);
      }
      await expectRuns(
        reader,
        byId(first),
        first.map(({ text }) => sliceOf(text, 5)),
      );
      await expectRuns(
        untouched,
        byId(first),
        [...first, ...documents.slice(0, 5)].map(({ text }) => sliceOf(text, 20)),
      );
      living.delete("long");
      living.delete("d25");
      expect(await reader.refresh()).toBe(true);
      expectFigures(reader, living);
      await expectRuns(
        reader,
        living,
        [...living.values()].slice(0, 20).map(({ text }) => sliceOf(text, 7)),
      );
    });

    test("a search uses the state in which it began, while others change and refresh the corpus", async () => {
      const { storage, again } = place.make();
      const documents = shortOnes(93, 12);
      await build(storage, documents.slice(0, 2));
      await using reader = await openCorpus(again(), { depth: "thorough" });
      for (let i = 2; i < documents.length; i++) {
        const query = queryOf(documents.map(({ text }) => text).join(` ${fill(20)} `));
        const underWay = Array.from({ length: 4 }, () => reader.search(query));
        await Promise.all([appendDocuments(storage, [documents[i]!]), ...underWay]);
        const late = reader.search(query);
        expect(await reader.refresh()).toBe(true);
        for (const result of notEmpty(await Promise.all([...underWay, late])))
          expect(new Set(result.passages.map(({ document }) => document.id)).size).toBe(i);
        expect(new Set((await reader.search(query)).passages.map(({ document }) => document.id)).size).toBe(i + 1);
      }
    });

    test("closing during a refresh closes both states, and the refresh rejects with `closed`", async () => {
      const { storage, again } = place.make();
      await build(storage, shortOnes(94, 2));
      let open = 0;
      const counting = again();
      const counted: Storage = {
        label: counting.label,
        async open(name) {
          const file = await counting.open(name);
          open++;
          let isOpen = true;
          return {
            sizeBytes: file.sizeBytes,
            gapBytes: file.gapBytes,
            read: (offset, length) => file.read(offset, length),
            async close() {
              if (isOpen) open--;
              isOpen = false;
              await file.close();
            },
          };
        },
      };
      const reader = await openCorpus(counted);
      expect(open).toBe(2);
      await appendDocuments(storage, shortOnes(95, 1, "e"));
      const refreshing = reader.refresh();
      await reader.close();
      await expect(refreshing).rejects.toMatchObject({ code: "closed" });
      expect(open).toBe(0);
      await expect(reader.refresh()).rejects.toMatchObject({ code: "closed" });
    });

    test("unused files remain until two more changes", async () => {
      const { storage, again } = place.make();
      const documents = shortOnes(96, 6);
      await build(storage, documents.slice(0, 1));
      await appendDocuments(storage, documents.slice(1, 2));
      const old = (await again().list()).filter((name) => name !== "manifest.json");
      expect(old.length).toBe(4);
      await mergeCorpus(storage);
      const left = async () => (await again().list()).filter((name) => old.includes(name)).length;
      expect(await left()).toBe(4);
      await appendDocuments(storage, documents.slice(2, 3));
      expect(await left()).toBe(4);
      await appendDocuments(storage, documents.slice(3, 4));
      expect(await left()).toBe(0);
    });

    test("a verification during changes checks again, and reports no damage", async () => {
      const { storage, again } = place.make();
      const documents = shortOnes(99, 6);
      await build(storage, documents.slice(0, 3));
      await appendDocuments(storage, documents.slice(3));
      const reading = again();
      let opened = 0;
      const overtaken: Storage = {
        label: reading.label,
        async open(name) {
          if (++opened === 4) {
            await deleteDocuments(storage, ["d1", "d4"]); // after the first segment, before the second
            await purgeCorpus(storage);
          }
          return reading.open(name);
        },
      };
      expect(await verifyCorpus(overtaken)).toMatchObject({ is_sound: true, damages: [], segments: 1 });
      expect(opened).toBeGreaterThan(6);
    });

    test("a second writer is corpus_locked, learns who holds the lock, and can write afterwards", async () => {
      const { storage, again } = place.make();
      const documents = shortOnes(97, 4);
      await build(storage, documents.slice(0, 1));
      let refused: unknown;
      const slowly = async function* () {
        yield documents[1]!;
        for (const change of [
          () => appendDocuments(again(), [documents[2]!]),
          () => deleteDocuments(again(), ["d0"]),
          () => mergeCorpus(again()),
          () => purgeCorpus(again()),
        ]) {
          refused = await change().catch((thrown) => thrown);
          expect(refused).toMatchObject({ name: "SpoliaError", code: "corpus_locked" });
          if (place.name === "file") expect((refused as Error).message).toContain(`process ${process.pid}`);
        }
        await using reader = await openCorpus(again(), { depth: "thorough" }); // reading needs no lock
        expect(reader.info.documents).toBe(1);
        yield documents[2]!;
      };
      await appendDocuments(storage, slowly());
      expect(refused).toBeDefined();
      await appendDocuments(again(), [documents[3]!]);
      await expectLife(again(), byId(documents));
    });

    test("of many simultaneous writers, each adds all of its documents or is corpus_locked", async () => {
      const { storage, again } = place.make();
      await build(storage, shortOnes(98, 1));
      const living = byId(shortOnes(98, 1));
      const results = await Promise.all(
        Array.from({ length: 6 }, async (_, i) => {
          const documents = shortOnes(100 + i, 2, `w${i} `);
          const error = await appendDocuments(again(), documents).then(
            () => undefined,
            (thrown) => thrown,
          );
          if (error === undefined) for (const document of documents) living.set(document.id, document);
          return error?.code;
        }),
      );
      expect(results.filter((code) => code === undefined).length).toBeGreaterThanOrEqual(1);
      for (const code of notEmpty(results)) expect([undefined, "corpus_locked"]).toContain(code);
      await using corpus = await openCorpus(again(), { depth: "thorough" });
      expect(corpus.info.documents).toBe(living.size);
      await expectRuns(
        corpus,
        living,
        [...living.values()].map(({ text }) => sliceOf(text, 0)),
      );
    });
  });
}
