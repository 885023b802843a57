/** Where the documents of a corpus stand: their segments and numbers, found by their ids. */
import { addTo } from "../../base/lists/groups.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { idHash } from "../format/names.ts";
import type { OpenSegment } from "./open.ts";

/** A document of a segment. */
export interface DocumentPlace {
  open: OpenSegment;
  document: number;
}

/** Places of documents by the hash of their id, deleted documents included. */
export type IdPlaces = ReadonlyMap<number, DocumentPlace[]>;

export async function idPlaces(segments: readonly OpenSegment[]): Promise<IdPlaces> {
  const places = new Map<number, DocumentPlace[]>();
  for (const open of segments) {
    for await (const [high, low, document] of open.segment.ids.all())
      addTo(places, keyOf(high, low), { open, document });
  }
  return places;
}

/** The documents that are not deleted and have the hash of this id; nearly always the document with this id. */
export function placesLike(kernels: Kernels, places: IdPlaces, id: string): DocumentPlace[] {
  const { high, low } = idHash({ kernels }, id);
  const all = places.get(keyOf(high, low)) ?? [];
  return all.filter(({ open, document }) => !open.deletions.documents.has(document));
}

/**
 * The documents with this id that are not deleted. Compares hashes first, and reads the record where a hash is equal.
 */
export async function livePlaces(kernels: Kernels, places: IdPlaces, id: string): Promise<DocumentPlace[]> {
  const live: DocumentPlace[] = [];
  for (const place of placesLike(kernels, places, id))
    if ((await place.open.segment.record(place.document)).id === id) live.push(place);
  return live;
}

function keyOf(high: number, low: number): number {
  return high * 2 ** 21 + (low >>> 11);
}
