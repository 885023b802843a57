/** `spolia audit`: which documents of a dataset hold these texts? */
import { type Command, Option } from "commander";
import type { AuditItem, AuditResult } from "../../../base/contract/operations/audit.ts";
import type { Items } from "../../../files/audit/items.ts";
import type { LookedAt } from "../../../files/audit/watch.ts";
import type { AuditDocumentsOptions } from "../../../files/index.ts";
import { htmlAudit, plainAudit } from "../../../report/index.ts";
import { type CleanFlags, cleaned, restore } from "../../actions/cleaning.ts";
import { readItems } from "../../inputs/auditItems.ts";
import { withCorpora } from "../../inputs/corpora.ts";
import type { EngineInputs } from "../../inputs/inputs.ts";
import { ENCODER_OPTION, openEncoder } from "../../inputs/models.ts";
import { encodingOption, strictOption, textFieldOption } from "../../table/contents.ts";
import { IGNORE_OPTION, type IgnoreFlags, ignoredTexts } from "../../table/table.ts";
import {
  action,
  addDetailOptions,
  CONVERT_OPTION,
  collect,
  type DetailFlags,
  declare,
  depthOption,
  detailOf,
  JOBS_OPTION,
  parseCount,
  type Runner,
} from "../../terminal/command.ts";
import { EXIT, refuseIdle, UsageError } from "../../terminal/exit.ts";
import { writeTo } from "../../terminal/output.ts";
import type { Context } from "../../terminal/run.ts";
import { SkippedInputs } from "../../terminal/skipped.ts";

interface AuditFlags extends DetailFlags, IgnoreFlags, CleanFlags {
  items?: readonly string[];
  fields?: readonly string[];
  corpus?: readonly string[];
  dataset?: readonly string[];
  way?: AuditResult["way"];
  depth?: EngineInputs["depth"];
  findings?: number;
  encoder?: string;
  reworded?: true | "likely";
  results?: string;
  html?: string;
  exitCode?: boolean;
  jobs?: number;
}

export function auditCommand(run: Runner): Command {
  const command = declare({
    name: "audit",
    summary: "find which documents of a dataset hold given texts",
    description:
      "Finds which documents hold the items: questions of an evaluation, or works. Items are found whole, in lines, in other text, in other " +
      "typography, or with a part of their words changed. The dataset is a corpus, or files that are read once. " +
      "Words that several items share, licences and lists are no evidence; items of fewer than 12 words are compared with chance.",
    examples: [
      ["spolia audit --items questions.jsonl --corpus books.spolia", "by the index of a corpus"],
      ["spolia audit --items questions.jsonl --dataset part-*.jsonl.gz --results found.jsonl", "files, read once"],
      ["spolia audit --items mmlu.jsonl --fields question,choices --dataset ./web --html audit.html", "with a page"],
      [
        "spolia audit --items questions.jsonl --dataset ./web --clean clean",
        "writes the dataset without what holds items",
      ],
      [
        "spolia audit --items q.jsonl --dataset ./web --reworded --encoder minilm-l6-int8",
        "also what was rewritten, with an encoder (spolia encoder install)",
      ],
      ["spolia audit --restore clean.ledger.jsonl", "puts everything back, to the byte"],
    ],
  })
    .option("--items <file...>", "texts to look for: files, folders, JSON Lines with `id` and `text`")
    .option("--fields <names>", "fields of records whose texts are an item, in order, divided by commas", parseFields)
    .option("--corpus <path>", "a corpus; may be repeated", collect)
    .option("--dataset <path...>", "files and folders, read once in all formats that a corpus is built from")
    .addOption(
      new Option("--way <way>", "of a corpus: searched by its index, or streamed, which finds more").choices([
        "searched",
        "streamed",
      ]),
    )
    .addOption(depthOption())
    .option(...IGNORE_OPTION)
    .addOption(
      new Option(
        "--reworded [verdict]",
        "also find what documents say in other words; with likely, --clean takes that out, and --exit-code tells it",
      ).choices(["likely"]),
    )
    .option(...ENCODER_OPTION)
    .option("--findings <n>", "documents listed for each item (default: 100)", parseCount)
    .option("--results <file>", "also write the result as JSON Lines, one item a line")
    .option("--html <file>", "also write the result as one HTML file, with plots")
    .option("--exit-code", "exit with 1 if an item is found")
    .option(
      "--clean <folder>",
      "write the files of --dataset without the documents that hold items of 12 words or more",
    )
    .addOption(
      new Option(
        "--cut <what>",
        "what is taken out: the document, or its passages where files are text, markup, JSON or tables",
      )
        .choices(["document", "passage"])
        .default("document"),
    )
    .option("--ledger <file>", "what was taken out, and why (default: the folder's name and .ledger.jsonl)")
    .option(...CONVERT_OPTION)
    .option("--restore <list>", "put back what --clean took out")
    .option("--from <folder>", "with --restore: the cleaned files (default: the list's name without .ledger.jsonl)")
    .option(
      "--to <folder>",
      "with --restore: where the files are written (default: the cleaned folder's name and .restored)",
    )
    .option(...JOBS_OPTION)
    .addOption(textFieldOption())
    .addOption(encodingOption())
    .addOption(strictOption());
  addDetailOptions(command);

  return action(run, command, async (context, flags: AuditFlags) => {
    if (flags.restore !== undefined) return restore(flags.restore, flags, context);
    refuseIdle({ "--from": flags.from, "--to": flags.to }, "--restore", false);
    refuseIdle({ "--encoder": flags.encoder }, "--reworded", flags.reworded !== undefined);
    const cut = command.getOptionValueSource("cut") === "cli" ? flags.cut : undefined;
    refuseIdle(
      { "--cut": cut, "--ledger": flags.ledger, "--convert": flags.convert },
      "--clean",
      flags.clean !== undefined,
    );
    const unreadItems = new SkippedInputs();
    const result = unreadItems.told(await audited(flags, context, unreadItems), "the items");
    context.progress.stop();
    if (flags.results !== undefined) writeTo(flags.results, asLines(result));
    if (flags.html !== undefined) context.output.page(flags.html, htmlAudit(result));
    context.output.answer(result, (plain) => plainAudit(result, { ...plain, detail: detailOf(flags) }));
    const { found, reworded } = result.summary;
    const likely = flags.reworded === "likely" ? (reworded?.likely ?? 0) : 0;
    return flags.exitCode && found + likely > 0 ? EXIT.found : EXIT.answered;
  });
}

