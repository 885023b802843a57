/** The document of a file: its text, and the title that it gives itself. */
import type { CorpusDocument } from "../../base/contract/resources/corpus.ts";
import type { FileContent } from "./content.ts";
import { takenSections } from "./documentText.ts";
import { htmlTitleSource, markdownTitle } from "./markup/titles.ts";
import { readers } from "./readers.ts";

export function documentOfContent(
  id: string,
  {
    content,
    content_type: type,
    sections: ofText = [],
    running_lines: _running,
    unread_pages: _unread,
    ...metadata
  }: FileContent,
): CorpusDocument {
  if (type !== "markdown" && type !== "html") return { id, text: content, ...metadata, ...takenSections(ofText) };
  const source = type === "markdown" ? markdownTitle(content) : htmlTitleSource(content);
  const title = readers[type](source ?? "")
    .text.replace(/\s+/g, " ")
    .trim();
  const { text, sections = [] } = readers[type](content);
  return { id, text, ...(title === "" ? {} : { title }), ...takenSections(sections) };
}
