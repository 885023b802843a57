/** Reads the vectors of a corpus: those of its words, and those of the windows of a segment. */
import type { Kernels } from "../../../core/kernels/kernels.ts";
import type { WordTable } from "../../../core/vectors/vocabulary.ts";
import { corrupt } from "../../format/layout.ts";
import type { Storage, StoredFile } from "../../storage/storage.ts";
import {
  parseVector,
  parseWindowHead,
  parseWords,
  vectorRange,
  WINDOW_HEAD_FIRST_BYTES,
  type WindowHead,
  type WindowsOf,
  windowHeadBytes,
} from "../vectors.ts";

/** A file of a corpus, as the manifest names it. */
export interface StoredName {
  file: string;
  bytes: number;
}

const VECTORS_AT_ONCE = 4096;

/** @throws corpus_corrupt; corpus_not_found where the file is gone */
export function readWords(
  kernels: Kernels,
  storage: Storage,
  file: StoredName,
  dimensions: number,
): Promise<WordTable> {
  return opening(storage, file, async (opened) => parseWords(kernels, await opened.read(0, file.bytes), dimensions));
}

/**
 * The windows of a segment: their places and bits stay in memory, vectors are read where they are asked for. Methods
 * throw corpus_corrupt, and corpus_not_found where the file is gone.
 */
export class Windows {
  readonly #kernels: Kernels;
  readonly #storage: Storage;
  readonly #file: StoredName;
  readonly #of: WindowsOf;
  #head: Promise<WindowHead> | undefined;

  constructor(kernels: Kernels, storage: Storage, file: StoredName, of: Omit<WindowsOf, "fileBytes">) {
    this.#kernels = kernels;
    this.#storage = storage;
    this.#file = file;
    this.#of = { ...of, fileBytes: file.bytes };
  }

  head(): Promise<WindowHead> {
    this.#head ??= opening(this.#storage, this.#file, async (opened) => {
      const bytes = windowHeadBytes(await opened.read(0, Math.min(WINDOW_HEAD_FIRST_BYTES, this.#file.bytes)));
      if (bytes > this.#file.bytes) throw corrupt("The vectors");
      return parseWindowHead(this.#kernels, await opened.read(0, bytes), this.#of);
    });
    // One that failed is tried again.
    this.#head.catch(() => {
      this.#head = undefined;
    });
    return this.#head;
  }

  /** The vectors of windows, in this order. */
  async vectors(windows: readonly number[]): Promise<Int8Array[]> {
    const head = await this.head();
    return opening(this.#storage, this.#file, async (opened) => {
      const read = async (window: number) =>
        parseVector(this.#kernels, await opened.read(...vectorRange(head, window)), this.#of.seed, window);
      const vectors: Int8Array[] = [];
      for (let at = 0; at < windows.length; at += VECTORS_AT_ONCE)
        vectors.push(...(await Promise.all(windows.slice(at, at + VECTORS_AT_ONCE).map(read))));
      return vectors;
    });
  }

  /** Reads all. */
  async verify(): Promise<void> {
    const { places } = await this.head();
    const windows = Array.from({ length: places.length / 3 }, (_, window) => window);
    for (let at = 0; at < windows.length; at += VECTORS_AT_ONCE)
      await this.vectors(windows.slice(at, at + VECTORS_AT_ONCE));
  }
}

async function opening<Result>(
  storage: Storage,
  { file, bytes }: StoredName,
  read: (file: StoredFile) => Promise<Result>,
): Promise<Result> {
  const opened = await storage.open(file, { sizeBytes: bytes });
  try {
    if (opened.sizeBytes !== bytes) throw corrupt("The length of a file");
    return await read(opened);
  } finally {
    await opened.close();
  }
}
