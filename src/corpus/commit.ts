/**
 * How a corpus changes: under a lock, by files that nobody reads yet, and one manifest that names them.
 *
 *   lock ─▶ clear away what a dead writer left ─▶ write new files, each synced ─▶ write the manifest, synced ─▶ rename it ─▶ unlock
 *
 * Killed anywhere, the corpus is what the last manifest says. Files that are no longer named stay for two more changes, since a reader
 * may have an older manifest in its hands.
 */
import { sha256 } from "../base/sha256.ts";
import type { UnreadInputs } from "../contract/corpus.ts";
import { SpoliaError } from "../errors.ts";
import type { Kernels } from "../kernels/kernels.ts";
import type { Storage, WritableStorage } from "../storage/storage.ts";
import { filesOf, MANIFEST_NAME, type Manifest, manifestOf, packManifest, type SegmentEntry, writeFile } from "./manifest.ts";
import { closeSegments, type OpenSegment, openSegments, profileOf } from "./open.ts";
import { unreadTogether } from "./unread.ts";

/** Changes for which a file that is no longer named stays. */
const GRACE_GENERATIONS = 2;
/** Names that only a writer of ours gives. */
const OWN_NAME = /^(?:(?:segments|text|deleted)\/[0-9a-f]{16}\.(?:segment|text|deleted)|spill\/\d+\.spill)$/;

/** Runs `work` as the one writer. @throws corpus_locked */
export async function asWriter<T>(storage: WritableStorage, work: () => Promise<T>): Promise<T> {
  const lock = await storage.lock();
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** @throws corpus_exists where there is anything that is not a dead writer's */
export async function refuseExisting(storage: WritableStorage): Promise<void> {
  if ((await storage.list()).every((name) => OWN_NAME.test(name))) return;
  throw new SpoliaError("corpus_exists", `There is something in ${storage.label} already.`, {
    hint: "Choose another name, or remove it first.",
  });
}

/** Removes files of ours that no manifest names. What a failing storage will not remove harms nobody. */
export async function clearAway(storage: WritableStorage, manifest: Manifest | null): Promise<void> {
  for (const name of await unnamed(storage, manifest).catch(() => [])) await storage.remove(name).catch(() => {});
}

/** The same where it must not be left: what cannot be removed is an error. */
export async function removeUnnamed(storage: WritableStorage, manifest: Manifest): Promise<void> {
  for (const name of await unnamed(storage, manifest)) await storage.remove(name);
}

async function unnamed(storage: WritableStorage, manifest: Manifest | null): Promise<string[]> {
  const named = new Set(manifest === null ? [] : [...filesOf(manifest), ...manifest.superseded.map(({ file }) => file)]);
  return (await storage.list()).filter((name) => OWN_NAME.test(name) && !named.has(name));
}

/** What a change makes of a corpus. */
export interface Change {
  segments: SegmentEntry[];
  /** Whether files that are no longer named go at once. */
  purges?: boolean;
  /** What was not read on the way, beside what the corpus records already. */
  unread?: UnreadInputs | undefined;
}

/** Writes the manifest of a changed corpus, and lets go of what has been out of use for long enough. */
export async function commit(
  kernels: Kernels,
  storage: WritableStorage,
  before: Pick<Manifest, "generation" | "name" | "dataset" | "profile" | "segments" | "superseded" | "unread">,
  { segments, purges = false, unread: more }: Change,
): Promise<Manifest> {
  const generation = before.generation + 1;
  const { name, dataset, profile } = before;
  const named = new Set(filesOf({ segments }));
  const dropped = filesOf(before).filter((file) => !named.has(file));
  const superseded = [...before.superseded, ...dropped.map((file) => ({ file, generation }))].filter(
    ({ file }) => !named.has(file),
  );
  const kept = purges ? [] : superseded.filter((one) => one.generation > generation - GRACE_GENERATIONS);
  const revision = await revisionOf(kernels, storage, before, segments);
  const unread = unreadTogether([before.unread, more]);
  const content = { generation, name, dataset, revision, profile, segments, superseded: kept };
  const manifest = manifestOf(unread === undefined ? content : { ...content, unread });
  await writeFile(storage, MANIFEST_NAME, packManifest(kernels, manifest));
  const keptFiles = new Set(kept.map(({ file }) => file));
  for (const { file } of superseded) if (!keptFiles.has(file)) await storage.remove(file).catch(() => {});
  return manifest;
}

/** Hash of the logical content: of all documents that are there, in order. Reading it back proves that what was written can be read. */
async function revisionOf(
  kernels: Kernels,
  storage: Storage,
  { name, dataset, profile }: Pick<Manifest, "name" | "dataset" | "profile">,
  entries: readonly SegmentEntry[],
): Promise<string> {
  const segments = await openSegments(kernels, storage, entries, profileOf({ profile }));
  try {
    const hashes: string[] = [];
    for (const one of segments) for await (const hash of livingHashes(one)) hashes.push(hash);
    return await sha256([JSON.stringify(["spolia1", profile, name, dataset]), ...hashes].join("\n"));
  } finally {
    await closeSegments(segments);
  }
}

async function* livingHashes({ segment, deletions }: OpenSegment): AsyncGenerator<string> {
  let document = 0;
  for await (const { hash } of segment.documents.all()) if (!deletions.documents.has(document++)) yield hash;
}
