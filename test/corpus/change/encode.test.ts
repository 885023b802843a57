/** Vectors of a corpus: made once, kept through changes, refused where they would lie, gone with what is purged. */
import { describe, expect, test } from "vitest";
import type { Progress } from "../../../src/base/contract/resources/corpus.ts";
import { readText } from "../../../src/core/text/text.ts";
import { segmentsOf } from "../../../src/core/vectors/segments.ts";
import {
  appendDocuments,
  deleteDocuments,
  encodeCorpus,
  mergeCorpus,
  purgeCorpus,
  verifyCorpus,
} from "../../../src/corpus/index.ts";
import { openHttpStorage } from "../../../src/corpus/storage/http/http.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { Storage, WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { buildCorpus, openCorpus, SpoliaError } from "../../../src/index.ts";
import { A, B, CONCEPTS } from "../../engine/compare/inOtherWords.ts";
import { conceptEncoder } from "../../models/encoders/concepts.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { kernels } from "../../support/suites/corpus/judge.ts";
import { inWaves } from "../../support/suites/corpus/waves.ts";

const encoder = conceptEncoder(CONCEPTS);
const others = (from: number, sentences = 12) =>
  Array.from(
    { length: sentences },
    (_, i) =>
      `Word${from + i} sings of item${3 * from + i} under thing${5 * from + i} until hour${7 * from + i} comes.`,
  ).join(" ");

async function built(options: { text?: boolean } = {}) {
  const storage = createMemoryStorage();
  const documents = [
    { id: "other", text: others(100) },
    { id: "same", text: B.join(" ") },
  ];
  await buildCorpus(documents, { name: "c", dataset: "c", storage, ...options });
  return storage;
}
async function manifestOf(storage: ReturnType<typeof createMemoryStorage>) {
  const file = await storage.open("manifest.json");
  return JSON.parse(new TextDecoder().decode(await file.read(0, file.sizeBytes)));
}
/** The files of vectors that the manifest names. */
async function filesOf(storage: ReturnType<typeof createMemoryStorage>): Promise<string[]> {
  const { vectors, segments } = await manifestOf(storage);
  const windows = segments.flatMap((one: { windows?: { file: string } }) => one.windows?.file ?? []);
  return [...(vectors?.words ?? []).map((one: { file: string }) => one.file), ...windows];
}

