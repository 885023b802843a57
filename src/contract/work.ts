/** Works that are registered, and what is answered of them. */
import type { ContentMetadata, ContentType } from "./common.ts";

export interface RegisterRequest {
  content: string;
  /** How to read it; `text` when absent. */
  content_type?: ContentType | undefined;
  /** The same as in `metadata`, which they go before. */
  title?: string | undefined;
  author?: string | undefined;
  metadata?: ContentMetadata | undefined;
}
