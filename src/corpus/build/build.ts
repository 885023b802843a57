/** Builds a corpus from documents. */
import type { CorpusDocument } from "../../base/contract/resources/corpus.ts";
import { loadKernels } from "../../core/kernels/load.ts";
import { type Corpus, openStorage } from "../search/corpus.ts";
import { createMemoryStorage } from "../storage/memory.ts";
import { type BuildOptions, checkDocuments, checkOptions } from "./options.ts";

/**
 * Builds a corpus and opens it. Reads one document at a time, and holds at most `memoryBytes` of derived data.
 *
 * @throws invalid_request, document_invalid, no_documents, corpus_exists, corpus_locked, storage_failed, aborted;
 *   nothing is left behind in these cases
 */
export async function buildCorpus(
  documents: Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>,
  options: BuildOptions,
): Promise<Corpus> {
  checkDocuments("buildCorpus", documents);
  checkOptions("buildCorpus", options);
  const kernels = await loadKernels(options.wasm);
  const storage = options.storage ?? createMemoryStorage();
  // Loaded on demand, so that programs that only search do not load the builder.
  const { writeCorpus } = await import("./write.ts");
  await writeCorpus(kernels, storage, documents, options);
  return openStorage(kernels, storage);
}
