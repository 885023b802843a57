/** The revision of a catalogue: equal content gives an equal revision, independent of the order of records. */
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { CatalogueRecords } from "./records.ts";

/** Digits of the hash in a revision: 64 bits make collisions practically impossible. */
const REVISION_DIGITS = 16;

/** `cat_` and 16 hexadecimal digits of the SHA-256 of the records' canonical JSON. */
export async function revisionOf(records: CatalogueRecords): Promise<string> {
  return `cat_${(await sha256(canonicalJson(records))).slice(0, REVISION_DIGITS)}`;
}
