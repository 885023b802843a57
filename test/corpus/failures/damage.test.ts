/** Damage of every kind to a corpus: a typed error or the undamaged answer, never another answer; and verifying it finds all of it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { deleteDocuments } from "../../../src/corpus/change/change.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { FOOTER_BYTES, SECTIONS } from "../../../src/corpus/format/layout.ts";
import { MANIFEST_NAME, parseManifest } from "../../../src/corpus/format/manifest.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { kernels } from "../../support/suites/corpus/judge.ts";
import { seeded } from "../../support/texts.ts";
import {
  answer,
  CODES,
  changed,
  everyFile,
  type Files,
  filesOf,
  flipped,
  isNoDifference,
  pagesOf,
  sectionsOf,
} from "./damaged.ts";

const random = seeded(32);
const any = (below: number) => Math.floor(random() * below);
const files = await filesOf("test");
const names = [...files.keys()];
const undamaged = await answer(files);
const segmentNames = names.filter((name) => name.startsWith("segments/"));
const verify = (files: Files) => verifyCorpus(createMemoryStorage(files));

/** Places of a file: all of a small one, of a large one every so many and all of a segment's footer. */
function placesIn(bytes: Uint8Array, most: number): number[] {
  const step = Math.max(1, Math.floor(bytes.length / most));
  const places = Array.from({ length: Math.floor(bytes.length / step) }, (_, i) => i * step + any(step));
  const footer = Array.from({ length: Math.min(FOOTER_BYTES, bytes.length) }, (_, i) => bytes.length - 1 - i);
  return [...places, ...(step === 1 ? [] : footer)];
}

describe("a corpus of a few documents", () => {
  test("has every section, blocks of both kinds, a deletion and a result", async () => {
    const [info, { passages, bounded }] = JSON.parse(undamaged);
    expect(info.segments).toBe(2);
    expect(bounded).toBe(false);
    expect(info.stored_bytes).toBe([...files.values()].reduce((sum, { length }) => sum + length, 0));
    const sections = segmentNames.map((name) => sectionsOf(files.get(name)!));
    for (const name of SECTIONS)
      expect(
        sections.some((one) => one[name].lengthBytes > 0),
        name,
      ).toBe(true);
    expect(sections.some(({ blocks }) => blocks.rows === 3)).toBe(true);
    expect(names.filter((name) => name.startsWith("deleted/")).length).toBe(1);
    expect(new Set(passages.map((passage: { document: { id: string } }) => passage.document.id))).toEqual(
      new Set(["long", "en", "ja", "shares", "later", "refrain"]),
    );
    expect(await verify(files)).toMatchObject({ is_sound: true, segments: 2, damages: [] });
  });
});

