/** Near duplicates of a whole corpus, judged by comparing all pairs. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CorpusDocument, CorpusDuplicates } from "../../../src/base/contract/resources/corpus.ts";
import { missedShare } from "../../../src/core/sketch/bands.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments, mergeCorpus } from "../../../src/corpus/change/change.ts";
import { duplicateBandsFor, jaccardOfAgreement } from "../../../src/corpus/duplicates/bands.ts";
import { findDuplicates } from "../../../src/corpus/duplicates/duplicates.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const NAMES = { name: "twins", dataset: "twins" };

/** A corpus of these documents in so many segments. */
async function corpusOf(documents: readonly CorpusDocument[], segments = 1): Promise<WritableStorage> {
  const storage = createMemoryStorage();
  const size = Math.max(1, Math.ceil(documents.length / segments));
  await (await buildCorpus(documents.slice(0, size), { ...NAMES, storage })).close();
  for (let from = size; from < documents.length; from += size) {
    await appendDocuments(storage, documents.slice(from, from + size));
  }
  return storage;
}

/** A text in which some words are others, at random. */
function edited(text: string, share: number, random: () => number): string {
  return text.replace(/\p{L}+/gu, (word) => (random() < share ? `x${Math.floor(random() * 1e9).toString(36)}` : word));
}

/** The partition, whatever order clusters and members come in; the similarity of each member is part of it. */
function partition({ clusters }: CorpusDuplicates): string[] {
  const named = clusters.map(({ members }) =>
    members.map(({ document, similarity, relation }) => `${document.id} ${similarity} ${relation}`).join(" | "),
  );
  return named.sort();
}

const idsOf = ({ clusters }: CorpusDuplicates): string[][] =>
  clusters.map(({ members }) => members.map(({ document }) => document.id).sort()).sort();

/** Families of a text, its copies and its edited versions, and loners, shuffled. */
const families = fc
  .record({
    seed: fc.nat(1e6),
    sizes: fc.array(fc.record({ words: fc.integer({ min: 12, max: 400 }), versions: fc.nat(4) }), {
      minLength: 1,
      maxLength: 5,
    }),
    long: fc.boolean(),
  })
  .map(({ seed, sizes, long }) => {
    const random = seeded(seed);
    const documents: CorpusDocument[] = [];
    for (const [family, { words, versions }] of [
      ...sizes,
      ...(long ? [{ words: 5_000, versions: 1 }] : []),
    ].entries()) {
      const text = zipfText(random, words);
      documents.push({ id: `${family}.0`, text });
      for (let version = 1; version <= versions; version++) {
        const share = [0, 0.02, 0.1, 0.3][Math.floor(random() * 4)]!;
        documents.push({ id: `${family}.${version}`, text: edited(text, share, random) });
      }
    }
    return documents
      .map((document) => ({ document, at: random() }))
      .sort((x, y) => x.at - y.at)
      .map(({ document }) => document);
  });

const engine = await createEngine({ corpora: [] });
async function isNear(a: string, b: string): Promise<boolean> {
  const { relation } = await engine.compare({ a: { content: a }, b: { content: b } });
  return relation === "near_duplicate" || relation === "identical";
}

