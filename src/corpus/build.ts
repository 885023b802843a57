/** From documents to a corpus. */
import type { CorpusDocument } from "../contract/corpus.ts";
import { loadKernels } from "../kernels/load.ts";
import { createMemoryStorage } from "../storage/memory.ts";
import { type Corpus, openStorage } from "./corpus.ts";
import { type BuildOptions, checkDocuments, checkOptions } from "./options.ts";

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
  checkDocuments("buildCorpus", documents);
  checkOptions("buildCorpus", options);
  const kernels = await loadKernels(options.wasm);
  const storage = options.storage ?? createMemoryStorage();
  // Whoever only searches loads no builder.
  const { writeCorpus } = await import("./build.write.ts");
  await writeCorpus(kernels, storage, documents, options);
  return openStorage(kernels, storage);
}
