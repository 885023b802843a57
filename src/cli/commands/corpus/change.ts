/** `spolia corpus append | delete | merge | purge | verify`: changes and checks of an existing corpus. */
import { resolve } from "node:path";
import { Argument, type Command, Option } from "commander";
import type { CorpusInfo } from "../../../base/contract/resources/corpus.ts";
import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import { plural } from "../../../base/plural.ts";
import { plainCorpusInfo, plainVerification } from "../../../report/index.ts";
import { count, figure } from "../../../report/layout/page.ts";
import {
  addReadOptions,
  allPaths,
  INDEX_STAGES,
  type IndexFlags,
  type ReadFlags,
  reading,
} from "../../actions/reading.ts";
import { type TakedownFlags, takeOut } from "../../actions/takedown.ts";
import { isCorpus } from "../../inputs/files.ts";
import { readText } from "../../inputs/inputs.ts";
import { writableAt } from "../../inputs/storages.ts";
import { encodingOption, strictOption } from "../../table/contents.ts";
import { action, declare, parseCount, type Runner } from "../../terminal/command.ts";
import { EXIT, type ExitCode, UsageError } from "../../terminal/exit.ts";
import type { Context } from "../../terminal/run.ts";

interface AppendFlags extends ReadFlags, IndexFlags {
  replace?: boolean;
  skipExisting?: boolean;
}

export const CORPUS = () => new Argument("<corpus>", "path of the corpus");

export function corpusAppendCommand(run: Runner): Command {
  const command = declare({
    name: "append",
    summary: "add documents to a corpus",
    description:
      "Adds documents to a corpus. A document whose id exists already is refused, replaced or skipped. Readers see the new " +
      "documents when they open the corpus again.",
    arguments: [CORPUS(), new Argument("[path...]", "folders and files")],
    examples: [
      ["spolia corpus append books.spolia ./new-books", "a folder and all below it"],
      ["spolia corpus append books.spolia ./books --skip-existing", "only documents that the corpus does not hold yet"],
    ],
  })
    .addOption(new Option("--replace", "replace documents that have the same id").conflicts("skipExisting"))
    .option("--skip-existing", "skip documents whose id exists already");
  addReadOptions(command);
  return action(run, command, async (context, corpus: string, paths: string[], flags: AppendFlags) => {
    refuseSwapped(corpus, paths);
    const all = await allPaths(paths, flags, context);
    const { appendDocuments } = await import("../../../corpus/index.ts");
    const answer = await reading(corpus, all, flags, context, async (read) => {
      const existing: string[] = [];
      const onExisting = (id: string) => {
        existing.push(id);
        return flags.replace ? "replace" : "skip";
      };
      const options = flags.replace || flags.skipExisting ? { ...read.index, onExisting } : read.index;
      const added = await appendDocuments(await writableAt(corpus), read.documents, options).catch(nameTheFlags);
      const replaced = flags.replace ? existing.length : 0;
      return { added, replaced, existing_skipped: existing.length - replaced, ...read.skipped.document };
    });
    context.output.notice(plainAdded(answer, flags));
    await answerWithInfo(corpus, answer, context);
  });
}

/** @throws UsageError where the corpus stands behind what is to be added to it */
function refuseSwapped(corpus: string, paths: readonly string[]): void {
  const other = isCorpus(corpus) || corpus.includes("://") ? undefined : paths.find(isCorpus);
  if (other === undefined) return;
  const rest = [corpus, ...paths.filter((path) => path !== other)].join(" ");
  throw new UsageError(`${other} is the corpus, and stands first.`, `Write: spolia corpus append ${other} ${rest}`);
}

function plainAdded(done: { added: number; replaced: number; existing_skipped: number }, flags: AppendFlags): string {
  const added = `added ${count(done.added, "document")}`;
  if (flags.replace) return `${added}, of which ${figure(done.replaced)} replaced an existing one`;
  return flags.skipExisting ? `${added}, skipped ${figure(done.existing_skipped)} that existed already` : added;
}

/** Replaces the hint of the library, which names an option of the library, by one that names the flags. */
function nameTheFlags(error: unknown): never {
  if (!isSpoliaError(error) || error.code !== "document_invalid" || error.fields.length === 0) throw error;
  throw new SpoliaError(error.code, error.message, {
    hint: "Give --skip-existing to skip such documents, or --replace to replace them.",
    fields: error.fields,
    cause: error,
  });
}

export function corpusDeleteCommand(run: Runner): Command {
  const command = declare({
    name: "delete",
    summary: "delete documents from a corpus, by their ids",
    description:
      "Deletes documents by their ids: the next search does not find them. `purge` removes their text from the files.",
    arguments: [CORPUS(), new Argument("[id...]", "ids of documents")],
    examples: [
      ["spolia corpus delete books.spolia austen/emma.txt", "one document"],
      ["spolia corpus delete books.spolia --ids-from list.txt", "ids from a file, one per line"],
    ],
  }).option("--ids-from <file>", "read more ids from a file, one per line; - reads standard input");
  return action(run, command, async (context, corpus: string, ids: string[], flags: { idsFrom?: string }) => {
    const listed = flags.idsFrom === undefined ? "" : await readText(flags.idsFrom, context.terminal);
    const all = [...ids, ...listed.split(/\r?\n/).filter((id) => id !== "")];
    if (all.length === 0) throw new UsageError("There is nothing to delete.", "Give ids, or --ids-from.");
    const { deleteDocuments } = await import("../../../corpus/index.ts");
    await deleteDocuments(await writableAt(corpus), all);
    await answerWithInfo(corpus, { deleted: new Set(all).size }, context);
  });
}

interface MergeFlags {
  output?: string;
  dataset?: string;
  name?: string;
  text: boolean;
}

