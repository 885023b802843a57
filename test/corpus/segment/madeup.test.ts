/** Segments that somebody made up, with every checksum right: a typed error or some answer; no crash, no hang, nothing huge allocated. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { toBase64 } from "../../../src/base/bytes/bytes.ts";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { deleteDocuments, mergeCorpus } from "../../../src/corpus/change/change.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import {
  checksumSeed,
  FOOTER_BYTES,
  PAGE_BYTES,
  ROW_BYTES,
  SECTIONS,
  type SectionName,
  sealPage,
} from "../../../src/corpus/format/layout.ts";
import { packManifest, parseManifest } from "../../../src/corpus/format/manifest.ts";
import { segmentSeed } from "../../../src/corpus/format/names.ts";
import { Segment } from "../../../src/corpus/segment/read/segment.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { fewOrAll } from "../../support/scale.ts";
import { kernels } from "../../support/suites/corpus/judge.ts";
import { seeded } from "../../support/texts.ts";
import { answer, type Files, filesOf, pageBytesOf, pagesOf, placeOf, sectionsOf } from "../failures/damaged.ts";

type Change = (bytes: Uint8Array, view: DataView) => void;

const files = await filesOf("test");
const undamaged = await answer(files);
/** That of the long text; the other has the lists. */
const [withLong, withLists] = [...files.keys()]
  .filter((name) => name.startsWith("segments/"))
  .sort((x, y) => sectionsOf(files.get(y)!).blocks.rows - sectionsOf(files.get(x)!).blocks.rows) as [string, string];
const original = (name: string) => files.get(name)!;
const placesOf = (name: string) => sectionsOf(original(name));
const footer = original(withLong).length - FOOTER_BYTES;

const seedOf = (name: string) => segmentSeed(/([0-9a-f]{16})\.segment/.exec(name)![1]!);

/** The segment after a change, with all its checksums made right again: what no accident does. */
function resealed(name: string, change: Change): Uint8Array {
  const bytes = original(name).slice();
  const view = new DataView(bytes.buffer);
  change(bytes, view);
  const seed = seedOf(name);
  for (const { section, at, bytes: pageBytes } of pagesOf(original(name))) {
    const page = (at - placesOf(name)[section].offsetBytes) / pageBytes;
    sealPage(kernels, bytes.subarray(at, at + pageBytes), checksumSeed(seed, section, page));
  }
  const sum = kernels.xxhash32(bytes.subarray(-FOOTER_BYTES, -4), checksumSeed(seed, "footer", 0));
  view.setUint32(bytes.length - 4, sum, true);
  return bytes;
}

/** The corpus with such a segment, and its footer in the manifest too. */
function forged(name: string, bytes: Uint8Array): Files {
  const manifest = parseManifest(kernels, files.get("manifest.json")!);
  const entry = manifest.segments.find(({ segment }) => segment.file === name)!;
  entry.footer = toBase64(bytes.subarray(-FOOTER_BYTES));
  return new Map(files).set(name, bytes).set("manifest.json", packManifest(kernels, manifest));
}

/** What becomes of it in a change: nothing, or the code of an error. */
async function changing(files: Files, change: (storage: WritableStorage) => Promise<unknown>): Promise<string> {
  try {
    await change(createMemoryStorage(files));
    return "done";
  } catch (error) {
    if (isSpoliaError(error)) return error.code;
    throw error;
  }
}

/** Searched, verified, merged and deleted from. */
async function everything(files: Files): Promise<{ found: string; sound: boolean; merged: string; deleted: string }> {
  const found = await answer(files);
  const { is_sound } = await verifyCorpus(createMemoryStorage(files));
  const merged = await changing(files, mergeCorpus);
  const deleted = await changing(files, (storage) => deleteDocuments(storage, ["copy", "refrain"]));
  return { found, sound: is_sound, merged, deleted };
}

