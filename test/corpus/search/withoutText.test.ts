/** Corpora without text: nobody gets the text from them, and they find what their index shows. */
import { describe, expect, test } from "vitest";
import type { CorpusDocument } from "../../../src/base/contract/resources/corpus.ts";
import { PASSAGE, SPARSE } from "../../../src/core/fingerprint/profile.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments, mergeCorpus, purgeCorpus } from "../../../src/corpus/change/change.ts";
import { sampleTexts } from "../../../src/corpus/change/sample.ts";
import { syncDocuments } from "../../../src/corpus/change/sync.ts";
import { mergeCorpora } from "../../../src/corpus/change/union.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { findDuplicates } from "../../../src/corpus/duplicates/duplicates.ts";
import { certainlyClaimedWords } from "../../../src/corpus/search/claims/claims.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { openHttpStorage } from "../../../src/corpus/storage/http/http.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { Storage, WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { SHIPPED, SHIPPED_WITHOUT_TEXT } from "../../../src/engine/evidence/calibration/shipped.ts";
import { CLAIM_ERROR_RATE } from "../../../src/engine/steps/matches.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";
import { inWaves } from "../../support/suites/corpus/waves.ts";
import { seeded, zipfWords } from "../../support/texts.ts";

const NAMES = { name: "index", dataset: "test" };
const random = seeded(7007);
const wordsOf = (count: number) => zipfWords(random, count, 30_000);
/** Long ones, and short ones that would share a block. */
const LENGTHS = [9_000, 5_000, 2_048, 2_049, 700, 300, 120, 60, 20, 3];
const documents: readonly CorpusDocument[] = Array.from({ length: 40 }, (_, i) => ({
  id: `work ${i}`,
  text: wordsOf(LENGTHS[i % LENGTHS.length]!).join(" "),
}));
const textOf = (id: string) => documents.find((one) => one.id === id)!.text.split(" ");

async function built(some: Iterable<CorpusDocument>, text = false): Promise<WritableStorage> {
  const storage = createMemoryStorage();
  await (await buildCorpus(some, { ...NAMES, storage, text })).close();
  return storage;
}

/** What a search finds, without the numbers of documents. */
async function foundIn(storage: Storage, content: string) {
  await using corpus = await openCorpus(storage);
  const { passages, bounded } = await corpus.search(queryOf(content));
  expect(bounded).toBe(false);
  return passages.map(({ document: { id }, content, longestRunWords, source }) => ({
    id,
    content,
    longestRunWords,
    source,
  }));
}

/** Foreign words around an excerpt of each of these works. */
function contentWith(excerpts: readonly (readonly [id: string, from: number, words: number])[]): string {
  return excerpts.flatMap(([id, from, words]) => [...wordsOf(150), ...textOf(id).slice(from, from + words)]).join(" ");
}

const EXCERPTS = [
  ["work 0", 3_000, 200],
  ["work 1", 1_990, 120], // across two blocks
  ["work 3", 2_000, 49],
  ["work 5", 30, 90],
  ["work 6", 0, 120],
] as const;
const content = contentWith(EXCERPTS);

test("no file has text, nor a word that is rare", async () => {
  const secret = "xanthorrhoeaceae quuxotically zyzzyvas brobdingnagian sesquipedalian";
  const storage = await built([...documents, { id: "secret", text: `${secret} ${textOf("work 5").join(" ")}` }]);
  const names = await storage.list();
  expect(names.some((name) => name.startsWith("text/"))).toBe(false);
  const words = new Set([...secret.split(" "), ...textOf("work 0").filter((word) => word.length > 7)]);
  for (const name of notEmpty(names)) {
    const file = await storage.open(name);
    const bytes = Buffer.from(await file.read(0, file.sizeBytes)).toString("latin1");
    expect([...words].filter((word) => bytes.includes(word))).toEqual([]);
  }
  await using corpus = await openCorpus(storage);
  expect(corpus.info).toMatchObject({ has_text: false, documents: documents.length + 1 });
});

test("no headings either, which are text", async () => {
  const sections = [{ kind: "heading" as const, start: 0, label: "A heading of 1899" }];
  const headed = [{ ...documents[0]!, sections }, ...documents.slice(1, 5)];
  const merged = createMemoryStorage();
  await (await mergeCorpora([await built(headed, true)], { ...NAMES, storage: merged, text: false })).close();
  for (const storage of [await built(headed), merged]) {
    expect((await verifyCorpus(storage)).damages).toEqual([]);
    for (const name of notEmpty(await storage.list())) {
      const file = await storage.open(name);
      expect(Buffer.from(await file.read(0, file.sizeBytes)).includes("heading of 1899")).toBe(false);
    }
  }
});

test("what was copied is claimed, in its document and near its place", async () => {
  const found = await foundIn(await built(documents), content);
  expect(found.map(({ id }) => id).sort()).toEqual(EXCERPTS.map(([id]) => id).sort());
  for (const [id, from, words] of notEmpty(EXCERPTS)) {
    const { content: range, source, longestRunWords } = found.find((one) => one.id === id)!;
    expect(Math.abs(range.end - range.start - words)).toBeLessThanOrEqual(14);
    expect(longestRunWords).toBeLessThanOrEqual(words);
    const before = textOf(id).slice(0, from).join(" ").length;
    const copied = textOf(id)
      .slice(from, from + words)
      .join(" ").length;
    expect(source.start).toBeLessThanOrEqual(before + 60);
    expect(source.end).toBeGreaterThanOrEqual(before + copied - 60);
    expect(source.end).toBeLessThanOrEqual(textOf(id).join(" ").length + 1);
  }
});

test("foreign text claims nothing", async () => {
  expect(await foundIn(await built(documents), wordsOf(5_000).join(" "))).toEqual([]);
});

test.each([PASSAGE, SPARSE])("every run that is certain to be claimed is claimed: $name", async (profile) => {
  const words = certainlyClaimedWords(profile);
  expect(words).toBe({ passage: 40, sparse: 136 }[profile.name]);
  const options = { ...NAMES, profile: profile.name as "passage" | "sparse", text: false };
  await using corpus = await buildCorpus(documents, options);
  const work = textOf("work 0");
  const missed: number[] = [];
  for (let from = 0; from + words <= work.length; from += 61) {
    const own = [...wordsOf(70), ...work.slice(from, from + words), ...wordsOf(70)];
    const { passages, certainFromWords } = await corpus.search(queryOf(own.join(" ")));
    expect(certainFromWords).toBe(words);
    if (!passages.some(({ document }) => document.id === "work 0")) missed.push(from);
  }
  expect(missed).toEqual([]);
});

describe("changes", () => {
  const [early, late] = [documents.slice(0, 20), documents.slice(20)];

  test("appended, deleted, merged and purged, it answers as one that was built at once", async () => {
    const whole = await foundIn(await built(documents.filter(({ id }) => id !== "work 3")), content);
    const storage = await built(early);
    expect(await appendDocuments(storage, late)).toBe(20);
    await deleteDocuments(storage, ["work 3"]);
    expect(await foundIn(storage, content)).toEqual(whole);
    for (const change of [mergeCorpus, purgeCorpus]) {
      await change(storage);
      expect(await verifyCorpus(storage)).toMatchObject({ is_sound: true, damages: [] });
      expect(await foundIn(storage, content)).toEqual(whole);
    }
    expect((await storage.list()).some((name) => name.startsWith("text/"))).toBe(false);
  });

  test("a sync compares hashes, and needs no text", async () => {
    const storage = await built(documents);
    const changed = { ...documents[1]!, text: documents[2]!.text };
    const wanted = [documents[0]!, changed, ...documents.slice(3), { id: "new", text: wordsOf(300).join(" ") }];
    expect(await syncDocuments(storage, wanted)).toMatchObject({ added: 1, replaced: 1, deleted: 1, unchanged: 38 });
    expect((await foundIn(storage, content)).map(({ id }) => id)).not.toContain("work 1");
    expect(await verifyCorpus(storage)).toMatchObject({ is_sound: true });
  });

  test("made from corpora with text, it answers as one that was built without", async () => {
    const sources = [await built(early, true), await built(late)];
    const storage = createMemoryStorage();
    await using merged = await mergeCorpora(sources, { ...NAMES, storage, text: false });
    await using whole = await openCorpus(await built(documents));
    expect(merged.info).toMatchObject({ has_text: false, documents: 40, revision: whole.info.revision });
    expect(await foundIn(storage, content)).toEqual(await foundIn(whole.storage, content));
    expect((await storage.list()).some((name) => name.startsWith("text/"))).toBe(false);
  });

  test("is told apart from the corpus with text", async () => {
    await using withText = await openCorpus(await built(documents, true));
    await using without = await openCorpus(await built(documents));
    expect(without.info.revision).not.toBe(withText.info.revision);
  });
});

describe("what needs the text is refused, and says what to do", () => {
  test.each([
    ["near duplicates", (storage: WritableStorage) => findDuplicates(storage)],
    ["a sample of texts", (storage: WritableStorage) => sampleTexts(storage, { count: 3, wordsMin: 10 })],
    ["coarse depth", (storage: WritableStorage) => openCorpus(storage, { depth: "coarse" })],
    [
      "a merge into a corpus with text",
      (storage: WritableStorage) => mergeCorpora([storage], { ...NAMES, storage: createMemoryStorage() }),
    ],
  ])("%s", async (_, needy) => {
    const storage = await built(documents.slice(0, 10));
    await expect(needy(storage)).rejects.toMatchObject({ code: "corpus_without_text", hint: expect.any(String) });
  });

  test("a codec for text that is not stored", async () => {
    const options = { ...NAMES, text: false, codec: "raw" } as const;
    await expect(buildCorpus(documents, options)).rejects.toMatchObject({
      code: "invalid_request",
      fields: [{ pointer: "/codec" }],
    });
    await expect(buildCorpus(documents, { ...NAMES, text: "no" as never })).rejects.toMatchObject({
      fields: [{ pointer: "/text" }],
    });
  });
});

test("far away it reads no block of text", async () => {
  const storage = await built(documents);
  const near = await foundIn(storage, content);
  const { fetch, take } = inWaves(storage);
  await using corpus = await openCorpus(openHttpStorage("http://far.test/", { fetch, inFlight: 1_000 }));
  expect(take()).toMatchObject({ waves: 1, requests: 1 });
  const { passages } = await corpus.search(queryOf(content));
  expect(take().waves).toBeLessThanOrEqual(4);
  // Fewer shingles are looked up, so that a passage may end a few words earlier.
  const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id).sort();
  expect(ids(passages.map(({ document }) => document))).toEqual(ids(near));
});

