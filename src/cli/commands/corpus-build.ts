/** `spolia corpus build`: a corpus from folders and files. */
import { existsSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { basename } from "node:path";
import { Argument, type Command } from "commander";
import type { SkippedInput } from "../../documents/index.ts";
import { SpoliaError } from "../../errors.ts";
import { plainCorpusInfo } from "../../report/index.ts";
import { declare, type Runner } from "../command.ts";
import { EXIT, UsageError } from "../exit.ts";
import { openCatalogue, readContent } from "../inputs.ts";
import type { Output } from "../output.ts";
import type { Context } from "../run.ts";
import type { Terminal } from "../terminal.ts";

interface BuildFlags {
  output: string;
  dataset: string;
  name?: string;
  filesFrom?: string;
  strict?: boolean;
}

/** Skipped inputs that are named, on stderr and in the JSON answer; beyond these they are only counted. */
const SKIPS_TOLD = 10;
const SKIPS_LISTED = 1_000;

export function corpusBuildCommand(run: Runner): Command {
  const command = declare({
    name: "build",
    summary: "build a corpus from documents",
    description:
      "Builds a corpus from folders and files: .txt, .md, .html, .jsonl and .jsonl.gz (JSON Lines with a `text` field); a file that " +
      "is named itself may have any ending. In folders, hidden names, symbolic links, node_modules and other endings are passed " +
      "over. What cannot be read is skipped and listed.",
    arguments: [new Argument("[path...]", "folders and files")],
    examples: [
      ["spolia corpus build -o books.spolia --dataset my-books ./books", "a folder and all below it"],
      ["spolia corpus build -o pile.spolia --dataset the-pile part-*.jsonl.gz", "JSON Lines"],
      ["find . -name '*.txt' | spolia corpus build -o c.spolia --dataset mine --files-from -", "a list of files"],
    ],
  })
    .requiredOption("-o, --output <path>", "the corpus to write; it must not exist yet")
    .requiredOption("--dataset <slug>", "the dataset of the catalogue that these documents are from, or a name of your own")
    .option("--name <name>", "name of the corpus (default: from the output's name)")
    .option("--files-from <file>", "read more paths from a file, one a line or NUL-separated; - reads standard input")
    .option("--strict", "fail at the first document that cannot be read");

  return command.action((paths: string[], flags: BuildFlags) =>
    run(command, async (context) => {
      const listed = flags.filesFrom === undefined ? [] : await listedPaths(flags.filesFrom, context.terminal);
      const all = [...paths, ...listed];
      if (all.length === 0) throw new UsageError("There is nothing to read.", "Give folders or files, or --files-from.");
      refuseToOverwrite(flags.output);
      await build(all, flags, context);
      return EXIT.answered;
    }),
  );
}

async function build(paths: readonly string[], flags: BuildFlags, { output, progress, signal }: Context): Promise<void> {
  const [{ buildCorpus }, { createFileStorage }, { readDocuments }] = await Promise.all([
    import("../../index.ts"),
    import("../../storage/file.ts"),
    import("../../documents/files.ts"),
  ]);
  await noticeUnknownDataset(flags.dataset, output);
  const existed = existsSync(flags.output);
  const skipped: SkippedInput[] = [];
  let skippedCount = 0;
  const onSkip = (one: SkippedInput) => {
    skippedCount += 1;
    if (skipped.length < SKIPS_LISTED) skipped.push(one);
  };
  const onProgress = progress.show.bind(progress);
  try {
    const documents = readDocuments(paths, { strict: flags.strict, signal, onProgress, onSkip });
    const name = flags.name ?? basename(flags.output).replace(/\.spolia$/, "");
    const storage = createFileStorage(flags.output);
    const corpus = await buildCorpus(documents, { name, dataset: flags.dataset, storage, signal, onProgress });
    progress.stop();
    try {
      tellSkipped(skipped, skippedCount, output);
      const document = { corpus: corpus.info, skipped_count: skippedCount, skipped };
      output.answer(document, (plain) => plainCorpusInfo(corpus.info, plain));
    } finally {
      await corpus.close();
    }
  } catch (error) {
    progress.stop();
    // Under --strict the error itself names what was refused.
    if (!flags.strict) tellSkipped(skipped, skippedCount, output);
    if (!existed) removeEmpty(flags.output);
    throw error;
  }
}

function tellSkipped(skipped: readonly SkippedInput[], count: number, output: Output): void {
  for (const { path, line, reason } of skipped.slice(0, SKIPS_TOLD)) {
    output.notice(`skipped ${path}${line === undefined ? "" : `, line ${line}`}: ${reason}`);
  }
  if (count > SKIPS_TOLD) output.notice(`${count - SKIPS_TOLD} more were skipped.`);
}

async function noticeUnknownDataset(dataset: string, output: Output): Promise<void> {
  const catalogue = await openCatalogue();
  if (catalogue.dataset(dataset) === undefined) {
    output.notice(`The catalogue has no dataset ${dataset}: it attributes to no model until a ledger says so.`);
  }
}

function refuseToOverwrite(path: string): void {
  if (!existsSync(path) || (statSync(path).isDirectory() && readdirSync(path).length === 0)) return;
  throw new SpoliaError("corpus_exists", `${path} exists already.`, {
    hint: "Choose another name, or remove it first.",
  });
}

async function listedPaths(list: string, terminal: Terminal): Promise<string[]> {
  const text = await readContent(list, terminal);
  return text.split(text.includes("\0") ? "\0" : /\r?\n/).filter((path) => path !== "");
}

/** A build takes back its files when it fails; the folder that it made for them goes too. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It was never made, or holds something that is not ours.
  }
}
