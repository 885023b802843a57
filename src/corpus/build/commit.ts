/**
 * Changes a corpus under a lock: writes new files that no reader knows yet, then one manifest that names them.
 *
 *   lock ─▶ clear away what a dead writer left ─▶ write new files, each synced ─▶ write the manifest, synced ─▶ rename it ─▶ unlock
 *
 * After a crash at any point, the corpus is what the last manifest names. Files that are no longer named stay for two
 * more changes, since a reader may still use an older manifest.
 */
import { toBase64 } from "../../base/bytes/bytes.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { UnreadInputs } from "../../base/contract/resources/corpus.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import { allSettledValues } from "../../base/queues/settled.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import {
  filesOf,
  MANIFEST_NAME,
  type Manifest,
  manifestOf,
  packManifest,
  type SegmentEntry,
  withoutFooter,
  writeFile,
} from "../format/manifest.ts";
import { closeSegments, type OpenSegment, openSegments, profileOf } from "../search/open.ts";
import { readFooter } from "../segment/read/segment.ts";
import type { Storage, WritableStorage } from "../storage/storage.ts";
import { unreadTogether } from "./unread.ts";

/** Number of changes for which a file stays after it is no longer named. */
const GRACE_GENERATIONS = 2;
/** File names that only this library's writers create. */
const OWN_NAME =
  /^(?:(?:segments|text|deleted|vectors)\/[0-9a-f]{16}\.(?:segment|text|deleted|words|windows)|spill\/\d+\.spill|resume\/\d+\.part)$/;

