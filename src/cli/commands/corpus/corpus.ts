/** `spolia corpus`: the group of commands for corpora. */
import { Argument, type Command } from "commander";
import { plainCorpusInfo } from "../../../report/index.ts";
import { printable } from "../../../report/layout/terminal.ts";
import { action, declare, type Runner } from "../../terminal/command.ts";
import { corpusBuildCommand } from "./build.ts";
import { calibrateCommand } from "./calibrate.ts";
import {
  corpusAppendCommand,
  corpusDeleteCommand,
  corpusMergeCommand,
  corpusPurgeCommand,
  corpusVerifyCommand,
} from "./change.ts";
import { corpusCheckCommand } from "./check.ts";
import { corpusDuplicatesCommand } from "./duplicates.ts";
import { corpusEncodeCommand } from "./encode.ts";
import { corpusListCommand } from "./list.ts";
import { corpusSyncCommand } from "./sync.ts";

export function corpusCommand(run: Runner): Command {
  return declare({
    name: "corpus",
    summary: "build, change, check and describe corpora",
    examples: [
      ["spolia corpus build -o books.spolia --dataset my-books ./books", "build one"],
      ["spolia corpus list", "list the corpora below this folder"],
      ["spolia corpus info books.spolia", "show what it holds"],
      ["spolia corpus append books.spolia ./more", "add documents"],
      ["spolia corpus sync books.spolia ./books", "make it hold what the folder holds now"],
      ["spolia corpus verify books.spolia", "check every byte"],
      ["spolia corpus check books.spolia --manifest SHA256SUMS", "compare its source files with published hashes"],
      ["spolia corpus duplicates books.spolia", "list near duplicates"],
    ],
  })
    .addCommand(corpusBuildCommand(run))
    .addCommand(corpusListCommand(run))
    .addCommand(corpusInfoCommand(run))
    .addCommand(corpusAppendCommand(run))
    .addCommand(corpusSyncCommand(run))
    .addCommand(corpusEncodeCommand(run))
    .addCommand(corpusDeleteCommand(run))
    .addCommand(corpusMergeCommand(run))
    .addCommand(corpusPurgeCommand(run))
    .addCommand(corpusVerifyCommand(run))
    .addCommand(corpusCheckCommand(run))
    .addCommand(corpusDuplicatesCommand(run))
    .addCommand(calibrateCommand(run));
}

function corpusInfoCommand(run: Runner): Command {
  const command = declare({
    name: "info",
    summary: "show what a corpus holds and where it came from",
    arguments: [new Argument("<corpus>", "path of the corpus")],
    examples: [
      ["spolia corpus info books.spolia", "documents, words, size, revision, source files"],
      ["spolia corpus info books.spolia --ids", "the ids of its documents, as `spolia corpus delete` takes them"],
    ],
  }).option("--ids", "list the ids of its documents instead, one per line");
  return action(run, command, async ({ output }, path: string, { ids }: { ids?: boolean }) => {
    if (ids === true) {
      const listed = await idsOf(path);
      output.answer({ ids: listed }, () => listed.map((id) => `${printable(id)}\n`).join(""));
      return;
    }
    const { openCorpus } = await import("../../../index.ts");
    const corpus = await openCorpus(path);
    try {
      output.answer(corpus.info, (plain) => plainCorpusInfo(corpus.info, plain));
    } finally {
      await corpus.close();
    }
  });
}

async function idsOf(path: string): Promise<string[]> {
  const { listDocuments } = await import("../../../corpus/index.ts");
  const ids: string[] = [];
  for await (const { id } of listDocuments(path)) ids.push(id);
  return ids;
}
