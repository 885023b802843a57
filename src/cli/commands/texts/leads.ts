/** `spolia leads`: what points at a text besides corpora: rows of datasets, captures of an address, lists of titles. */
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { createGunzip } from "node:zlib";
import { Argument, type Command } from "commander";
import { SpoliaError } from "../../../base/errors.ts";
import { decodeText } from "../../../files/documents/bytes/decode.ts";
import { splitLines } from "../../../files/documents/bytes/lines.ts";
import { narrowed } from "../../../files/documents/bytes/narrow.ts";
import { NotRead } from "../../../files/documents/bytes/notRead.ts";
import type { LeadOptions, PlannedLeads } from "../../../remote/publicIndexes/index.ts";
import { count } from "../../../report/layout/page.ts";
import { plainCaptures, plainPlan, plainRows, plainTitles } from "../../actions/leads.ts";
import { unreadable } from "../../inputs/files.ts";
import type { ReadingFlags } from "../../inputs/inputs.ts";
import { addTypeOptions, encodingOption, type TypeFlags, textOf } from "../../table/contents.ts";
import { action, collect, declare, parseCount, type Runner } from "../../terminal/command.ts";
import { UsageError } from "../../terminal/exit.ts";
import type { Output } from "../../terminal/output.ts";
import type { Context } from "../../terminal/run.ts";

export function leadsCommand(run: Runner): Command {
  return declare({
    name: "leads",
    summary: "find what points at a text besides its words in corpora: rows, captures, titles",
    description:
      "Leads are evidence of their own kinds, and in no verdict: rows of a dataset on Hugging Face that share words with a text, captures of a " +
      "web address by Common Crawl, entries of lists of titles that you have. Nothing is asked that you do not name; --dry-run shows what would be sent.",
    examples: [
      ["spolia leads rows chapter.txt --dataset allenai/c4 --dry-run", "what would be sent to the dataset viewer"],
      ["spolia leads captures https://example.org/essay --records 1 --content essay.txt", "the page as it was taken"],
      ['spolia leads titles books.csv --title "A Tale" --author "J. Doe"', "a list that you have; nothing is sent"],
    ],
  })
    .addCommand(rowsCommand(run))
    .addCommand(capturesCommand(run))
    .addCommand(titlesCommand(run));
}

interface ServiceFlags {
  address?: string;
  requests?: number;
  dryRun?: true;
}

function addServiceOptions(command: Command): Command {
  return command
    .option("--dry-run", "print what would be sent, and send nothing")
    .option("--requests <n>", "most requests (default: 100)", parseCount)
    .option("--address <url>", "a service of your own that answers as the public one does");
}

/** Says to whom something goes, and searches. In a dry run it shows the plan, and gives `null`. */
async function foundOrPlanned<Found>(
  { output }: Context,
  { dryRun }: ServiceFlags,
  plan: PlannedLeads,
  what: string,
  find: () => Promise<Found>,
): Promise<Found | null> {
  if (dryRun) {
    output.answer({ dry_run: true, ...plan }, (plain) => plainPlan(plan, plain));
    return null;
  }
  output.notice(`${what} sent to ${plan.addresses.join(" and ")}; the result lists all of it.`);
  return find();
}

const settingsOf = ({ address, requests }: ServiceFlags, { signal }: Context): LeadOptions => {
  return { address, requests, signal };
};

interface RowsFlags extends TypeFlags, ServiceFlags {
  dataset: string;
  config?: string;
  split?: string;
  queries?: number;
  rows?: number;
}

function rowsCommand(run: Runner): Command {
  const command = declare({
    name: "rows",
    summary: "find rows of a dataset on Hugging Face that share words with a text",
    description:
      "Sends parts of the text to the dataset viewer of Hugging Face, and compares the rows that it shows with the text word by word. The viewer ranks by " +
      "words and may have indexed a part, so that rows may be missing. A token is taken from the variable HF_TOKEN.",
    arguments: [new Argument("<text>", "the text; - reads standard input")],
    examples: [
      [
        "spolia leads rows chapter.txt --dataset allenai/c4 --config en --split train",
        "four parts of twelve words are sent",
      ],
      ["spolia leads rows chapter.txt --dataset allenai/c4 --dry-run", "which parts these would be"],
    ],
  })
    .requiredOption("--dataset <name>", "name of the dataset on Hugging Face")
    .option("--config <name>", "its subset (default: all)")
    .option("--split <name>", "its split (default: all)")
    .option("--queries <n>", "parts of the text that are sent (default: 4)", parseCount)
    .option("--rows <n>", "rows that are read for each part (default: 10)", parseCount);
  addTypeOptions(addServiceOptions(command));
  return action(run, command, async (context, file: string, flags: RowsFlags) => {
    const content = await textOf(file, flags, context);
    const { findRows, planRows } = await import("../../../remote/publicIndexes/index.ts");
    const { dataset, config, split, queries, rows } = flags;
    const token = context.terminal.env["HF_TOKEN"] || undefined;
    const options = { ...settingsOf(flags, context), config, split, queries, rows, token };
    const plan = await planRows(content, dataset, options);
    const result = await foundOrPlanned(context, flags, plan, "Parts of the text are", () =>
      findRows(content, dataset, options),
    );
    if (result !== null) context.output.answer(result, (plain) => plainRows(result, plain));
  });
}

interface CapturesFlags extends TypeFlags, ServiceFlags {
  crawl?: string[];
  captures?: number;
  records?: number;
  content?: string;
  dataAddress?: string;
}

