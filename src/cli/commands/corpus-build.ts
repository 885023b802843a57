/** `spolia corpus build`: builds a corpus from folders and files. */
import { existsSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { Argument, type Command, Option } from "commander";
import type { CorpusDocument } from "../../contract/corpus.ts";
import type { BuildOptions, IndexOptions } from "../../corpus/options.ts";
import type { SkippedInput, UnreadIds } from "../../documents/index.ts";
import { isSpoliaError, SpoliaError } from "../../errors.ts";
import { plainCorpusInfo } from "../../report/index.ts";
import { action, declare, parseCount, type Runner } from "../command.ts";
import { encodingOption, strictOption } from "../contents.ts";
import { UsageError } from "../exit.ts";
import { Indexers } from "../indexers.ts";
import { openCatalogue, type ReadingFlags, readListing, readText } from "../inputs.ts";
import type { Output } from "../output.ts";
import { today } from "../output.ts";
import { ReaderThreads } from "../readers.ts";
import type { Context } from "../run.ts";
import { addJobOptions, type BuildShard, documentsOf, parseShard } from "../shards.ts";
import { SkippedInputs } from "../skipped.ts";
import { isInBucket, writableAt } from "../storages.ts";
import type { Terminal } from "../terminal.ts";

interface BuildFlags extends ReadFlags, IndexFlags, ResumeFlag {
  output: string;
  dataset: string;
  name?: string;
  profile?: "passage" | "sparse";
  declaredBy?: string;
  text: boolean;
  shard?: BuildShard;
  jobsFrom?: string;
  shards: number;
  segments: number;
}

/** Only builds can be resumed. */
interface ResumeFlag {
  resume?: boolean;
}

/** Options of the inputs. */
export interface ReadFlags extends ReadingFlags {
  textField?: string;
  idField?: string;
  fields?: string[];
  split?: string;
  filesFrom?: string;
  manifest?: string;
}

/** Options of the index. */
export interface IndexFlags {
  codec?: "deflate" | "raw";
  jobs?: number;
  memory?: number;
}

const MEMORY_MB = 1024;
/** Memory that a thread needs for a chunk of 8 MB of text and its index. */
const CHUNK_MEMORY_BYTES = 128 * 1024 * 1024;

export function corpusBuildCommand(run: Runner): Command {
  const command = declare({
    name: "build",
    summary: "build a corpus from documents",
    description:
      "Builds a corpus from folders and files: .txt, .md, .html, .xml, .pdf, .epub, .docx, .odt, .rtf, .tex, and datasets: .jsonl (JSON Lines), " +
      ".parquet, .warc and .wet (web archives), .tar, all but Parquet also as .gz and .zst. " +
      "A file that is given directly may have any extension. Files of other formats and extensions, symbolic links and unreadable files are " +
      "skipped, listed, and counted in the corpus. Hidden names and node_modules are ignored. The corpus records size and SHA-256 of " +
      "the files that it is made from.",
    arguments: [new Argument("[path...]", "folders and files")],
    examples: [
      ["spolia corpus build -o books.spolia --dataset my-books ./books", "a folder and all below it"],
      ["spolia corpus build -o pile.spolia --dataset the-pile part-*.jsonl.gz", "JSON Lines"],
      [
        "spolia corpus build -o web.spolia --dataset web --text-field content --fields date,meta.source data/*.parquet",
        "Parquet, with its columns",
      ],
      ["find . -name '*.txt' | spolia corpus build -o c.spolia --dataset mine --files-from -", "a list of files"],
      [
        "spolia corpus build -o pile.spolia --dataset the-pile --manifest SHA256SUMS part-*.jsonl.gz",
        "files compared with the hashes that the publisher gives",
      ],
      [
        "spolia corpus build -o public.spolia --dataset mine --no-text ./texts",
        "an index to publish, without the text",
      ],
      [
        "spolia corpus build -o s3://bucket/pile.spolia --dataset the-pile --jobs-from postgres://db/builds /data",
        "by every machine that runs this line",
      ],
    ],
  })
    .requiredOption("-o, --output <path>", "the corpus to write, a folder or s3://bucket/prefix; it must not exist yet")
    .requiredOption("--dataset <slug>", "dataset of these documents: an id of the catalogue, or a name of your own")
    .option("--name <name>", "name of the corpus (default: from the output's name)")
    .addOption(
      new Option(
        "--no-text",
        "store no text, so that the corpus can be published: passages are found, but not compared word by word",
      ).conflicts("codec"),
    )
    .option("--declared-by <name>", "who declares that the documents are of this dataset; recorded with today's date")
    .addOption(
      new Option(
        "--profile <name>",
        "passage finds every run of 12 words; sparse, a quarter of the size, every run of 39",
      )
        .choices(["passage", "sparse"])
        .default("passage"),
    );
  command.addOption(
    new Option(
      "--shard <i/n>",
      "take only part i of n of the documents; `spolia corpus merge` unites the corpora of all parts",
    )
      .argParser(parseShard)
      .conflicts("resume"),
  );
  addJobOptions(command);
  command.option(
    "--resume",
    "go on after an interrupted build with --resume, and keep what is needed to go on after this one",
  );
  addReadOptions(command);

  return action(run, command, async (context, paths: string[], flags: BuildFlags) => {
    const all = await allPaths(paths, flags, context);
    if (flags.jobsFrom !== undefined) return byJobs(flags.jobsFrom, all, flags, context);
    if (!flags.resume && !isInBucket(flags.output)) refuseToOverwrite(flags.output);
    await build(all, flags, context);
  });
}

/** Options of every command that reads documents into a corpus. */
export function addReadOptions(command: Command): void {
  command
    .option(
      "--files-from <file>",
      "read more paths from a file, one per line or separated by NUL; - reads standard input",
    )
    .option(
      "--manifest <file>",
      "published hashes to compare the files with: output of sha256sum, or JSON Lines of path, size, sha256",
    )
    .option("--text-field <name>", "field of records that holds the text, such as data.content (default: text)")
    .option("--id-field <name>", "field of records that holds the id (default: id)")
    .option("--fields <names>", "more fields that documents keep, with commas between them", namesIn)
    .option("--split <name>", "only files of this split of a dataset, such as train")
    .addOption(strictOption())
    .addOption(encodingOption())
    .addOption(
      new Option("--codec <name>", "how text is stored: deflate, or raw, which is faster and more than twice as large")
        .choices(["deflate", "raw"])
        .default("deflate"),
    )
    .option(
      "--jobs <n>",
      "threads that index, and as many that read (default: one per core, as far as --memory allows)",
      parseCount,
    )
    .option("--memory <mb>", "memory for indexing, for all threads together, in MB (default: 1024)", parseCount);
}

/** @throws UsageError if there is nothing to read */
export async function allPaths(paths: readonly string[], flags: ReadFlags, { terminal }: Context): Promise<string[]> {
  const listed = flags.filesFrom === undefined ? [] : await listedPaths(flags.filesFrom, terminal);
  const all = [...paths, ...listed];
  if (all.length === 0) throw new UsageError("There is nothing to read.", "Give folders or files, or --files-from.");
  return all;
}

/** Documents to read, inputs that were skipped, and the options of the index. */
interface Reading {
  documents: AsyncIterable<CorpusDocument>;
  skipped: SkippedInputs;
  /** Ids of documents that skipped inputs may hold. */
  unreadIds: UnreadIds;
  index: IndexOptions & Pick<BuildOptions, "resume">;
}

/**
 * Reads documents and gives them to `work` with threads that index them. Reports skipped inputs, also after an error.
 */
export async function reading<T>(
  paths: readonly string[],
  flags: ReadFlags & IndexFlags & ResumeFlag,
  { output, progress, signal, terminal }: Context,
  work: (reading: Reading) => Promise<T>,
): Promise<T> {
  const [{ readDocuments, UnreadIds }, { BuildResume, SourceLog }] = await Promise.all([
    import("../../documents/index.ts"),
    import("../../corpus/index.ts"),
  ]);
  const onProgress = progress.show.bind(progress);
  const skipped = new SkippedInputs();
  const sources = new SourceLog(flags.manifest === undefined ? undefined : await readListing(flags.manifest, terminal));
  const unreadIds = new UnreadIds(paths);
  const onSkip = (input: SkippedInput) => {
    skipped.add(input);
    unreadIds.add(input);
  };
  const resume = flags.resume ? new BuildResume() : undefined;
  const { strict, encoding, textField, idField, fields, split } = flags;
  const about = { strict, encoding, textField, idField, fields, split };
  const memoryBytes = (flags.memory ?? MEMORY_MB) * 1024 * 1024;
  const threads = Math.min(
    flags.jobs ?? availableParallelism(),
    Math.max(1, Math.floor(memoryBytes / 2 / CHUNK_MEMORY_BYTES)),
  );
  const indexers = threads > 1 ? new Indexers(threads) : undefined;
  const reader = threads > 1 ? new ReaderThreads(threads) : undefined;
  const how = { ...about, reader, signal, onProgress, onSkip, sources, resume };
  const documents = nameTheFlags(readDocuments(paths, how));
  const index = {
    codec: flags.codec,
    memoryBytes: memoryBytes / 2,
    indexer: indexers,
    unread: skipped.log,
    sources,
    resume,
    signal,
    onProgress,
  };
  try {
    const result = await work({ documents, skipped, unreadIds, index });
    progress.stop();
    skipped.tell(output);
    return result;
  } catch (error) {
    progress.stop();
    // Under --strict the error names the refused input.
    if (!flags.strict) skipped.tell(output);
    throw error;
  } finally {
    await Promise.all([indexers?.close(), reader?.close()]);
  }
}

function namesIn(list: string): string[] {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** An error about an option of the library names the flag instead. */
async function* nameTheFlags(documents: AsyncIterable<CorpusDocument>): AsyncGenerator<CorpusDocument> {
  try {
    yield* documents;
  } catch (error) {
    const [field] = isSpoliaError(error) ? error.fields : [];
    const flag = FLAGS.find(([option]) => field?.pointer.startsWith(`/options/${option}`))?.[1];
    if (flag === undefined || !isSpoliaError(error)) throw error;
    const { code, message, hint, fields } = error;
    const [what] = message.split(": ");
    const named = fields.map(({ detail }) => ({ pointer: flag, detail }));
    throw new SpoliaError(code, `${what}.`, { ...(hint && { hint }), fields: named });
  }
}

const FLAGS = [
  ["textField", "--text-field"],
  ["idField", "--id-field"],
  ["fields", "--fields"],
  ["split", "--split"],
] as const;

/** What a corpus is said to be. */
function described({ name, output, dataset, profile, declaredBy, text }: BuildFlags) {
  const declaredOn = declaredBy === undefined ? undefined : today();
  return { name: name ?? basename(output).replace(/\.spolia$/, ""), dataset, profile, text, declaredBy, declaredOn };
}

async function byJobs(
  database: string,
  paths: readonly string[],
  flags: BuildFlags,
  context: Context,
): Promise<undefined> {
  const { buildByJobs } = await import("../buildJobs.ts");
  await noticeUnknownDataset(flags.dataset, context.output);
  const { output, shards, segments, codec, textField, idField, fields, split } = flags;
  const options = described(flags);
  const told = { ...options, declaredOn: null, codec, textField, idField, fields, split };
  const memoryBytes = ((flags.memory ?? MEMORY_MB) / 2) * 1024 * 1024;
  const { signal } = context;
  const about = { database, shards, segments, output, told, options: { ...options, memoryBytes }, signal };
  const corpus = await buildByJobs(about, async (shard, at, stopped) => {
    await build(paths, { ...flags, shard, output: at, name: options.name }, { ...context, signal: stopped }, false);
  });
  await corpus.close();
  context.progress.stop();
  context.output.answer({ corpus: corpus.info }, (plain) => plainCorpusInfo(corpus.info, plain));
}

async function build(paths: readonly string[], flags: BuildFlags, context: Context, isWhole = true): Promise<void> {
  const { buildCorpus } = await import("../../index.ts");
  const { output } = context;
  if (isWhole) await noticeUnknownDataset(flags.dataset, output);
  const existed = existsSync(flags.output);
  try {
    await reading(paths, flags, context, async (read) => {
      const storage = await writableAt(flags.output);
      const options = { ...described(flags), storage, ...read.index };
      if (!flags.text) options.codec = undefined;
      const documents = flags.shard === undefined ? read.documents : documentsOf(flags.shard, read.documents);
      const corpus = await buildCorpus(documents, options);
      await corpus.close();
      context.progress.stop();
      if (!isWhole) return;
      const document = { corpus: corpus.info, ...read.skipped.document };
      output.answer(document, (plain) => plainCorpusInfo(corpus.info, plain));
    });
  } catch (error) {
    if (!existed) removeEmpty(flags.output);
    throw error;
  }
}

async function noticeUnknownDataset(dataset: string, output: Output): Promise<void> {
  const catalogue = await openCatalogue();
  if (catalogue.dataset(dataset) === undefined) {
    output.notice(`The catalogue has no dataset ${dataset}: results name no model for it unless a ledger does.`);
  }
}

function refuseToOverwrite(path: string): void {
  if (!existsSync(path) || (statSync(path).isDirectory() && readdirSync(path).length === 0)) return;
  const isUnfinished = existsSync(join(path, "resume"));
  throw new SpoliaError("corpus_exists", `${path} exists already.`, {
    hint: isUnfinished
      ? "It is unfinished: give --resume to go on with it, or remove it first."
      : "Choose another name, or remove it first.",
  });
}

async function listedPaths(list: string, terminal: Terminal): Promise<string[]> {
  const text = await readText(list, terminal);
  return text.split(text.includes("\0") ? "\0" : /\r?\n/).filter((path) => path !== "");
}

/** Removes the folder of a failed build; the build has already removed its files. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder was never made, or holds files of others.
  }
}
