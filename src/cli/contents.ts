/** The content of a command and its metadata: the shared options of all commands that take a content. */
import { type Command, Option } from "commander";
import type { ContentMetadata, ContentType } from "../contract/common.ts";
import { parseDate } from "./command.ts";
import { contentTypeOf, readContent } from "./inputs.ts";
import type { Context } from "./run.ts";

export interface TypeFlags {
  type?: ContentType;
}

export interface ContentFlags extends TypeFlags {
  title?: string;
  author?: string;
  published?: string;
  language?: string;
}

export function typeOption(): Option {
  const types: ContentType[] = ["text", "markdown", "html", "code"];
  return new Option("--type <type>", "how to read the content (default: by the file's ending)").choices(types);
}

export function addContentOptions(command: Command): Command {
  return command
    .option("--title <title>", "title of the work")
    .option("--author <author>", "author of the work")
    .option("--published <date>", "when the work was first published: YYYY, YYYY-MM or YYYY-MM-DD", parseDate)
    .option("--language <code>", "language of the content, ISO 639-1, such as de (default: detected)")
    .addOption(typeOption());
}

export interface ReadContent {
  content: string;
  content_type: ContentType;
}

/** The content of a file, as requests take it. */
export async function contentOf(
  file: string,
  { type }: TypeFlags,
  { terminal, output }: Context,
): Promise<ReadContent> {
  if (file === "-" && terminal.stdin.isTTY) output.notice("Reading from the terminal; Ctrl-D ends the text.");
  return { content: await readContent(file, terminal), content_type: type ?? contentTypeOf(file) };
}

/** The metadata from the options; no field if there are none. */
export function metadataOf(flags: ContentFlags): { metadata?: ContentMetadata } {
  const metadata: ContentMetadata = {};
  for (const field of ["title", "author", "published", "language"] as const)
    if (flags[field]) metadata[field] = flags[field];
  return Object.keys(metadata).length === 0 ? {} : { metadata };
}
