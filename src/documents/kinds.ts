/** How a file is read, by the ending of its name. */

/** `archive`: a zip archive of XML, as EPUB, DOCX and ODT are; which one, its content tells. */
export type FileKind = "text" | "markdown" | "html" | "xml" | "archive" | "jsonl" | "jsonl.gz";

const ENDINGS: readonly (readonly [kind: FileKind, endings: string])[] = [
  ["jsonl.gz", ".jsonl.gz"],
  ["jsonl", ".jsonl"],
  ["text", ".txt"],
  ["markdown", ".md .markdown"],
  ["html", ".html .htm .xhtml"],
  ["xml", ".xml .tei"],
  ["archive", ".epub .docx .docm .odt"],
];

/** Kind of a file by the ending of its name; `undefined` for a name that folder searches ignore. */
export function kindOf(name: string): FileKind | undefined {
  const lower = name.toLowerCase();
  return ENDINGS.find(([, endings]) => endings.split(" ").some((ending) => lower.endsWith(ending)))?.[0];
}
