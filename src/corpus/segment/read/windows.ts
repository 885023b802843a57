/** Reads the vectors of a corpus: those of its words, and those of the windows of a segment. */
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { WordTable } from "../../../core/vectors/vocabulary.ts";
import { commonPartOf } from "../../../core/vectors/wordVectors.ts";
import { corrupt } from "../../format/layout.ts";
import type { Manifest } from "../../format/manifest.ts";
import type { Storage, StoredFile } from "../../storage/storage.ts";
import {
  emptyRows,
  headBytesOf,
  PAGE_WINDOWS,
  pageBytesOf,
  parseForm,
  parsePage,
  type WindowForm,
  type WindowRows,
  type WindowsOf,
} from "../vectors/windows.ts";
import { type PackedPart, type PartOf, parseWords } from "../vectors/words.ts";

/** A file of a corpus, as the manifest names it. */
export interface StoredName {
  file: string;
  bytes: number;
}

/** Most bytes of one read: the windows of some two million words. */
const RUN_OF_PAGES_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Vectors of words.
 *
 * @param which `near`: of a far corpus the first part alone, with the most frequent words
 * @throws corpus_corrupt; corpus_not_found where a file is gone
 */
export async function readWords(
  kernels: Kernels,
  storage: Storage,
  { encoder: { dimensions }, words, counted }: NonNullable<Manifest["vectors"]>,
  which: "all" | "near",
): Promise<WordTable> {
  const parts: PackedPart[] = [];
  for (const [number, name] of words.entries()) {
    const { isFar, ...part } = await readWordPart(kernels, storage, name, { dimensions, number });
    parts.push(part);
    if (which === "near" && isFar) break;
  }
  const common = parts[0]?.common ?? commonPartOf([], dimensions);
  return new WordTable(
    common,
    counted,
    parts.map(({ part }) => part),
  );
}

/** @throws as `readWords` */
export function readWordPart(
  kernels: Kernels,
  storage: Storage,
  name: StoredName,
  of: PartOf,
): Promise<PackedPart & { isFar: boolean }> {
  return opening(storage, name, async (file) => ({
    ...parseWords(kernels, await file.read(0, name.bytes), of),
    isFar: file.isFar === true,
  }));
}

/** The windows of a segment, which stay in memory. */
export interface SegmentWindows extends WindowRows {
  form: WindowForm;
}

/** A file of windows, read once: when it is first asked for. */
export class Windows {
  readonly #kernels: Kernels;
  readonly #storage: Storage;
  readonly #name: StoredName;
  readonly #of: WindowsOf;
  #read: Promise<SegmentWindows> | undefined;

  constructor(kernels: Kernels, storage: Storage, name: StoredName, of: WindowsOf) {
    this.#kernels = kernels;
    this.#storage = storage;
    this.#name = name;
    this.#of = of;
  }

  /** @throws corpus_corrupt; corpus_not_found where the file is gone */
  read(): Promise<SegmentWindows> {
    this.#read ??= opening(this.#storage, this.#name, (file) => this.#readFrom(file));
    // One that failed is tried again.
    this.#read.catch(() => {
      this.#read = undefined;
    });
    return this.#read;
  }

  async #readFrom(file: StoredFile): Promise<SegmentWindows> {
    const { dimensions } = this.#of;
    const headBytes = headBytesOf(dimensions);
    const wholePageBytes = pageBytesOf(dimensions, PAGE_WINDOWS);
    const pagesAtOnce = Math.max(1, Math.floor(RUN_OF_PAGES_BYTES_MAX / wholePageBytes));
    if (this.#name.bytes < headBytes) throw corrupt("A file of vectors");
    let end = Math.min(this.#name.bytes, headBytes + pagesAtOnce * wholePageBytes);
    let bytes = await file.read(0, end);
    const form = parseForm(this.#kernels, bytes.subarray(0, headBytes), this.#of);
    const pages = Math.floor(form.windows / PAGE_WINDOWS);
    const rest = form.windows % PAGE_WINDOWS;
    const pagesBytes = pages * wholePageBytes + (rest === 0 ? 0 : pageBytesOf(dimensions, rest));
    if (headBytes + pagesBytes !== this.#name.bytes) throw corrupt("A file of vectors");
    const rows = emptyRows(form.windows, dimensions);
    let at = headBytes;
    for (let first = 0; first < form.windows; first += PAGE_WINDOWS) {
      if (at === bytes.length) {
        bytes = await file.read(end, Math.min(this.#name.bytes - end, pagesAtOnce * wholePageBytes));
        end += bytes.length;
        at = 0;
      }
      const next = Math.min(bytes.length, at + wholePageBytes);
      parsePage(this.#kernels, bytes.subarray(at, next), this.#of, first, rows);
      at = next;
    }
    return { ...rows, form };
  }
}

async function opening<Result>(
  storage: Storage,
  { file, bytes }: StoredName,
  read: (file: StoredFile) => Promise<Result>,
): Promise<Result> {
  const opened = await storage.open(file, { sizeBytes: bytes, isLater: true });
  try {
    if (opened.sizeBytes !== bytes) throw corrupt("The length of a file");
    return await read(opened);
  } finally {
    await opened.close();
  }
}