describe("encodeCorpus", () => {
  test("encodes each word once, the same bytes each time, and only what is new after an append", async () => {
    const [one, two] = [await built(), await built()];
    const counting = conceptEncoder(CONCEPTS);
    const { asked } = counting;
    expect(await encodeCorpus(one, counting)).toBe(asked.length);
    expect(new Set(asked).size).toBe(asked.length);
    await encodeCorpus(two, encoder);
    expect(await filesOf(one)).toEqual(await filesOf(two));
    expect(await encodeCorpus(one, encoder)).toBe(0);
    await appendDocuments(one, [{ id: "more", text: `${A.join(" ")} Zebras graze.` }]);
    asked.length = 0;
    await encodeCorpus(one, counting);
    expect(asked).toContain("zebras");
    expect(asked).not.toContain("word100");
    expect(await verifyCorpus(one)).toMatchObject({ is_sound: true, damages: [] });
  });

  test("the same documents have as many words however they came, and other states other revisions", async () => {
    const more = { id: "more", text: `${A.join(" ")} ${words(1, 300)}` };
    const [grown, whole] = [await built(), await built()];
    await appendDocuments(whole, [more]);
    await mergeCorpus(whole);
    await encodeCorpus(grown, encoder);
    await appendDocuments(grown, [more]);
    await encodeCorpus(grown, encoder);
    await mergeCorpus(grown);
    await encodeCorpus(grown, encoder);
    await encodeCorpus(whole, encoder);
    const { info } = await openCorpus(whole);
    const counted = async (storage: typeof whole) => (await manifestOf(storage)).vectors.counted;
    expect([await counted(grown), await counted(whole)]).toEqual([info.words, info.words]);
    expect(info.vectors!.revision).toMatch(new RegExp(`\\.${info.words}$`));
  });

  test("goes on where it was stopped, with the same bytes as at one go", async () => {
    const [whole, stopped] = [createMemoryStorage(), createMemoryStorage()];
    const documents = Array.from({ length: 30 }, (_, i) => ({ id: `${i}`, text: words(1000 * i, 700) }));
    for (const storage of [whole, stopped]) await buildCorpus(documents, { name: "c", dataset: "c", storage });
    const total = await encodeCorpus(whole, encoder);
    expect(total).toBe(21_000);
    const abort = new AbortController();
    const until = { signal: abort.signal, onProgress: ({ done }: { done: number }) => done > 17_000 && abort.abort() };
    await expect(encodeCorpus(stopped, encoder, until)).rejects.toMatchObject({ code: "aborted" });
    let last: Pick<Progress, "done" | "total"> = { done: 0, total: null };
    const onProgress = ({ done, total }: Progress) => {
      last = { done, total };
    };
    const { bytes } = await verifyCorpus(stopped, { onProgress });
    expect([last.done, last.total]).toEqual([bytes, bytes]);
    expect(await encodeCorpus(stopped, encoder)).toBe(total - 16_384);
    expect(await filesOf(stopped)).toEqual(notEmpty(await filesOf(whole)));
    expect((await verifyCorpus(stopped)).is_sound).toBe(true);
  });

  test("a step writes its own words, and an append the last part anew, never a full one", async () => {
    const storage = createMemoryStorage();
    const written: string[] = [];
    let bytes = 0;
    const counting: WritableStorage = {
      ...storage,
      async create() {
        const file = await storage.create();
        let own = 0;
        return {
          ...file,
          write: (part) => {
            own += part.length;
            return file.write(part);
          },
          finish: (name) => {
            if (name.endsWith(".words")) {
              written.push(name);
              bytes += own;
            }
            return file.finish(name);
          },
        };
      },
    };
    const documents = Array.from({ length: 30 }, (_, i) => ({ id: `${i}`, text: words(1000 * i, 700) }));
    await buildCorpus(documents, { name: "c", dataset: "c", storage });
    await encodeCorpus(counting, encoder);
    const before = (await filesOf(storage)).filter((name) => name.endsWith(".words"));
    expect(written).toEqual(before);
    expect(before).toHaveLength(Math.ceil(21_000 / 8_192));
    expect(bytes).toBeLessThan(1.05 * 21_000 * (14 + encoder.dimensions) + 3 * 32 * (1 + encoder.dimensions));
    await appendDocuments(storage, [{ id: "more", text: words(90_000, 5_000) }]);
    written.length = 0;
    expect(await encodeCorpus(counting, encoder)).toBe(5_000);
    const after = (await filesOf(storage)).filter((name) => name.endsWith(".words"));
    expect(after).toHaveLength(4);
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(written).toEqual(after.slice(2));
    expect((await verifyCorpus(storage)).is_sound).toBe(true);
    const kept = (await storage.list()).filter((name) => name.endsWith(".words"));
    expect(kept.length).toBeLessThanOrEqual(5);
  });

  test("the most frequent words are in the first part, and a question needs no other", async () => {
    const storage = createMemoryStorage();
    const rare = words(1, 9_000);
    await buildCorpus([{ id: "a", text: `${rare} ${B.join(" ")} ${B.join(" ")}` }], {
      name: "c",
      dataset: "c",
      storage,
    });
    await encodeCorpus(storage, encoder);
    const asked = { encoder, text: readText(kernels, A.join(" ")), language: "en", most: 3, mostForeign: 3 };
    const question = { ...asked, sentences: segmentsOf(asked.text) };
    await using near = await openCorpus(storage);
    const found = await near.near!(question);
    expect(found!.stretches).toHaveLength(1);
    const [, second] = await filesOf(storage);
    await storage.remove(second!);
    const far = await openCorpus(openHttpStorage("http://far.test/", { fetch: inWaves(storage).fetch }));
    expect(await far.near!(question)).toEqual(found);
    await far.close();
  });

  test("a storage may give a Buffer, whose slices are views", async () => {
    const storage = await built();
    await encodeCorpus(storage, encoder);
    const open: typeof storage.open = async (name) => {
      const file = await storage.open(name);
      return { ...file, read: async (from, length) => Buffer.from(await file.read(from, length)) };
    };
    const question = { encoder, text: readText(kernels, A.join(" ")), language: "en", most: 3, mostForeign: 3 };
    const near = async (from: Storage) => {
      await using corpus = await openCorpus(from);
      return await corpus.near!({ ...question, sentences: segmentsOf(question.text) });
    };
    expect((await near(storage))!.stretches).toHaveLength(1);
    expect(await near({ ...storage, open })).toEqual(await near(storage));
    expect((await verifyCorpus({ ...storage, open })).is_sound).toBe(true);
  });

  test("another encoder replaces all vectors; a merge leaves them to the next call, a purge removes them", async () => {
    const storage = await built();
    await encodeCorpus(storage, encoder);
    const before = await filesOf(storage);
    expect(await encodeCorpus(storage, { ...encoder, implementation: "another" })).toBeGreaterThan(0);
    await appendDocuments(storage, [{ id: "more", text: A.join(" ") }]);
    await mergeCorpus(storage);
    expect((await openCorpus(storage)).info.vectors).toMatchObject({ segments: 0 });
    expect(await encodeCorpus(storage, { ...encoder, implementation: "another" })).toBeGreaterThan(0);
    expect((await openCorpus(storage)).info.vectors).toMatchObject({ segments: 1, encoder: { name: "concepts" } });
    await deleteDocuments(storage, ["same"]);
    await purgeCorpus(storage);
    expect((await storage.list()).filter((name) => name.startsWith("vectors/"))).toEqual([]);
    expect(before).toHaveLength(2);
  });

  test("what was encoded stays where adding up is stopped, and vectors of another encoder until all is done", async () => {
    const storage = await built();
    await encodeCorpus(storage, encoder);
    const before = await filesOf(storage);
    const another = conceptEncoder(CONCEPTS);
    const abort = new AbortController();
    const until = {
      signal: abort.signal,
      onProgress: ({ stage }: { stage: string }) => stage === "windows" && abort.abort(),
    };
    const slow = { ...another, implementation: "another" };
    const long = { id: "long", text: others(5_000, 9_000) };
    await appendDocuments(storage, [long]);
    await expect(encodeCorpus(storage, slow, until)).rejects.toMatchObject({ code: "aborted" });
    expect((await openCorpus(storage)).info.vectors).toMatchObject({
      encoder: { implementation: "test" },
      segments: 1,
    });
    expect(await filesOf(storage)).toEqual(before);
    expect((await verifyCorpus(storage)).is_sound).toBe(true);
    another.asked.length = 0;
    expect(await encodeCorpus(storage, slow)).toBe(0);
    expect(another.asked).toEqual([]);
    expect((await openCorpus(storage)).info.vectors).toMatchObject({
      encoder: { implementation: "another" },
      segments: 2,
    });
  });

  test("files and vectors in the place of others are damage, as are those of other dimensions", async () => {
    const storage = createMemoryStorage();
    await buildCorpus([{ id: "a", text: others(100) }], { name: "c", dataset: "c", storage });
    await appendDocuments(storage, [{ id: "b", text: others(300) }]);
    await encodeCorpus(storage, encoder);
    const [, one, other] = (await filesOf(storage)) as [string, string, string];
    const [first, second] = [await bytesOf(storage, one), await bytesOf(storage, other)];
    expect(first).toHaveLength(second.length);
    await written(storage, one, second);
    await written(storage, other, first);
    expect((await verifyCorpus(storage)).damages.map(({ file }) => file)).toEqual([one, other]);
  });

  test("names damage in every byte of its files", async () => {
    const storage = await built();
    await encodeCorpus(storage, encoder);
    for (const name of notEmpty(await filesOf(storage))) {
      const bytes = await bytesOf(storage, name);
      for (let at = 0; at < bytes.length; at += 97) {
        const harmed = bytes.slice();
        harmed[at]! ^= 1;
        await written(storage, name, harmed);
        expect(
          (await verifyCorpus(storage)).damages.map((one) => one.file),
          `${name} at ${at}`,
        ).toEqual([name]);
      }
      for (const length of [0, 23, bytes.length - 1]) {
        await written(storage, name, bytes.slice(0, length));
        expect((await verifyCorpus(storage)).is_sound, `${length} bytes`).toBe(false);
      }
      await written(storage, name, bytes);
    }
    expect((await verifyCorpus(storage)).is_sound).toBe(true);
  });

  test("is refused without text and without an encoder; an encoder that gives nothing changes nothing", async () => {
    const bare = await built({ text: false });
    await expect(encodeCorpus(bare, encoder)).rejects.toBeInstanceOf(SpoliaError);
    const storage = await built();
    const wide = { ...encoder, dimensions: 3_969 };
    await expect(encodeCorpus(storage, wide)).rejects.toMatchObject({ code: "invalid_request" });
    await expect(encodeCorpus(storage, {} as typeof encoder)).rejects.toMatchObject({ code: "invalid_request" });
    const silent = { ...encoder, encode: async () => [] };
    await expect(encodeCorpus(storage, silent)).rejects.toMatchObject({ code: "model_failed" });
    expect(await filesOf(storage)).toEqual([]);
    expect((await verifyCorpus(storage)).is_sound).toBe(true);
  });
});

/** Distinct words of letters. */
const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    [...String(from + i)]
      .map((digit) => String.fromCharCode(97 + Number(digit)))
      .join("")
      .padStart(6, "z"),
  ).join(" ");

async function bytesOf(storage: ReturnType<typeof createMemoryStorage>, name: string): Promise<Uint8Array> {
  const file = await storage.open(name);
  return file.read(0, file.sizeBytes);
}

async function written(storage: ReturnType<typeof createMemoryStorage>, name: string, bytes: Uint8Array) {
  const file = await storage.create();
  await file.write(bytes);
  await file.finish(name);
}
