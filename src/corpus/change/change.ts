/** Changes an existing corpus: adds and deletes documents, merges segments, removes deleted text for good. */

import { checkArguments, type OptionNames } from "../../base/arguments.ts";
import type { CorpusDocument } from "../../base/contract/resources/corpus.ts";
import { SpoliaError } from "../../base/errors.ts";
import { sum } from "../../base/lists/numbers.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { loadKernels } from "../../core/kernels/load.ts";
import { asWriter, type Change, clearAway, commit, removeUnnamed } from "../build/commit.ts";
import { idTaken } from "../build/documents.ts";
import { checkDocuments, checkIndexOptions, checkStorage, INDEX_OPTIONS, type IndexOptions } from "../build/options.ts";
import { provenanceAfterAppend } from "../build/provenance.ts";
import { indexFormOf, indexSegment, newSegmentBuilder, noDocuments } from "../build/write.ts";
import type { DocumentRecord } from "../format/layout.ts";
import { type Manifest, readManifest, type SegmentEntry, writeFile } from "../format/manifest.ts";
import { wellFormed } from "../format/names.ts";
import { closeSegments, type OpenSegment, openSegments, openSnapshot, type Snapshot } from "../search/open.ts";
import { type DocumentPlace, idPlaces, livePlaces } from "../search/places.ts";
import { Deletions, deletionsName, packDeletions } from "../segment/deletions.ts";
import type { WritableStorage } from "../storage/storage.ts";
import { mergeSegments } from "./merge.ts";
import { mergedFrom, SEGMENTS_MAX } from "./mergePolicy.ts";

/** A change in progress: the corpus before it, and the storage that it writes to. */
export interface Changing {
  kernels: Kernels;
  storage: WritableStorage;
  before: Snapshot;
}

/**
 * @param from  name of the public function that was called
 * @param names the names of its options
 */
export async function changing<T, Options extends IndexOptions>(
  from: string,
  storage: WritableStorage,
  options: Options,
  names: OptionNames<Options>,
  work: (changing: Changing) => Promise<T>,
): Promise<T> {
  checkStorage(from, storage);
  checkIndexOptions(from, options, names);
  const kernels = await loadKernels(options.wasm);
  return asWriter(storage, async () => {
    const before = await openSnapshot(kernels, storage);
    try {
      await clearAway(storage, before.manifest);
      return await work({ kernels, storage, before });
    } catch (error) {
      // What the failed change has written is of no use. Where its manifest can be seen, nothing is removed: should the
      // power go now, the manifest before may count again.
      const now = await readManifest(kernels, storage).catch(() => null);
      const isBefore = JSON.stringify(now?.manifest) === JSON.stringify(before.manifest);
      if (isBefore) await clearAway(storage, before.manifest);
      throw error;
    } finally {
      await closeSegments(before.segments);
    }
  });
}

/** How documents are added. */
export interface AppendOptions extends IndexOptions {
  /** Called for each document whose id the corpus already has. Without it such a document is refused. */
  onExisting?: ((id: string) => "replace" | "skip") | undefined;
}

/**
 * Adds documents to a corpus, and merges segments where there are too many. The documents are visible to readers that
 * open or refresh the corpus afterwards; documents that they replace disappear in the same change.
 *
 * @returns the number of documents added, replacements included
 * @throws invalid_request, document_invalid, no_documents, corpus_not_found, corpus_locked, corpus_corrupt,
 *   storage_failed, aborted; the corpus is unchanged in these cases
 */
export async function appendDocuments(
  storage: WritableStorage,
  documents: Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>,
  options: AppendOptions = {},
): Promise<number> {
  checkDocuments("appendDocuments", documents);
  return changing("appendDocuments", storage, options, { ...INDEX_OPTIONS, onExisting: true }, async (change) => {
    const { before } = change;
    const { added, entry, replaced } = await indexed(change, documents, options);
    if (entry === null) return 0;
    const segments = [...(await entriesWithout(change, replaced)), entry];
    const provenance = await provenanceAfterAppend(before.manifest.provenance, options);
    const manifest = provenance === undefined ? before.manifest : { ...before.manifest, provenance };
    await commitSegments({ ...change, before: { ...before, manifest } }, segments, options);
    return added;
  });
}

