/** Commands that answer about several texts with a table: their options, where it goes, and what it says in total. */
import { Argument, type Command, Option } from "commander";
import type { SearchOptions } from "../../base/contract/common.ts";
import { plural } from "../../base/plural.ts";
import { isDataset, kindOf } from "../../files/documents/kinds.ts";
import { isIndexName } from "../../remote/publicIndexes/names.ts";
import { count, figure } from "../../report/layout/page.ts";
import {
  headerOf,
  lineOf,
  OUTCOMES,
  TABLE_FORMATS,
  type TableFormat,
  type TableOperation,
  tableColumns,
} from "../../report/layout/table.ts";
import { isFolder } from "../inputs/files.ts";
import { type ReadingFlags, readTexts } from "../inputs/inputs.ts";
import { collect } from "../terminal/command.ts";
import { UsageError } from "../terminal/exit.ts";
import { SILENT } from "../terminal/progress.ts";
import type { Context } from "../terminal/run.ts";
import { textFieldOption } from "./contents.ts";
import { TableFile } from "./tableFile.ts";
import { type TableJob, type TableSink, type Tabulated, tabulate } from "./tabulate.ts";

export interface TableFlags {
  output?: string;
  format?: TableFormat;
  partial?: true;
}

/** Texts that do not count, of every command that judges by words. */
export const IGNORE_OPTION = [
  "--ignore <path>",
  "a text that does not count, such as a form, a handout or a footer: file or folder; may be repeated",
  collect,
] as const;

/** The argument of such commands. */
export const TEXTS = () =>
  new Argument("<file...>", "the text; several files, folders and datasets give a table; - reads standard input");

export interface IgnoreFlags extends ReadingFlags {
  ignore?: readonly string[];
}

/** Reads the texts that do not count. */
export async function ignoredTexts({ ignore = [], encoding }: IgnoreFlags, { output, host }: Context) {
  const texts = await readTexts(ignore, output, host.signal, { encoding, strict: true });
  return texts.map(({ text }) => text);
}

/** The options of a search, where there are any. */
export async function searchOptions(
  flags: TableFlags & IgnoreFlags,
  context: Context,
): Promise<{ options?: SearchOptions }> {
  const ignore = await ignoredTexts(flags, context);
  const options = { ...(flags.partial === true && { partial: true }), ...(ignore.length > 0 && { ignore }) };
  return Object.keys(options).length === 0 ? {} : { options };
}

/** Options of every command that can answer with a table: all of these search corpora. */
export function addTableOptions(command: Command): Command {
  return command
    .option(...IGNORE_OPTION)
    .addOption(textFieldOption())
    .option(
      "--partial",
      "where a corpus, a node or an index does not answer, answer over the rest (default: no answer, exit code 3)",
    )
    .option(
      "-o, --output <file>",
      "for several texts: the table to write, .csv or .jsonl; written rows are not computed again",
    )
    .addOption(
      new Option("--format <name>", "format of the table (default: by the ending of -o; csv)").choices(TABLE_FORMATS),
    );
}

/** Whether a command is to answer with a table: for anything but one file that is one text. @throws UsageError */
export function isForTable(paths: readonly string[], { output, format }: TableFlags): boolean {
  const [only = "", ...others] = paths;
  const isTable =
    others.length > 0 || output !== undefined || format !== undefined || isDataset(kindOf(only)) || isFolder(only);
  if (isTable && paths.includes("-"))
    throw new UsageError("Standard input is one text.", "Give it alone, without -o and --format.");
  return isTable;
}

/** Options that are about one text. @throws UsageError if one is given with several texts */
export function refuseForTables(given: Readonly<Record<string, unknown>>): void {
  const [refused] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (refused === undefined) return;
  throw new UsageError(
    `${refused} is about one text, and the answer here is a table of several.`,
    "Give one file that is one text, without -o and --format: -o writes a table. Or leave the option out.",
  );
}

