/** From documents to a corpus. */
import type { CorpusDocument, Progress } from "../contract/corpus.ts";
import { SpoliaError } from "../errors.ts";
import { PROFILES, type ProfileName } from "../fingerprint/profile.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { type KernelSource, loadKernels } from "../kernels/load.ts";
import { createMemoryStorage } from "../storage/memory.ts";
import type { WritableStorage } from "../storage/storage.ts";
import { addDocuments, type ChunkIndexer, indexerHere } from "./add.ts";
import { asWriter, clearAway, commit, refuseExisting } from "./commit.ts";
import { type Corpus, openStorage } from "./corpus.ts";
import { Draft } from "./draft.ts";
import { CODEC, type CodecName } from "./layout.ts";
import { MANIFEST_NAME } from "./manifest.ts";
import { SpoolMemory } from "./spool.ts";

/** How documents become a segment. */
export interface IndexOptions {
  /** How text is kept: `deflate` (the default) takes less than half the room, `raw` a fraction of the time. */
  codec?: CodecName | undefined;
  /** Bytes of memory for what has been indexed and not yet written; the rest goes to the storage meanwhile. 512 MB by default. */
  memoryBytes?: number | undefined;
  /** Where chunks of text are indexed: here by default. */
  indexer?: ChunkIndexer | undefined;
  wasm?: KernelSource | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

export interface BuildOptions extends IndexOptions {
  name: string;
  /** Slug of the dataset in the catalogue, or one's own: lower case letters, digits, `.`, `_`, `-`. */
  dataset: string;
  /** An empty storage to write to; memory when absent. */
  storage?: WritableStorage | undefined;
  /** How densely text is indexed: `passage` (the default) or, for very large corpora, `sparse`. */
  profile?: ProfileName | undefined;
}

const DATASET_SLUG = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;
const MEMORY_BYTES = 512 * 1024 * 1024;

/**
 * Builds a corpus and opens it. Documents are taken one at a time, and no more than `memoryBytes` of what was made of them is held.
 *
 * @throws invalid_request, document_invalid, no_documents, corpus_exists, corpus_locked, storage_failed, aborted; nothing is left
 * behind then
 */
export async function buildCorpus(
  documents: Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>,
  options: BuildOptions,
): Promise<Corpus> {
  checkOptions(options);
  const kernels = await loadKernels(options.wasm);
  const storage = options.storage ?? createMemoryStorage();
  await refuseExisting(storage);
  await asWriter(storage, async () => {
    await refuseExisting(storage);
    await clearAway(storage, null);
    try {
      await build(kernels, storage, documents, options);
    } catch (error) {
      // The manifest goes first. What a failing storage will not remove is no corpus without it; the first error is the one to tell.
      await storage.remove(MANIFEST_NAME).catch(() => {});
      await clearAway(storage, null);
      throw error;
    }
  });
  return openStorage(kernels, storage);
}

export function checkOptions({ name, dataset, profile = "passage", codec = "deflate" }: BuildOptions): void {
  const fields = [];
  if (typeof name !== "string" || name === "") fields.push({ pointer: "/name", detail: "a name of at least one character" });
  if (typeof dataset !== "string" || !DATASET_SLUG.test(dataset)) {
    fields.push({ pointer: "/dataset", detail: "a slug of lower case letters and digits, parted by '.', '_' or '-'" });
  }
  if (!Object.hasOwn(PROFILES, profile)) fields.push({ pointer: "/profile", detail: "`passage` or `sparse`" });
  if (!Object.hasOwn(CODEC, codec)) fields.push({ pointer: "/codec", detail: "`deflate` or `raw`" });
  if (fields.length > 0) throw new SpoliaError("invalid_request", "A corpus cannot be made so.", { fields });
}

async function build(
  kernels: Kernels,
  storage: WritableStorage,
  documents: Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>,
  options: BuildOptions,
): Promise<void> {
  const profile = PROFILES[options.profile ?? "passage"];
  const draft = newDraft(kernels, storage, profile, options);
  try {
    const added = await addDocuments(draft, documents, {
      indexer: options.indexer ?? indexerHere(kernels),
      profile,
      codec: options.codec ?? "deflate",
      isTaken: async () => false,
      signal: options.signal,
      onProgress: options.onProgress,
    });
    if (added === 0) throw noDocuments();
    const entry = await draft.finish(await draft.contentHash(), { keys: [], coarse: [] });
    const { name, dataset } = options;
    const { shingleWords, windowShingles } = profile;
    const described = { name: profile.name, shingle_words: shingleWords, window_shingles: windowShingles };
    const nothing = { generation: 0, name, dataset, profile: described, segments: [], superseded: [] };
    await commit(kernels, storage, nothing, { segments: [entry] });
  } finally {
    await draft.dispose();
  }
}

export function newDraft(kernels: Kernels, storage: WritableStorage, profile: Draft["profile"], options: IndexOptions): Draft {
  return new Draft({ kernels, storage, memory: new SpoolMemory(options.memoryBytes ?? MEMORY_BYTES) }, profile);
}

export function noDocuments(): SpoliaError {
  return new SpoliaError("no_documents", "There is no document to build a corpus from.", {
    hint: "Name folders or files with .txt, .md, .html, .jsonl or .jsonl.gz documents.",
  });
}