describe("compared with all pairs", () => {
  test("every member is a near duplicate of its representative by `compare`, and no two of the other texts are", async () => {
    let pairs = 0;
    let missed = 0;
    await fc.assert(
      fc.asyncProperty(families, async (documents) => {
        const found = await findDuplicates(await corpusOf(documents));
        expect(found.completeness.complete).toBe(true);
        const textOf = new Map(documents.map(({ id, text }) => [id, text]));
        const surplus = new Set<string>();
        for (const { members, least_similarity } of notAlwaysEmpty(found.clusters)) {
          const [representative, ...others] = members;
          expect(representative!.relation).toBe("representative");
          expect(Math.min(...members.map(({ similarity }) => similarity))).toBe(least_similarity);
          for (const { document, similarity, share_of_member, share_of_representative } of notAlwaysEmpty(others)) {
            expect(surplus.has(document.id)).toBe(false);
            surplus.add(document.id);
            expect(similarity).toBe(Math.min(share_of_member, share_of_representative));
            expect(similarity).toBeGreaterThanOrEqual(0.8);
            expect(await isNear(textOf.get(representative!.document.id)!, textOf.get(document.id)!)).toBe(true);
          }
        }
        expect(found.surplus_documents).toBe(surplus.size);
        expect(found.clustered_documents).toBe(surplus.size + found.clusters.length);
        const left = documents.filter(({ id }) => !surplus.has(id));
        for (const [i, { text }] of left.entries()) {
          for (const other of left.slice(i + 1)) {
            pairs++;
            if (await isNear(text, other.text)) missed++;
          }
        }
      }),
      { numRuns: fewOrAll(15, 40) },
    );
    expect(pairs).toBeGreaterThan(100);
    // Texts are missed by the bands' chance alone, and those of a few words by their few shingles.
    expect(missed).toBeLessThanOrEqual(Math.ceil(0.005 * pairs));
  });

  test("planted duplicates are found: 1, 5 and 10 % of the words changed", async () => {
    const random = seeded(5);
    const documents = Array.from({ length: 30 }, (_, i) => ({ id: `${i}`, text: zipfText(random, 300) }));
    const planted = documents.flatMap(({ id, text }) =>
      [0.01, 0.05, 0.1].map((share) => ({ id: `${id} ${share}`, text: edited(text, share, random) })),
    );
    const found = await findDuplicates(await corpusOf([...documents, ...planted]));
    expect(found.clusters.length).toBe(30);
    for (const { members } of notAlwaysEmpty(found.clusters)) {
      expect(members.length).toBe(4);
      expect(new Set(members.map(({ document }) => document.id.split(" ")[0])).size).toBe(1);
    }
  });
});

describe("no effect", () => {
  test("the order of the documents, the number of segments, a merge", async () => {
    await fc.assert(
      fc.asyncProperty(families, fc.integer({ min: 2, max: 10 }), async (documents, segments) => {
        const expected = partition(await findDuplicates(await corpusOf(documents)));
        expect(partition(await findDuplicates(await corpusOf([...documents].reverse())))).toEqual(expected);
        const parts = await corpusOf(documents, segments);
        expect(partition(await findDuplicates(parts))).toEqual(expected);
        await mergeCorpus(parts);
        expect(partition(await findDuplicates(parts))).toEqual(expected);
      }),
      { numRuns: fewOrAll(6, 15) },
    );
  });

  test("deleted documents: the result equals that of a corpus without them", async () => {
    await fc.assert(
      fc.asyncProperty(families, fc.func(fc.boolean()), async (documents, isDeleted) => {
        const gone = documents.filter(({ id }) => isDeleted(id)).slice(1);
        const kept = documents.filter((document) => !gone.includes(document));
        const storage = await corpusOf(documents, 3);
        if (gone.length > 0)
          await deleteDocuments(
            storage,
            gone.map(({ id }) => id),
          );
        const found = await findDuplicates(storage);
        expect(partition(found)).toEqual(partition(await findDuplicates(await corpusOf(kept))));
        expect(found.documents).toBe(kept.length);
      }),
      { numRuns: fewOrAll(6, 15) },
    );
  });
});

describe("short texts", () => {
  test("with fewer words than a passage are duplicates only if their words are equal", async () => {
    const texts = [
      "",
      "  ",
      "one",
      "One!",
      "two",
      "a b c d e f g h i j k",
      "A b, c d e f g h i j k.",
      "a b c d e f g h i j x",
    ];
    const documents = texts.map((text, i) => ({ id: `${i}`, text }));
    for (const segments of [1, 8]) {
      const found = await findDuplicates(await corpusOf(documents, segments));
      expect(idsOf(found)).toEqual([
        ["0", "1"],
        ["2", "3"],
        ["5", "6"],
      ]);
      expect(found).toMatchObject({
        documents: 8,
        texts: 5,
        short_texts: 5,
        clustered_documents: 6,
        surplus_documents: 3,
      });
      expect(found.clusters.every(({ members }) => members[1]!.relation === "identical")).toBe(true);
    }
  });
});