/** Writes the table of a job, and says on stderr what it says in total. */
export async function answerTable<Name extends TableOperation>(
  job: TableJob<Name>,
  flags: TableFlags,
  context: Context,
): Promise<Tabulated> {
  const format = formatOf(flags);
  if (job.inputs.corpus?.some(isIndexName))
    throw new UsageError("Public indexes are asked about one text.", "Give one file, or corpora of your own.");
  const done = await (flags.output === undefined
    ? toStdout(job, format, context)
    : toFile(job, flags.output, format, context));
  if (done.withoutText !== null) throw done.withoutText;
  return done;
}

async function toStdout<Name extends TableOperation>(
  job: TableJob<Name>,
  format: TableFormat,
  context: Context,
): Promise<Tabulated> {
  const { output, progress } = context;
  if (output.json)
    throw new UsageError("A table is not one JSON document.", "Give --format jsonl, or -o and --json for the sums.");
  const { stdout } = context.terminal;
  const columns = tableColumns(job.operation);
  stdout.write(headerOf(format, columns));
  const sink: TableSink = {
    has: () => false,
    takeOver: () => "",
    add: (cells) => stdout.write(lineOf(format, columns, cells)),
  };
  // On a terminal the rows themselves are the progress.
  const silent = { ...context, progress: SILENT, host: { ...context.host, onProgress() {} } };
  const done = await tabulate(job, sink, stdout.isTTY === true ? silent : context);
  progress.stop();
  tell(job.operation, done, context);
  return done;
}

async function toFile<Name extends TableOperation>(
  job: TableJob<Name>,
  path: string,
  format: TableFormat,
  context: Context,
): Promise<Tabulated> {
  const { output, progress } = context;
  const file = new TableFile(path, job.operation, format);
  try {
    const done = await tabulate(job, file, context);
    file.finish();
    progress.stop();
    tell(job.operation, done, context);
    const { outcomes, errors, skipped, reused } = done;
    const sums = {
      rows: file.rows,
      reused,
      outcomes: Object.fromEntries(outcomes),
      errors: Object.fromEntries(errors),
    };
    if (output.json) output.answer({ table: path, ...sums, ...skipped.document }, () => "");
    return done;
  } catch (error) {
    progress.stop();
    keepRows(file, context);
    throw error;
  } finally {
    await file.close();
  }
}

/** Rows that were computed are not lost with the run. */
function keepRows(file: TableFile, { output }: Context): void {
  if (file.rows === 0) return;
  const rows = count(file.rows, "row");
  if (!file.existed) {
    file.finish();
    output.notice(`${file.path} has ${rows} so far. The same command goes on from there.`);
  } else if (file.added > 0) {
    output.notice(
      `${file.path} is as it was. ${figure(file.added)} new rows wait; the same command goes on from there.`,
    );
  }
}

function formatOf({ output, format }: TableFlags): TableFormat {
  const ending = TABLE_FORMATS.find((one) => output?.toLowerCase().endsWith(`.${one}`));
  const chosen = format ?? ending ?? (output === undefined ? "csv" : undefined);
  if (chosen === undefined)
    throw new UsageError(
      "The format of the table is not known.",
      "Give -o a name that ends with .csv or .jsonl, or give --format.",
    );
  return chosen;
}

function tell(operation: TableOperation, { outcomes, errors, skipped, reused }: Tabulated, { output }: Context): void {
  skipped.tell(output);
  const texts = [...outcomes.values(), ...errors.values()].reduce((sum, many) => sum + many, 0);
  const words = OUTCOMES[operation]
    .filter((outcome) => outcomes.has(outcome))
    .map((outcome) => `${figure(outcomes.get(outcome)!)} ${outcome.replaceAll("_", " ")}`);
  for (const [code, many] of errors) words.push(`${figure(many)} without result (${code})`);
  const unread = skipped.document.skipped_count;
  const parts = [`${count(texts, "text")}: ${words.join(", ")}`];
  if (unread > 0)
    parts.push(`${count(unread, "input")} ${plural(unread, "was", "were")} not read, see above and the last rows`);
  if (reused > 0) parts.push(`${count(reused, "row")} ${plural(reused, "is", "are")} of an earlier run`);
  output.notice(`${parts.join("; ")}.`);
}
