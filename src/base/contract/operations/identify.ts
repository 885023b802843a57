/** `identify`: ids of a text that are equal for all texts with the same words. */
import type { ContentType, Count } from "../common.ts";

export interface IdentifyRequest {
  /** The text itself, up to 32 MiB of UTF-8. */
  content: string;
  /** How to read `content`; default `text`. */
  content_type?: ContentType | undefined;
}

export interface IdentifyResult {
  /** `spolia1_` id: equal for texts that fold to the same words. */
  fingerprint: string;
  /** ISCC Text-Code (ISO 24138), 64 bits. */
  iscc: string;
  /** Words of the text. */
  words: Count;
}
