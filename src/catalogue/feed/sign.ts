/** A feed: all records of a catalogue in one signed document, so that a catalogue can be newer than the package. */
import { checkArguments, isRecord } from "../../base/arguments.ts";
import { signDocument } from "../../base/bytes/signature.ts";
import type { Timestamp } from "../../base/contract/common.ts";
import type { PlatformCryptoKey } from "../../base/platform.ts";
import type { CatalogueRecords, CatalogueTable } from "../ledger/records.ts";

export const FORMAT = "spolia-catalogue-1";
export const PURPOSE = "spolia catalogue feed 1";

// biome-ignore format: one list of words
export const CATALOGUE_TABLES = [
  "providers", "models", "edges", "datasets", "domains", "indexes", "jurisdictions", "rates", "regimes", "memorisation", "crawlers", "sources",
] as const satisfies readonly CatalogueTable[];

/** All records of a catalogue, signed. */
export interface CatalogueFeed {
  /** Always `spolia-catalogue-1`. */
  readonly format: typeof FORMAT;
  /** When it was made. Of two feeds of one signer, the later one is the newer. */
  readonly created_at: Timestamp;
  /** Revision of a catalogue of these records where the feed was made; a later version may have more fields in it. */
  readonly revision: string;
  /** All tables, with records as a ledger has them. */
  readonly records: Readonly<Record<string, readonly object[]>>;
  /** Public key that signed (Ed25519): 32 bytes, base64url. */
  readonly key: string;
  /** Signature of all other fields, base64url. */
  readonly signature: string;
}

/** The key that signs (Ed25519). */
export interface FeedSigner {
  /** Its public part: 32 bytes, base64url. */
  readonly key: string;
  readonly privateKey: PlatformCryptoKey;
}

/** @param created_at UTC, as `2026-11-29T00:00:00Z` */
export async function signedFeed(
  catalogue: CatalogueRecords & { readonly revision: string },
  created_at: Timestamp,
  signer: FeedSigner,
): Promise<CatalogueFeed> {
  checkArguments("signedFeed", [
    ["/catalogue", isRecord(catalogue) && typeof catalogue.revision === "string", "a catalogue: await loadCatalogue()"],
    ["/created_at", typeof created_at === "string", "a time in UTC, as 2026-11-29T00:00:00Z"],
    ["/signer", isRecord(signer) && isRecord(signer.privateKey), "{ key, privateKey } of Ed25519"],
  ]);
  const { key, privateKey } = signer;
  const tables = Object.fromEntries(CATALOGUE_TABLES.map((table) => [table, catalogue[table]]));
  const unsigned = { format: FORMAT, created_at, revision: catalogue.revision, records: tables, key } as const;
  return { ...unsigned, signature: await signDocument(privateKey, PURPOSE, unsigned) };
}
