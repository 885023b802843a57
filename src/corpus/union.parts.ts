/**
 * Merges corpora into one by several processes: each merges some of them into a segment, which no manifest names until
 * all are there. A part is a function of its sources, so that one whose process was killed is made again.
 *
 *   sources 1 … 16 ─▶ mergePart: sources 1, 5, 9, 13 ─▶ segment ─┐
 *                     mergePart: sources 2, 6, 10, 14 ─▶ segment ─┴▶ uniteParts: the manifest
 */

import { throwIfAborted } from "../errors.ts";
import { loadKernels } from "../kernels/load.ts";
import type { Storage, WritableStorage } from "../storage/storage.ts";
import { indexFormOf, newSegmentBuilder } from "./build.write.ts";
import { asWriter, clearAway, commit, refuseExisting } from "./commit.ts";
import { type Corpus, openStorage } from "./corpus.ts";
import { filesOf, readManifest, type SegmentEntry } from "./manifest.ts";
import { mergeSegments } from "./merge.ts";
import { closeSegments, openSnapshot, type Snapshot } from "./open.ts";
import { type BuildOptions, checkOptions } from "./options.ts";
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
      return await mergeSegments(kernels, builder, segments, () => throwIfAborted(options.signal));
    } finally {
      await builder.dispose();
    }
  } finally {
    for (const { segments } of opened) await closeSegments(segments);
  }
}

/**
 * Writes the manifest of a corpus of these parts.
 *
 * @throws corpus_exists; the errors of `openCorpus` for the sources
 */
export async function uniteParts(
  sources: readonly Storage[],
  parts: readonly SegmentEntry[],
  options: PartOptions,
): Promise<Corpus> {
  checkOptions("uniteParts", options);
  const { storage } = options;
  const kernels = await loadKernels(options.wasm);
  const manifests = await Promise.all(sources.map(async (one) => (await readManifest(kernels, one)).manifest));
  await asWriter(storage, async () => {
    await refuseExisting(storage);
    const named = new Set(filesOf({ segments: [...parts] }));
    await clearAway(storage, null, (name) => named.has(name));
    await commit(kernels, storage, await recordOfMerge(manifests, options), { segments: [...parts] });
  });
  return openStorage(kernels, storage);
}