describe("damage", () => {
  test.each(names)("%s cut at any length, or longer, is an error", async (name) => {
    const bytes = files.get(name)!;
    for (const length of notEmpty([
      ...Array(Math.min(fewOrAll(250, 1_500), bytes.length)).keys(),
      ...placesIn(bytes, fewOrAll(100, 1_000)),
    ])) {
      // The manifest ends with a line break that JSON does not need.
      if (name === MANIFEST_NAME && length === bytes.length - 1) continue;
      const cut = changed(files, name, bytes.subarray(0, length));
      expect(CODES, `${length} bytes`).toContain(await answer(cut));
      if (length % 16 === 0) expect((await verify(cut)).is_sound, `${length} bytes`).toBe(false);
    }
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    expect(await answer(changed(files, name, longer))).toBe("corpus_corrupt");
    expect((await verify(changed(files, name, longer))).is_sound).toBe(false);
  });

  test.each(names)("%s missing is an error", async (name) => {
    const others = new Map(files);
    others.delete(name);
    const isManifest = name === MANIFEST_NAME;
    expect(await answer(others)).toBe(isManifest ? "corpus_not_found" : "corpus_corrupt");
    if (isManifest) await expect(verify(others)).rejects.toMatchObject({ code: "corpus_not_found" });
    else expect((await verify(others)).is_sound).toBe(false);
  });

  test.each(names)("a change of any byte of %s is an error or has no effect", async (name) => {
    const bytes = files.get(name)!;
    const places = placesIn(bytes, fewOrAll(100, 800));
    let errors = 0;
    for (const at of notEmpty(places)) {
      const found = await answer(changed(files, name, flipped(bytes, at, 1 + any(255))));
      if (found === undamaged) continue;
      errors++;
      expect(CODES, `byte ${at}`).toContain(found);
    }
    // The footer of a segment is read from the manifest.
    const isRead = (at: number) => !name.startsWith("segments/") || at < bytes.length - FOOTER_BYTES;
    expect(errors).toBeGreaterThan(places.filter(isRead).length / 8);
  });

  /** Every byte of every file, one by one, is in `damage.slow.test.ts`. */
  test.each(names)("verification detects a change of any byte of %s", async (name) => {
    const bytes = files.get(name)!;
    for (const at of notEmpty(placesIn(bytes, fewOrAll(80, 500)))) {
      const copy = flipped(bytes, at, 1 + any(255));
      const { is_sound, damages } = await verify(changed(files, name, copy));
      expect(is_sound, `byte ${at}: ${bytes[at]} to ${copy[at]}`).toBe(isNoDifference(name, bytes[at]!, copy[at]!));
      // A damaged list of deletions is told as its segment's.
      if (!is_sound && !name.startsWith("deleted/")) expect(damages.map(({ file }) => file)).toContain(name);
    }
  });

  test("of a record is detected by verification, also if other bytes have the same meaning", async () => {
    for (const name of notEmpty(segmentNames)) {
      const bytes = files.get(name)!;
      const { records } = sectionsOf(bytes);
      for (let at = records.offsetBytes; at < records.offsetBytes + records.lengthBytes; at++) {
        if (bytes[at]! < 0x80) continue; // a character of its own, and any other says something else
        // 0x1c turns an unsigned number into a signed one, 0x40 and 0x80 are no part of what a byte adds to a character.
        for (const bits of [0x1c, 0x40, 0x80, 0xc0]) {
          const { is_sound } = await verify(changed(files, name, flipped(bytes, at, bits)));
          expect(is_sound, `byte ${at} ^ ${bits}`).toBe(false);
        }
      }
    }
  });

  test("of white space is the only one without effect in a manifest", async () => {
    const bytes = files.get(MANIFEST_NAME)!;
    let same = 0;
    let spaces = 0;
    for (const [at, byte] of notEmpty(bytes.entries())) {
      const all = Array.from({ length: 255 }, (_, i) => i + 1);
      const isSpace = isNoDifference(MANIFEST_NAME, byte, 0x20);
      // In `npm test` every eighth space becomes every other byte.
      const isAll = isSpace && spaces++ % fewOrAll(8, 1) === 0;
      for (const bits of notEmpty(isAll ? all : [1 + any(255), 1 + any(255), 0x20, 0x0f, byte ^ 0x20, byte ^ 0x0a])) {
        if (bits === 0) continue;
        let isRead = true;
        try {
          parseManifest(kernels, flipped(bytes, at, bits));
        } catch (error) {
          if (!isSpoliaError(error)) throw error;
          isRead = false;
        }
        expect(isRead, `byte ${at}: ${byte} ^ ${bits}`).toBe(isNoDifference(MANIFEST_NAME, byte, byte ^ bits));
        if (isRead) same++;
      }
    }
    expect(same).toBeGreaterThan(100);
  });

  test("a segment, a text or both of another corpus of equal sizes is an error", async () => {
    const other = await filesOf("tset");
    for (const name of notEmpty(names.filter((name) => /^(segments|text)/.test(name)))) {
      const theirs = [...other.keys()].find(
        (one) => one.slice(0, 4) === name.slice(0, 4) && other.get(one)!.length === files.get(name)!.length,
      )!;
      expect(theirs).toBeDefined();
      // Segments are named after what they hold: the same documents make the same files.
      expect(theirs).toBe(name);
      expect(Buffer.compare(other.get(theirs)!, files.get(name)!)).toBe(0);
    }
    expect(await answer(changed(files, MANIFEST_NAME, other.get(MANIFEST_NAME)!))).not.toBe(undamaged);
    const [a, b] = segmentNames as [string, string];
    expect(await answer(changed(files, a, files.get(b)!))).toBe("corpus_corrupt");
    expect(await answer(changed(files, a, files.get(a.replaceAll("segment", "text").replace("texts", "text"))!))).toBe(
      "corpus_corrupt",
    );
  });

  test("swapped lists of deletions are an error: each belongs to its segment", async () => {
    const storage = createMemoryStorage(files);
    await deleteDocuments(storage, ["later"]);
    const both = await everyFile(storage);
    const [a, b] = [...both.keys()].filter((name) => name.startsWith("deleted/")) as [string, string];
    expect(both.get(a)!.length).toBe(both.get(b)!.length);
    expect((await verify(both)).is_sound).toBe(true);
    for (const [here, there] of [[a, b] as const, [b, a] as const]) {
      const swapped = changed(both, here, both.get(there)!);
      expect(await answer(swapped)).toBe("corpus_corrupt");
      expect((await verify(swapped)).is_sound).toBe(false);
    }
  });

  test("swapped pages within a section, across sections or segments are an error", async () => {
    let errors = 0;
    for (const name of notEmpty(segmentNames)) {
      const segment = files.get(name)!;
      const pages = pagesOf(segment);
      const others = segmentNames.flatMap((other) => pages.map((from) => [files.get(other)!, from] as const));
      for (const [i, { at: to, bytes }] of notEmpty(pages.entries())) {
        const [source, { at: from }] = others[(i * 7 + 1) % others.length]!;
        const page = source.subarray(from, from + bytes);
        if (page.length < bytes || Buffer.compare(page, segment.subarray(to, to + bytes)) === 0) continue;
        const copy = segment.slice();
        copy.set(page, to);
        const found = await answer(changed(files, name, copy));
        expect([undamaged, "corpus_corrupt"]).toContain(found);
        if (found !== undamaged) errors++;
        const { is_sound } = await verify(changed(files, name, copy));
        expect(is_sound, `${from} to ${to} of ${name}`).toBe(false);
      }
    }
    expect(errors).toBeGreaterThan(5);
  });
});