export function corpusMergeCommand(run: Runner): Command {
  const command = declare({
    name: "merge",
    summary: "merge the segments of a corpus, or several corpora into a new one",
    arguments: [new Argument("<corpus...>", "one corpus, or with --output several")],
    examples: [
      ["spolia corpus merge books.spolia", "merge all segments into one"],
      ["spolia corpus merge -o all.spolia --dataset mine a.spolia b.spolia", "merge two corpora into one"],
      ["spolia corpus merge -o public.spolia --dataset mine --no-text a.spolia", "the same corpus without its text"],
    ],
  })
    .option("-o, --output <path>", "the corpus to write; it must not exist yet")
    .option("--dataset <slug>", "dataset of the new corpus")
    .option("--name <name>", "name of the new corpus (default: from the output's name)")
    .option("--no-text", "store no text in the new corpus");
  return action(run, command, async (context, corpora: string[], flags: MergeFlags) => {
    const { mergeCorpora, mergeCorpus } = await import("../../../corpus/index.ts");
    const { host } = context;
    context.progress.plan(INDEX_STAGES);
    const { output, dataset } = flags;
    const isNew =
      corpora.length > 1 || output !== undefined || dataset !== undefined || flags.name !== undefined || !flags.text;
    if (isNew && (output === undefined || dataset === undefined)) {
      const needed = { "--output": output, "--dataset": dataset };
      const missing = Object.entries(needed).flatMap(([flag, value]) => (value === undefined ? [flag] : []));
      throw new UsageError(
        `Merging corpora makes a new corpus: ${missing.join(" and ")} ${plural(missing.length, "is", "are")} missing.`,
        "Example: spolia corpus merge -o all.spolia --dataset mine a.spolia b.spolia",
      );
    }
    if (output === undefined || dataset === undefined) {
      await mergeCorpus(await writableAt(corpora[0]!), host);
      await answerWithInfo(corpora[0]!, {}, context);
      return;
    }
    const twice = corpora.find((one, at) => corpora.findIndex((other) => resolve(other) === resolve(one)) < at);
    if (twice !== undefined) throw new UsageError(`${twice} is given twice.`, "Give each corpus once.");
    const name = flags.name ?? output.replace(/^.*[\\/]/, "").replace(/\.spolia$/, "");
    const merged = await mergeCorpora(corpora, {
      name,
      dataset,
      text: flags.text,
      storage: await writableAt(output),
      ...host,
    });
    await merged.close();
    await answerWithInfo(output, {}, context);
  });
}

export function corpusPurgeCommand(run: Runner): Command {
  const command = declare({
    name: "purge",
    summary: "remove the text of deleted documents from the files",
    description:
      "Removes the text of deleted documents and unused files at once. With --overlapping, first deletes every document that holds a work or " +
      "shares words with it, and afterwards reads the whole corpus again; a certificate states what was found, removed and searched.",
    arguments: [CORPUS()],
    examples: [
      ["spolia corpus purge books.spolia", "after spolia corpus delete"],
      [
        "spolia corpus purge books.spolia --overlapping novel.txt --key key.pem",
        "a take-down, with a signed certificate",
      ],
      ["spolia evidence verify books.spolia.takedown.json --corpus books.spolia", "check it later"],
    ],
  })
    .option("--overlapping <work...>", "files and folders of works to take out")
    .option(
      "--words <n>",
      "with --overlapping: least words that a document shares with a work (default: 50)",
      parseCount,
    )
    .option("--certificate <file>", "with --overlapping: where it is written (default: the corpus and .takedown.json)")
    .option("--key <file>", "with --overlapping: an Ed25519 key, PEM or JSON Web Key, that signs the certificate")
    .addOption(encodingOption())
    .addOption(strictOption());
  return action(run, command, async (context, corpus: string, flags: TakedownFlags) => {
    if (flags.overlapping !== undefined) {
      await answerWithInfo(corpus, { certificate: await takeOut(corpus, flags, context) }, context);
      return;
    }
    const [given] = Object.keys(flags);
    if (given !== undefined) throw new UsageError(`--${given} is an option of a take-down.`, "Give --overlapping too.");
    const { purgeCorpus } = await import("../../../corpus/index.ts");
    context.progress.plan(INDEX_STAGES);
    await purgeCorpus(await writableAt(corpus), context.host);
    await answerWithInfo(corpus, {}, context);
  });
}

export function corpusVerifyCommand(run: Runner): Command {
  const command = declare({
    name: "verify",
    summary: "read the whole corpus and report damage",
    description:
      "Reads and checks every page, row, record and block of a corpus. Exits with 1 if something is damaged.",
    arguments: [CORPUS()],
    examples: [["spolia corpus verify books.spolia", "all of it"]],
  });
  return action(run, command, checkCorpus);
}

/** Reads and checks every byte of a corpus, and answers with the damage. */
export async function checkCorpus({ output, progress, host }: Context, path: string): Promise<ExitCode> {
  const { verifyCorpus } = await import("../../../corpus/index.ts");
  const verification = await verifyCorpus(path, host);
  progress.stop();
  output.answer(verification, (plain) => plainVerification(path, verification, plain));
  return verification.is_sound ? EXIT.answered : EXIT.found;
}

/** Writes the changes, and the info of the changed corpus. */
export async function answerWithInfo(path: string, done: object, { output, progress }: Context): Promise<void> {
  const { openCorpus } = await import("../../../index.ts");
  const corpus = await openCorpus(path);
  await corpus.close();
  const info: CorpusInfo = corpus.info;
  progress.stop();
  output.answer({ ...done, corpus: info }, (plain) => plainCorpusInfo(info, { ...plain, detail: "short" }));
}
