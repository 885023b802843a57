/** Opens what a manifest names: every segment with its text and its deletions. */
import { fromBase64 } from "../../base/bytes/bytes.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import { allSettledValues } from "../../base/queues/settled.ts";
import { PROFILES, type Profile } from "../../core/fingerprint/profile.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { corrupt } from "../format/layout.ts";
import { type Manifest, readManifest, type SegmentEntry } from "../format/manifest.ts";
import { segmentSeed } from "../format/names.ts";
import type { TextSource } from "../segment/blocks.ts";
import { Deletions, deletionsName, parseDeletions } from "../segment/deletions.ts";
import { readChecked } from "../segment/read/pages.ts";
import { Segment } from "../segment/read/segment.ts";
import type { ExpectedFile, Storage, StoredFile } from "../storage/storage.ts";
import { forgetTexts } from "./reader.ts";

export interface OpenSegment extends TextSource {
  entry: SegmentEntry;
  deletions: Deletions;
}

/** The state of a corpus at the time it was opened. Later changes and merges do not affect it. */
export interface Snapshot {
  manifest: Manifest;
  manifestBytes: number;
  profile: Profile;
  segments: OpenSegment[];
}

/**
 * Times that opening is tried: another process may replace the manifest, and remove files that it no longer names,
 * between two reads.
 */
const SNAPSHOT_TRIES_MAX = 4;

/** @throws corpus_not_found, corpus_corrupt, corpus_version, storage_failed */
export async function openSnapshot(kernels: Kernels, storage: Storage): Promise<Snapshot> {
  for (let tries = 1; ; tries++) {
    const { manifest, manifestBytes } = await readManifest(kernels, storage);
    try {
      const profile = profileOf(manifest);
      return {
        manifest,
        manifestBytes,
        profile,
        segments: await openSegments(kernels, storage, manifest.segments, profile),
      };
    } catch (error) {
      const isChanged =
        tries < SNAPSHOT_TRIES_MAX &&
        (await readManifest(kernels, storage)).manifest.generation !== manifest.generation;
      if (!isChanged) throw error;
    }
  }
}

export function profileOf({ profile }: Pick<Manifest, "profile">): Profile {
  const known = Object.values(PROFILES).find(
    ({ shingleWords, windowShingles }) =>
      shingleWords === profile.shingle_words && windowShingles === profile.window_shingles,
  );
  if (known === undefined) throw corrupt("The profile");
  return known;
}

export async function openSegments(
  kernels: Kernels,
  storage: Storage,
  entries: readonly SegmentEntry[],
  profile: Profile,
): Promise<OpenSegment[]> {
  return allSettledValues(
    entries.map((entry) => openSegment(kernels, storage, entry, profile)),
    (opened) => closeSegments([opened]),
  );
}

async function openSegment(
  kernels: Kernels,
  storage: Storage,
  entry: SegmentEntry,
  profile: Profile,
): Promise<OpenSegment> {
  const deleted = readDeleted(kernels, storage, entry);
  // Read at the same time; where the files cannot be opened, their error is the one that is thrown.
  deleted.catch(() => {});
  const named = entry.text === null ? [entry.segment] : [entry.segment, entry.text];
  const footer = entry.footer === undefined ? undefined : fromBase64(entry.footer);
  const files = await allSettledValues(
    named.map(({ file, bytes }) => openNamed(storage, file, { sizeBytes: bytes, isLater: footer !== undefined })),
    (file) => file.close(),
  );
  try {
    const name = /([0-9a-f]{16})\.segment$/.exec(entry.segment.file)![1]!;
    const segment = await Segment.open(kernels, files[0]!, segmentSeed(name), profile, footer);
    const { blocks, texts, documents } = segment;
    if (texts.rows !== entry.texts || documents.rows !== entry.documents) throw corrupt("The manifest");
    if (blocks.rows === 0 && texts.rows > 0) throw corrupt("The table of blocks");
    return { entry, segment, text: files[1] ?? null, deletions: await Deletions.of(segment, await deleted) };
  } catch (error) {
    for (const file of files) await file.close();
    throw error;
  }
}

/**
 * Reads a list of deletions. Its name is a hash of its segment and content, so that a different list in its place is
 * detected.
 */
async function readDeleted(
  kernels: Kernels,
  storage: Storage,
  { segment, deleted, documents }: SegmentEntry,
): Promise<Set<number>> {
  if (deleted === null) return new Set();
  const file = await openNamed(storage, deleted.file, { sizeBytes: deleted.bytes });
  try {
    return await readChecked(file, 0, file.sizeBytes, async (bytes) => {
      if ((await deletionsName(segment.file, bytes)) !== deleted.file) throw corrupt("The list of deleted documents");
      return parseDeletions(kernels, bytes, documents);
    });
  } finally {
    await file.close();
  }
}

async function openNamed(storage: Storage, name: string, expected: ExpectedFile): Promise<StoredFile> {
  const file = await storage.open(name, expected).catch((error) => {
    throw isSpoliaError(error) && error.code === "corpus_not_found" ? corrupt("A file") : error;
  });
  if (file.sizeBytes === expected.sizeBytes) return file;
  await file.close();
  throw corrupt("The length of a file", `it has ${file.sizeBytes} bytes, and should have ${expected.sizeBytes}`);
}

export async function closeSegments(segments: readonly OpenSegment[]): Promise<void> {
  for (const { segment, text } of segments) {
    forgetTexts(segment);
    await segment.close();
    await text?.close();
  }
}

export function closed(name: string): SpoliaError {
  return new SpoliaError("closed", `The corpus ${name} was closed.`, { hint: "Open it again." });
}
