/** The name of a state of the catalogue: equal content, equal name, whoever wrote it down and in whatever order. */
import { canonicalJson } from "../base/canonicalJson.ts";
import { sha256 } from "../base/sha256.ts";
import type { CatalogueRecords } from "./records.ts";

/** Digits of the hash in a revision: 64 bits tell apart every state that anybody will ever cite. */
const REVISION_DIGITS = 16;

/** `cat_` and 16 hexadecimal digits of the SHA-256 of the records' canonical JSON. */
export async function revisionOf(records: CatalogueRecords): Promise<string> {
  return `cat_${(await sha256(canonicalJson(records))).slice(0, REVISION_DIGITS)}`;
}
