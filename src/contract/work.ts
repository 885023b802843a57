/** Works that are registered, and what is answered of them. */
import type { ContentMetadata, ContentType } from "./common.ts";

export interface RegisterRequest {
  /** The text itself, up to 32 MiB of UTF-8. */
  content: string;
  /** How to read it; `text` when absent. */
  content_type?: ContentType | undefined;
  /** Title of the work. It takes precedence over `metadata.title`. */
  title?: string | undefined;
  /** Author of the work. It takes precedence over `metadata.author`. */
  author?: string | undefined;
  /** What the caller says about the work. */
  metadata?: ContentMetadata | undefined;
}
