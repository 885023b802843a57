/** The document of a file: its text, and the title that it gives itself. */
import type { CorpusDocument } from "../contract/corpus.ts";
import type { FileContent } from "./content.ts";
import { readers } from "./readers.ts";
import { htmlTitleSource, markdownTitle } from "./titles.ts";

export function documentOfContent(
  id: string,
  {
    content,
    content_type: type,
    sections: _,
    running_lines: _running,
    unread_pages: _unread,
    ...metadata
  }: FileContent,
): CorpusDocument {
  if (type !== "markdown" && type !== "html") return { id, text: content, ...metadata };
  const source = type === "markdown" ? markdownTitle(content) : htmlTitleSource(content);
  const title = readers[type](source ?? "")
    .text.replace(/\s+/g, " ")
    .trim();
  return { id, text: readers[type](content).text, ...(title === "" ? {} : { title }) };
}