test("an analysis has a confidence of its own, and with another calibration none", async () => {
  const corpus = await openCorpus(await built(documents));
  const engine = await createEngine({ corpora: [corpus] });
  const copied = textOf("work 0").slice(100, 400).join(" ");
  const result = await engine.analyze({ content: copied });
  expect(result).toMatchObject({ verdict: "match", method: { calibration: SHIPPED_WITHOUT_TEXT.name } });
  const other = await createEngine({ corpora: [corpus], calibration: SHIPPED });
  const refused = await other.analyze({ content: copied });
  expect(refused).toMatchObject({ verdict: "insufficient_evidence", confidence: 0, confidence_ci_95: [0, 100] });
  const sparse = await buildCorpus(documents, { ...NAMES, text: false, profile: "sparse" });
  const uncalibrated = await (await createEngine({ corpora: [sparse] })).analyze({ content: copied });
  expect(uncalibrated.verdict).toBe("insufficient_evidence");
  expect(uncalibrated.completeness.stages.find(({ name }) => name === "confidence")?.reason).toContain("calibrate");
});

test("an analysis says that nothing was compared word by word", async () => {
  const engine = await createEngine({ corpora: [await openCorpus(await built(documents))] });
  const result = await engine.analyze({ content });
  for (const match of notEmpty(result.matches)) {
    expect(match).toMatchObject({ verified: false, claim_error_rate: CLAIM_ERROR_RATE, source: { snippet: "" } });
    expect(match.identity).toBeLessThanOrEqual(1);
  }
  const stage = result.completeness.stages.find(({ name }) => name === "search:index");
  expect(stage?.reason).toContain("no text");
});
