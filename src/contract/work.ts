/** Registered works. */
import type { ContentMetadata, ContentType } from "./common.ts";

export interface RegisterRequest {
  /** The text itself, up to 32 MiB of UTF-8. */
  content: string;
  /** How to read `content`; default `text`. */
  content_type?: ContentType | undefined;
  /** Title of the work. It takes precedence over `metadata.title`. */
  title?: string | undefined;
  /** Author of the work. It takes precedence over `metadata.author`. */
  author?: string | undefined;
  /** What the caller states about the work. */
  metadata?: ContentMetadata | undefined;
}