/** Runs `work` while holding the writer's lock. @throws corpus_locked */
export async function asWriter<T>(storage: WritableStorage, work: () => Promise<T>): Promise<T> {
  const lock = await storage.lock();
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** @throws corpus_exists where the storage holds any file that is not left over from a dead writer */
export async function refuseExisting(storage: WritableStorage): Promise<void> {
  // A listing may be old; what the manifest of a corpus names would be removed as left over.
  if (await hasManifest(storage)) {
    throw new SpoliaError("corpus_exists", `There are files in ${storage.label} already: a corpus.`, {
      hint: "Add to it with `spolia corpus append` or `spolia corpus sync`, choose another name, or remove it first.",
    });
  }
  const other = (await storage.list()).find((name) => !OWN_NAME.test(name));
  if (other === undefined) return;
  throw new SpoliaError("corpus_exists", `There are files in ${storage.label} already: ${other}.`, {
    hint: "They are of no corpus. Choose another name, or remove them first.",
  });
}

/** Removes what an interrupted build has left. @throws corpus_exists where there is more, corpus_locked */
export async function removeUnfinished(storage: WritableStorage): Promise<void> {
  await asWriter(storage, async () => {
    await refuseExisting(storage);
    await clearAway(storage, null);
  });
}

async function hasManifest(storage: Storage): Promise<boolean> {
  try {
    await (await storage.open(MANIFEST_NAME)).close();
    return true;
  } catch (error) {
    if (isSpoliaError(error) && error.code === "corpus_not_found") return false;
    throw error;
  }
}

/**
 * Removes this library's files that no manifest names. Files that a failing storage does not remove do no harm.
 *
 * @param keeps whether a file stays nevertheless
 */
export async function clearAway(
  storage: WritableStorage,
  manifest: Manifest | null,
  keeps: (name: string) => boolean = () => false,
): Promise<void> {
  for (const name of await unnamed(storage, manifest).catch(() => []))
    if (!keeps(name)) await storage.remove(name).catch(() => {});
}

/** Removes the same files, but throws where one cannot be removed. */
export async function removeUnnamed(storage: WritableStorage, manifest: Manifest): Promise<void> {
  for (const name of await unnamed(storage, manifest)) await storage.remove(name);
}

async function unnamed(storage: WritableStorage, manifest: Manifest | null): Promise<string[]> {
  const named = new Set(
    manifest === null ? [] : [...filesOf(manifest), ...manifest.superseded.map(({ file }) => file)],
  );
  return (await storage.list()).filter((name) => OWN_NAME.test(name) && !named.has(name));
}

/** A corpus before a change, but with the provenance of the changed corpus. */
export type CorpusBefore = Pick<
  Manifest,
  | "generation"
  | "name"
  | "dataset"
  | "profile"
  | "segments"
  | "superseded"
  | "unread"
  | "provenance"
  | "text"
  | "ignore"
  | "vectors"
  | "encoding"
>;

/** What a change makes of a corpus. */
export interface Change {
  segments: SegmentEntry[];
  /** Whether files that are no longer named are removed immediately. */
  purges?: boolean;
  /** Inputs that were not read in this change, in addition to those that the corpus already records. */
  unread?: UnreadInputs | undefined;
  /** New vectors, or `null` for none; absent: those from before. */
  vectors?: Manifest["vectors"] | null;
  /** Ends a work whose steps `commitEncoding` kept; absent: they stay. */
  encoding?: null;
}

/** Writes the manifest of a changed corpus, and removes files whose grace period is over. */
export async function commit(
  kernels: Kernels,
  storage: WritableStorage,
  before: CorpusBefore,
  { segments, purges = false, unread: more, vectors: given = before.vectors, encoding: ended }: Change,
): Promise<Manifest> {
  const generation = before.generation + 1;
  const { name, dataset, profile, provenance, text, ignore } = before;
  const vectors = given ?? undefined;
  const encoding = ended === null ? undefined : before.encoding;
  const made = { ...(vectors && { vectors }), ...(encoding && { encoding }) };
  const named = new Set(filesOf({ segments, ...made }));
  const dropped = filesOf(before).filter((file) => !named.has(file));
  const superseded = [...before.superseded, ...dropped.map((file) => ({ file, generation }))].filter(
    ({ file }) => !named.has(file),
  );
  const kept = purges ? [] : superseded.filter((one) => one.generation > generation - GRACE_GENERATIONS);
  const { revision, footers } = await readBack(kernels, storage, before, segments);
  const unread = unreadTogether([before.unread, more]);
  const described = segments.map((entry, i) => ({ ...entry, footer: footers[i]! }));
  const content = { generation, name, dataset, revision, profile, segments: described, superseded: kept };
  const recorded = { ...content, ...(unread && { unread }), ...(provenance && { provenance }), ...(text && { text }) };
  const manifest = manifestOf({ ...recorded, ...(ignore && { ignore }), ...made });
  await writeFile(storage, MANIFEST_NAME, packManifest(kernels, manifest));
  const keptFiles = new Set(kept.map(({ file }) => file));
  for (const { file } of superseded) if (!keptFiles.has(file)) await storage.remove(file).catch(() => {});
  return manifest;
}

/**
 * Keeps a step of a work on vectors: documents and segments stay as they are, so that nothing is read, and the
 * generation stays, so that other files keep their grace. What the step replaces was read by nobody.
 */
export async function commitEncoding(
  kernels: Kernels,
  storage: WritableStorage,
  before: Manifest,
  encoding: NonNullable<Manifest["encoding"]>,
): Promise<Manifest> {
  const { format: _, version: __, fold: ___, ...content } = before;
  const manifest = manifestOf({ ...content, encoding });
  await writeFile(storage, MANIFEST_NAME, packManifest(kernels, manifest));
  const named = new Set(filesOf(manifest));
  for (const { file } of before.encoding?.words ?? []) if (!named.has(file)) await storage.remove(file).catch(() => {});
  return manifest;
}

/** Reading the segments back proves that the written files can be read. */
async function readBack(
  kernels: Kernels,
  storage: Storage,
  about: RevisionOf,
  entries: readonly SegmentEntry[],
): Promise<{ revision: string; footers: string[] }> {
  // As the files have it: one that the manifest had is checked against it by a verification only.
  const segments = await openSegments(kernels, storage, entries.map(withoutFooter), profileOf(about));
  try {
    const footers = await allSettledValues(
      segments.map(({ segment }) => readFooter(segment.source.file, (bytes) => bytes)),
    );
    return { revision: await revisionOf(about, segments), footers: footers.map(toBase64) };
  } finally {
    await closeSegments(segments);
  }
}

type RevisionOf = Pick<Manifest, "name" | "dataset" | "profile" | "text" | "ignore">;

/** Hash of the logical content: of all live documents, in order, and of texts that do not count. */
export async function revisionOf(
  { name, dataset, profile, text, ignore }: RevisionOf,
  segments: readonly OpenSegment[],
): Promise<string> {
  const hashes: string[] = [];
  for (const one of segments) for await (const hash of liveHashes(one)) hashes.push(hash);
  // What is found in a corpus without text is other than what is found with it; so is what counts beside other texts.
  const carried = (ignore ?? []).map(({ shingles }) => `ignore: ${shingles}`);
  const form = ["spolia1", profile, name, dataset, ...(text === undefined ? [] : [`text: ${text}`]), ...carried];
  return await sha256([JSON.stringify(form), ...hashes].join("\n"));
}

async function* liveHashes({ segment, deletions }: OpenSegment): AsyncGenerator<string> {
  let document = 0;
  for await (const { hash } of segment.documents.all()) if (!deletions.documents.has(document++)) yield hash;
}
