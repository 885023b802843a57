/** Makes a corpus hold exactly the given documents: adds, replaces and deletes in one change. */
import { checkArguments, type OptionNames } from "../../base/arguments.ts";
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { loadKernels } from "../../core/kernels/load.ts";
import type { Documents } from "../build/add.ts";
import { checkDocuments, checkIndexOptions, checkStorage, INDEX_OPTIONS } from "../build/options.ts";
import { provenanceAfterSync } from "../build/provenance.ts";
import { unreadTogether } from "../build/unread.ts";
import { indexFormOf, indexSegment } from "../build/write.ts";
import type { Manifest } from "../format/manifest.ts";
import { closeSegments, openSnapshot } from "../search/open.ts";
import { idPlaces } from "../search/places.ts";
import type { WritableStorage } from "../storage/storage.ts";
import { type Changing, changing, commitSegments, entriesWithout } from "./change.ts";
import { CorpusDifference, type SyncOptions, type SyncResult } from "./difference.ts";

/**
 * Makes a corpus hold exactly these documents. Documents with new ids are added; those whose text or metadata differ,
 * by the hash that the corpus stores, are replaced; those that are not given are deleted: with `folders` those that are
 * known to be of them, else wherever they came from.
 * Readers see all of it or nothing. Where nothing differs nothing is written. `sources` and `unread` replace what the
 * corpus records of files; without them its record stays, as far as it is still true.
 *
 * Memory holds the ids and the documents that are being indexed, not the texts.
 *
 * @throws conflict where it would delete more than half of the documents, no_documents where none is given, both unless
 *   `allowDeletions`; invalid_request, document_invalid, corpus_not_found, corpus_locked, corpus_corrupt,
 *   storage_failed, aborted; the corpus is unchanged in these cases
 * @since 0.2.0
 */
export async function syncDocuments(
  storage: WritableStorage,
  documents: Documents,
  options: SyncOptions = {},
): Promise<SyncResult> {
  checkDocuments("syncDocuments", documents);
  checkSyncOptions(options);
  if (options.dryRun !== true)
    return changing("syncDocuments", storage, options, SYNC_OPTIONS, (change) => synced(change, documents, options));
  checkStorage("syncDocuments", storage);
  const kernels = await loadKernels(options.wasm);
  const before = await openSnapshot(kernels, storage);
  try {
    return await synced({ kernels, storage, before }, documents, options);
  } finally {
    await closeSegments(before.segments);
  }
}

const SYNC_OPTIONS: OptionNames<SyncOptions> = {
  ...INDEX_OPTIONS,
  dryRun: true,
  allowDeletions: true,
  keeps: true,
  mayDelete: true,
  onStep: true,
};

function checkSyncOptions(options: SyncOptions): void {
  checkIndexOptions<SyncOptions>("syncDocuments", options, SYNC_OPTIONS);
  const { dryRun, allowDeletions, keeps, mayDelete, onStep } = options;
  const isFlag = (value: unknown) => value === undefined || typeof value === "boolean";
  const isCallable = (value: unknown) => value === undefined || typeof value === "function";
  checkArguments("syncDocuments", [
    ["/dryRun", isFlag(dryRun), "true or false"],
    ["/allowDeletions", isFlag(allowDeletions), "true or false"],
    ["/keeps", isCallable(keeps), "a function"],
    ["/mayDelete", isCallable(mayDelete), "a function"],
    ["/onStep", isCallable(onStep), "a function"],
  ]);
}

async function synced(change: Changing, documents: Documents, options: SyncOptions): Promise<SyncResult> {
  const { kernels, storage, before } = change;
  const difference = new CorpusDifference(kernels, before.segments, await idPlaces(before.segments), options);
  const { entry } = await indexSegment(
    kernels,
    storage,
    indexFormOf(before.manifest),
    difference.of(documents),
    options,
    (record, { text }) => difference.admits(record, text),
  );
  const { gone, figures } = difference;
  const manifest = await recordAfter(
    before.manifest,
    options,
    figures.kept + figures.foreign,
    entry !== null || gone.length > 0,
  );
  const adopts = before.segments.some(({ entry: one }) => difference.adopted(one) !== one);
  const isChanged = figures.added + gone.length > 0 || manifest !== before.manifest || adopts;
  if (isChanged && options.dryRun !== true) {
    const staying = (await entriesWithout(change, gone)).map((one) => difference.adopted(one));
    const segments = entry === null ? staying : [...staying, entry];
    await commitSegments({ ...change, before: { ...before, manifest } }, segments, options);
  }
  const { foreign, ...counts } = figures;
  return { ...counts, ...(options.folders !== undefined && { foreign }), changed: isChanged };
}

/** The manifest with what it records of files after this sync; the same one where that does not change. */
async function recordAfter(
  before: Manifest,
  options: SyncOptions,
  kept: number,
  hasNewDocuments: boolean,
): Promise<Manifest> {
  const { unread: earlierUnread, provenance: earlier, ...content } = before;
  const isAbout = hasNewDocuments || options.sources !== undefined;
  const provenance = isAbout ? await provenanceAfterSync(earlier, options, kept) : earlier;
  const unread = options.unread === undefined ? earlierUnread : unreadTogether([options.unread.inputs()]);
  const isSame = alike(provenance, earlier) && alike(unread, earlierUnread);
  if (isSame && !hasNewDocuments) return before;
  // The commit adds the inputs of a log to those of the manifest.
  const staying = options.unread === undefined ? earlierUnread : undefined;
  return { ...content, ...(provenance && { provenance }), ...(staying && { unread: staying }) };
}

function alike(one: object | undefined, other: object | undefined): boolean {
  return canonicalJson(one ?? null) === canonicalJson(other ?? null);
}