describe("no chaining", () => {
  test("drifting versions are split where they are no longer similar to the representative", async () => {
    const random = seeded(9);
    const versions = [zipfText(random, 500)];
    for (let i = 1; i < 12; i++) versions.push(edited(versions[i - 1]!, 0.06, random));
    const documents = versions.map((text, i) => ({ id: String(i).padStart(2, "0"), text }));
    const found = await findDuplicates(await corpusOf(documents));
    expect(await isNear(versions[0]!, versions[11]!)).toBe(false);
    expect(found.clusters.length).toBeGreaterThan(1);
    for (const { members } of notAlwaysEmpty(found.clusters)) {
      for (const { document } of notEmpty(members.slice(1)))
        expect(await isNear(versions[Number(members[0]!.document.id)]!, versions[Number(document.id)]!)).toBe(true);
    }
  });
});

describe("hostile corpora are bounded, and the result states this", () => {
  test("many copies of one text, and of its words in other spellings", async () => {
    const text = zipfText(seeded(1), 60);
    const copies = Array.from({ length: 3_000 }, (_, i) => ({
      id: `${i}`,
      text: i % 2 === 0 ? text : `${text}${"!".repeat(i)}`,
    }));
    const found = await findDuplicates(await corpusOf(copies));
    expect(found.clusters.length).toBe(1);
    expect(found.clusters[0]).toMatchObject({ documents: 3_000, texts: 1_501, least_similarity: 1 });
    expect(found.completeness.complete).toBe(true);
    expect(found.method.parameters["pairs_compared"]).toBe(1_500);
  });

  test("a template that all texts share, too short for near duplicates", async () => {
    const random = seeded(2);
    const template = zipfText(random, 60);
    const count = fewOrAll(150, 300);
    const documents = Array.from({ length: count }, (_, i) => ({
      id: `${i}`,
      text: `${template} ${zipfText(random, 40)}`,
    }));
    const found = await findDuplicates(await corpusOf(documents));
    expect(found.clusters).toEqual([]);
    expect(found.method.parameters["pairs_compared"]).toBeLessThanOrEqual(count * (64 + 16));
    expect(found.completeness.stages).toContainEqual(
      expect.objectContaining({ name: "candidates", status: "bounded" }),
    );
  });
});

describe("the call", () => {
  test("rejects an invalid threshold, stops at its signal, reports progress", async () => {
    const random = seeded(3);
    const storage = await corpusOf(
      Array.from({ length: 20 }, (_, i) => ({ id: `${i}`, text: zipfText(random, 3_000) })),
    );
    for (const threshold of [0.79, 1.01, Number.NaN, -1])
      await expect(findDuplicates(storage, { threshold })).rejects.toMatchObject({ code: "invalid_request" });
    const stop = new AbortController();
    const stages = new Set<string>();
    const onProgress = ({ stage, done, total }: { stage: string; done: number; total: number | null }) => {
      stages.add(stage);
      expect(done).toBeLessThanOrEqual(total!);
    };
    await findDuplicates(storage, { onProgress });
    expect([...stages]).toEqual(["sketch", "compare"]);
    for (const stage of notEmpty(stages)) {
      const controller = new AbortController();
      const onProgress = (progress: { stage: string }) => progress.stage === stage && controller.abort();
      await expect(findDuplicates(storage, { signal: controller.signal, onProgress })).rejects.toMatchObject({
        code: "aborted",
      });
    }
    stop.abort();
    await expect(findDuplicates(storage, { signal: stop.signal })).rejects.toMatchObject({ code: "aborted" });
    await expect(findDuplicates(createMemoryStorage())).rejects.toMatchObject({ code: "corpus_not_found" });
  });
});

describe("bands", () => {
  test("are as long as possible while a pair at the threshold is missed at most once in a hundred", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.8, max: 1, noNaN: true }), (threshold) => {
        const { rows, bands, expectedJaccard } = duplicateBandsFor(threshold);
        expect(rows * bands).toBeLessThanOrEqual(256);
        expect(missedShare(expectedJaccard, { bands, rows })).toBeLessThanOrEqual(0.01);
        expect(missedShare(expectedJaccard, { bands, rows })).toBeCloseTo((1 - expectedJaccard ** rows) ** bands, 12);
        if (rows < 16)
          expect(missedShare(expectedJaccard, { bands: Math.floor(256 / (rows + 1)), rows: rows + 1 })).toBeGreaterThan(
            0.01,
          );
      }),
    );
    expect(jaccardOfAgreement(1)).toBe(1);
    expect(jaccardOfAgreement(0.8)).toBeCloseTo(0.196, 3);
  });
});
