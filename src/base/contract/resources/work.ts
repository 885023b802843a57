/** Registered works. */
import type { ContentMetadata, ContentType, Count, Sha256, TextSection, Timestamp } from "../common.ts";

export interface RegisterRequest {
  /** The text itself, up to 32 MiB of UTF-8. */
  content: string;
  /** How to read `content`; default `text`. */
  content_type?: ContentType | undefined;
  /**
   * Headings and pages of `content`, as for `analyze`: analyses of the work name them.
   *
   * @since 0.2.0
   */
  sections?: TextSection[] | undefined;
  /** Title of the work. It takes precedence over `metadata.title`. */
  title?: string | undefined;
  /** Author of the work. It takes precedence over `metadata.author`. */
  author?: string | undefined;
  /** What the caller states about the work. */
  metadata?: ContentMetadata | undefined;
}

/** A registered work. */
export interface WorkDocument {
  /** `wk_` id of the work. */
  work_id: string;
  /** SHA-256 of the content's UTF-8 bytes as they were sent. */
  work_hash: Sha256;
  /** `spolia1_` id of the content. */
  fingerprint: string;
  /** ISCC Text-Code of the content (ISO 24138), 64 bits. */
  iscc: string;
  /** Words of the content. */
  words: Count;
  /** How the content is read. */
  content_type: ContentType;
  /** What was said of the work when it was registered. */
  metadata: ContentMetadata;
  /** When the work was registered. */
  registered_at: Timestamp;
}
