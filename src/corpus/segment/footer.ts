/** The footer of a segment: written last, read first, and validated before any of its fields is used as an offset. */
import type { Profile } from "../../core/fingerprint/profile.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import type { PageForm } from "../../core/kernels/tables/pageForm.ts";
import { isCommonLength } from "../format/commonWords.ts";
import {
  FOOTER_OFFSETS as AT,
  COARSE_WINDOW_SHINGLES,
  checksumSeed,
  corrupt,
  FOOTER_BYTES,
  INDEX_OFFSETS,
  KEY_PAGE_BYTES,
  PAGE_BYTES,
  RELEASED_SEGMENT_VERSION,
  ROW_BYTES,
  SECTION_ENTRY_BYTES,
  SECTION_OFFSETS,
  SECTIONS,
  SEGMENT_BLOCKS_MAX,
  SEGMENT_MAGIC,
  SEGMENT_VERSION,
  type Section,
  type SectionName,
  type SegmentTableName,
  WIDE_SEGMENT_VERSION,
  wrongVersion,
} from "../format/layout.ts";
import { RELEASED_VALUE_BITS_MAX, VALUE_BITS_MAX } from "../format/page.ts";
import { rowsPerPage } from "./read/tables.ts";

interface IndexFooter extends PageForm {
  entries: number;
  keys: number;
}

export interface Footer {
  words: number;
  textBytes: number;
  /** Largest count of a word that the vocabulary leaves out; 0 where it has all words. */
  unlistedCount: number;
  keys: IndexFooter;
  coarse: IndexFooter;
  /** How the section `common` is stored: as `commonWords.ts` codes it, or as rows before version 5 of the segment. */
  commonForm: "coded" | "rows";
  sections: Record<SectionName, Section>;
}

/** The fields of a segment's footer, its checksum aside. */
interface FooterFields extends Omit<Footer, "commonForm"> {
  seed: number;
  profile: Profile;
}

/** What differs between the versions that are read. */
interface VersionForm extends Pick<Footer, "commonForm"> {
  /** Of a page of keys. */
  pageBytes: number;
  valueBitsMax: number;
}

const FORM_OF_VERSION: ReadonlyMap<number, VersionForm> = new Map([
  [RELEASED_SEGMENT_VERSION, { pageBytes: PAGE_BYTES, valueBitsMax: RELEASED_VALUE_BITS_MAX, commonForm: "rows" }],
  [WIDE_SEGMENT_VERSION, { pageBytes: PAGE_BYTES, valueBitsMax: VALUE_BITS_MAX, commonForm: "rows" }],
  [SEGMENT_VERSION, { pageBytes: KEY_PAGE_BYTES, valueBitsMax: VALUE_BITS_MAX, commonForm: "coded" }],
]);

/** The bytes of a footer, with its checksum. */
export function packFooter(
  kernels: Kernels,
  { seed, profile, words, textBytes, unlistedCount, keys, coarse, sections }: FooterFields,
): Uint8Array {
  const bytes = new Uint8Array(FOOTER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(SEGMENT_MAGIC), AT.magic);
  view.setUint32(AT.version, SEGMENT_VERSION, true);
  view.setUint32(AT.seed, seed, true);
  view.setUint32(AT.shingleWords, profile.shingleWords, true);
  view.setUint32(AT.windowShingles, profile.windowShingles, true);
  view.setUint32(AT.coarseWindowShingles, COARSE_WINDOW_SHINGLES, true);
  view.setUint32(AT.unlistedCount, unlistedCount, true);
  view.setFloat64(AT.words, words, true);
  view.setFloat64(AT.textBytes, textBytes, true);
  writeIndex(view, AT.keys, keys);
  writeIndex(view, AT.coarse, coarse);
  for (const name of SECTIONS) writeSection(view, placeOf(name), sections[name]);
  view.setUint32(AT.checksum, kernels.xxhash32(bytes.subarray(0, AT.checksum), checksumSeed(seed, "footer", 0)), true);
  return bytes;
}