const LARGEST_BYTES = 2 ** 24;
const ARRAYS = { Uint8Array, Uint32Array, Int32Array, Float64Array };
// Nothing that the bytes claim may be believed to the point of allocating it.
let largestBytes = 0;
beforeEach(() => {
  largestBytes = 0;
  for (const [name, array] of Object.entries(ARRAYS)) {
    const construct = (target: new (given: unknown) => object, given: [unknown], self: new () => object) => {
      if (typeof given[0] === "number") largestBytes = Math.max(largestBytes, given[0] * array.BYTES_PER_ELEMENT);
      if (largestBytes > LARGEST_BYTES) throw new Error(`allocates ${largestBytes} bytes`);
      return Reflect.construct(target, given, self) as object;
    };
    vi.stubGlobal(name, new Proxy(array as never, { construct } as never));
  }
});
afterEach(() => {
  vi.unstubAllGlobals();
  expect(largestBytes).toBeLessThan(LARGEST_BYTES);
});

const HUGE = 0xffff_ffff;

const eachRow = (segment: string, name: keyof typeof ROW_BYTES, work: (at: number, row: number) => void) => {
  const { offsetBytes, rows } = placesOf(segment)[name];
  const perPage = Math.floor((PAGE_BYTES - 4) / ROW_BYTES[name]);
  for (let row = 0; row < rows; row++)
    work(offsetBytes + Math.floor(row / perPage) * PAGE_BYTES + (row % perPage) * ROW_BYTES[name], row);
};
const eachPage = (segment: string, name: SectionName, work: (at: number) => void) => {
  const { offsetBytes, lengthBytes } = placesOf(segment)[name];
  for (let at = offsetBytes; at < offsetBytes + lengthBytes; at += pageBytesOf(name)) work(at);
};
const fillPages =
  (segment: string, name: SectionName, value: number): Change =>
  (_, view) =>
    eachPage(segment, name, (page) => {
      for (let at = page; at < page + pageBytesOf(name) - 4; at += 4) view.setUint32(at, value, true);
    });
const setRows =
  (segment: string, name: keyof typeof ROW_BYTES, field: number, value: number): Change =>
  (_, view) =>
    eachRow(segment, name, (at) => view.setUint32(at + field, value, true));

