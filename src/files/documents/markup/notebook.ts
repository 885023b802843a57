/**
 * Reads notebooks (nbformat 1 to 4, and those of Zeppelin): cells of text and of code in order. What running them
 * printed is told.
 */
import { isRecord } from "../../../base/arguments.ts";
import { damaged } from "../bytes/notRead.ts";
import { parsedJson } from "../datasets/record.ts";
import { type DocumentText, withUnread } from "../documentText.ts";
import { unreadText } from "../unreadText.ts";
import { readHtml } from "./html.ts";
import { readMarkdown } from "./markdown.ts";

interface NotebookCell {
  kind: string;
  text: string;
  printed: string;
}

/** @throws NotRead where it is no notebook */
export function readNotebook(json: string): DocumentText {
  const notebook = parsed(json);
  const sheets = Array.isArray(notebook["worksheets"]) ? notebook["worksheets"].filter(isRecord) : [notebook];
  const lists = sheets.map((sheet) => sheet["cells"] ?? paragraphsOf(sheet));
  if (!lists.some(Array.isArray)) throw damaged("it has no cells");
  const cells = lists.flatMap((list) => (Array.isArray(list) ? list.filter(isRecord).map(cellOf) : []));
  const read: DocumentText = { text: "", sections: [] };
  for (const cell of cells) {
    const { text, sections = [] } = cell.kind === "markdown" ? readMarkdown(cell.text) : cell;
    if (text.trim() === "") continue;
    if (read.text !== "") read.text += "\n\n";
    const start = read.text.length;
    for (const section of sections) read.sections.push({ ...section, start: section.start + start });
    read.text += text.trimEnd();
  }
  const heading = read.sections.find(({ kind }) => kind === "heading");
  const title = titleOf(notebook["metadata"] ?? notebook) ?? heading?.label;
  const printed = cells.map((cell) => cell.printed).join("\n");
  return withUnread(
    { ...read, ...(title !== undefined && { title }) },
    unreadText("what its cells have printed", printed),
  );
}

function parsed(json: string): Record<string, unknown> {
  const notebook = parsedJson(json);
  if (notebook === undefined) throw damaged("it is not JSON");
  if (!isRecord(notebook)) throw damaged("it has no cells");
  return notebook;
}

/** Paragraphs of Zeppelin as cells: the first word says which program runs them. */
function paragraphsOf({ paragraphs }: Record<string, unknown>): unknown {
  if (!Array.isArray(paragraphs)) return undefined;
  return paragraphs.filter(isRecord).map(({ title, text, results }) => {
    const [, program, source] = /^\s*%([\w.-]{1,100})(?:\([^()]{0,500}\))?\s?(.*)$/s.exec(textIn(text)) ?? [];
    const said = source ?? textIn(text);
    const isText = program === "md" || program === "html";
    const heading = typeof title === "string" && title.trim() !== "" && isText ? `# ${title}\n\n` : "";
    const msg = isRecord(results) && Array.isArray(results["msg"]) ? results["msg"].filter(isRecord) : [];
    // What shows text has printed that text.
    const outputs = isText ? [] : msg.map((one) => ({ text: one["data"] }));
    return { cell_type: isText ? "markdown" : "code", source: `${heading}${said}`, outputs };
  });
}

function cellOf(cell: Record<string, unknown>): NotebookCell & { sections?: [] } {
  const kind = String(cell["cell_type"]);
  const text = textIn(cell["source"] ?? cell["input"] ?? cell["code"]);
  const isHeading = kind === "heading";
  return {
    kind: isHeading ? "markdown" : kind,
    text: isHeading ? `${"#".repeat(Number(cell["level"]) || 1)} ${text}` : text,
    printed: Array.isArray(cell["outputs"]) ? cell["outputs"].filter(isRecord).map(printedIn).join("\n") : "",
  };
}

/** The form of an output that says most: what shows a page has but the name of its class as plain text. */
function printedIn(output: Record<string, unknown>): string {
  const forms = isRecord(output["data"]) ? output["data"] : output;
  const textOf = (...names: string[]) => textIn(names.map((name) => forms[name]).find((form) => form !== undefined));
  const html = readHtml(textOf("text/html", "html")).text;
  const all = [textOf("text/plain", "text"), textOf("text/markdown"), textOf("text/latex", "latex"), html];
  return all.reduce((most, one) => (one.length > most.length ? one : most));
}

/** Text is written as a whole, or line by line. */
function textIn(source: unknown): string {
  if (Array.isArray(source)) return source.filter((line) => typeof line === "string").join("");
  return typeof source === "string" ? source : "";
}

function titleOf(metadata: unknown): string | undefined {
  const title = isRecord(metadata) ? (metadata["title"] ?? metadata["name"]) : undefined;
  return typeof title === "string" && title.trim() !== "" ? title.trim() : undefined;
}