test("a bit that is flipped at an edge of a page is an error, or changes nothing, and is found", async () => {
  let errors = 0;
  for (const name of notEmpty(segmentNames)) {
    const segment = files.get(name)!;
    for (const { at, bytes, section } of notEmpty(pagesOf(segment))) {
      for (const byte of [0, 3, 4, bytes / 2 - 1, bytes / 2, bytes - 5, bytes - 4, bytes - 1]) {
        const damaged = changed(files, name, flipped(segment, at + byte, 1 << (byte % 8)));
        const found = await answer(damaged);
        expect([undamaged, "corpus_corrupt"], `byte ${byte} of a page of ${section}`).toContain(found);
        if (found !== undamaged) errors++;
        expect((await verify(damaged)).is_sound, `byte ${byte} of a page of ${section}`).toBe(false);
      }
    }
  }
  expect(errors).toBeGreaterThan(20);
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
  /** The last version that is read. */
  const LATEST = 8;

  test("any JSON and any bytes are corpus_corrupt", () => {
    fc.assert(fc.property(fc.json(), (text) => void expect(code(parsed(text))).toBe("corpus_corrupt")));
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        (bytes) => void expect(code(parsed(bytes))).toBe("corpus_corrupt"),
      ),
    );
  });

  test("any field with another value is an error", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(manifest)), fc.jsonValue(), (field, value) => {
        fc.pre(JSON.stringify(value) !== JSON.stringify(manifest[field]));
        expect(CODES).toContain(code(parsed(JSON.stringify({ ...manifest, [field]: value }))));
      }),
      { numRuns: fewOrAll(200, 500) },
    );
  });

  test("an additional or missing field is corpus_corrupt, white space is allowed", () => {
    expect(code(parsed(JSON.stringify(manifest)))).toBe("none");
    expect(code(parsed(JSON.stringify({ ...manifest, more: 1 })))).toBe("corpus_corrupt");
    for (const field of notEmpty(Object.keys(manifest))) {
      const { [field]: _, ...rest } = manifest;
      expect(code(parsed(JSON.stringify(rest))), field).toBe("corpus_corrupt");
    }
  });

  test("nesting deeper than the stack is corpus_corrupt", () => {
    for (const deep of [
      "[".repeat(300_000) + "]".repeat(300_000),
      `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
    ]) {
      expect(code(parsed(deep))).toBe("corpus_corrupt");
      expect(code(parsed(`${JSON.stringify(manifest).slice(0, -1)},"deep":${deep}}`))).toBe("corpus_corrupt");
    }
  });

  test("another version is corpus_version, with any content and any checksum", () => {
    for (const later of [
      { ...manifest, version: LATEST + 1 },
      { ...manifest, version: 1 },
      { ...manifest, version: 0 },
      { format: "spolia-corpus", version: LATEST + 1, segments: [{ file: "other" }], crc: 5 },
      { format: "spolia-corpus", version: 99 },
    ]) {
      expect(code(parsed(JSON.stringify(later)))).toBe("corpus_version");
    }
    for (const none of [
      { ...manifest, version: `${LATEST + 1}` },
      { ...manifest, version: 1.5 },
      { version: LATEST + 1 },
      { format: "x", version: LATEST + 1 },
    ]) {
      expect(code(parsed(JSON.stringify(none)))).toBe("corpus_corrupt");
    }
  });

  test("a file larger than any manifest is corpus_corrupt and is not read", async () => {
    expect(await answer(changed(files, MANIFEST_NAME, new Uint8Array(2 ** 21).fill(0x20)))).toBe("corpus_corrupt");
  });
});
