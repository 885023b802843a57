/** Damage of every kind to a corpus: a typed error or the undamaged answer, never another answer. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { buildCorpus } from "../../src/corpus/build.ts";
import { openCorpus } from "../../src/corpus/corpus.ts";
import {
  BLOCK_ROW_BYTES,
  checksumSeed,
  HEADER_BYTES,
  PAGE_BYTES,
  SECTIONS,
  type SectionName,
  sealPage,
} from "../../src/corpus/layout.ts";
import { MANIFEST_NAME, parseManifest } from "../../src/corpus/manifest.ts";
import { isSpoliaError } from "../../src/errors.ts";
import { createMemoryStorage } from "../../src/storage/memory.ts";
import { kernels, queryOf } from "../suites/judge.ts";
import { readAll } from "../suites/storage.suite.ts";
import { DECLARATION, seeded, zipfText } from "../suites/texts.ts";

type Files = Map<string, Uint8Array>;

const random = seeded(31);
const LONG = zipfText(random, 4_300, 1_500);
const documents = [
  { id: "long", text: LONG },
  ...Object.entries(DECLARATION).map(([lang, text]) => ({ id: lang, text, lang, title: "UDHR" })),
  { id: "shares", text: LONG.slice(900, 1_500) },
  { id: "copy", text: DECLARATION.en },
];
const files = await filesOf("test");
const query = queryOf(`${LONG.slice(1_000, 1_900)} ${DECLARATION.en} ${LONG.slice(-2_600, -400)} ${DECLARATION.ja}`);
const undamaged = await answer(files);
const [segmentName, textName] = [...files.keys()].filter((name) => name !== MANIFEST_NAME) as [string, string];
const segment = files.get(segmentName)!;
const header = new DataView(segment.buffer, segment.byteOffset);

async function filesOf(name: string): Promise<Files> {
  const storage = createMemoryStorage();
  await (await buildCorpus(documents, { name, dataset: "test", storage })).close();
  const files: Files = new Map();
  for (const file of await storage.list()) files.set(file, await readAll(storage, file));
  return files;
}

/** What a corpus of these files says, or the code of its error. Anything else that is thrown fails the test. */
async function answer(files: Files): Promise<string> {
  try {
    const corpus = await openCorpus(createMemoryStorage(files));
    const { passages, bounded } = await corpus.search(query);
    await corpus.close();
    return JSON.stringify([corpus.info, passages, bounded]);
  } catch (error) {
    if (isSpoliaError(error)) return error.code;
    throw error;
  }
}

const changed = (name: string, bytes: Uint8Array): Files => new Map(files).set(name, bytes);

function flipped(bytes: Uint8Array, at: number, bits: number): Uint8Array {
  const copy = bytes.slice();
  copy[at]! ^= bits;
  return copy;
}

const CODES = ["corpus_corrupt", "corpus_version", "corpus_not_found"];

describe("a corpus of a few documents", () => {
  test("has pages of lists, blocks of both kinds and an answer worth damaging", () => {
    const [info, passages] = JSON.parse(undamaged);
    expect(sectionOf("lists").length).toBeGreaterThan(0);
    expect(header.getUint32(24, true)).toBe(3);
    expect(info.stored_bytes).toBe([...files.values()].reduce((sum, { length }) => sum + length, 0));
    expect(new Set(passages.map((passage: { document: { id: string } }) => passage.document.id))).toEqual(
      new Set(["long", "en", "ja", "shares"]),
    );
  });
});

