/**
 * `manifest.json`: the files that a corpus consists of. It is the only file that is ever replaced, and it is written
 * last: the other new files become part of the corpus at that moment, or not at all.
 */
import * as v from "valibot";
import { fromBase64 } from "../../base/bytes/bytes.ts";
import { provenanceSchema, unreadInputsSchema } from "../../base/contract/schemas/resources/corpus.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { FOLD_VERSION } from "../../core/text/text.ts";
import type { Storage, WritableStorage } from "../storage/storage.ts";
import { corrupt, FOOTER_BYTES, wrongVersion } from "./layout.ts";

export const MANIFEST_NAME = "manifest.json";
const FORMAT = "spolia-corpus";
/**
 * Version 4 is version 3 with `unread` and `provenance`. Readers of version 3 refuse it, so it is written only where
 * there is something to record.
 */
const MANIFEST_VERSION = 3;
const MANIFEST_VERSION_RECORDED = 4;
/**
 * Version 5 is version 4 with segments that have no text, or with sections of documents. Earlier readers would look for
 * the text, and take the records for damaged.
 */
const MANIFEST_VERSION_EXTENDED = 5;
/**
 * Version 6 is version 5 with the footers of the segments, so that the manifest is all that is read to open a far
 * corpus. It is what is written today; a corpus of an earlier version gets it with its next change.
 */
const MANIFEST_VERSION_FOOTERS = 6;
/**
 * Version 7 is version 6 with hashes of texts that do not count. Earlier readers would count them, so it is written
 * only where there are such texts.
 */
const MANIFEST_VERSION_IGNORE = 7;
/**
 * Version 8 is version 7 with vectors, by which rewordings are found. Earlier readers would remove their files as left
 * over, so it is written only where there are such files.
 */
const MANIFEST_VERSION_VECTORS = 8;
const MANIFEST_VERSIONS = [
  MANIFEST_VERSION,
  MANIFEST_VERSION_RECORDED,
  MANIFEST_VERSION_EXTENDED,
  MANIFEST_VERSION_FOOTERS,
  MANIFEST_VERSION_IGNORE,
  MANIFEST_VERSION_VECTORS,
] as const;
/** A manifest has a few kilobytes, a few hundred with texts that do not count; a file of nearly this size is none. */
const MANIFEST_BYTES_MAX = 1024 * 1024;

const FOOTER_CHARACTERS = 4 * Math.ceil(FOOTER_BYTES / 3);

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const fileName = v.pipe(v.string(), v.regex(/^[a-z]+\/[0-9a-f]{16}\.(segment|text|deleted|words|windows)$/));
const file = v.strictObject({ file: fileName, bytes: count });
const totals = { documents: count, texts: count, words: count, text_bytes: count };

/** Whether a text is the base64 of numbers of four bytes. */
function areWhole(text: string): boolean {
  try {
    return fromBase64(text).length % 4 === 0;
  } catch {
    return false;
  }
}

const segmentSchema = v.strictObject({
  segment: file,
  /** `null` in a corpus without text. */
  text: v.nullable(file),
  ...totals,
  fingerprints: count,
  /** Documents with sections, deleted ones included; absent where there are none. */
  sectioned: v.exactOptional(count),
  /** The footer of the segment's file, in base64; absent in manifests before version 6. */
  footer: v.exactOptional(v.pipe(v.string(), v.length(FOOTER_CHARACTERS), v.base64())),
  /** Which folders consecutive documents come from, deleted ones included; absent where that was not recorded. */
  origins: v.exactOptional(v.array(v.strictObject({ documents: count, folders: v.array(v.string()) }))),
  /** Deleted documents: the file of their numbers, and their totals. */
  deleted: v.nullable(v.strictObject({ ...file.entries, ...totals })),
  /** Vectors of its windows; absent where they were not made since the segment was written. */
  windows: v.exactOptional(file),
});

/**
 * What made the vectors, the vectors of all words, and of how many words of texts they are: of those that were not
 * deleted when they were made, whatever the segments were before.
 */
const vectorsSchema = v.strictObject({
  encoder: v.strictObject({
    name: v.string(),
    weights: v.nullable(v.string()),
    implementation: v.string(),
    dimensions: count,
    languages: v.array(v.string()),
  }),
  words: v.array(file),
  counted: count,
});

