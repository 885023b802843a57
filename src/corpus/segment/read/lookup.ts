/** Looks up many keys in the pages of a section, which kernels keep: `core/kernels/tables/keyPages.ts`. */
import type { Kernels } from "../../../core/kernels/kernels.ts";
import type { FoundKeys, KeyPages } from "../../../core/kernels/tables/keyPages.ts";
import type { PageForm } from "../../../core/kernels/tables/pageForm.ts";
import { FoundValues } from "../../format/hits.ts";
import { checksumSeed, corrupt, type Section } from "../../format/layout.ts";
import { INLINE_POSTINGS_MAX } from "../../format/lists.ts";
import { checkPlaces, type PageSource, runsOf, scanPages } from "./pages.ts";

/** The pages of a lookup of so many keys would push out those of all others: such lookups have memory of their own. */
const LONG_KEYS_MIN = 1 << 14;
/**
 * Of keys with entries that may have spilled, nine of ten are this near to the end of their page in novels, three of
 * five in D.C. laws: far away, it would take another round trip to ask for the next page later.
 */
const NEAR_END_SHARE = 1 / 16;

/** A section of keys. */
interface KeySection {
  name: "keys" | "coarse";
  form: PageForm;
  section: Section;
}

/** The pages of all corpora of these kernels, by their size and whether they are for long lookups. */
const kept = new WeakMap<Kernels, Map<string, KeyPages>>();

function keptPages(kernels: Kernels, pageBytes: number, isLong: boolean): KeyPages {
  const all = kept.get(kernels) ?? new Map<string, KeyPages>();
  kept.set(kernels, all);
  const name = `${pageBytes} ${isLong}`;
  const pages = all.get(name) ?? kernels.keyPages(pageBytes, INLINE_POSTINGS_MAX);
  all.set(name, pages);
  return pages;
}

export async function lookUp(
  source: PageSource,
  section: KeySection,
  keys: Uint32Array,
  checkAborted: () => void,
): Promise<FoundValues> {
  const { kernels } = source;
  const isLong = keys.length >= LONG_KEYS_MIN;
  const pages = keptPages(kernels, section.form.pageBytes, isLong);
  // In the order of their pages, each of which is read once.
  const order = isLong ? ascending(kernels, keys) : null;
  const sorted = order?.keys ?? keys;
  const found = new FoundValues(keys.length);
  for (let from = 0; from < keys.length; from += pages.keysMost) {
    const indexes = order?.indexes.subarray(from) ?? null;
    await findIn(pages, source, section, sorted.subarray(from, from + pages.keysMost), (some) =>
      found.add(some, indexes, from),
    );
    checkAborted();
  }
  return found;
}

function ascending(kernels: Kernels, keys: Uint32Array): { keys: Uint32Array; indexes: Uint32Array } {
  const indexes = Uint32Array.from(keys.keys());
  const { high, low } = kernels.sort({ high: keys, low: indexes });
  return { keys: high, indexes: low };
}

/** @param take is given what was found at once: another lookup takes its place */
async function findIn(
  pages: KeyPages,
  source: PageSource,
  { name, form, section }: KeySection,
  keys: Uint32Array,
  take: (found: FoundKeys) => void,
): Promise<void> {
  const number = numberOf(pages, source, name);
  // Other lookups may take the room of pages that were read: they are put back until all are here at once.
  const read = new Map<number, DataView>();
  const find = () => {
    const found = pages.find(number, form, keys, source.file.isFar ? NEAR_END_SHARE : 0);
    if (found === "damaged") throw corrupt("A page");
    return found;
  };
  for (;;) {
    pages.begin();
    let found = find();
    if (found === null && read.size > 0) {
      for (const [page, view] of read) pages.put(number, page, view);
      found = find();
    }
    // Those that spill ask for more.
    while (found === null && source.file.readInto !== undefined) {
      readInto(pages, number, source, { name, section }, pages.missing());
      found = find();
    }
    if (found !== null) return take(found);
    for (const [page, view] of await scanPages(source, name, section, pages.missing())) read.set(page, view);
  }
}

/** Bytes of a run, until the next is read. */
let runBytes = new Uint8Array(0);

/** Reads pages into the memory of kernels, of a storage that need not wait. @throws corpus_corrupt */
function readInto(
  pages: KeyPages,
  number: number,
  { file, seed }: PageSource,
  { name, section }: Pick<KeySection, "name" | "section">,
  missing: readonly number[],
): void {
  const { pageBytes } = pages;
  checkPlaces(name, section, missing, pageBytes);
  for (const [from, to] of runsOf(missing, pageBytes, file.gapBytes)) {
    const first = missing[from]!;
    const [offsetBytes, lengthBytes] = [
      section.offsetBytes + first * pageBytes,
      (missing[to - 1]! - first + 1) * pageBytes,
    ];
    if (to - from > 1) {
      if (runBytes.length < lengthBytes) runBytes = new Uint8Array(lengthBytes);
      file.readInto!(runBytes, 0, offsetBytes, lengthBytes);
    }
    for (let i = from; i < to; i++) {
      const page = missing[i]!;
      const isWhole = pages.read(number, page, checksumSeed(seed, name, page), (memory, at) => {
        if (to - from === 1) return file.readInto!(memory, at, offsetBytes, lengthBytes);
        const inRun = (page - first) * pageBytes;
        memory.set(runBytes.subarray(inRun, inRun + pageBytes), at);
      });
      if (!isWhole) throw corrupt("A page");
    }
  }
}

/** What each section of a file is called among these pages. */
function numberOf(pages: KeyPages, { numbers }: PageSource, name: "keys" | "coarse"): number {
  const bySection = numbers.get(pages) ?? new Map<string, number>();
  numbers.set(pages, bySection);
  const number = bySection.get(name) ?? pages.newSection();
  bySection.set(name, number);
  return number;
}
