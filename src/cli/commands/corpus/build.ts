/** `spolia corpus build`: builds a corpus from folders and files. */
import { existsSync, rmdirSync } from "node:fs";
import { basename } from "node:path";
import { Argument, type Command, Option } from "commander";
import { sha256 } from "../../../base/bytes/sha256.ts";
import type { BuildResume } from "../../../corpus/build/resume.ts";
import { plainCorpusInfo } from "../../../report/index.ts";
import {
  addReadOptions,
  allPaths,
  type IndexFlags,
  indexMemoryBytes,
  type ReadFlags,
  type ResumeFlag,
  reading,
} from "../../actions/reading.ts";
import { addJobOptions, type BuildShard, documentsOf, parseShard } from "../../inputs/builds/shards.ts";
import { openCatalogue } from "../../inputs/inputs.ts";
import { writableAt } from "../../inputs/storages.ts";
import { IGNORE_OPTION, type IgnoreFlags, ignoredTexts } from "../../table/table.ts";
import { action, declare, type Runner } from "../../terminal/command.ts";
import { refuseIdle } from "../../terminal/exit.ts";
import type { Output } from "../../terminal/output.ts";
import { today } from "../../terminal/output.ts";
import type { Context } from "../../terminal/run.ts";

interface BuildFlags extends ReadFlags, IndexFlags, ResumeFlag, IgnoreFlags {
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
  /** The texts of `ignore`, read. */
  ignored: readonly string[];
  /** The corpus that this is built as a part of. */
  partOf?: string;
}

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
        "spolia corpus build -o answers.spolia --dataset course --ignore handout.pdf ./answers",
        "words of the handout count in no analysis over this corpus",
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
  command
    .option(...IGNORE_OPTION)
    .addOption(
      new Option(
        "--shard <i/n>",
        "take only part i of n of the documents; `spolia corpus merge` unites the corpora of all parts",
      )
        .argParser(parseShard)
        .conflicts("resume"),
    );
  addJobOptions(command);
  command
    .option("--resume", "go on after an interrupted build of the same files and options, which is the default")
    .option("--no-resume", "begin anew, and keep nothing for a build after this one");
  addReadOptions(command);

  return action(run, command, async (context, paths: string[], given: Omit<BuildFlags, "ignored">) => {
    const isGiven = (name: string) => command.getOptionValueSource(name) === "cli" || undefined;
    const ofJobs = { "--shards": isGiven("shards"), "--segments": isGiven("segments") };
    refuseIdle(ofJobs, "--jobs-from", given.jobsFrom !== undefined);
    const flags: BuildFlags = { ...given, ignored: await ignoredTexts(given, context) };
    const all = await allPaths(paths, flags, context);
    if (flags.jobsFrom !== undefined) return byJobs(flags.jobsFrom, all, flags, context);
    const { refuseExisting, removeUnfinished } = await import("../../../corpus/build/commit.ts");
    const storage = await writableAt(flags.output);
    await refuseExisting(storage);
    const resume = flags.resume !== false && flags.shard === undefined;
    if (await build(all, { ...flags, resume }, context)) return;
    context.output.notice("begins anew: the unfinished build there is of other files or options, or damaged");
    await removeUnfinished(storage);
    await build(all, { ...flags, resume }, context);
  });
}

/** What a corpus is said to be. */
function described({ name, output, dataset, profile, declaredBy, text, ignored: ignore }: BuildFlags) {
  const declaredOn = declaredBy === undefined ? undefined : today();
  const named = name ?? basename(output).replace(/\.spolia$/, "");
  return { name: named, dataset, profile, text, declaredBy, declaredOn, ...(ignore.length > 0 && { ignore }) };
}

async function byJobs(
  database: string,
  paths: readonly string[],
  flags: BuildFlags,
  context: Context,
): Promise<undefined> {
  const { buildByJobs } = await import("../../inputs/builds/byJobs.ts");
  await noticeUnknownDataset(flags.dataset, context.output);
  const { output, shards, segments, codec, textField, idField, fields, split } = flags;
  const options = described(flags);
  // Others see what is told, and texts may be confidential.
  const ignore = options.ignore && (await sha256(JSON.stringify(options.ignore)));
  const told = { ...options, ignore, declaredOn: null, codec, textField, idField, fields, split };
  const memoryBytes = indexMemoryBytes(flags);
  const { signal } = context;
  const about = { database, shards, segments, output, told, options: { ...options, memoryBytes }, signal };
  const corpus = await buildByJobs(about, async (shard, at, stopped) => {
    const part = { ...flags, shard, output: at, partOf: output, name: options.name, resume: false };
    await build(paths, part, { ...context, signal: stopped }, false);
  });
  await corpus.close();
  context.progress.stop();
  context.output.answer({ corpus: corpus.info }, (plain) =>
    plainCorpusInfo(corpus.info, { ...plain, detail: "short" }),
  );
}

/** @returns whether it was built; `false` where it cannot go on after the unfinished build that is there */
async function build(paths: readonly string[], flags: BuildFlags, context: Context, isWhole = true): Promise<boolean> {
  const { buildCorpus } = await import("../../../index.ts");
  const { output } = context;
  if (isWhole) await noticeUnknownDataset(flags.dataset, output);
  const existed = existsSync(flags.output);
  let resume: BuildResume | undefined;
  try {
    await reading(flags.partOf ?? flags.output, paths, flags, context, async (read) => {
      const storage = await writableAt(flags.output);
      resume = read.index.resume;
      const options = { ...described(flags), storage, ...read.index };
      if (!flags.text) options.codec = undefined;
      const documents = flags.shard === undefined ? read.documents : documentsOf(flags.shard, read.documents);
      const corpus = await buildCorpus(documents, options);
      await corpus.close();
      context.progress.stop();
      if (!isWhole) return;
      const document = { corpus: corpus.info, ...read.skipped.document };
      output.answer(document, (plain) => plainCorpusInfo(corpus.info, { ...plain, detail: "short" }));
    });
    return true;
  } catch (error) {
    if (resume?.isRefused) return false;
    if (!existed) removeEmpty(flags.output);
    if (resume !== undefined) await tellKept(flags.output, output);
    throw error;
  }
}

/** Says where the work of a build is that did not end. */
async function tellKept(where: string, output: Output): Promise<void> {
  const { isPart } = await import("../../../corpus/build/journal.ts");
  const names = await (await writableAt(where)).list().catch(() => []);
  if (!names.some(isPart)) return;
  output.notice(`what was indexed is kept in ${where}: the same command goes on after it, and --no-resume begins anew`);
}

async function noticeUnknownDataset(dataset: string, output: Output): Promise<void> {
  const catalogue = await openCatalogue();
  if (catalogue.dataset(dataset) !== undefined) return;
  output.notice(
    `${dataset} is a dataset of your own, not one of the catalogue: results name a model for it only if your ledger does.`,
  );
}

/** Removes the folder of a failed build; the build has already removed its files. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder was never made, or holds files of others.
  }
}
