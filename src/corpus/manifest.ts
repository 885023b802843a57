/**
 * `manifest.json`: what a corpus is made of. It is written last and names everything else, so that a build which was cut short left
 * no corpus.
 */
import * as v from "valibot";
import { SpoliaError } from "../errors.ts";
import type { Kernels } from "../kernels/kernels.ts";
import type { Storage, WritableStorage } from "../storage/storage.ts";
import { FOLD_VERSION } from "../text/text.ts";
import { corrupt } from "./layout.ts";
import { wrongVersion } from "./segment.read.ts";

export const MANIFEST_NAME = "manifest.json";
const FORMAT = "spolia-corpus";
const MANIFEST_VERSION = 1;
/** A manifest is a few hundred bytes; anything near this is not one. */
const MANIFEST_BYTES_MAX = 1024 * 1024;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const fileName = v.pipe(v.string(), v.regex(/^[a-z]+\/[0-9a-f]{16}\.(segment|text)$/));

const manifestSchema = v.strictObject({
  format: v.literal(FORMAT),
  version: v.literal(MANIFEST_VERSION),
  name: v.string(),
  dataset: v.string(),
  revision: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  fold: v.string(),
  profile: v.strictObject({ name: v.string(), shingle_words: count, window_shingles: count }),
  documents: count,
  identical_documents: count,
  words: count,
  fingerprints: count,
  text_bytes: count,
  segment: v.strictObject({ file: fileName, bytes: count }),
  text: v.strictObject({ file: fileName, bytes: count }),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;

export function packManifest(kernels: Kernels, content: Omit<Manifest, "format" | "version">): Uint8Array {
  const manifest = { format: FORMAT, version: MANIFEST_VERSION, ...content };
  return new TextEncoder().encode(`${JSON.stringify({ ...manifest, checksum: checksumOf(kernels, manifest) }, null, 2)}\n`);
}

/** xxHash32 over the other fields as compact JSON, in their order. */
function checksumOf(kernels: Kernels, fields: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(fields));
  return kernels.xxhash32(bytes, 0).toString(16).padStart(8, "0");
}

/** @throws corpus_not_found, corpus_corrupt, corpus_version */
export async function readManifest(kernels: Kernels, storage: Storage): Promise<{ manifest: Manifest; manifestBytes: number }> {
  const file = await storage.open(MANIFEST_NAME);
  try {
    if (file.sizeBytes > MANIFEST_BYTES_MAX) throw corrupt("The manifest");
    return { manifest: parseManifest(kernels, await file.read(0, file.sizeBytes)), manifestBytes: file.sizeBytes };
  } finally {
    await file.close();
  }
}

/** The version is looked at before anything else: another one may have other fields and another checksum. */
export function parseManifest(kernels: Kernels, bytes: Uint8Array): Manifest {
  const { checksum, ...fields } = parseObject(bytes);
  const { format, version } = fields;
  if (format === FORMAT && Number.isSafeInteger(version) && version !== MANIFEST_VERSION) throw wrongVersion();
  const parsed = v.safeParse(manifestSchema, fields);
  // Only what the schema let through is written out again: JSON may nest deeper than the stack.
  if (!parsed.success || checksum !== checksumOf(kernels, fields)) throw corrupt("The manifest");
  if (parsed.output.fold !== FOLD_VERSION) throw wrongVersion();
  return parsed.output;
}

function parseObject(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Falls through to the one error that says what is wrong.
  }
  throw corrupt("The manifest");
}

/** @throws corpus_exists where a corpus is there already */
export async function refuseExisting(storage: WritableStorage): Promise<void> {
  if ((await storage.list()).length === 0) return;
  throw new SpoliaError("corpus_exists", `There is something in ${storage.label} already.`, {
    hint: "Choose another name, or remove it first.",
  });
}