async function audited(flags: AuditFlags, context: Context, unreadItems: SkippedInputs): Promise<AuditResult> {
  const { corpus = [], dataset = [], fields, way, depth } = flags;
  if ((corpus.length === 0) === (dataset.length === 0))
    throw new UsageError(
      "Give either --corpus or --dataset.",
      "A corpus is searched; the files of a dataset are read once.",
    );
  if (flags.items === undefined) throw new UsageError("There is nothing to look for.", "Give --items.");
  if (flags.clean !== undefined && corpus.length > 0)
    throw new UsageError(
      "--clean writes the files of --dataset.",
      "Of a corpus delete documents by their ids: spolia corpus delete, then spolia corpus purge.",
    );
  if (flags.clean !== undefined && flags.reworded === "likely" && flags.encoder === undefined)
    throw new UsageError(
      "Without an encoder nothing that is reworded can be taken out.",
      "Give --encoder: the address of a server of embeddings, or a folder of weights; `spolia encoder list` names some.",
    );
  if (way !== undefined && dataset.length > 0)
    throw new UsageError("--way is a choice for corpora.", "Files are always streamed.");
  const items = await readItems(flags.items, fields, context, flags, unreadItems);
  const ignore = await ignoredTexts(flags, context);
  const { encoder: where } = flags;
  const encoder = where === undefined ? undefined : await openEncoder(where, context.signal);
  const reworded = flags.reworded === undefined ? undefined : { encoder };
  if (flags.clean !== undefined) {
    const { reworded: verdict, ...rest } = flags;
    return cleaned(items, dataset, { ...rest, ignore, reworded, takesReworded: verdict === "likely" }, context);
  }
  const { signal, onProgress } = context.host;
  const { findings } = flags;
  const options = { findings, ignore, reworded, signal, onProgress };
  if (corpus.length === 0) return auditedFiles(items, dataset, options, flags, context);
  const { auditCorpora } = await import("../../../files/index.ts");
  return withCorpora(corpus, depth, (opened) => auditCorpora(items, opened, { ...options, way }));
}

async function auditedFiles(
  items: readonly AuditItem[],
  dataset: readonly string[],
  options: AuditDocumentsOptions,
  { encoding, strict, textField, jobs }: AuditFlags,
  { host: { signal, onProgress }, output, progress }: Context,
): Promise<AuditResult> {
  const [{ auditOf }, { isShort }, { readLookedAt }, { lookForItems }] = await Promise.all([
    import("../../../files/audit/audit.ts"),
    import("../../../files/audit/match/shortItems.ts"),
    import("../../threads/lookers.ts"),
    import("../../threads/looks.ts"),
  ]);
  const skipped = new SkippedInputs();
  const reading = { encoding, strict, textField, signal, onProgress, onSkip: skipped.add };
  const documentsOf = (read: Items) => {
    const needsText = read.distinct.some(isShort) || options.reworded?.encoder !== undefined;
    return readLookedAt(dataset, reading, jobs, lookForItems(read, needsText)) as AsyncIterable<LookedAt>;
  };
  try {
    return skipped.told(await auditOf(items, documentsOf, options), "the dataset");
  } finally {
    progress.stop();
    skipped.tell(output);
  }
}

/** One item a line, and the summary first. */
function asLines({ items, ...rest }: AuditResult): string {
  return [rest, ...items].map((one) => `${JSON.stringify(one)}\n`).join("");
}

function parseFields(value: string): readonly string[] {
  const names = value.split(",").map((name) => name.trim());
  return names.filter((name) => name !== "");
}
