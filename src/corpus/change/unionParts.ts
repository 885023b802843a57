/**
 * Merges corpora into one by several processes: each merges some of them into a segment, which no manifest names until
 * all are there. A part is a function of its sources, so that one whose process was killed is made again.
 *
 *   sources 1 … 16 ─▶ mergePart: sources 1, 5, 9, 13 ─▶ segment ─┐
 *                     mergePart: sources 2, 6, 10, 14 ─▶ segment ─┴▶ uniteParts: the manifest
 */

import { isSpoliaError } from "../../base/errors.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { loadKernels } from "../../core/kernels/load.ts";
import { asWriter, clearAway, commit, refuseExisting } from "../build/commit.ts";
import { type BuildOptions, checkOptions } from "../build/options.ts";
import { indexFormOf, newSegmentBuilder, noDocuments } from "../build/write.ts";
import { filesOf, readManifest, type SegmentEntry } from "../format/manifest.ts";
import { type Corpus, openStorage } from "../search/corpus.ts";
import { closeSegments, openSnapshot, type Snapshot } from "../search/open.ts";
import type { Storage, WritableStorage } from "../storage/storage.ts";
import { mergeSegments } from "./merge.ts";
import { checkAlike, recordOfMerge } from "./union.ts";

type PartOptions = BuildOptions & { storage: WritableStorage };

/**
 * Merges corpora into a segment.
 *
 * @param number of the part, which names what does not fit into memory meanwhile
 */
export async function mergePart(
  sources: readonly Storage[],
  number: number,
  options: PartOptions,
): Promise<SegmentEntry> {
  checkOptions("mergePart", options);
  const kernels = await loadKernels(options.wasm);
  const opened: Snapshot[] = [];
  try {
    for (const source of sources) opened.push(await openSnapshot(kernels, source));
    checkAlike(opened, options);
    const form = indexFormOf(
      await recordOfMerge(
        opened.map(({ manifest }) => manifest),
        options,
      ),
    );
    const builder = newSegmentBuilder(kernels, options.storage, form, options, number);
    try {
      const segments = opened.flatMap((one) => one.segments);
      return await mergeSegments(kernels, builder, segments, options);
    } finally {
      await builder.dispose();
    }
  } finally {
    for (const { segments } of opened) await closeSegments(segments);
  }
}

/**
 * Writes the manifest of a corpus of these parts, unless it is there: whoever wrote it may have ended before it could
 * say so.
 *
 * @throws no_documents; corpus_exists where there is another corpus; the errors of `openCorpus` for the sources
 */
export async function uniteParts(
  sources: readonly Storage[],
  parts: readonly SegmentEntry[],
  options: PartOptions,
): Promise<Corpus> {
  checkOptions("uniteParts", options);
  if (parts.length === 0) throw noDocuments();
  const { storage } = options;
  const kernels = await loadKernels(options.wasm);
  const named = new Set(filesOf({ segments: [...parts] }));
  if (await isThere(kernels, storage, named)) return openStorage(kernels, storage);
  const manifests = await Promise.all(sources.map(async (one) => (await readManifest(kernels, one)).manifest));
  await asWriter(storage, async () => {
    await refuseExisting(storage);
    await clearAway(storage, null, (name) => named.has(name));
    await commit(kernels, storage, await recordOfMerge(manifests, options), { segments: [...parts] });
  });
  return openStorage(kernels, storage);
}

/** Whether the storage holds a corpus of just these files. */
async function isThere(kernels: Kernels, storage: Storage, names: ReadonlySet<string>): Promise<boolean> {
  try {
    const there = filesOf((await readManifest(kernels, storage)).manifest);
    const ofDocuments = there.filter((name) => !name.startsWith("vectors/"));
    return ofDocuments.length === names.size && ofDocuments.every((name) => names.has(name));
  } catch (error) {
    if (isSpoliaError(error) && error.code === "corpus_not_found") return false;
    throw error;
  }
}
