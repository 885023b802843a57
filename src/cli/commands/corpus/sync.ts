/** `spolia corpus sync`: makes a corpus hold exactly what folders and files hold now. */
import { Argument, type Command } from "commander";
import type { CorpusDocument } from "../../../base/contract/resources/corpus.ts";
import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import { plural } from "../../../base/plural.ts";
import type { SyncResult, SyncStep } from "../../../corpus/index.ts";
import type { SkippedInput } from "../../../files/index.ts";
import { count, figure } from "../../../report/layout/page.ts";
import { addReadOptions, allPaths, type IndexFlags, type ReadFlags, reading } from "../../actions/reading.ts";
import { isFolder } from "../../inputs/files.ts";
import { writableAt } from "../../inputs/storages.ts";
import { action, declare, type Runner } from "../../terminal/command.ts";
import { confirmed } from "../../terminal/confirm.ts";
import type { Output } from "../../terminal/output.ts";
import type { Context } from "../../terminal/run.ts";
import { answerWithInfo, CORPUS } from "./change.ts";

interface SyncFlags extends ReadFlags, IndexFlags {
  dryRun?: boolean;
  allowDeletions?: boolean;
  yes?: boolean;
}

export function corpusSyncCommand(run: Runner): Command {
  const command = declare({
    name: "sync",
    summary: "make a corpus hold what folders hold now",
    description:
      "Makes a corpus hold what the given folders and files hold now: adds new documents, replaces those whose text or metadata " +
      "changed, and deletes those that are gone. Documents that came from elsewhere stay, and so do those of which the corpus does " +
      "not record where they came from. Give folders together that were given together. Before more than a tenth of the documents " +
      "is deleted, it asks. Readers see all changes or none; where nothing changed nothing is written. A file that could not be read " +
      "deletes no document; while a record of a dataset or a folder cannot be read, no document is deleted at all.",
    arguments: [CORPUS(), new Argument("[path...]", "folders and files")],
    examples: [
      ["spolia corpus sync books.spolia ./books", "after files were added, changed or removed"],
      ["spolia corpus sync books.spolia ./books --dry-run", "what it would do"],
    ],
  })
    .option("--dry-run", "say what would be done, and write nothing")
    .option("--yes", "delete more than a tenth of the documents without a question")
    .option(
      "--allow-deletions",
      "delete every document that the folders do not hold: also those that came from elsewhere, more than half of all, and those of empty folders",
    );
  addReadOptions(command);
  return action(run, command, async (context, corpus: string, paths: string[], flags: SyncFlags) => {
    const all = await allPaths(paths, flags, context);
    await requireCorpus(corpus);
    if (!flags.allowDeletions) await refuseEmptyFolders(all, flags, context);
    const { syncDocuments } = await import("../../../corpus/index.ts");
    const { dryRun = false, allowDeletions = false } = flags;
    const steps = new Steps();
    const mayDelete = (deleted: number, before: number) => flags.yes === true || ask(deleted, before, flags, context);
    const answer = await reading(corpus, all, flags, context, async (read) => {
      const documents = allowDeletions ? orNone(read.documents) : read.documents;
      const keeps = read.unreadIds.has.bind(read.unreadIds);
      const options = { ...read.index, dryRun, allowDeletions, keeps, mayDelete, onStep: steps.add };
      const result = await syncDocuments(await writableAt(corpus), documents, options).catch(nameTheFlags);
      return { ...result, dry_run: dryRun, steps: steps.listed, ...read.skipped.document };
    });
    if (dryRun) steps.tell(context.output);
    context.output.notice(plainDone(answer, dryRun));
    await answerWithInfo(corpus, answer, context);
  });
}

/** Most steps that are named on stderr by a dry run, and most that are listed under `--json`. */
const STEPS_NAMED_MAX = 10;
const STEPS_LISTED_MAX = 10_000;

/** What was done to which document. */
class Steps {
  readonly listed: { step: SyncStep; id: string }[] = [];
  #count = 0;

  readonly add = (step: SyncStep, id: string): void => {
    this.#count += 1;
    if (this.listed.length < STEPS_LISTED_MAX) this.listed.push({ step, id });
  };

