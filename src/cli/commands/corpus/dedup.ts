/** `spolia dedup`: lines, paragraphs or documents of files that repeat earlier ones. */

import { closeSync, rmSync, writeSync } from "node:fs";
import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import type { CorpusDocument } from "../../../base/contract/resources/corpus.ts";
import { plural } from "../../../base/plural.ts";
import { folderWithoutEnd } from "../../../base/slashes.ts";
import type { Deduplicator, DuplicateLevel, DuplicatePair } from "../../../corpus/index.ts";
import type { SkippedInput } from "../../../files/index.ts";
import { bytes, count, figure, percent, TerminalPage } from "../../../report/layout/page.ts";
import { LEDGER_ENDING, tellGaps } from "../../actions/cleaning.ts";
import { encodingOption, strictOption, textFieldOption } from "../../table/contents.ts";
import { IGNORE_OPTION, type IgnoreFlags, ignoredTexts } from "../../table/table.ts";
import { action, CONVERT_OPTION, declare, JOBS_OPTION, parseCount, type Runner } from "../../terminal/command.ts";
import { refuseIdle, UsageError } from "../../terminal/exit.ts";
import { openToWrite } from "../../terminal/output.ts";
import type { Context } from "../../terminal/run.ts";
import { SkippedInputs } from "../../terminal/skipped.ts";
import type { DocumentLook } from "../../threads/looks.ts";

interface DedupFlags extends IgnoreFlags {
  level: DuplicateLevel;
  threshold?: number;
  minWords?: number;
  output?: string;
  ledger?: string;
  pairs?: string;
  convert?: boolean;
  jobs?: number;
}

/** What was found, counted. */
class DuplicateCount {
  documents = 0;
  exact = 0;
  near = 0;
  characters = 0;

  note(pairs: readonly DuplicatePair[]): void {
    this.documents += 1;
    for (const { kind, part } of pairs) {
      this[kind] += 1;
      this.characters += part.span.end - part.span.start;
    }
  }
}

export function dedupCommand(run: Runner): Command {
  const command = declare({
    name: "dedup",
    summary: "find and remove what files repeat: lines, paragraphs, documents or runs of words",
    description:
      "Finds lines, paragraphs or documents that repeat earlier ones: with the same words, whatever their case and punctuation, or nearly. With " +
      "--level substring it finds any run of --min-words words that stood before, in an earlier document or in the same one. The " +
      "first of each is kept. With -o it writes the files without the others, and a list of what was taken out, from which spolia audit --restore puts them back. " +
      "Words of the texts of --ignore do not count: what has no others is no duplicate and stays.",
    arguments: [new Argument("<path...>", "folders and files")],
    examples: [
      ["spolia dedup ./web --pairs pairs.jsonl", "list the duplicates among documents"],
      ["spolia dedup ./web --level line --threshold 1 -o clean", "write the files without lines that repeat"],
      ["spolia dedup ./web --level substring --min-words 50 -o clean", "without runs of 50 words that stood before"],
      ["spolia dedup ./answers --ignore handout.pdf", "which answers are alike beyond the handout"],
    ],
  })
    .addOption(
      new Option("--level <level>", "what is compared")
        .choices(["line", "paragraph", "document", "substring"])
        .default("document"),
    )
    .option(
      "--threshold <share>",
      "least Jaccard similarity, .3 to 1; 1 for exact duplicates only (default: 0.7)",
      parseShare,
    )
    .option(
      "--words, --min-words <n>",
      "least words of lines and paragraphs that count (default: 5), or of substrings (default: 50)",
      parseCount,
    )
    .option(...IGNORE_OPTION)
    .option("-o, --output <folder>", "write the files without what repeats")
    .option("--ledger <file>", "what was taken out (default: the folder's name and .ledger.jsonl)")
    .option("--pairs <file>", "write each duplicate with what it repeats, as JSON Lines")
    .option(...CONVERT_OPTION)
    .option(...JOBS_OPTION)
    .addOption(textFieldOption())
    .addOption(encodingOption())
    .addOption(strictOption());
  return action(run, command, async (context, paths: string[], flags: DedupFlags) => {
    refuseIdle({ "--ledger": flags.ledger, "--convert": flags.convert }, "--output", flags.output !== undefined);
    if (flags.level === "substring" && (flags.threshold ?? 1) !== 1)
      throw new UsageError("Substrings are exact duplicates.", "Leave out --threshold.");
    const { openDeduplicator } = await import("../../../corpus/index.ts");
    const { level, threshold, minWords: wordsMin } = flags;
    const ignore = await ignoredTexts(flags, context);
    const options = { level, threshold, wordsMin, ignore };
    let [tally, skipped] = [new DuplicateCount(), new SkippedInputs()];
    const read = async (deduplicator: Deduplicator, isSurvey: boolean) => {
      [tally, skipped] = [new DuplicateCount(), new SkippedInputs()];
      const pairsFile = flags.pairs === undefined ? null : openToWrite(flags.pairs);
      const look = (document: CorpusDocument): DuplicatePair[] => {
        const pairs = deduplicator.look(document);
        tally.note(pairs);
        if (pairsFile !== null) for (const pair of pairs) writeSync(pairsFile, `${JSON.stringify(pair)}\n`);
        return pairs;
      };
      try {
        const keys = level === "substring" ? undefined : ({ of: "duplicates", options } as const);
        if (isSurvey) await surveyAll(paths, flags, context, look);
        else await readAll(paths, flags, context, look, skipped.add, keys);
      } finally {
        if (pairsFile !== null) closeSync(pairsFile);
      }
    };
    try {
      if (level === "substring") {
        const { deduplicateSubstrings } = await import("../../../corpus/duplicates/bounded.ts");
        await deduplicateSubstrings(options, read, context.signal);
      } else await read(await openDeduplicator(options), false);
    } finally {
      skipped.tell(context.output);
    }
    context.progress.stop();
    const { documents, exact, near, characters } = tally;
    context.output.answer({ level, documents, exact, near, characters }, (plain) => {
      const page = new TerminalPage(plain);
      const all = exact + near;
      const parts = level === "document" ? figure(all) : count(all, level);
      const found = `${parts} of ${count(documents, "document")} ${plural(all, "repeats an earlier one", "repeat earlier ones")}`;
      if (all === 0)
        page.verdict("NONE FOUND", `No ${level} of ${count(documents, "document")} repeats another.`, "sound");
      else page.verdict("DUPLICATES", `${found}: ${figure(exact)} exactly, ${figure(near)} nearly.`, "part");
      page.text(`${figure(characters)} characters`, { label: "repeated  " });
      page.text(
        threshold === 1 || level === "substring"
          ? "the same words"
          : `at least ${percent(threshold ?? 0.7)} of their runs of five words alike`,
        {
          label: "alike     ",
        },
      );
      if (ignore.length > 0)
        page.text(`words of ${count(ignore.length, "text")} that ${plural(ignore.length, "does", "do")} not count`, {
          label: "without   ",
        });
      return page.finish();
    });
  });
}

