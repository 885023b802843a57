/** `spolia rights`: what do files say about the use of a text by machines? */
import { Argument, type Command, InvalidArgumentError } from "commander";
import { plainRights, plainRightsScan } from "../../report/index.ts";
import type { RightsScan } from "../../rights/index.ts";
import { LEDGER_ENDING } from "../cleaning.ts";
import { action, declare, type Runner } from "../command.ts";
import { EXIT, UsageError } from "../exit.ts";
import { readRightsFiles } from "../rightsFiles.ts";
import type { Context } from "../run.ts";
import { SkippedInputs } from "../skipped.ts";

interface RightsFlags {
  dataset?: true;
  sample?: number;
  clean?: string;
  ledger?: string;
  convert?: true;
  url?: string;
  exitCode?: boolean;
}

export function rightsCommand(run: Runner): Command {
  const command = declare({
    name: "rights",
    summary: "read what files say about the use of a text by machines",
    description:
      "Reads reservations, licences and owners in robots.txt, tdmrep.json, RSL, saved HTTP headers (.headers), HTML, package documents of EPUB, " +
      "manifests of C2PA as JSON, and SPDX, Creative Commons and copyright lines of other text. Addresses in them are listed, not followed.",
    arguments: [new Argument("<path...>", "files and folders")],
    examples: [
      ["spolia rights robots.txt tdmrep.json page.html", "what a site says"],
      ["spolia rights ./site --url https://example.org/a/chapter", "of one address"],
      [
        "spolia rights --dataset part-*.jsonl.gz --sample 0.01",
        "the share of a dataset that is reserved, with its interval",
      ],
      ["spolia rights --dataset ./web --clean clean", "writes it without the documents whose training is reserved"],
    ],
  })
    .option("--url <address>", "address of the text: rules for other paths do not count")
    .option("--dataset", "read the paths as a dataset, and tell the share of reserved documents, by kind and year")
    .option("--sample <share>", "with --dataset: read this share of the documents, drawn by their ids", parseShare)
    .option("--clean <folder>", "with --dataset: write the files without the documents whose training is reserved")
    .option(
      "--ledger <file>",
      "what was taken out (default: the folder's name and .ledger.jsonl); put back by audit --restore",
    )
    .option("--convert", "write datasets of other formats as JSON Lines")
    .option("--exit-code", "exit with 1 if training is reserved");
  return action(run, command, async (context, paths: readonly string[], flags: RightsFlags) => {
    if (flags.dataset !== undefined) {
      const scan = await scanned(paths, flags, context);
      context.progress.stop();
      context.output.answer(scan, (plain) => plainRightsScan(scan, plain));
      return flags.exitCode && scan.all.reserved > 0 ? EXIT.found : EXIT.answered;
    }
    if (flags.sample !== undefined || flags.clean !== undefined)
      throw new UsageError("--sample and --clean are for --dataset.", "Add --dataset.");
    const { readRights } = await import("../../rights/index.ts");
    const files = readRightsFiles(paths, context.output);
    const result = await readRights({ files, ...(flags.url !== undefined && { url: flags.url }) });
    context.progress.stop();
    context.output.answer(result, (plain) => plainRights(result, plain));
    const isReserved = result.uses.some(({ use, says }) => use === "ai-train" && says === "reserved");
    return flags.exitCode && isReserved ? EXIT.found : EXIT.answered;
  });
}

/** Scans the files of a dataset, and writes those of them that stay where asked for. */
async function scanned(
  paths: readonly string[],
  flags: RightsFlags,
  { host, progress, output }: Context,
): Promise<RightsScan> {
  const { clean, sample, ledger, convert } = flags;
  if (clean !== undefined && sample !== undefined)
    throw new UsageError("--clean reads every document.", "Leave out --sample.");
  const { openRightsCounter } = await import("../../rights/index.ts");
  const counter = await openRightsCounter({ sample });
  const skipped = new SkippedInputs();
  try {
    if (clean === undefined) {
      const { readDocuments } = await import("../../documents/index.ts");
      for await (const document of readDocuments(paths, { ...host, onSkip: skipped.add })) counter.add(document);
      return counter.finish();
    }
    const { cleanDataset } = await import("../../cleaning/index.ts");
    const path = ledger ?? `${clean.replace(/[/\\]+$/, "")}${LEDGER_ENDING}`;
    await cleanDataset(
      paths,
      clean,
      path,
      (document) => {
        const result = counter.add(document);
        const says = result?.uses.find(({ use }) => use === "ai-train");
        if (result === null || says?.says !== "reserved") return null;
        const found = says.statements.map((at) => ({
          kind: result.statements[at]!.kind,
          line: result.statements[at]!.line,
        }));
        return { rule: "rights_reserved", found, spans: "document" };
      },
      { by: "rights", convert, ...host, onSkip: skipped.add },
    );
    output.notice(`Written to ${clean}; what was taken out stands in ${path}.`);
    return counter.finish();
  } finally {
    progress.stop();
    skipped.tell(output);
  }
}

function parseShare(value: string): number {
  const share = Number(value);
  if (value.trim() !== "" && share > 0 && share <= 1) return share;
  throw new InvalidArgumentError("A share lies above 0, and is at most 1.");
}
