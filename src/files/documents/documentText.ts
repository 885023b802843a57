/** What the readers of whole documents give. */
import type { TextSection } from "../../base/contract/common.ts";
import type { UnreadCode } from "../../base/contract/resources/corpus.ts";
import { SECTIONS_MAX } from "../../base/limits.ts";

/** Text of a document, with what the document says of itself. */
export interface DocumentText {
  text: string;
  title?: string;
  author?: string;
  lang?: string;
  sections: TextSection[];
  /** Lines of a PDF that stand on many pages, as running heads do, and page numbers: they are left out of the text. */
  running_lines?: RunningLine[];
  /**
   * What of the document was not read, or not as it is: pages of a PDF, chapters, hidden text, bytes that are no
   * characters.
   */
  unread_pages?: UnreadPages[];
}

/** A line that stands on many pages; the numbers in it may differ. */
export interface RunningLine {
  /** The first of them. */
  text: string;
  pages: number;
}

/** Pages that were not read, by the reason. */
export interface UnreadPages {
  code: Extract<UnreadCode, "scanned" | "not_unicode" | "not_utf8" | "damaged" | "unreadable" | "format_not_read">;
  /** Their numbers as the document gives them; none where it is not known which. */
  pages: string[];
  /** A phrase without a full stop. */
  reason: string;
  /**
   * Present where all was read: the reason says how.
   *
   * @since 0.2.0
   */
  note?: true;
}

/** A document with more of what was not read of it. */
export function withUnread<Read extends { unread_pages?: UnreadPages[] }>(
  read: Read,
  more: readonly UnreadPages[],
): Read {
  return more.length === 0 ? read : { ...read, unread_pages: [...(read.unread_pages ?? []), ...more] };
}

/** Sections as requests and corpora take them; none of a text that has more than they take. */
export function takenSections(sections: readonly TextSection[]): { sections?: TextSection[] } {
  return sections.length === 0 || sections.length > SECTIONS_MAX ? {} : { sections: [...sections] };
}