/** Reads the files, and writes them without what repeats where an output is named. */
async function readAll(
  paths: readonly string[],
  { level, output: folder, ledger, convert, encoding, strict, textField, jobs }: DedupFlags,
  { output, progress, host }: Context,
  look: (document: CorpusDocument) => DuplicatePair[],
  onSkip: (skipped: SkippedInput) => void,
  ahead: DocumentLook | undefined,
): Promise<void> {
  const reading = { ...host, encoding, strict, textField, onSkip };
  progress.plan({ read: 0.95, clean: 0.95 });
  if (folder === undefined) {
    const { readLookedAt } = await import("../../threads/lookers.ts");
    for await (const document of readLookedAt(paths, reading, jobs, ahead)) look(document);
    return;
  }
  const { cleanDataset } = await import("../../../files/index.ts");
  const decide = (document: CorpusDocument) => {
    const pairs = look(document);
    if (pairs.length === 0) return null;
    const found = pairs.map(({ kind, of, similarity }) => ({ kind, ...(of !== undefined && { of }), similarity }));
    const spans = level === "document" ? ("document" as const) : pairs.map(({ part }) => part.span);
    return { rule: `repeats_${level}`, found, spans };
  };
  const path = ledger ?? `${folderWithoutEnd(folder)}${LEDGER_ENDING}`;
  const cleaning = { by: "dedup", convert, keepUncuttable: true, ...reading };
  const done = await cleanDataset(paths, folder, path, decide, cleaning);
  const { documents_uncuttable: uncut } = done;
  if (uncut > 0)
    output.notice(
      `${count(uncut, "document")} ${plural(uncut, "stays", "stay")} whole, though parts repeat: they can be cut from text and its records only, not from Markdown, HTML and other formats.`,
    );
  tellGaps(done, output);
  output.notice(`${bytes(done.cleaned_bytes)} of ${bytes(done.bytes)} stay. Ledger: ${path}`);
}

/** Shows the same documents once before, in the same order. Where an output is named, that is as they are cleaned. */
async function surveyAll(
  paths: readonly string[],
  { output: folder, convert, encoding, strict, textField, jobs }: DedupFlags,
  { output, progress, host }: Context,
  look: (document: CorpusDocument) => void,
): Promise<void> {
  output.notice("More words than memory holds: the files are read twice, and temporary files take 17 bytes a word.");
  const reading = { ...host, encoding, strict, textField };
  progress.plan({ read: 0.95, clean: 0.95 });
  if (folder === undefined) {
    const { readLookedAt } = await import("../../threads/lookers.ts");
    for await (const document of readLookedAt(paths, reading, jobs)) look(document);
    return;
  }
  const { cleanDataset } = await import("../../../files/index.ts");
  const copy = `${folderWithoutEnd(folder)}.survey`;
  const ledger = `${copy}${LEDGER_ENDING}`;
  const decide = (document: CorpusDocument) => {
    look(document);
    return null;
  };
  await cleanDataset(paths, copy, ledger, decide, { by: "dedup", convert, keepUncuttable: true, ...reading });
  rmSync(copy, { recursive: true });
  rmSync(ledger);
}

function parseShare(value: string): number {
  const share = Number(value);
  if (!/^[01]?(\.\d+)?$/.test(value) || share < 0.3 || share > 1)
    throw new InvalidArgumentError("It must be a share from 0.3 to 1.");
  return share;
}
