/** Writes a new corpus into an empty storage. */
import type { CorpusDocument } from "../../base/contract/resources/corpus.ts";
import { SpoliaError } from "../../base/errors.ts";
import { PROFILES } from "../../core/fingerprint/profile.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import type { BlockCodec, DocumentRecord } from "../format/layout.ts";
import { MANIFEST_NAME, type Manifest, type SegmentEntry } from "../format/manifest.ts";
import { SpoolMemory } from "../format/spool.ts";
import { profileOf } from "../search/open.ts";
import { packTexts } from "../segment/carried.ts";
import { originsOf } from "../segment/origins.ts";
import { type IndexForm, SegmentBuilder } from "../segment/write/builder.ts";
import type { WritableStorage } from "../storage/storage.ts";
import { addDocuments, type ChunkJournal, indexerHere } from "./add.ts";
import { asWriter, type CorpusBefore, clearAway, commit, refuseExisting } from "./commit.ts";
import { BuildJournal, isPart } from "./journal.ts";
import type { BuildOptions, IndexOptions } from "./options.ts";
import { provenanceOfBuild } from "./provenance.ts";

const MEMORY_BYTES = 128 * 1024 * 1024;
/** More files than one builder sets aside. */
const SPILLS_MAX = 1_000_000;

/** @throws the errors of `buildCorpus`; nothing is left behind in these cases but what a build resumes from */
export async function writeCorpus(
  kernels: Kernels,
  storage: WritableStorage,
  documents: Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>,
  options: BuildOptions,
): Promise<void> {
  const { resume, profile = "passage" } = options;
  const keeps = resume === undefined ? undefined : isPart;
  await refuseExisting(storage);
  await asWriter(storage, async () => {
    await refuseExisting(storage);
    await clearAway(storage, null, keeps);
    const form = options.text === false ? `${profile}, no text` : profile;
    const journal = resume && new BuildJournal(kernels, storage, resume, { profile: form, options });
    try {
      await write(kernels, storage, documents, options, journal);
      await journal?.remove();
    } catch (error) {
      // Removes the manifest first: without it, files that a failing storage does not remove are no corpus. The first
      // error is the one that is thrown.
      await storage.remove(MANIFEST_NAME).catch(() => {});
      await clearAway(storage, null, keeps);
      throw error;
    }
  });
}

async function write(
  kernels: Kernels,
  storage: WritableStorage,
  documents: Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>,
  options: BuildOptions,
  journal: ChunkJournal | undefined,
): Promise<void> {
  const profile = PROFILES[options.profile ?? "passage"];
  const form = { profile, hasText: options.text !== false };
  const ignore = packTexts(kernels, options.ignore ?? []);
  const { entry } = await indexSegment(kernels, storage, form, documents, options, async () => true, journal);
  if (entry === null) throw noDocuments();
  const { name, dataset } = options;
  const { shingleWords, windowShingles } = profile;
  const described = { name: profile.name, shingle_words: shingleWords, window_shingles: windowShingles };
  const nothing = { generation: 0, name, dataset, profile: described, segments: [], superseded: [] };
  const provenance = await provenanceOfBuild(options);
  const before: CorpusBefore = {
    ...nothing,
    ...(ignore && { ignore }),
    ...(provenance && { provenance }),
    ...(!form.hasText && { text: "none" }),
  };
  await commit(kernels, storage, before, { segments: [entry], unread: options.unread?.inputs() });
}

/** Indexes the admitted documents as a segment; there is no segment without any. */
export async function indexSegment(
  kernels: Kernels,
  storage: WritableStorage,
  form: IndexForm,
  documents: Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>,
  options: IndexOptions,
  admits: (record: DocumentRecord, document: CorpusDocument) => Promise<boolean>,
  journal?: ChunkJournal,
): Promise<{ added: number; entry: SegmentEntry | null }> {
  const builder = newSegmentBuilder(kernels, storage, form, options);
  const { indexer = indexerHere(kernels), signal, onProgress } = options;
  const { profile, hasText } = form;
  const codec: BlockCodec = hasText ? (options.codec ?? "deflate") : "none";
  try {
    const about = { indexer, profile, codec, admits, signal, onProgress, journal };
    const added = await addDocuments(builder, documents, about);
    const nothing = { keys: [], coarse: [] };
    if (added === 0) return { added, entry: null };
    const entry = await builder.finish(await builder.contentHash(), nothing);
    return { added, entry: { ...entry, ...originsOf(entry.documents, options.folders) } };
  } finally {
    await builder.dispose();
  }
}

/** @param number differs among those that write to one storage at once */
export function newSegmentBuilder(
  kernels: Kernels,
  storage: WritableStorage,
  form: IndexForm,
  options: IndexOptions,
  number = 0,
): SegmentBuilder {
  const memory = new SpoolMemory(options.memoryBytes ?? MEMORY_BYTES, number * SPILLS_MAX);
  const { signal, onProgress } = options;
  return new SegmentBuilder({ kernels, storage, memory, signal, onProgress }, form);
}

/** How a corpus is indexed, by its manifest. */
export function indexFormOf(manifest: Pick<Manifest, "profile" | "text">): IndexForm {
  return { profile: profileOf(manifest), hasText: manifest.text !== "none" };
}

export function noDocuments(): SpoliaError {
  return new SpoliaError("no_documents", "There is no document to build a corpus from.", {
    hint: "Name folders or files with .txt, .md, .html, .jsonl, .parquet or .warc documents.",
  });
}
