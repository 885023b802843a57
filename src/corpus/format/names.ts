/** Names, records and hashes that identify documents and segments, for writers and readers. */
import { encode } from "@msgpack/msgpack";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import type { DocumentRecord } from "./layout.ts";

/** A segment's own seed, taken from its name: it ties the segment to the name in the manifest. */
export function segmentSeed(name: string): number {
  return Number.parseInt(name.slice(0, 8), 16);
}

export function idHash({ kernels }: { kernels: Kernels }, id: string): { high: number; low: number } {
  const bytes = new TextEncoder().encode(id);
  return { high: kernels.xxhash32(bytes, 1), low: kernels.xxhash32(bytes, 2) };
}

/** Replaces unpaired surrogates by U+FFFD, as in texts, so that UTF-8 can hold the string. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** A record as it is stored: equal records give equal bytes. */
export function encodedRecord(record: DocumentRecord): Uint8Array {
  return encode(record, { ignoreUndefined: true });
}

/**
 * First half of a SHA-256 over a document's text, metadata, fields and sections. Counts of paragraphs follow from the
 * text, and have a checksum of their own.
 */
export async function documentHash(textHash: string, record: DocumentRecord): Promise<string> {
  const { id, title, author, year, lang, url, licence, fields, sections } = record;
  // Documents without fields and sections keep the hash that earlier versions gave them.
  const added = [fields, sections].filter((one) => one !== undefined);
  return (await sha256(JSON.stringify([textHash, id, title, author, year, lang, url, licence, ...added]))).slice(0, 32);
}
