/** The footer of a segment: read first, and looked at before anything that it says is used as a place. */
import type { Profile } from "../fingerprint/profile.ts";
import type { Kernels } from "../kernels/kernels.ts";
import {
  COARSE_WINDOW_SHINGLES,
  checksumSeed,
  corrupt,
  FOOTER_BYTES,
  PAGE_BYTES,
  ROW_BYTES,
  SECTIONS,
  SEGMENT_MAGIC,
  SEGMENT_VERSION,
  type Section,
  type SectionName,
  type TableName,
  wrongVersion,
} from "./layout.ts";
import { type PageForm, VALUE_BITS_MAX } from "./page.ts";
import { rowsPerPage } from "./tables.ts";

export interface IndexFooter extends PageForm {
  entries: number;
  keys: number;
}

export interface Footer {
  words: number;
  textBytes: number;
  keys: IndexFooter;
  coarse: IndexFooter;
  sections: Record<SectionName, Section>;
}

/** @throws corpus_version, corpus_corrupt */
export function parseFooter(kernels: Kernels, bytes: Uint8Array, seed: number, sizeBytes: number, profile: Profile): Footer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (new TextDecoder().decode(bytes.subarray(0, 8)) !== SEGMENT_MAGIC) throw corrupt("The footer");
  const [version, own, shingleWords, windowShingles, coarseWindow] = [0, 1, 2, 3, 4].map((i) =>
    view.getUint32(8 + 4 * i, true),
  );
  if (version !== SEGMENT_VERSION) throw wrongVersion();
  const checksum = kernels.xxhash32(bytes.subarray(0, FOOTER_BYTES - 4), checksumSeed(seed, "footer", 0));
  if (own !== seed || checksum !== view.getUint32(FOOTER_BYTES - 4, true)) throw corrupt("The footer");
  if (shingleWords !== profile.shingleWords || windowShingles !== profile.windowShingles) throw corrupt("The footer");
  if (coarseWindow !== COARSE_WINDOW_SHINGLES) throw wrongVersion();
  const sections = Object.fromEntries(SECTIONS.map((name, i) => [name, sectionAt(view, 112 + 24 * i)])) as Footer["sections"];
  const footer = {
    words: view.getFloat64(32, true),
    textBytes: view.getFloat64(40, true),
    keys: indexAt(view, 48),
    coarse: indexAt(view, 80),
    sections,
  };
  checkSections(footer, sizeBytes);
  return footer;
}

function sectionAt(view: DataView, at: number): Section {
  return {
    offsetBytes: view.getFloat64(at, true),
    lengthBytes: view.getFloat64(at + 8, true),
    rows: view.getUint32(at + 16, true),
  };
}

function indexAt(view: DataView, at: number): IndexFooter {
  const [pages, lowBits, valueBits] = [0, 1, 2].map((i) => view.getUint32(at + 4 * i, true)) as [number, number, number];
  return { pages, lowBits, valueBits, entries: view.getFloat64(at + 16, true), keys: view.getFloat64(at + 24, true) };
}

/** Sections follow each other without a gap to the footer, pages are whole, and rows fill their pages: a checksum is no proof. */
function checkSections({ words, textBytes, sections, keys, coarse }: Footer, sizeBytes: number): void {
  const counts = [words, textBytes, keys.entries, keys.keys, coarse.entries, coarse.keys];
  if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) throw corrupt("The footer");
  let end = 0;
  for (const name of SECTIONS) {
    const { offsetBytes, lengthBytes, rows } = sections[name];
    if (offsetBytes !== end || !Number.isSafeInteger(lengthBytes) || lengthBytes < 0) throw corrupt("The footer");
    if (name !== "records" && lengthBytes % PAGE_BYTES !== 0) throw corrupt("The footer");
    const isTable = name in ROW_BYTES;
    if (isTable && lengthBytes !== Math.ceil(rows / rowsPerPage(name as TableName)) * PAGE_BYTES) throw corrupt("The footer");
    end += lengthBytes;
  }
  if (end + FOOTER_BYTES !== sizeBytes) throw corrupt("The length");
  for (const [form, section] of [
    [keys, sections.keys],
    [coarse, sections.coarse],
  ] as const) {
    const isForm = form.pages >= 1 && form.lowBits <= 31 && form.valueBits >= 1 && form.valueBits <= VALUE_BITS_MAX;
    if (!isForm || (form.pages + 1) * PAGE_BYTES !== section.lengthBytes) throw corrupt("The footer");
    // An entry takes a value's bits and one at least: a merge makes room for as many as the footer says.
    if (form.keys > form.entries || form.entries * (form.valueBits + 1) > 8 * section.lengthBytes) throw corrupt("The footer");
  }
}
