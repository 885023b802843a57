/** Options of the functions that build and change a corpus. */

import { checkArguments, hasMethods, isIterable, isRecord, optionsCheck } from "../arguments.ts";
import type { Progress } from "../contract/corpus.ts";
import { SpoliaError } from "../errors.ts";
import { PROFILES, type ProfileName } from "../fingerprint/profile.ts";
import type { KernelOptions } from "../kernels/load.ts";
import type { PlatformAbortSignal } from "../platform.ts";
import type { WritableStorage } from "../storage/storage.ts";
import type { ChunkIndexer } from "./add.ts";
import { CODEC, type CodecName } from "./layout.ts";
import type { UnreadLog } from "./unread.ts";

/** How documents are made into a segment. */
export interface IndexOptions extends KernelOptions {
  /** How text is stored: `deflate` (the default) takes less than half the space, `raw` a fraction of the time. */
  codec?: CodecName | undefined;
  /**
   * Bytes of memory for data that was indexed but not yet written; the rest is spilled to the storage. 512 MB by
   * default.
   */
  memoryBytes?: number | undefined;
  /** Where chunks of text are indexed: in the calling thread by default. */
  indexer?: ChunkIndexer | undefined;
  /**
   * Log of inputs that were not read when the documents were taken from files. The corpus records it; it is read after
   * the last document.
   */
  unread?: UnreadLog | undefined;
  signal?: PlatformAbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

export interface BuildOptions extends IndexOptions {
  name: string;
  /** Slug of the dataset in the catalogue, or a slug of your own: lower case letters, digits, `.`, `_`, `-`. */
  dataset: string;
  /** An empty storage to write to; memory when absent. */
  storage?: WritableStorage | undefined;
  /** How densely text is indexed: `passage` (the default) or, for very large corpora, `sparse`. */
  profile?: ProfileName | undefined;
}

const DATASET_SLUG = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

/** @param from name of the function of the public function that was called */
export function checkIndexOptions(from: string, options: IndexOptions): void {
  checkArguments(from, [optionsCheck(options)]);
  const { codec = "deflate", memoryBytes = 1, indexer, onProgress } = options;
  checkArguments(from, [
    ["/codec", Object.hasOwn(CODEC, codec), "`deflate` or `raw`"],
    ["/memoryBytes", typeof memoryBytes === "number" && memoryBytes > 0, "a number of bytes"],
    ["/indexer", indexer === undefined || isRecord(indexer), "an indexer"],
    ["/onProgress", onProgress === undefined || typeof onProgress === "function", "a function"],
  ]);
}

/** @throws invalid_request where `storage` is not a storage that can be written to */
export function checkStorage(from: string, storage: unknown): void {
  checkArguments(from, [
    ["/storage", hasMethods(storage, "open", "create", "remove", "list", "lock"), "a storage that can be written to"],
  ]);
}

/** @throws invalid_request where `documents` cannot be iterated over */
export function checkDocuments(from: string, documents: unknown): void {
  checkArguments(from, [["/documents", isIterable(documents), "an array or another (async) iterable of documents"]]);
}

export function checkOptions(from: string, options: BuildOptions): void {
  checkArguments(from, [["/options", isRecord(options), "an object with `name` and `dataset`"]]);
  checkIndexOptions(from, options);
  const { name, dataset, profile = "passage", storage } = options;
  if (storage !== undefined) checkStorage(from, storage);
  const fields = [];
  if (typeof name !== "string" || name === "")
    fields.push({ pointer: "/name", detail: "must be a name of at least one character" });
  if (typeof dataset !== "string" || !DATASET_SLUG.test(dataset)) {
    fields.push({
      pointer: "/dataset",
      detail: "must be a slug of lower case letters and digits, separated by '.', '_' or '-'",
    });
  }
  if (!Object.hasOwn(PROFILES, profile)) fields.push({ pointer: "/profile", detail: "must be `passage` or `sparse`" });
  if (fields.length > 0) throw new SpoliaError("invalid_request", "The options of the corpus are invalid.", { fields });
}