/** @throws corpus_version, corpus_corrupt */
export function parseFooter(
  kernels: Kernels,
  bytes: Uint8Array,
  seed: number,
  sizeBytes: number,
  profile: Profile,
): Footer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const number = (at: number) => view.getUint32(at, true);
  const magic = bytes.subarray(AT.magic, AT.magic + SEGMENT_MAGIC.length);
  if (new TextDecoder().decode(magic) !== SEGMENT_MAGIC) throw corrupt("The footer");
  const form = FORM_OF_VERSION.get(number(AT.version));
  if (form === undefined) throw wrongVersion();
  const checksum = kernels.xxhash32(bytes.subarray(0, AT.checksum), checksumSeed(seed, "footer", 0));
  if (number(AT.seed) !== seed || checksum !== number(AT.checksum)) throw corrupt("The footer");
  const isOfProfile =
    number(AT.shingleWords) === profile.shingleWords && number(AT.windowShingles) === profile.windowShingles;
  if (!isOfProfile) throw corrupt("The footer");
  if (number(AT.coarseWindowShingles) !== COARSE_WINDOW_SHINGLES) throw wrongVersion();
  const footer: Footer = {
    words: view.getFloat64(AT.words, true),
    textBytes: view.getFloat64(AT.textBytes, true),
    unlistedCount: number(AT.unlistedCount),
    keys: parseIndex(view, AT.keys, form.pageBytes),
    coarse: parseIndex(view, AT.coarse, form.pageBytes),
    commonForm: form.commonForm,
    sections: Object.fromEntries(
      SECTIONS.map((name) => [name, parseSection(view, placeOf(name))]),
    ) as Footer["sections"],
  };
  if (footer.sections.blocks.rows > SEGMENT_BLOCKS_MAX) throw corrupt("The footer");
  if (Math.max(footer.keys.valueBits, footer.coarse.valueBits) > form.valueBitsMax) throw corrupt("The footer");
  checkSections(footer, sizeBytes);
  return footer;
}

const placeOf = (name: SectionName): number => AT.sections + SECTION_ENTRY_BYTES * SECTIONS.indexOf(name);

function writeSection(view: DataView, at: number, { offsetBytes, lengthBytes, rows }: Section): void {
  view.setFloat64(at + SECTION_OFFSETS.offsetBytes, offsetBytes, true);
  view.setFloat64(at + SECTION_OFFSETS.lengthBytes, lengthBytes, true);
  view.setUint32(at + SECTION_OFFSETS.rows, rows, true);
}

function parseSection(view: DataView, at: number): Section {
  return {
    offsetBytes: view.getFloat64(at + SECTION_OFFSETS.offsetBytes, true),
    lengthBytes: view.getFloat64(at + SECTION_OFFSETS.lengthBytes, true),
    rows: view.getUint32(at + SECTION_OFFSETS.rows, true),
  };
}

function writeIndex(view: DataView, at: number, { pages, lowBits, valueBits, entries, keys }: IndexFooter): void {
  view.setUint32(at + INDEX_OFFSETS.pages, pages, true);
  view.setUint32(at + INDEX_OFFSETS.lowBits, lowBits, true);
  view.setUint32(at + INDEX_OFFSETS.valueBits, valueBits, true);
  view.setFloat64(at + INDEX_OFFSETS.entries, entries, true);
  view.setFloat64(at + INDEX_OFFSETS.keys, keys, true);
}

function parseIndex(view: DataView, at: number, pageBytes: number): IndexFooter {
  return {
    pageBytes,
    pages: view.getUint32(at + INDEX_OFFSETS.pages, true),
    lowBits: view.getUint32(at + INDEX_OFFSETS.lowBits, true),
    valueBits: view.getUint32(at + INDEX_OFFSETS.valueBits, true),
    entries: view.getFloat64(at + INDEX_OFFSETS.entries, true),
    keys: view.getFloat64(at + INDEX_OFFSETS.keys, true),
  };
}

/**
 * Checks that sections follow each other without a gap up to the footer, that pages are whole, and that rows fill their
 * pages: a valid checksum does not prove it.
 */
function checkSections({ words, textBytes, sections, keys, coarse, commonForm }: Footer, sizeBytes: number): void {
  const counts = [words, textBytes, keys.entries, keys.keys, coarse.entries, coarse.keys];
  if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) throw corrupt("The footer");
  let end = 0;
  for (const name of SECTIONS) {
    const { offsetBytes, lengthBytes, rows } = sections[name];
    if (offsetBytes !== end || !Number.isSafeInteger(lengthBytes) || lengthBytes < 0) throw corrupt("The footer");
    if (name === "lists" && lengthBytes % PAGE_BYTES !== 0) throw corrupt("The footer");
    const isCoded = name === "common" && commonForm === "coded";
    if (isCoded && !isCommonLength(rows, lengthBytes)) throw corrupt("The footer");
    const isTable = name in ROW_BYTES && !isCoded;
    if (isTable && lengthBytes !== Math.ceil(rows / rowsPerPage(name as SegmentTableName)) * PAGE_BYTES)
      throw corrupt("The footer");
    end += lengthBytes;
  }
  if (end + FOOTER_BYTES !== sizeBytes) throw corrupt("The length");
  for (const [form, section] of [
    [keys, sections.keys],
    [coarse, sections.coarse],
  ] as const) {
    const isForm = form.pages >= 1 && form.lowBits <= 31 && form.valueBits >= 1;
    if (!isForm || (form.pages + 1) * form.pageBytes !== section.lengthBytes) throw corrupt("The footer");
    // An entry takes the bits of a value and at least one more. A merge allocates memory for as many entries as the
    // footer states.
    if (form.keys > form.entries || form.entries * (form.valueBits + 1) > 8 * section.lengthBytes)
      throw corrupt("The footer");
  }
}