describe("damage", () => {
  test.each([...files.keys()])("%s cut at any length, or longer, is an error", async (name) => {
    const bytes = files.get(name)!;
    for (let length = 0; length < bytes.length; length++) {
      const found = await answer(changed(name, bytes.subarray(0, length)));
      // The manifest ends with a line break that JSON does not need.
      if (name === MANIFEST_NAME && length === bytes.length - 1) continue;
      expect(CODES, `${length} bytes`).toContain(found);
    }
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    expect(await answer(changed(name, longer))).toBe("corpus_corrupt");
  });

  test.each([...files.keys()])("%s missing is an error", async (name) => {
    const others = new Map(files);
    others.delete(name);
    expect(await answer(others)).toBe(name === MANIFEST_NAME ? "corpus_not_found" : "corpus_corrupt");
  });

  test.each([...files.keys()])("any byte of %s changed is an error or changes nothing", async (name) => {
    const bytes = files.get(name)!;
    const everywhere = bytes.length < 1_000;
    const positions = everywhere
      ? Array.from(bytes, (_, at) => at)
      : Array.from({ length: 2_200 }, (_, i) => (i < HEADER_BYTES ? i : Math.floor(random() * bytes.length)));
    let errors = 0;
    for (const at of positions) {
      const found = await answer(changed(name, flipped(bytes, at, 1 + Math.floor(random() * 255))));
      if (found === undamaged) continue;
      errors++;
      expect(CODES, `byte ${at}`).toContain(found);
    }
    expect(errors).toBeGreaterThan(positions.length / 4);
  });

  test("a segment, a text or both of another corpus of equal sizes is an error", async () => {
    const other = await filesOf("tset");
    const [otherSegment, otherText] = [...other.keys()].filter((name) => name !== MANIFEST_NAME) as [string, string];
    expect(other.get(otherSegment)!.length).toBe(segment.length);
    expect(await answer(changed(segmentName, other.get(otherSegment)!))).toBe("corpus_corrupt");
    const both = changed(segmentName, other.get(otherSegment)!).set(textName, other.get(otherText)!);
    expect(await answer(both)).toBe("corpus_corrupt");
    expect(await answer(changed(MANIFEST_NAME, other.get(MANIFEST_NAME)!))).toBe("corpus_corrupt");
    expect(await answer(new Map(files).set(segmentName, files.get(textName)!))).toBe("corpus_corrupt");
  });

  test("pages that were swapped are an error", async () => {
    const copy = segment.slice();
    const { offset } = sectionOf("keys");
    copy.copyWithin(offset, offset + PAGE_BYTES, offset + 2 * PAGE_BYTES);
    copy.set(segment.subarray(offset, offset + PAGE_BYTES), offset + PAGE_BYTES);
    expect(await answer(changed(segmentName, copy))).toBe("corpus_corrupt");
  });
});

describe("the manifest", () => {
  const manifest = JSON.parse(new TextDecoder().decode(files.get(MANIFEST_NAME)!)) as Record<string, unknown>;
  const parsed = (text: string | Uint8Array) => () =>
    parseManifest(kernels, typeof text === "string" ? new TextEncoder().encode(text) : text);
  const code = (work: () => unknown): string => {
    try {
      work();
      return "none";
    } catch (error) {
      if (isSpoliaError(error)) return error.code;
      throw error;
    }
  };

  test("any JSON and any bytes are corpus_corrupt", () => {
    fc.assert(fc.property(fc.json(), (text) => void expect(code(parsed(text))).toBe("corpus_corrupt")));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void expect(code(parsed(bytes))).toBe("corpus_corrupt")),
    );
  });

  test("any field of another value is an error", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(manifest)), fc.jsonValue(), (field, value) => {
        fc.pre(JSON.stringify(value) !== JSON.stringify(manifest[field]));
        expect(CODES).toContain(code(parsed(JSON.stringify({ ...manifest, [field]: value }))));
      }),
      { numRuns: 500 },
    );
  });

  test("a field more or less is corpus_corrupt, whitespace is nothing", () => {
    expect(code(parsed(JSON.stringify(manifest)))).toBe("none");
    expect(code(parsed(JSON.stringify({ ...manifest, more: 1 })))).toBe("corpus_corrupt");
    for (const field of Object.keys(manifest)) {
      const { [field]: _, ...rest } = manifest;
      expect(code(parsed(JSON.stringify(rest))), field).toBe("corpus_corrupt");
    }
  });

  test("nesting deeper than the stack is corpus_corrupt", () => {
    for (const deep of ["[".repeat(300_000) + "]".repeat(300_000), `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`]) {
      expect(code(parsed(deep))).toBe("corpus_corrupt");
      expect(code(parsed(`${JSON.stringify(manifest).slice(0, -1)},"deep":${deep}}`))).toBe("corpus_corrupt");
    }
  });

  test("another version is corpus_version, whatever else it holds and however it is sealed", () => {
    for (const later of [
      { ...manifest, version: 2 },
      { ...manifest, version: 0 },
      { format: "spolia-corpus", version: 2, segments: [{ file: "other" }], crc: 5 },
      { format: "spolia-corpus", version: 99 },
    ]) {
      expect(code(parsed(JSON.stringify(later)))).toBe("corpus_version");
    }
    for (const none of [
      { ...manifest, version: "2" },
      { ...manifest, version: 1.5 },
      { version: 2 },
      { format: "x", version: 2 },
    ]) {
      expect(code(parsed(JSON.stringify(none)))).toBe("corpus_corrupt");
    }
  });

  test("larger than any manifest is corpus_corrupt, unread", async () => {
    expect(await answer(changed(MANIFEST_NAME, new Uint8Array(2 ** 21).fill(0x20)))).toBe("corpus_corrupt");
  });
});

