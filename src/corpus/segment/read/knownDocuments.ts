/**
 * What a search tells of a document: read, checked against its hash and made ready to name places. Documents that were
 * asked for last stay in memory, as pages of tables do: of a novel that takes a tenth of a search.
 */
import { TextSections } from "../../../core/text/places.ts";
import type { DocumentRecord } from "../../format/layout.ts";
import { openedCounts } from "../../format/paragraphs.ts";
import { unpackSections } from "../../format/sections.ts";
import type { Segment } from "./segment.ts";

export type DocumentFacts = Omit<DocumentRecord, "sections" | "paragraphs">;

/** A document with what names places in it. */
interface KnownDocument {
  facts: DocumentFacts;
  textHash: string;
  sections: TextSections;
  /** Counts of its paragraphs; `null` where they are not stored. */
  counts: readonly number[] | null;
}

/** Documents that are kept of a segment, and the most sections and counts of one that is: 50 kB. */
const KNOWN_DOCUMENTS_MAX = 64;
const KNOWN_ITEMS_MAX = 1_024;

/** Of each segment by their numbers, the one that was asked for last at the end. */
const kept = new WeakMap<Segment, Map<number, KnownDocument>>();

/** @throws corpus_corrupt */
export async function knownDocument(segment: Segment, text: number, document: number): Promise<KnownDocument> {
  const ofSegment = kept.get(segment) ?? new Map<number, KnownDocument>();
  kept.set(segment, ofSegment);
  const known = ofSegment.get(document);
  ofSegment.delete(document);
  const { one, items } = known === undefined ? await read(segment, text, document) : { one: known, items: 0 };
  if (items <= KNOWN_ITEMS_MAX) ofSegment.set(document, one);
  for (const [oldest] of ofSegment) if (ofSegment.size > KNOWN_DOCUMENTS_MAX) ofSegment.delete(oldest);
  return one;
}

async function read(segment: Segment, text: number, document: number): Promise<{ one: KnownDocument; items: number }> {
  const { record, textHash } = await segment.identifiedOf(text, document);
  const { sections = [], paragraphs, ...facts } = record;
  const counts = paragraphs === undefined ? null : openedCounts(segment.source.kernels, textHash, paragraphs);
  const one = { facts, textHash, counts, sections: new TextSections(unpackSections(sections)) };
  return { one, items: sections.length + (counts?.length ?? 0) };
}
