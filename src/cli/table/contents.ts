/** The content of a command and its metadata: the shared options of all commands that take a content. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { ContentMetadata, ContentType, TextSection } from "../../base/contract/common.ts";
import { encodingOf } from "../../files/documents/bytes/labels.ts";
import { readers, type TextEncoding } from "../../files/index.ts";
import { kindOfText, nameOf } from "../inputs/files.ts";
import { type ReadingFlags, readContent } from "../inputs/inputs.ts";
import { parseDate } from "../terminal/command.ts";
import type { Output } from "../terminal/output.ts";
import type { Context } from "../terminal/run.ts";
import { tellUnreadPages } from "../terminal/skipped.ts";
import type { TableText } from "./tabulate.ts";

export interface TypeFlags extends ReadingFlags {
  type?: ContentType;
}

export interface ContentFlags extends TypeFlags {
  title?: string;
  author?: string;
  published?: string;
  language?: string;
}

/** Options of every command that reads a content from a file. */
export function addTypeOptions(command: Command): Command {
  const types: ContentType[] = ["text", "markdown", "html", "code"];
  return command
    .addOption(
      new Option("--type <type>", "how to read the content (default: by the file's ending and first bytes)").choices(
        types,
      ),
    )
    .addOption(encodingOption())
    .addOption(strictOption());
}

export function strictOption(): Option {
  return new Option("--strict", "fail at the first file, line or page that cannot be read");
}

export function textFieldOption(): Option {
  return new Option(
    "--text-field <name>",
    "field of records that holds the text, such as data.content, messages[].content or instruction,output",
  );
}

export function encodingOption(): Option {
  return new Option(
    "--encoding <label>",
    "encoding of text that is not UTF-8 and does not declare one, such as koi8-r",
  ).argParser(parseEncoding);
}

/** A label of the Encoding Standard. */
function parseEncoding(label: string): TextEncoding {
  if (encodingOf(label) !== undefined) return label;
  throw new InvalidArgumentError(
    "It is none of the labels of the Encoding Standard, such as windows-1252, koi8-r, shift_jis, gb18030 or utf-16le. Convert the file first: iconv -f NAME -t UTF-8.",
  );
}

export function addContentOptions(command: Command): Command {
  command
    .option("--title <title>", "title of the work")
    .option("--author <author>", "author of the work")
    .option("--published <date>", "when the work was first published: YYYY, YYYY-MM or YYYY-MM-DD", parseDate)
    .option("--language <code>", "language of the content, ISO 639-1, such as de (default: detected)");
  return addTypeOptions(command);
}

interface ReadContent {
  content: string;
  content_type: ContentType;
}

interface Metadata {
  metadata?: ContentMetadata;
}

/** The content of a file, as requests take it. */
export async function contentOf(file: string, flags: TypeFlags, context: Context): Promise<ReadContent> {
  const { content, content_type } = await sectionedContentOf(file, flags, context);
  return { content, content_type };
}

/** The same with its headings and pages, for requests whose results name places in it. */
export async function sectionedContentOf(
  file: string,
  { type, encoding, strict }: TypeFlags,
  { terminal, output }: Context,
): Promise<ReadContent & { sections?: TextSection[] }> {
  if (file === "-" && terminal.stdin.isTTY) output.notice("Reading from the terminal; Ctrl-D ends the text.");
  const read = await readContent(file, terminal, { encoding, strict });
  await tellUnreadPages(file, read, output);
  tellAnswer(file, read, output);
  const { content, content_type, sections } = read;
  // What the caller calls HTML or Markdown has headings of its own.
  const areSaid = sections !== undefined && (type ?? content_type) === content_type;
  return { content, content_type: type ?? content_type, ...(areSaid && { sections }) };
}

/** Says so where a text is what a command has answered: its words are searched, as those of any text. */
function tellAnswer(file: string, { content }: ReadContent, output: Output): void {
  const kind = kindOfText(content);
  if (kind !== null) output.notice(`${nameOf(file)} is ${kind}, and is read as a text of its own.`);
}

/** Says so where a work is stated to be first published in the future: no dataset of today can hold it. */
export function tellFuture({ published }: ContentFlags, { output }: Context): void {
  const today = new Date().toISOString().slice(0, published?.length);
  if (published !== undefined && published > today)
    output.notice(
      `--published ${published} lies in the future: no dataset that ended before it is named for the text.`,
    );
}

/** The text of a file without markup, for what compares words with it. */
export async function textOf(file: string, flags: TypeFlags, context: Context): Promise<string> {
  return shownAs(await contentOf(file, flags, context)).text;
}

/** A content as a report is to show it: without markup. */
export function shownAs({ content, content_type }: ReadContent) {
  return readers[content_type](content);
}

/** A text of a table as requests take it: the options take precedence over what its file says. */
export function contentOfText({ metadata, ...read }: TableText, flags: ContentFlags): ReadContent & Metadata {
  const stated = { ...metadata, ...metadataOf(flags).metadata };
  return {
    ...read,
    content_type: flags.type ?? read.content_type,
    ...(Object.keys(stated).length > 0 && { metadata: stated }),
  };
}

/** The metadata from the options; no field if there are none. */
export function metadataOf(flags: ContentFlags): Metadata {
  const metadata: ContentMetadata = {};
  for (const field of ["title", "author", "published", "language"] as const)
    if (flags[field]) metadata[field] = flags[field];
  return Object.keys(metadata).length === 0 ? {} : { metadata };
}
