/** Lists the documents of a corpus. */
import { checkArguments, optionsChecks } from "../../base/arguments.ts";
import type { DocumentInfo } from "../../base/contract/resources/corpus.ts";
import type { PlatformUrl } from "../../base/platform.ts";
import { type KernelOptions, loadKernels } from "../../core/kernels/load.ts";
import { storageAt } from "../search/corpus.ts";
import { infoAt } from "../search/find.ts";
import { closeSegments, openSnapshot } from "../search/open.ts";
import type { Storage } from "../storage/storage.ts";

/**
 * The documents of a corpus, without those that were deleted, in the order in which they were added. Reads their
 * records, not their texts; a change meanwhile is not seen.
 *
 * @param where a folder's path, a `file:`, `http:`, `https:` or `s3:` URL, or a storage
 * @throws the errors of `openCorpus`
 * @since 0.2.0
 */
export async function* listDocuments(
  where: string | PlatformUrl | Storage,
  options: KernelOptions = {},
): AsyncGenerator<DocumentInfo> {
  checkArguments("listDocuments", optionsChecks<KernelOptions>(options, { wasm: true }));
  const { segments } = await openSnapshot(await loadKernels(options.wasm), await storageAt(where));
  try {
    for (const open of segments) {
      for (let document = 0; document < open.segment.documents.rows; document++)
        if (!open.deletions.documents.has(document)) yield await infoAt({ open, document });
    }
  } finally {
    await closeSegments(segments);
  }
}