const manifestSchema = v.strictObject({
  format: v.literal(FORMAT),
  version: v.picklist(MANIFEST_VERSIONS),
  /** Grows by one with each change. */
  generation: count,
  name: v.string(),
  dataset: v.string(),
  revision: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  fold: v.string(),
  profile: v.strictObject({ name: v.string(), shingle_words: count, window_shingles: count }),
  segments: v.array(segmentSchema),
  /** Files that an earlier manifest named, and that a reader may still use: removed after two more changes. */
  superseded: v.array(v.strictObject({ file: fileName, generation: count })),
  /** Inputs that were not read when documents were taken from files; absent where that was not recorded. */
  unread: v.exactOptional(unreadInputsSchema),
  /** Where the documents came from; absent where that was not recorded. */
  provenance: v.exactOptional(provenanceSchema),
  /** `none`: the corpus has no text; absent where it has. */
  text: v.exactOptional(v.literal("none")),
  /**
   * Texts that do not count in an analysis over the corpus: their words, and the low halves of the hashes of their
   * shingles, ascending, each as four bytes with the lowest first, in base64. Absent where there are none.
   */
  ignore: v.exactOptional(v.array(v.strictObject({ words: count, shingles: v.pipe(v.string(), v.check(areWhole)) }))),
  /** Vectors by which rewordings are found; absent where there are none. */
  vectors: v.exactOptional(vectorsSchema),
  /** The same while they are made: the words that were encoded by then; absent where that ended. */
  encoding: v.exactOptional(vectorsSchema),
});

export type SegmentEntry = v.InferOutput<typeof segmentSchema>;
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** A manifest of the lowest version that can hold the content. */
export function manifestOf(content: Omit<Manifest, "format" | "version" | "fold">): Manifest {
  const hasRecords = content.unread !== undefined || content.provenance !== undefined;
  const isExtended = content.text === "none" || content.segments.some(({ sectioned }) => sectioned !== undefined);
  const lowest = hasRecords ? MANIFEST_VERSION_RECORDED : MANIFEST_VERSION;
  const hasFooters = content.segments.some(({ footer }) => footer !== undefined);
  const plain = hasFooters ? MANIFEST_VERSION_FOOTERS : isExtended ? MANIFEST_VERSION_EXTENDED : lowest;
  const ignoring = content.ignore === undefined ? plain : MANIFEST_VERSION_IGNORE;
  const version = content.vectors === undefined && content.encoding === undefined ? ignoring : MANIFEST_VERSION_VECTORS;
  return { format: FORMAT, version, fold: FOLD_VERSION, ...content };
}

export function packManifest(kernels: Kernels, manifest: Manifest): Uint8Array {
  return new TextEncoder().encode(
    `${JSON.stringify({ ...manifest, checksum: checksumOf(kernels, manifest) }, null, 2)}\n`,
  );
}

/** xxHash32 over the other fields as compact JSON, in their order. */
function checksumOf(kernels: Kernels, fields: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(fields));
  return kernels.xxhash32(bytes, 0).toString(16).padStart(8, "0");
}

/** @throws corpus_not_found, corpus_corrupt, corpus_version */
export async function readManifest(
  kernels: Kernels,
  storage: Storage,
): Promise<{ manifest: Manifest; manifestBytes: number }> {
  const file = await storage.open(MANIFEST_NAME);
  try {
    if (file.sizeBytes > MANIFEST_BYTES_MAX) throw corrupt("The manifest");
    return { manifest: parseManifest(kernels, await file.read(0, file.sizeBytes)), manifestBytes: file.sizeBytes };
  } finally {
    await file.close();
  }
}

/** Checks the version before anything else: another version may have other fields and another checksum. */
export function parseManifest(kernels: Kernels, bytes: Uint8Array): Manifest {
  const { checksum, ...fields } = parseObject(bytes);
  const { format, version } = fields;
  const isKnown = MANIFEST_VERSIONS.some((one) => one === version);
  if (format === FORMAT && Number.isSafeInteger(version) && !isKnown) throw wrongVersion();
  const parsed = v.safeParse(manifestSchema, fields);
  // Serialises only what the schema accepted: JSON may be nested deeper than the stack.
  if (!parsed.success || checksum !== checksumOf(kernels, fields)) throw corrupt("The manifest");
  const { fold, segments, text } = parsed.output;
  if (fold !== FOLD_VERSION) throw wrongVersion();
  if (segments.some((one) => (one.text === null) !== (text === "none"))) throw corrupt("The manifest");
  return parsed.output;
}

function parseObject(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Falls through to the same error.
  }
  throw corrupt("The manifest");
}

/** As in a manifest without footers: the one in the file is read. */
export function withoutFooter({ footer: _, ...entry }: SegmentEntry): SegmentEntry {
  return entry;
}

/** Names of all files of a corpus except the manifest. */
export function filesOf({
  segments,
  vectors,
  encoding,
}: Pick<Manifest, "segments" | "vectors" | "encoding">): string[] {
  const words = [vectors, encoding].flatMap((made) => made?.words ?? []);
  return [...segments.flatMap(filesOfSegment), ...words].flatMap((one) => (one ? [one.file] : []));
}

export const filesOfSegment = ({ segment, text, deleted, windows }: SegmentEntry) => [segment, text, deleted, windows];

/** Writes a file of a corpus as a whole. */
export async function writeFile(storage: WritableStorage, name: string, bytes: Uint8Array): Promise<void> {
  const file = await storage.create();
  try {
    await file.write(bytes);
    await file.finish(name);
  } catch (error) {
    await file.discard().catch(() => {});
    throw error;
  }
}
