/** `spolia corpus append | delete | merge | purge | verify`: what can be done to a corpus that is there. */
import { Argument, type Command } from "commander";
import type { CorpusInfo } from "../../contract/corpus.ts";
import { plainCorpusInfo, plainVerification } from "../../report/index.ts";
import { declare, type Runner } from "../command.ts";
import { EXIT, UsageError } from "../exit.ts";
import { readContent } from "../inputs.ts";
import type { Context } from "../run.ts";
import { addReadOptions, allPaths, type IndexFlags, type ReadFlags, reading } from "./corpus-build.ts";

const CORPUS = () => new Argument("<corpus>", "path of the corpus");

export function corpusAppendCommand(run: Runner): Command {
  const command = declare({
    name: "append",
    summary: "add documents to a corpus",
    description:
      "Adds documents to a corpus. Ids that are there already are refused. Readers see them when they open it again.",
    arguments: [CORPUS(), new Argument("[path...]", "folders and files")],
    examples: [["spolia corpus append books.spolia ./new-books", "a folder and all below it"]],
  });
  addReadOptions(command);
  return command.action((corpus: string, paths: string[], flags: ReadFlags & IndexFlags) =>
    run(command, async (context) => {
      const all = await allPaths(paths, flags, context);
      const { appendDocuments } = await import("../../corpus/index.ts");
      const { createFileStorage } = await import("../../storage/file.ts");
      const answer = await reading(all, flags, context, async (read) => {
        const added = await appendDocuments(createFileStorage(corpus), read.documents, read.index);
        return { added, skipped_count: read.skippedCount, skipped: read.skipped };
      });
      await answerWithInfo(corpus, answer, context);
      return EXIT.answered;
    }),
  );
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
      ["spolia corpus delete books.spolia --ids-from list.txt", "ids from a file, one a line"],
    ],
  }).option("--ids-from <file>", "read more ids from a file, one a line; - reads standard input");
  return command.action((corpus: string, ids: string[], flags: { idsFrom?: string }) =>
    run(command, async (context) => {
      const listed = flags.idsFrom === undefined ? "" : await readContent(flags.idsFrom, context.terminal);
      const all = [...ids, ...listed.split(/\r?\n/).filter((id) => id !== "")];
      if (all.length === 0) throw new UsageError("There is nothing to delete.", "Give ids, or --ids-from.");
      const { deleteDocuments } = await import("../../corpus/index.ts");
      const { createFileStorage } = await import("../../storage/file.ts");
      await deleteDocuments(createFileStorage(corpus), all);
      await answerWithInfo(corpus, { deleted: new Set(all).size }, context);
      return EXIT.answered;
    }),
  );
}

export function corpusMergeCommand(run: Runner): Command {
  const command = declare({
    name: "merge",
    summary: "merge the segments of a corpus, or several corpora into a new one",
    arguments: [new Argument("<corpus...>", "one corpus, or with --output several")],
    examples: [
      ["spolia corpus merge books.spolia", "make one segment of all"],
      ["spolia corpus merge -o all.spolia --dataset mine a.spolia b.spolia", "make one corpus of two"],
    ],
  })
    .option("-o, --output <path>", "the corpus to write; it must not exist yet")
    .option("--dataset <slug>", "dataset of the new corpus")
    .option("--name <name>", "name of the new corpus (default: from the output's name)");
  return command.action((corpora: string[], flags: { output?: string; dataset?: string; name?: string }) =>
    run(command, async (context) => {
      const { mergeCorpora, mergeCorpus } = await import("../../corpus/index.ts");
      const { createFileStorage } = await import("../../storage/file.ts");
      const { signal } = context;
      const { output, dataset } = flags;
      if (output === undefined) {
        if (corpora.length > 1) throw new UsageError("Several corpora are merged into a new one.", "Name it with --output.");
        await mergeCorpus(createFileStorage(corpora[0]!), { signal });
        await answerWithInfo(corpora[0]!, {}, context);
        return EXIT.answered;
      }
      if (dataset === undefined) throw new UsageError("The new corpus needs a dataset.", "Name it with --dataset.");
      const name = flags.name ?? output.replace(/^.*[\\/]/, "").replace(/\.spolia$/, "");
      const merged = await mergeCorpora(corpora, { name, dataset, storage: createFileStorage(output), signal });
      await merged.close();
      await answerWithInfo(output, {}, context);
      return EXIT.answered;
    }),
  );
}

export function corpusPurgeCommand(run: Runner): Command {
  const command = declare({
    name: "purge",
    summary: "remove the text of deleted documents from the files",
    description: "Removes the text of deleted documents, and files that are out of use, at once.",
    arguments: [CORPUS()],
    examples: [["spolia corpus purge books.spolia", "after spolia corpus delete"]],
  });
  return command.action((corpus: string) =>
    run(command, async (context) => {
      const { purgeCorpus } = await import("../../corpus/index.ts");
      const { createFileStorage } = await import("../../storage/file.ts");
      await purgeCorpus(createFileStorage(corpus), { signal: context.signal });
      await answerWithInfo(corpus, {}, context);
      return EXIT.answered;
    }),
  );
}

export function corpusVerifyCommand(run: Runner): Command {
  const command = declare({
    name: "verify",
    summary: "read all of a corpus and say what is damaged",
    description:
      "Reads every page, row, record and block of a corpus and checks each. Exits with 1 where something is damaged.",
    arguments: [CORPUS()],
    examples: [["spolia corpus verify books.spolia", "all of it"]],
  });
  return command.action((corpus: string) =>
    run(command, async ({ output, progress, signal }) => {
      const { verifyCorpus } = await import("../../corpus/index.ts");
      const verification = await verifyCorpus(corpus, { signal, onProgress: progress.show.bind(progress) });
      progress.stop();
      output.answer(verification, (plain) => plainVerification(corpus, verification, plain));
      return verification.is_sound ? EXIT.answered : EXIT.found;
    }),
  );
}

/** What was done, and what the corpus holds now. */
async function answerWithInfo(path: string, done: object, { output, progress }: Context): Promise<void> {
  const { openCorpus } = await import("../../index.ts");
  const corpus = await openCorpus(path);
  await corpus.close();
  const info: CorpusInfo = corpus.info;
  progress.stop();
  output.answer({ ...done, corpus: info }, (plain) => plainCorpusInfo(info, plain));
}