/** Commits these segments, and merges the last of them where there are too many. */
export async function commitSegments(change: Changing, segments: SegmentEntry[], options: IndexOptions): Promise<void> {
  const { kernels, storage, before } = change;
  const unread = options.unread?.inputs();
  if (segments.length <= SEGMENTS_MAX) await commit(kernels, storage, before.manifest, { segments, unread });
  else await clearAway(storage, await mergeTail(change, segments, options));
}

/** Builds a segment of the documents, which no manifest names yet; `null` where all documents were skipped. */
async function indexed(
  { kernels, storage, before }: Changing,
  documents: Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>,
  options: AppendOptions,
): Promise<{ added: number; entry: SegmentEntry | null; replaced: DocumentPlace[] }> {
  const places = await idPlaces(before.segments);
  const replaced: DocumentPlace[] = [];
  let skipped = 0;
  const admits = async ({ id }: DocumentRecord) => {
    const live = await livePlaces(kernels, places, id);
    if (live.length === 0) return true;
    const decision = options.onExisting?.(id);
    if (decision === "replace") replaced.push(...live);
    else if (decision === "skip") skipped += 1;
    else throw idTaken(id, "a document of the corpus has");
    return decision === "replace";
  };
  const { added, entry } = await indexSegment(
    kernels,
    storage,
    indexFormOf(before.manifest),
    documents,
    options,
    admits,
  );
  if (added === 0 && skipped === 0) throw noDocuments();
  return { added, entry, replaced };
}

/**
 * Deletes documents by their ids. The next search does not find them; their text stays in the files until `purgeCorpus`
 * or a merge.
 *
 * @throws unknown_document where an id is unknown, and nothing is deleted; corpus_not_found, corpus_locked,
 *   storage_failed
 */
export async function deleteDocuments(
  storage: WritableStorage,
  ids: readonly string[],
  options: IndexOptions = {},
): Promise<void> {
  checkArguments("deleteDocuments", [["/ids", Array.isArray(ids), "an array of ids"]]);
  await changing("deleteDocuments", storage, options, INDEX_OPTIONS, async (change) => {
    const { kernels, before } = change;
    const places = await idPlaces(before.segments);
    const gone: DocumentPlace[] = [];
    const unknown: string[] = [];
    for (const id of new Set(ids.map((id) => wellFormed(String(id))))) {
      const live = await livePlaces(kernels, places, id);
      if (live.length === 0) unknown.push(id);
      gone.push(...live);
    }
    if (unknown.length > 0) throw unknownDocuments(unknown);
    await commit(kernels, storage, before.manifest, { segments: await entriesWithout(change, gone) });
  });
}

/** The segments of a corpus without some of its documents; empty segments are left out. */
export async function entriesWithout(
  { kernels, storage, before }: Changing,
  gone: readonly DocumentPlace[],
): Promise<SegmentEntry[]> {
  const entries: SegmentEntry[] = [];
  for (const open of before.segments) {
    const deleted = new Set(open.deletions.documents);
    for (const place of gone) if (place.open === open) deleted.add(place.document);
    if (deleted.size === open.segment.documents.rows) continue;
    const isChanged = deleted.size > open.deletions.documents.size;
    entries.push(isChanged ? await withDeletions(kernels, storage, open, deleted) : open.entry);
  }
  return entries;
}

/** Most ids that a message names. */
const IDS_NAMED_MAX = 10;

function unknownDocuments(ids: readonly string[]): SpoliaError {
  const more = ids.length > IDS_NAMED_MAX ? `, and ${ids.length - IDS_NAMED_MAX} more` : "";
  const named = ids
    .slice(0, IDS_NAMED_MAX)
    .map((id) => `“${id}”`)
    .join(", ");
  return new SpoliaError("unknown_document", `The corpus has no document ${named}${more}.`, {
    hint: "Ids are those that the documents were added with, such as austen/emma.txt: results name them, and `spolia corpus info CORPUS --ids` lists them. Nothing was deleted.",
  });
}