/** Where a section lies, as the header says. */
function sectionOf(name: SectionName): { at: number; offset: number; length: number } {
  const at = 48 + 24 * SECTIONS.indexOf(name);
  return { at, offset: header.getFloat64(at, true), length: header.getFloat64(at + 8, true) };
}

/** The segment after a change, with all its checksums made right again: what no accident does. */
function resealed(change: (bytes: Uint8Array, view: DataView) => void): Uint8Array {
  const bytes = segment.slice();
  const view = new DataView(bytes.buffer);
  change(bytes, view);
  const seed = view.getUint32(12, true);
  for (const name of SECTIONS) {
    const { at, offset, length } = sectionOf(name);
    const section = bytes.subarray(offset, offset + length);
    if (name === "keys" || name === "lists") {
      for (let page = 0; page * PAGE_BYTES < length; page++)
        sealPage(kernels, section.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES), checksumSeed(seed, name, page));
    } else view.setUint32(at + 16, kernels.xxhash32(section, checksumSeed(seed, name, 0)), true);
  }
  const sum = kernels.xxhash32(bytes.subarray(0, HEADER_BYTES - 4), checksumSeed(seed, "header", 0));
  view.setUint32(HEADER_BYTES - 4, sum, true);
  return bytes;
}

describe("a segment made up by someone, every checksum right", () => {
  // Nothing that the bytes claim may be believed to the point of allocating it.
  let largestBytes = 0;
  beforeEach(() => {
    largestBytes = 0;
    const construct = (target: typeof Uint8Array, given: [number]) => {
      if (typeof given[0] === "number") largestBytes = Math.max(largestBytes, given[0]);
      if (largestBytes > 2 ** 24) throw new Error(`allocates ${largestBytes} bytes`);
      return Reflect.construct(target, given) as Uint8Array;
    };
    vi.stubGlobal("Uint8Array", new Proxy(Uint8Array, { construct }));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    expect(largestBytes).toBeLessThan(2 ** 24);
  });

  test("unchanged it is the segment", () => {
    expect(resealed(() => {})).toEqual(segment);
  });

  const HUGE = 0xffff_ffff;
  test.each<[string, (bytes: Uint8Array, view: DataView) => void]>([
    ["another seed", (_, view) => view.setUint32(12, 5, true)],
    ["billions of blocks", (_, view) => view.setUint32(24, HUGE, true)],
    ["billions of documents", (_, view) => view.setUint32(28, HUGE, true)],
    ["no documents", (_, view) => view.setUint32(28, 0, true)],
    ...SECTIONS.flatMap((name): [string, (bytes: Uint8Array, view: DataView) => void][] => [
      [`${name} of 4 PB`, (_, view) => view.setFloat64(sectionOf(name).at + 8, 2 ** 52, true)],
      [`${name} of NaN bytes`, (_, view) => view.setFloat64(sectionOf(name).at + 8, Number.NaN, true)],
      [`${name} of -1 bytes`, (_, view) => view.setFloat64(sectionOf(name).at + 8, -1, true)],
      [`${name} before the file`, (_, view) => view.setFloat64(sectionOf(name).at, -4096, true)],
      [`${name} at infinity`, (_, view) => view.setFloat64(sectionOf(name).at, Number.POSITIVE_INFINITY, true)],
    ]),
    [
      "documents that are no MessagePack",
      (bytes) => bytes.fill(0xc1, sectionOf("documents").offset, sectionOf("documents").offset + 9),
    ],
    [
      "documents that are an array of 4 billion",
      (bytes) => bytes.set([0xdd, 255, 255, 255, 255], sectionOf("documents").offset),
    ],
    ["documents that are a number", (bytes) => bytes.set([5], sectionOf("documents").offset)],
    ["blocks that inflate to 4 GB", (_, view) => everyBlock((row) => view.setUint32(row + 16, HUGE, true))],
    ["blocks of more own bytes than there are", (_, view) => everyBlock((row) => view.setUint32(row + 12, HUGE, true))],
    ["blocks stored beyond the text", (_, view) => everyBlock((row) => view.setFloat64(row, 2 ** 40, true))],
    ["blocks of no document", (_, view) => everyBlock((row) => view.setUint32(row + 20, HUGE, true))],
    ["pages of billions of keys", (_, view) => everyPage("keys", (page) => view.setUint32(page, HUGE, true))],
    ["keys of a block that is none", (_, view) => everyKey(view, (key) => view.setUint32(key + 8, 0x7fff_ffff, true))],
    ["keys of a list beyond the lists", (_, view) => everyKey(view, (key) => view.setUint32(key + 8, HUGE, true))],
    ["lists of billions of blocks", (_, view) => everyPage("lists", (page) => fillPage(view, page, HUGE))],
    ["lists of no blocks", (_, view) => everyPage("lists", (page) => fillPage(view, page, 0))],
  ])("%s: an error", async (_, change) => {
    expect(await answer(changed(segmentName, resealed(change)))).toBe("corpus_corrupt");
  });

  test("any bytes changed: a typed error or some answer, never another throw", async () => {
    const sections = SECTIONS.map(sectionOf);
    for (let n = 0; n < 600; n++) {
      const { offset, length } = sections[n % sections.length]!;
      const bytes = resealed((bytes) => {
        for (let i = 0; i < 1 + (n % 3); i++) bytes[offset + Math.floor(random() * length)] = Math.floor(random() * 256);
      });
      const found = await answer(changed(segmentName, bytes));
      expect(found.startsWith("[") || found === "corpus_corrupt", `${n}: ${found.slice(0, 80)}`).toBe(true);
    }
  });

  function everyBlock(work: (row: number) => void): void {
    const { offset, length } = sectionOf("blocks");
    for (let row = offset; row < offset + length; row += BLOCK_ROW_BYTES) work(row);
  }
  function everyPage(name: SectionName, work: (page: number) => void): void {
    const { offset, length } = sectionOf(name);
    for (let page = offset; page < offset + length; page += PAGE_BYTES) work(page);
  }
  function everyKey(view: DataView, work: (key: number) => void): void {
    everyPage("keys", (page) => {
      for (let i = 0; i < view.getUint32(page, true); i++) work(page + 4 + 12 * i);
    });
  }
  function fillPage(view: DataView, page: number, value: number): void {
    for (let at = page; at < page + PAGE_BYTES - 4; at += 4) view.setUint32(at, value, true);
  }
});
