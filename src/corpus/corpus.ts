/** Is it in this dataset? A corpus is opened from any storage, asked, and closed. */
import type { CorpusInfo } from "../contract/corpus.ts";
import { isSpoliaError, SpoliaError } from "../errors.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { type KernelSource, loadKernels } from "../kernels/load.ts";
import type { ShingleIndex } from "../passages/anchors.ts";
import { openFileStorage, pathOfFileUrl } from "../storage/file.ts";
import { openHttpStorage } from "../storage/http.ts";
import type { Storage, StoredFile } from "../storage/storage.ts";
import { corrupt, segmentSeed } from "./layout.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { type SearchResult, search } from "./search.ts";
import { Segment } from "./segment.read.ts";

/** A dataset that can be searched. */
export interface Corpus {
  readonly info: CorpusInfo;
  /** Passages that the query shares with documents of the corpus. Deterministic; stops between batches when the signal fires. */
  search(query: ShingleIndex, signal?: AbortSignal): Promise<SearchResult>;
  /** Whoever opened the corpus closes it. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens a corpus for reading.
 *
 * @param where a folder's path, a `file:`, `http:` or `https:` URL, or a storage
 * @throws corpus_not_found, corpus_corrupt, corpus_version, storage_failed; invalid_request where it is no place for a corpus
 */
export async function openCorpus(
  where: string | URL | Storage,
  options: { wasm?: KernelSource | undefined } = {},
): Promise<Corpus> {
  return openStorage(
    await loadKernels(options.wasm),
    typeof where === "object" && where !== null && "open" in where ? where : storageAt(where),
  );
}

function storageAt(where: string | URL): Storage {
  if (typeof where === "string" && !/^[a-z][a-z0-9+.-]+:\/\//i.test(where)) return openFileStorage(where);
  if (URL.canParse(where)) {
    const url = new URL(where);
    if (url.protocol === "file:") return openFileStorage(pathOf(url));
    if (url.protocol === "http:" || url.protocol === "https:") return openHttpStorage(url);
  }
  throw notAPlace();
}

function pathOf(url: URL): string {
  try {
    return pathOfFileUrl(url);
  } catch (error) {
    throw isSpoliaError(error) ? error : notAPlace();
  }
}

function notAPlace(): SpoliaError {
  return new SpoliaError("invalid_request", "A corpus is opened from a folder or a storage.", {
    hint: "Give a path, a file: URL of this machine, an http: or https: URL without a password, or a storage.",
  });
}

export async function openStorage(kernels: Kernels, storage: Storage): Promise<Corpus> {
  const { manifest, manifestBytes } = await readManifest(kernels, storage);
  const files: StoredFile[] = [];
  try {
    for (const { file, bytes } of [manifest.segment, manifest.text]) {
      const opened = await storage.open(file).catch((error) => {
        throw isSpoliaError(error) && error.code === "corpus_not_found" ? corrupt("A file") : error;
      });
      files.push(opened);
      if (opened.sizeBytes !== bytes) throw corrupt("The length of a file");
    }
    const segment = await Segment.open(kernels, files[0]!, segmentSeed(manifest.revision));
    return new OpenCorpus(kernels, infoOf(manifest, manifestBytes), segment, files[1]!);
  } catch (error) {
    for (const file of files) await file.close();
    throw error;
  }
}

function infoOf(manifest: Manifest, manifestBytes: number): CorpusInfo {
  const { name, dataset, revision, fold, profile, documents, identical_documents, words, fingerprints, text_bytes } = manifest;
  const stored_bytes = manifestBytes + manifest.segment.bytes + manifest.text.bytes;
  return {
    name,
    dataset,
    revision,
    fold,
    profile,
    documents,
    identical_documents,
    words,
    fingerprints,
    text_bytes,
    stored_bytes,
  };
}

class OpenCorpus implements Corpus {
  readonly info: CorpusInfo;
  readonly #kernels: Kernels;
  readonly #segment: Segment;
  readonly #text: StoredFile;
  #isOpen = true;

  constructor(kernels: Kernels, info: CorpusInfo, segment: Segment, text: StoredFile) {
    this.info = info;
    this.#kernels = kernels;
    this.#segment = segment;
    this.#text = text;
  }

  async search(query: ShingleIndex, signal?: AbortSignal): Promise<SearchResult> {
    if (!this.#isOpen) throw new SpoliaError("closed", `The corpus ${this.info.name} was closed.`, { hint: "Open it again." });
    return search({ kernels: this.#kernels, segment: this.#segment, text: this.#text }, query, signal);
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#segment.close();
    await this.#text.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