async function withDeletions(
  kernels: Kernels,
  storage: WritableStorage,
  { entry, segment }: OpenSegment,
  documents: ReadonlySet<number>,
): Promise<SegmentEntry> {
  const bytes = packDeletions(kernels, documents);
  const file = await deletionsName(entry.segment.file, bytes);
  await writeFile(storage, file, bytes);
  const { goneTexts } = await Deletions.of(segment, documents);
  const rows = await segment.texts.at(goneTexts);
  const ofDocuments = await segment.documents.at([...documents]);
  const texts = await segment.texts.at(ofDocuments.map(({ text }) => text));
  return {
    ...entry,
    deleted: {
      file,
      bytes: bytes.length,
      documents: documents.size,
      texts: goneTexts.length,
      words: sum(rows, ({ words }) => words),
      text_bytes: sum(texts, ({ lengthBytes }) => lengthBytes),
    },
  };
}

/**
 * Merges all segments of a corpus into one, without deleted documents.
 *
 * @throws corpus_not_found, corpus_locked, corpus_corrupt, storage_failed, aborted
 */
export async function mergeCorpus(storage: WritableStorage, options: IndexOptions = {}): Promise<void> {
  await changing("mergeCorpus", storage, options, INDEX_OPTIONS, async ({ kernels, before }) => {
    const { segments } = before.manifest;
    if (segments.length < 2 && segments.every(({ deleted }) => deleted === null)) return;
    await mergeInto(kernels, storage, before.manifest, before.segments, [], options);
  });
}

/**
 * Removes the text of deleted documents from the files, and every file that is no longer named, immediately: readers
 * that were opened before may fail until they are refreshed. Vectors are removed too: `encodeCorpus` makes them anew.
 *
 * @throws corpus_not_found, corpus_locked, corpus_corrupt, storage_failed, aborted; deleted text may then remain until
 *   a purge succeeds
 */
export async function purgeCorpus(storage: WritableStorage, options: IndexOptions = {}): Promise<void> {
  await changing("purgeCorpus", storage, options, INDEX_OPTIONS, async ({ kernels, before }) => {
    const { segments } = before.manifest;
    const first = segments.findIndex(({ deleted }) => deleted !== null);
    const from = first === -1 ? segments.length : first;
    const staying = segments.slice(0, from);
    const merged = before.segments.slice(from);
    await removeUnnamed(storage, await mergeInto(kernels, storage, before.manifest, merged, staying, options, true));
  });
}

/**
 * Merges the last segments by the merge policy. The last segment may be new and not yet named by a manifest: one change
 * then adds and merges it, so that a failed append adds nothing.
 */
async function mergeTail(
  { kernels, storage, before }: Changing,
  segments: readonly SegmentEntry[],
  options: IndexOptions,
): Promise<Manifest> {
  const opened = await openSegments(kernels, storage, segments, before.profile);
  try {
    const sizes = opened.map(({ entry, segment }) => ({
      bytes: (entry.text ?? entry.segment).bytes,
      blocks: segment.blocks.rows,
    }));
    const from = mergedFrom(sizes);
    return await mergeInto(kernels, storage, before.manifest, opened.slice(from), segments.slice(0, from), options);
  } finally {
    await closeSegments(opened);
  }
}

/** Replaces segments by one, after those that stay; none are merged where there are none. */
export async function mergeInto(
  kernels: Kernels,
  storage: WritableStorage,
  manifest: Manifest,
  merged: readonly OpenSegment[],
  staying: readonly SegmentEntry[],
  options: IndexOptions,
  purges = false,
): Promise<Manifest> {
  const change: Change = { segments: [...staying], purges, unread: options.unread?.inputs() };
  // Vectors of words tell which words there were, also those of documents that an earlier change removed.
  if (purges) {
    change.segments = staying.map(({ windows: _, ...entry }) => entry);
    change.vectors = null;
    change.encoding = null;
  }
  const builder = newSegmentBuilder(kernels, storage, indexFormOf(manifest), options);
  try {
    if (merged.length > 0) {
      const entry = await mergeSegments(kernels, builder, merged, options);
      if (entry.documents > 0) change.segments.push(entry);
    }
    return await commit(kernels, storage, manifest, change);
  } finally {
    await builder.dispose();
  }
}