  tell(output: Output): void {
    for (const { step, id } of this.listed.slice(0, STEPS_NAMED_MAX)) output.notice(`would ${step} ${id}`);
    if (this.#count > STEPS_NAMED_MAX)
      output.notice(`and ${figure(this.#count - STEPS_NAMED_MAX)} more; --json lists them`);
  }
}

/** Share of the documents that may be deleted without a question. */
const UNASKED_SHARE = 0.1;

/** Whether documents are deleted that the folders no longer hold. @throws conflict where nobody can be asked */
async function ask(
  deleted: number,
  before: number,
  { filesFrom }: SyncFlags,
  { terminal, progress, output }: Context,
): Promise<boolean> {
  if (deleted <= UNASKED_SHARE * before) return true;
  progress.stop();
  const of = `${figure(deleted)} of the ${count(before, "document")}`;
  if (terminal.stdin.isTTY !== true || terminal.stderr.isTTY !== true || filesFrom === "-") {
    throw new SpoliaError("conflict", `${of} of the corpus would be deleted.`, {
      hint: "If that is meant, give --yes; --dry-run lists them. The corpus is unchanged.",
    });
  }
  return confirmed(`Delete ${of} of the corpus, which the folders no longer hold?`, output, terminal);
}

function plainDone(
  { added, replaced, deleted, unchanged, kept, foreign = 0, changed }: SyncResult,
  isDryRun: boolean,
): string {
  const left = `${figure(unchanged)} ${plural(unchanged, "is", "are")} unchanged`;
  const stays = plural(kept, "stays", "stay");
  const why = `, ${figure(kept)} ${stays} since the input that may hold ${plural(kept, "it", "them")} was not read`;
  const elsewhere = `, ${figure(foreign)} ${plural(foreign, "stays", "stay")} since ${plural(foreign, "it is", "they are")} not known to come from there (--allow-deletions deletes ${plural(foreign, "it", "them")} too)`;
  const rest = `${left}${kept === 0 ? "" : why}${foreign === 0 ? "" : elsewhere}`;
  if (!changed) return `nothing to do: of the documents, ${rest}`;
  if (added + replaced + deleted === 0) {
    const does = isDryRun ? "would bring" : "brought";
    return `${does} the record of files up to date: of the documents, ${rest}`;
  }
  const [adds, replaces, deletes] = isDryRun ? ["would add", "replace", "delete"] : ["added", "replaced", "deleted"];
  const steps = `${adds} ${count(added, "document")}, ${replaces} ${figure(replaced)}, ${deletes} ${figure(deleted)}`;
  return `${steps}; ${rest}`;
}

/** Before its folders are blamed: the two may have been swapped. @throws corpus_not_found */
async function requireCorpus(path: string): Promise<void> {
  const { openCorpus } = await import("../../../index.ts");
  await (await openCorpus(path)).close();
}

/** A disk that is not connected leaves an empty folder behind: nobody meant to delete the documents. */
async function refuseEmptyFolders(
  paths: readonly string[],
  { encoding }: SyncFlags,
  { signal }: Context,
): Promise<void> {
  const { readDocuments } = await import("../../../files/index.ts");
  for (const path of paths) {
    if (!isFolder(path)) continue;
    let unread = 0;
    const onSkip = ({ code, note }: SkippedInput) => {
      if (code !== "format_not_read" && code !== "link" && !note) unread += 1;
    };
    const documents = orNone(readDocuments([path], { encoding, signal, onSkip }));
    const first = await documents.next();
    await documents.return(undefined);
    if (first.done !== true || unread > 0) continue;
    throw new SpoliaError("no_documents", `There is no file to read in ${path}.`, {
      hint: "Check that it is the right folder and its disk is connected. Give --allow-deletions to delete its documents.",
    });
  }
}

/** Nothing, where there are no documents. */
async function* orNone(documents: AsyncIterable<CorpusDocument>): AsyncGenerator<CorpusDocument> {
  try {
    yield* documents;
  } catch (error) {
    if (!isSpoliaError(error) || error.code !== "no_documents") throw error;
  }
}

/** Replaces the hint of the library, which names options of the library, by one that names the flags. */
function nameTheFlags(error: unknown): never {
  if (!isSpoliaError(error) || error.code !== "conflict" || error.hint?.includes("allow deletions") !== true)
    throw error;
  throw new SpoliaError(error.code, error.message, {
    hint: "Check that all folders of the corpus are given; --dry-run --allow-deletions lists what would be deleted. If that is meant, give --allow-deletions.",
    cause: error,
  });
}
