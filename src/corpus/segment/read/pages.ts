/** Reads pages of a file: one read for pages near each other, all reads in parallel, each page checked. */
import { isSpoliaError } from "../../../base/errors.ts";
import { allSettledValues } from "../../../base/queues/settled.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import type { KeyPages } from "../../../core/kernels/tables/keyPages.ts";
import { checkPage, checksumSeed, corrupt, PAGE_BYTES, type Section, type SectionName } from "../../format/layout.ts";
import type { StoredFile } from "../../storage/storage.ts";
import { type KeptOf, keptPages } from "./kept.ts";

/** Most bytes of one read: a long query has a key on nearly every page of a table. */
const READ_BYTES_MAX = 1024 * 1024;

export interface PageSource {
  kernels: Kernels;
  file: StoredFile;
  /** The segment's own seed. */
  seed: number;
  /** Bytes of a page of `keys` and of `coarse`. */
  keyPageBytes: number;
  /** Which pages of a file in memory have been checked, by section. */
  checked: Map<SectionName, Uint8Array>;
  /** Checked pages of tables of any other file that are still in memory, by section. */
  kept: Map<SectionName, KeptOf<DataView>>;
  /** Numbers of the sections of keys among pages that kernels keep. */
  numbers: WeakMap<KeyPages, Map<string, number>>;
}

/** A part of a lookup that reads so much is of a long query: kept, its pages would push out those of all others. */
const UNKEPT_BYTES_MIN = 8 * 1024 * 1024;

export function pageBytesOf({ keyPageBytes }: PageSource, name: SectionName): number {
  return name === "keys" || name === "coarse" ? keyPageBytes : PAGE_BYTES;
}

/**
 * Pages for a search, which keeps them for the next one.
 *
 * @param pages ascending, distinct
 * @throws corpus_corrupt where a page is outside of the section or damaged
 */
export async function readPages(
  source: PageSource,
  name: SectionName,
  section: Section,
  pages: readonly number[],
): Promise<Map<number, DataView>> {
  const pageBytes = pageBytesOf(source, name);
  if (source.file.view !== undefined || pages.length * pageBytes >= UNKEPT_BYTES_MIN)
    return scanPages(source, name, section, pages);
  const kept = source.kept.get(name) ?? new Map();
  source.kept.set(name, kept);
  const found = new Map<number, DataView>();
  const missing: number[] = [];
  for (const page of pages) {
    const view = keptPages.get(kept, page);
    if (view === undefined) missing.push(page);
    else found.set(page, view);
  }
  for (const [page, view] of await scanPages(source, name, section, missing)) {
    // Memory of its own, so that a page that is kept does not keep its neighbours.
    const own = view.buffer.byteLength === pageBytes ? view : copied(view);
    keptPages.keep(kept, page, own, pageBytes);
    found.set(page, own);
  }
  return found;
}

const copied = ({ buffer, byteOffset, byteLength }: DataView): DataView =>
  new DataView(buffer.slice(byteOffset, byteOffset + byteLength));

/**
 * Pages for who reads all of them, once.
 *
 * @param pages ascending, distinct
 * @throws corpus_corrupt where a page is outside of the section or damaged
 */
export async function scanPages(
  source: PageSource,
  name: SectionName,
  { offsetBytes, lengthBytes }: Section,
  pages: readonly number[],
): Promise<Map<number, DataView>> {
  const { kernels, file, seed } = source;
  const found = new Map<number, DataView>();
  if (pages.length === 0) return found;
  const pageBytes = pageBytesOf(source, name);
  checkPlaces(name, { lengthBytes }, pages, pageBytes);
  if (file.view !== undefined) {
    for (const page of pages) found.set(page, viewPage(source, name, { offsetBytes, lengthBytes }, page));
    return found;
  }
  const reads = Array.from(runsOf(pages, pageBytes, file.gapBytes), ([from, to]) => read(pages.slice(from, to)));
  await allSettledValues(reads);
  return found;

  async function read(run: readonly number[]): Promise<void> {
    const first = run[0]!;
    const lengthBytes = (run.at(-1)! - first + 1) * pageBytes;
    await readChecked(file, offsetBytes + first * pageBytes, lengthBytes, (bytes) => {
      for (const page of run) {
        const at = (page - first) * pageBytes;
        found.set(page, checkPage(kernels, bytes.subarray(at, at + pageBytes), checksumSeed(seed, name, page)));
      }
    });
  }
}

/**
 * Divides pages into those that are read together, by where a run begins and ends in `pages`: to read on costs less
 * than another request.
 */
export function* runsOf(pages: readonly number[], pageBytes: number, gapBytes: number): Generator<[number, number]> {
  for (let from = 0, to = 1; from < pages.length; from = to++) {
    const isNear = (before: number, next: number) =>
      (next - before - 1) * pageBytes <= gapBytes && (next - pages[from]! + 1) * pageBytes <= READ_BYTES_MAX;
    while (to < pages.length && isNear(pages[to - 1]!, pages[to]!)) to++;
    yield [from, to];
  }
}

/** Reads bytes that `check` takes; of a copy that is damaged or gone once more, from where it comes from. */
export async function readChecked<T>(
  file: StoredFile,
  offsetBytes: number,
  lengthBytes: number,
  check: (bytes: Uint8Array) => T | Promise<T>,
): Promise<T> {
  if (file.readAgain === undefined) return check(await file.read(offsetBytes, lengthBytes));
  try {
    return await check(await file.read(offsetBytes, lengthBytes));
  } catch (error) {
    if (!isSpoliaError(error) || (error.code !== "corpus_corrupt" && error.code !== "storage_failed")) throw error;
    return check(await file.readAgain(offsetBytes, lengthBytes));
  }
}

/** @throws corpus_corrupt where a page is outside of its section */
export function checkPlaces(
  name: SectionName,
  { lengthBytes }: Pick<Section, "lengthBytes">,
  pages: readonly number[],
  pageBytes: number,
): void {
  if (pages.length === 0) return;
  if (!(pages[0]! >= 0 && (pages.at(-1)! + 1) * pageBytes <= lengthBytes)) throw corrupt(`The table of ${name}`);
}

/** Which pages of a section have been checked. */
function checkedPages(source: PageSource, name: SectionName, { lengthBytes }: Pick<Section, "lengthBytes">) {
  const known = source.checked.get(name) ?? new Uint8Array(lengthBytes / pageBytesOf(source, name));
  source.checked.set(name, known);
  return known;
}

/** A page in memory, checked at its first use. */
function viewPage(
  source: PageSource,
  name: SectionName,
  section: Pick<Section, "offsetBytes" | "lengthBytes">,
  page: number,
): DataView {
  const { kernels, file, seed } = source;
  const pageBytes = pageBytesOf(source, name);
  const bytes = file.view!(section.offsetBytes + page * pageBytes, pageBytes);
  const pages = checkedPages(source, name, section);
  if (pages[page] === 1) return new DataView(bytes.buffer, bytes.byteOffset, pageBytes);
  const view = checkPage(kernels, bytes, checksumSeed(seed, name, page));
  pages[page] = 1;
  return view;
}