describe("a forged segment with valid checksums", () => {
  test("without changes it equals the segment", async () => {
    for (const name of [withLong, withLists]) {
      expect(
        Buffer.compare(
          resealed(name, () => {}),
          original(name),
        ),
      ).toBe(0);
      expect(
        await everything(
          forged(
            name,
            resealed(name, () => {}),
          ),
        ),
      ).toEqual({
        found: undamaged,
        sound: true,
        merged: "done",
        deleted: "done",
      });
    }
  });

  test.each<[string, Change]>([
    ["another seed", (_, view) => view.setUint32(footer + 12, 5, true)],
    ["another profile", (_, view) => view.setUint32(footer + 16, 6, true)],
    ["words that are no number", (_, view) => view.setFloat64(footer + 32, Number.NaN, true)],
    ["words without end", (_, view) => view.setFloat64(footer + 32, Number.POSITIVE_INFINITY, true)],
    ["fewer words than none", (_, view) => view.setFloat64(footer + 32, -1, true)],
    ["bytes of text that are no number", (_, view) => view.setFloat64(footer + 40, Number.NaN, true)],
    ...[48, 80].flatMap((at): [string, Change][] => [
      [`no pages (${at})`, (_, view) => view.setUint32(footer + at, 0, true)],
      [`billions of pages (${at})`, (_, view) => view.setUint32(footer + at, HUGE, true)],
      [`32 low bits (${at})`, (_, view) => view.setUint32(footer + at + 4, 32, true)],
      [`no low bits, so that uppers fill the page (${at})`, (_, view) => view.setUint32(footer + at + 4, 0, true)],
      [`values of no bits (${at})`, (_, view) => view.setUint32(footer + at + 8, 0, true)],
      [`values of 33 bits (${at})`, (_, view) => view.setUint32(footer + at + 8, 33, true)],
      [`billions of entries (${at})`, (_, view) => view.setFloat64(footer + at + 16, 2 ** 52, true)],
      [`entries that are no number (${at})`, (_, view) => view.setFloat64(footer + at + 16, Number.NaN, true)],
      [`fewer entries than none (${at})`, (_, view) => view.setFloat64(footer + at + 16, -5, true)],
      [`billions of keys (${at})`, (_, view) => view.setFloat64(footer + at + 24, 2 ** 52, true)],
    ]),
    ...SECTIONS.flatMap((name): [string, Change][] => {
      const at = placeOf(original(withLong), name);
      return [
        [`${name} of 4 PB`, (_, view) => view.setFloat64(at + 8, 2 ** 52, true)],
        [`${name} of NaN bytes`, (_, view) => view.setFloat64(at + 8, Number.NaN, true)],
        [`${name} of -1 bytes`, (_, view) => view.setFloat64(at + 8, -1, true)],
        [`${name} before the file`, (_, view) => view.setFloat64(at, -4096, true)],
        [`${name} at infinity`, (_, view) => view.setFloat64(at, Number.POSITIVE_INFINITY, true)],
        ...(name in ROW_BYTES
          ? ([[`billions of ${name}`, (_, view) => view.setUint32(at + 16, HUGE, true)]] as [string, Change][])
          : []),
      ];
    }),
    [
      "records that are no MessagePack",
      (bytes) => void bytes.fill(0xc1, placesOf(withLong).records.offsetBytes, placesOf(withLong).common.offsetBytes),
    ],
    ["records that are an array of 4 billion", (bytes) => eachRecord(bytes, [0xdd, 255, 255, 255, 255])],
    ["records that are a string of 4 GB", (bytes) => eachRecord(bytes, [0xdb, 255, 255, 255, 255])],
    ["records that are a map of 4 billion", (bytes) => eachRecord(bytes, [0xdf, 255, 255, 255, 255])],
    ["records that are a number", (bytes) => eachRecord(bytes, [5])],
    [
      "records beyond their section",
      (_, view) => eachRow(withLong, "documents", (at) => view.setFloat64(at, 2 ** 40, true)),
    ],
    ["records of 4 GB", setRows(withLong, "documents", 8, HUGE)],
    ["documents of a text that is none", setRows(withLong, "documents", 12, HUGE)],
    ["blocks that inflate to 4 GB", setRows(withLong, "blocks", 12, HUGE)],
    ["blocks of more own bytes than there are", setRows(withLong, "blocks", 16, HUGE)],
    [
      "blocks stored beyond the text",
      (_, view) => eachRow(withLong, "blocks", (at) => view.setFloat64(at, 2 ** 40, true)),
    ],
    ["blocks of 4 GB", setRows(withLong, "blocks", 8, HUGE)],
    ["blocks of no text", setRows(withLong, "blocks", 20, HUGE)],
    ["texts of no block", setRows(withLong, "texts", 20, 0)],
    ["texts of blocks that are none", setRows(withLong, "texts", 16, HUGE)],
    ["pages of billions of keys", fillPages(withLong, "keys", HUGE)],
  ])("%s: an error, and verifying says so", async (_, change) => {
    const { found, merged } = await everything(forged(withLong, resealed(withLong, change)));
    // What a search does not look at, a merge does.
    expect([undamaged, "corpus_corrupt", "corpus_version"]).toContain(found);
    expect([found, merged].some((code) => code === "corpus_corrupt")).toBe(true);
  });

  test.each<[string, Change]>([
    ["lists of billions of postings", fillPages(withLists, "lists", HUGE)],
    ["lists of nothing", fillPages(withLists, "lists", 0)],
    [
      "lists of blocks that are none",
      (_, view) => eachPage(withLists, "lists", (page) => view.setUint32(page + 8, HUGE, true)),
    ],
    [
      "keys of lists beyond the lists",
      (_, view) => view.setUint32(placeOf(original(withLists), "blocks") + 16, 1, true),
    ],
    ["texts of 4 GB", setRows(withLists, "texts", 28, HUGE)],
    ["texts of billions of blocks", setRows(withLists, "texts", 20, HUGE)],
    ["texts of billions of documents", setRows(withLists, "texts", 40, HUGE)],
    ["texts that begin beyond their block", setRows(withLists, "texts", 24, HUGE)],
    ["texts of one hash", (_, view) => eachRow(withLists, "texts", (at) => void view.setFloat64(at, 0))],
    ["blocks that all begin with the last text", setRows(withLong, "blocks", 20, 12)],
    ["words that all count 4 billion", (_, view) => view.setUint32(placesOf(withLists).common.offsetBytes, HUGE, true)],
    [
      "common words of other codes",
      (_, view) => view.setUint32(placesOf(withLists).common.offsetBytes + 4, 0x1f_2f, true),
    ],
    [
      "common words of no bits",
      (bytes) => {
        const { offsetBytes, lengthBytes } = placesOf(withLists).common;
        bytes.fill(0, offsetBytes, offsetBytes + lengthBytes);
      },
    ],
    ["words of one hash", setRows(withLists, "vocabulary", 0, 7)],
    ["ids of one hash", setRows(withLists, "ids", 0, 7)],
    ["ids of documents that are none", setRows(withLists, "ids", 8, HUGE)],
    ["copies of texts that are none", setRows(withLong, "copies", 0, HUGE)],
    ["copies that are no documents", setRows(withLong, "copies", 4, HUGE)],
  ])("%s: an error or some answer", async (_, change) => {
    for (const name of [withLists, withLong]) {
      const isOther = original(name).length !== resealed(name, () => {}).length;
      expect(isOther).toBe(false);
      expectTyped(await everything(forged(name, resealed(name, change))));
    }
  });

  test("keys with more values than a key can have are an error, not millions of postings", async () => {
    const { offsetBytes } = placesOf(withLists).keys;
    // One upper value with all entries, none of which has low bits or value: the least key of the page, thousands of times.
    const bytes = resealed(withLists, (bytes, view) => {
      bytes.fill(0, offsetBytes, offsetBytes + pageBytesOf("keys"));
      view.setUint32(offsetBytes, 250, true);
      bytes.fill(0xff, offsetBytes + 4, offsetBytes + 4 + 32);
    });
    expectTyped(await everything(forged(withLists, bytes)));
    const file = await createMemoryStorage([["a", bytes]]).open("a");
    const segment = await Segment.open(kernels, file, seedOf(withLists), PASSAGE);
    await expect(segment.lookup("keys", Uint32Array.of(0), () => {})).rejects.toMatchObject({ code: "corpus_corrupt" });
  });

  test("any changed bytes: a typed error or a result, never another throw", async () => {
    const random = seeded(34);
    const any = (below: number) => Math.floor(random() * below);
    let errors = 0;
    const runs = fewOrAll(100, 300);
    for (let n = 0; n < runs; n++) {
      const name = n % 2 === 0 ? withLong : withLists;
      const places = [...SECTIONS]
        .map((section) => placesOf(name)[section])
        .filter(({ lengthBytes }) => lengthBytes > 0);
      const { offsetBytes, lengthBytes } = places[n % places.length]!;
      // Rows stand at the beginning of pages that are mostly empty.
      const within = Math.min(lengthBytes, n % 3 === 0 ? lengthBytes : 400);
      const bytes = resealed(name, (bytes) => {
        for (let i = 0; i < 1 + (n % 3); i++) bytes[offsetBytes + any(within)] = any(256);
      });
      const outcome = await everything(forged(name, bytes));
      expectTyped(outcome);
      if (!outcome.found.startsWith("[") || outcome.merged !== "done") errors++;
    }
    expect(errors).toBeGreaterThan(runs / 10);
  });

  function expectTyped({ found, merged, deleted }: Awaited<ReturnType<typeof everything>>): void {
    expect(found.startsWith("[") || found === "corpus_corrupt", found.slice(0, 80)).toBe(true);
    expect(["done", "corpus_corrupt", "document_invalid", "unknown_document"]).toContain(merged);
    expect(["done", "corpus_corrupt", "unknown_document"]).toContain(deleted);
  }

  function eachRecord(bytes: Uint8Array, begin: readonly number[]): void {
    const view = new DataView(bytes.buffer);
    const { records } = placesOf(withLong);
    eachRow(withLong, "documents", (at) => bytes.set(begin, records.offsetBytes + view.getFloat64(at, true)));
  }
});
