/** What the readers of whole documents give. */
import type { TextSection } from "../contract/common.ts";

/** Text of a document, with what the document says of itself. */
export interface DocumentText {
  text: string;
  title?: string;
  author?: string;
  lang?: string;
  sections: TextSection[];
}
