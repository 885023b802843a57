/** A small corpus of several segments, to be damaged: what it says, and what is said of it. */

import { isSpoliaError } from "../../../src/base/errors.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments } from "../../../src/corpus/change/change.ts";
import {
  BLOCK_WORDS,
  FOOTER_BYTES,
  KEY_PAGE_BYTES,
  PAGE_BYTES,
  SECTIONS,
  type Section,
  type SectionName,
} from "../../../src/corpus/format/layout.ts";
import { INLINE_POSTINGS_MAX } from "../../../src/corpus/format/lists.ts";
import { MANIFEST_NAME } from "../../../src/corpus/format/manifest.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";
import { DECLARATION, fillerWords, seeded, zipfText } from "../../support/texts.ts";

export type Files = Map<string, Uint8Array>;

export const CODES = ["corpus_corrupt", "corpus_version", "corpus_not_found"];

const random = seeded(31);
const LONG = zipfText(random, BLOCK_WORDS + 300, 200);
const filler = fillerWords();
/** A phrase between ever other words: so many contexts that it has a list, in a segment of a block. */
const REFRAIN = Array.from({ length: 4 * INLINE_POSTINGS_MAX }, () => {
  const [a, b, c, d] = Array.from({ length: 4 }, () => filler.next().value);
  return `${a} ${b} the same seven words again and again ${c} ${d}`;
}).join(" ");

const first = [
  { id: "long", text: LONG },
  ...Object.entries(DECLARATION).map(([lang, text]) => ({
    id: lang,
    text,
    lang,
    title: "Déclaration — UDHR",
    year: 1948,
  })),
  { id: "shares", text: LONG.slice(900, 1_500) },
  { id: "copy", text: DECLARATION.en },
];
const second = [
  { id: "refrain", text: REFRAIN, url: "https://example.org/refrain", licence: "CC0" },
  { id: "later", text: LONG.slice(300, 1_200), author: "Æneas", year: -19 },
];

export const query = queryOf(
  `${LONG.slice(1_000, 1_900)} ${DECLARATION.en} ${LONG.slice(-2_600, -400)} ${DECLARATION.ja} ${REFRAIN.slice(0, 200)}`,
);

/** Two segments, of one of which a document is deleted. */
export async function filesOf(name: string): Promise<Files> {
  const storage = createMemoryStorage();
  await (await buildCorpus(first, { name, dataset: "test", storage })).close();
  await appendDocuments(storage, second);
  await deleteDocuments(storage, ["fr"]);
  return everyFile(storage);
}

/** Of a section in the version that is written. */
export const pageBytesOf = (section: SectionName): number =>
  section === "keys" || section === "coarse" ? KEY_PAGE_BYTES : PAGE_BYTES;

/** Where the pages of a segment begin, of all sections that have pages; the common words are sealed like one of their length. */
export function pagesOf(segment: Uint8Array): { section: SectionName; at: number; bytes: number }[] {
  return Object.entries(sectionsOf(segment)).flatMap(([name, { offsetBytes, lengthBytes }]) => {
    const section = name as SectionName;
    const bytes = section === "common" ? lengthBytes : pageBytesOf(section);
    const pages = section === "records" || lengthBytes === 0 ? 0 : lengthBytes / bytes;
    return Array.from({ length: pages }, (_, i) => ({ section, at: offsetBytes + i * bytes, bytes }));
  });
}

export async function everyFile(storage: WritableStorage): Promise<Files> {
  const files: Files = new Map();
  for (const name of await storage.list()) {
    const file = await storage.open(name);
    files.set(name, await file.read(0, file.sizeBytes));
  }
  return files;
}

/** What a corpus of these files says, or the code of its error. Anything else that is thrown fails the test. */
export async function answer(files: Files): Promise<string> {
  try {
    const corpus = await openCorpus(createMemoryStorage(files));
    const result = await corpus.search(query);
    await corpus.close();
    return JSON.stringify([corpus.info, result]);
  } catch (error) {
    if (isSpoliaError(error)) return error.code;
    throw error;
  }
}

export function changed(files: Files, name: string, bytes: Uint8Array): Files {
  return new Map(files).set(name, bytes);
}

export function flipped(bytes: Uint8Array, at: number, bits: number): Uint8Array {
  const copy = bytes.slice();
  copy[at]! ^= bits;
  return copy;
}

const WHITE_SPACE = [0x20, 0x09, 0x0a, 0x0d];

/**
 * Whether a byte of the manifest may be so changed without a difference: white space of JSON to other white space. The manifest is JSON
 * with a checksum over what it says, not over how it is set. Within a string it would be found: of the manifest's strings none has any.
 */
export function isNoDifference(name: string, before: number, after: number): boolean {
  return name === MANIFEST_NAME && WHITE_SPACE.includes(before) && WHITE_SPACE.includes(after);
}

/** Where the footer of a segment says of a section where it lies. */
export function placeOf(segment: Uint8Array, name: SectionName): number {
  return segment.length - FOOTER_BYTES + 112 + 24 * SECTIONS.indexOf(name);
}

export function sectionsOf(segment: Uint8Array): Record<SectionName, Section> {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength);
  const sectionAt = (at: number): Section => ({
    offsetBytes: view.getFloat64(at, true),
    lengthBytes: view.getFloat64(at + 8, true),
    rows: view.getUint32(at + 16, true),
  });
  return Object.fromEntries(SECTIONS.map((name) => [name, sectionAt(placeOf(segment, name))])) as Record<
    SectionName,
    Section
  >;
}
