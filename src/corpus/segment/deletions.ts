/**
 * Deleted documents. Segments never change, so deletions are stored in a file beside the segment, which is replaced as
 * a whole, and which every reader applies. A text is gone when all its documents are deleted.
 *
 *   0   "SPOLIADE"       8   u32 documents      12  u32 number of each, ascending …      u32 xxHash32 of all before it
 */

import { sha256 } from "../../base/bytes/sha256.ts";
import { addTo } from "../../base/lists/groups.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { corrupt, type TextRow } from "../format/layout.ts";
import type { Segment } from "./read/segment.ts";

const MAGIC = "SPOLIADE";

export function packDeletions(kernels: Kernels, documents: ReadonlySet<number>): Uint8Array {
  const ascending = Uint32Array.from(documents).sort();
  const bytes = new Uint8Array(16 + 4 * ascending.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, ascending.length, true);
  ascending.forEach((document, i) => {
    view.setUint32(12 + 4 * i, document, true);
  });
  view.setUint32(bytes.length - 4, kernels.xxhash32(bytes.subarray(0, -4), 0), true);
  return bytes;
}

/** @throws corpus_corrupt */
export function parseDeletions(kernels: Kernels, bytes: Uint8Array, documents: number): Set<number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWhole =
    bytes.length >= 16 &&
    new TextDecoder().decode(bytes.subarray(0, 8)) === MAGIC &&
    bytes.length === 16 + 4 * view.getUint32(8, true) &&
    kernels.xxhash32(bytes.subarray(0, -4), 0) === view.getUint32(bytes.length - 4, true);
  if (!isWhole) throw corrupt("The list of deleted documents");
  const deleted = new Set<number>();
  for (let at = 12; at < bytes.length - 4; at += 4) deleted.add(view.getUint32(at, true));
  if ([...deleted].some((document) => document >= documents)) throw corrupt("The list of deleted documents");
  return deleted;
}

export async function deletionsName(segment: string, bytes: Uint8Array): Promise<string> {
  return `deleted/${(await sha256(`${segment} ${await sha256(bytes)}`)).slice(0, 16)}.deleted`;
}

/** What is left of a text: its first live document, and the number of its live documents. */
export interface LiveText {
  document: number;
  documents: number;
}

/** The further documents of each text that several documents have. */
export async function copiesOf(segment: Segment): Promise<Map<number, number[]>> {
  const copies = new Map<number, number[]>();
  for await (const [text, document] of segment.copies.all()) addTo(copies, text, document);
  return copies;
}

/** The deletions of one segment. */
export class Deletions {
  readonly documents: ReadonlySet<number>;
  /** Texts that lost documents: what is left of each, or `null`. */
  readonly #texts: ReadonlyMap<number, LiveText | null>;

  private constructor(documents: ReadonlySet<number>, texts: ReadonlyMap<number, LiveText | null>) {
    this.documents = documents;
    this.#texts = texts;
  }

  static readonly none = new Deletions(new Set(), new Map());

  static async of(segment: Segment, documents: ReadonlySet<number>): Promise<Deletions> {
    if (documents.size === 0) return Deletions.none;
    const copies = await copiesOf(segment);
    const texts = new Map<number, LiveText | null>();
    const rows = await segment.documents.at([...documents]);
    for (const { text } of rows) {
      if (texts.has(text)) continue;
      const { firstDocument } = await segment.texts.row(text);
      const left = [firstDocument, ...(copies.get(text) ?? [])].filter((document) => !documents.has(document));
      texts.set(text, left.length === 0 ? null : { document: left[0]!, documents: left.length });
    }
    return new Deletions(documents, texts);
  }

  /** What is left of a text, or `null`. */
  liveText(number: number, { firstDocument, documents }: TextRow): LiveText | null {
    const changed = this.#texts.get(number);
    return changed === undefined ? { document: firstDocument, documents } : changed;
  }

  /** Whether no document of a text is left. */
  isGone(text: number): boolean {
    return this.#texts.get(text) === null;
  }

  /** Texts without live documents. */
  get goneTexts(): number[] {
    return [...this.#texts].filter(([, left]) => left === null).map(([text]) => text);
  }
}
