/** Hashes as documents state them: `sha256:` and the SHA-256 in hexadecimal. */
import { canonicalJson } from "./canonicalJson.ts";
import { sha256 } from "./sha256.ts";

/** Of bytes, or of a text in UTF-8, in which an unpaired surrogate is U+FFFD, as in `wellFormed`. */
export const contentDigest = async (content: Uint8Array | string): Promise<string> => `sha256:${await sha256(content)}`;

/** Of a document: of its canonical JSON. */
export const digestOf = (document: unknown): Promise<string> => contentDigest(canonicalJson(document));
