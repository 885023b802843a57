/** Where the documents of a corpus came from, through builds, appends and merges. */

import type { CorpusProvenance, ListingFit } from "../../base/contract/resources/corpus.ts";
import { sum } from "../../base/lists/numbers.ts";
import type { Manifest } from "../format/manifest.ts";
import type { BuildOptions, IndexOptions } from "./options.ts";
import { sourcesTogether } from "./sources.ts";

const LISTINGS_MAX = 20;

type DeclaredOptions = Pick<BuildOptions, "declaredBy" | "declaredOn">;

/** What a build records; `undefined` where its options say nothing. */
export async function provenanceOfBuild(
  options: IndexOptions & DeclaredOptions,
): Promise<CorpusProvenance | undefined> {
  const declared = declaredIn(options);
  if (options.sources === undefined && declared === null) return undefined;
  return { ...(await ofAddition(options)), declared };
}

/** What a corpus records after an append; `undefined` where neither says anything. */
export async function provenanceAfterAppend(
  before: CorpusProvenance | undefined,
  options: IndexOptions,
): Promise<CorpusProvenance | undefined> {
  if (before === undefined && options.sources === undefined) return undefined;
  return { ...(await together([before, await ofAddition(options)])), declared: before?.declared ?? null };
}

/**
 * What a corpus records after it was made to hold these documents. The files of this sync are all that there are,
 * except those of documents that were kept without being read.
 */
export async function provenanceAfterSync(
  before: CorpusProvenance | undefined,
  options: IndexOptions,
  kept: number,
): Promise<CorpusProvenance | undefined> {
  if (options.sources === undefined) return provenanceAfterAppend(before, options);
  const fresh = await ofAddition(options);
  const unrecorded = kept > 0 ? 1 : fresh.unrecorded;
  return { ...fresh, unrecorded, declared: before?.declared ?? null };
}

/**
 * What a corpus records that was merged from others. What was said of another dataset is no statement about the new
 * one: its declaration and its listings are left out.
 */
export async function provenanceOfMerge(
  manifests: readonly Manifest[],
  options: BuildOptions,
): Promise<CorpusProvenance | undefined> {
  const declared = declaredIn(options);
  if (declared === null && manifests.every(({ provenance }) => provenance === undefined)) return undefined;
  const parts = manifests.map(
    ({ dataset, provenance }) =>
      provenance && (dataset === options.dataset ? provenance : { ...provenance, declared: null, listings: [] }),
  );
  return { ...(await together(parts)), declared: declared ?? sameDeclaration(parts) };
}

async function ofAddition({ sources }: IndexOptions): Promise<CorpusProvenance> {
  const record = await sources?.record();
  return {
    declared: null,
    sources: record?.sources ?? null,
    unrecorded: record?.isWhole ? 0 : 1,
    listings: record?.listing ? [record.listing] : [],
  };
}

/** A part that recorded nothing counts as unrecorded. */
async function together(parts: readonly (CorpusProvenance | undefined)[]): Promise<Omit<CorpusProvenance, "declared">> {
  return {
    sources: await sourcesTogether(parts.map((part) => part?.sources ?? null)),
    unrecorded: sum(parts, (part) => part?.unrecorded ?? 1),
    listings: listingsTogether(parts.flatMap((part) => part?.listings ?? [])),
  };
}

function listingsTogether(all: readonly ListingFit[]): ListingFit[] {
  const byHash = new Map<string, ListingFit>();
  for (const { files, ...listing } of all) {
    const known = byHash.get(listing.sha256)?.files ?? 0;
    byHash.set(listing.sha256, { ...listing, files: known + files });
  }
  return [...byHash.values()].slice(0, LISTINGS_MAX);
}

function declaredIn({ declaredBy, declaredOn }: DeclaredOptions): CorpusProvenance["declared"] {
  return declaredBy === undefined ? null : { by: declaredBy, on: declaredOn ?? null };
}

/** The declaration that all parts share. */
function sameDeclaration(parts: readonly (CorpusProvenance | undefined)[]): CorpusProvenance["declared"] {
  const [first = null] = parts.map((part) => part?.declared ?? null);
  const isSame = parts.every((part) => part?.declared?.by === first?.by && part?.declared?.on === first?.on);
  return isSame ? first : null;
}