function capturesCommand(run: Runner): Command {
  const command = declare({
    name: "captures",
    summary: "find captures of a web address by Common Crawl",
    description:
      "Sends the address to the index of Common Crawl, at one request a second. With --records, single records are read from its archives; with --content, " +
      "they are compared with a text, which is not sent. A capture shows that the address was taken, not that it was used.",
    arguments: [new Argument("<url>", "address of a page; with * at its end, all addresses that begin so")],
    examples: [
      ["spolia leads captures https://example.org/essay", "in the newest four crawls"],
      [
        "spolia leads captures example.org/essay --crawl CC-MAIN-2021-04 --records 2 --content essay.txt",
        "and compare",
      ],
    ],
  })
    .option("--crawl <name>", "a crawl, such as CC-MAIN-2025-05; may be repeated (default: the newest four)", collect)
    .option("--captures <n>", "captures of a crawl that are listed (default: 20)", parseCount)
    .option("--records <n>", "records that are read, the newest first (default: 0)", parseCount)
    .option("--content <file>", "a text to compare the records with")
    .option("--data-address <url>", "address of the archives, where they are your own");
  addTypeOptions(addServiceOptions(command));
  return action(run, command, async (context, url: string, flags: CapturesFlags) => {
    const { crawl: crawls, captures, records, dataAddress } = flags;
    const content = flags.content === undefined ? undefined : await textOf(flags.content, flags, context);
    const { findCaptures, planCaptures } = await import("../../../remote/publicIndexes/index.ts");
    const options = { ...settingsOf(flags, context), crawls, captures, records, content, dataAddress };
    const plan = planCaptures(url, options);
    const result = await foundOrPlanned(context, flags, plan, "The address is", () => findCaptures(url, options));
    if (result !== null) context.output.answer(result, (plain) => plainCaptures(result, plain));
  });
}

interface TitlesFlags extends ReadingFlags {
  title?: string;
  author?: string[];
  isbn?: string[];
  format?: string;
}

function titlesCommand(run: Runner): Command {
  const command = declare({
    name: "titles",
    summary: "look for a work in lists of titles that you have",
    description:
      "Goes through lists of titles for a work: by ISBN, or by title and author, whatever their case and punctuation. Nothing is sent. CSV and TSV need a first " +
      "line that names title, author or isbn; in a plain list each line is a title. Files may be packed with gzip.",
    arguments: [new Argument("<list...>", "files: .csv, .tsv, .jsonl, .txt, also with .gz")],
    examples: [
      ['spolia leads titles works.csv --title "Middlemarch" --author "George Eliot"', "by title and author"],
      ["spolia leads titles *.jsonl.gz --isbn 978-0-14-143954-9", "by ISBN, of 10 or 13 digits"],
    ],
  })
    .option("--title <title>", "title of the work")
    .option("--author <name>", "an author of it; may be repeated", collect)
    .option("--isbn <isbn>", "an ISBN of it; may be repeated", collect)
    .option("--format <format>", "csv, tsv, jsonl or lines (default: by the name of the file)")
    .addOption(encodingOption());
  return action(run, command, async ({ output }, files: string[], flags: TitlesFlags) => {
    const { title, author: authors, isbn: isbns } = flags;
    if (title === undefined && isbns === undefined)
      throw new UsageError("There is no work to look for.", "Give --title, or --isbn.");
    const { findTitles } = await import("../../../remote/publicIndexes/index.ts");
    const lists = files.map((path) => ({
      name: basename(path),
      parts: partsOf(path, flags, output),
      format: formatOf(path, flags),
    }));
    const result = await findTitles({ title, authors, isbns }, lists);
    output.answer(result, (plain) => plainTitles(result, plain));
  });
}

const FORMATS = {
  csv: "csv",
  tsv: "tsv",
  tab: "tsv",
  jsonl: "jsonl",
  ndjson: "jsonl",
  txt: "lines",
  lines: "lines",
} as const;

function formatOf(path: string, { format }: TitlesFlags) {
  const ending = format ?? /\.(\w+)(?:\.gz)?$/.exec(path.toLowerCase())?.[1] ?? "";
  if (Object.hasOwn(FORMATS, ending)) return FORMATS[ending as keyof typeof FORMATS];
  throw new UsageError(`${basename(path)} is a list of no known format.`, "Give --format csv, tsv, jsonl or lines.");
}

async function* partsOf(path: string, { encoding }: ReadingFlags, output: Output): AsyncGenerator<string> {
  const file = createReadStream(path);
  const unpacked = path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
  file.once("error", (error) => unpacked.destroy(error));
  let line = 0;
  let mended = 0;
  try {
    for await (const bytes of splitLines(narrowed(unpacked as AsyncIterable<Uint8Array>))) {
      line += 1;
      const { text, replaced } = decodeText(bytes ?? new Uint8Array(), {
        stated: encoding,
        declared: encoding === undefined ? ["utf-8"] : [],
      });
      mended += Number(replaced > 0);
      yield `${text}\n`;
    }
  } catch (cause) {
    if (!(cause instanceof NotRead)) throw unreadable(path, cause);
    throw new SpoliaError("document_invalid", `${basename(path)}, line ${line}, cannot be read: ${cause.reason}.`, {
      hint: "Name the encoding of the list: --encoding LABEL, such as windows-1252 or koi8-r.",
    });
  } finally {
    file.destroy();
  }
  if (mended > 0) output.notice(`${path}: wrong bytes of UTF-8 in ${count(mended, "line")}: U+FFFD stands there`);
}
