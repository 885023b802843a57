/** `spolia rights`: what do files say about the use of a text by machines? */

import { Argument, type Command, InvalidArgumentError } from "commander";
import { folderWithoutEnd } from "../../../base/slashes.ts";
import type { RightsScan } from "../../../files/index.ts";
import { plainRights, plainRightsScan } from "../../../report/index.ts";
import { count, type PlainOptions, TerminalPage } from "../../../report/layout/page.ts";
import { LEDGER_ENDING } from "../../actions/cleaning.ts";
import type { FetchedRights } from "../../actions/rightsFetch.ts";
import { readAddresses, readRightsFiles } from "../../actions/rightsFiles.ts";
import type { ReadingFlags } from "../../inputs/inputs.ts";
import { encodingOption } from "../../table/contents.ts";
import { action, CONVERT_OPTION, declare, type Runner } from "../../terminal/command.ts";
import { EXIT, refuseIdle, UsageError } from "../../terminal/exit.ts";
import type { Context } from "../../terminal/run.ts";
import { SkippedInputs } from "../../terminal/skipped.ts";

interface RightsFlags extends ReadingFlags {
  dataset?: true;
  sample?: number;
  clean?: string;
  ledger?: string;
  convert?: true;
  url?: string;
  exitCode?: boolean;
  fetch?: true;
  private?: true;
}

export function rightsCommand(run: Runner): Command {
  const command = declare({
    name: "rights",
    summary: "read what files say about the use of a text by machines",
    description:
      "Reads reservations, licences and owners in robots.txt, tdmrep.json, RSL, saved HTTP headers (.headers), HTML, package documents of EPUB, " +
      "manifests of C2PA as JSON, and SPDX, Creative Commons and copyright lines of other text. Addresses in them are listed, not followed. With " +
      "--fetch the given addresses are asked, one request a second to a host, by what their robots.txt allows.",
    arguments: [new Argument("<path...>", "files and folders")],
    examples: [
      ["spolia rights robots.txt tdmrep.json page.html", "what a site says"],
      ["spolia rights ./site --url https://example.org/a/chapter", "of one address"],
      [
        "spolia rights --dataset part-*.jsonl.gz --sample 0.01",
        "the share of a dataset that is reserved, with its interval",
      ],
      ["spolia rights --dataset ./web --clean clean", "writes it without the documents whose training is reserved"],
      ["spolia rights addresses.txt --fetch --json", "asks the addresses of a list, with time and hash of each answer"],
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
    .option(...CONVERT_OPTION)
    .option("--fetch", "ask the addresses in these files, one a line, or given instead of them")
    .option("--private", "with --fetch: also addresses of private networks, and any port")
    .option("--exit-code", "exit with 1 if training is reserved")
    .addOption(encodingOption());
  return action(run, command, async (context, paths: readonly string[], flags: RightsFlags) => {
    if (flags.dataset !== undefined) {
      const scan = await scanned(paths, flags, context);
      context.progress.stop();
      context.output.answer(scan, (plain) => plainRightsScan(scan, plain));
      return flags.exitCode && scan.all.reserved > 0 ? EXIT.found : EXIT.answered;
    }
    if (flags.private !== undefined && flags.fetch === undefined)
      throw new UsageError("--private is for --fetch.", "Add --fetch.");
    if (flags.fetch !== undefined) {
      if (flags.url !== undefined) throw new UsageError("--fetch asks the addresses of its list.", "Leave out --url.");
      const { fetchRights } = await import("../../actions/rightsFetch.ts");
      const reach = flags.private === undefined ? "web" : "any";
      const addresses = await fetchRights(readAddresses(paths), { reach, ...context.host });
      context.progress.stop();
      context.output.answer({ addresses }, (plain) => plainFetched(addresses, plain));
      return flags.exitCode && addresses.some(isTrainingReserved) ? EXIT.found : EXIT.answered;
    }
    if (flags.sample !== undefined || flags.clean !== undefined)
      throw new UsageError("--sample and --clean are for --dataset.", "Add --dataset.");
    refuseIdle({ "--ledger": flags.ledger, "--convert": flags.convert }, "--clean", false);
    const { readRights } = await import("../../../files/index.ts");
    const files = readRightsFiles(paths, flags, context.output);
    const result = await readRights({ files, ...(flags.url !== undefined && { url: flags.url }) });
    context.progress.stop();
    context.output.answer(result, (plain) => plainRights(result, plain));
    return flags.exitCode && isTrainingReserved({ result }) ? EXIT.found : EXIT.answered;
  });
}

const isTrainingReserved = ({ result }: Pick<FetchedRights, "result">): boolean =>
  result?.uses.some(({ use, says }) => use === "ai-train" && says === "reserved") ?? false;

function plainFetched(addresses: readonly FetchedRights[], plain: PlainOptions): string {
  const page = new TerminalPage(plain);
  const reserved = addresses.filter(isTrainingReserved).length;
  const unread = addresses.filter(({ state }) => state === "not_read").length;
  const not = unread === 0 ? "" : ` ${unread} could not be read.`;
  const sentence = `Training is reserved at ${reserved} of ${count(addresses.length, "address", "addresses")}.${not}`;
  page.verdict(reserved > 0 ? "RESERVED" : "NOT SAID", sentence, reserved > 0 ? "found" : "plain");
  for (const { url, state, requests, result } of addresses) {
    page.heading(url);
    if (state === "kept_out") page.text("robots.txt keeps this program out: only the files of the origin were read.");
    for (const { use, says, in_part } of result?.uses ?? [])
      page.item(`${use}: ${says.replaceAll("_", " ")}${in_part ? " in part" : ""}`);
    for (const one of requests)
      page.text(`${one.url}: ${one.status ?? "no answer"}${one.reason === null ? "" : `; ${one.reason}`}`, {
        dim: true,
      });
  }
  return page.finish();
}

/** Scans the files of a dataset, and writes those of them that stay where asked for. */
async function scanned(
  paths: readonly string[],
  flags: RightsFlags,
  { host, progress, output }: Context,
): Promise<RightsScan> {
  const { clean, sample, ledger, convert, encoding } = flags;
  if (clean !== undefined && sample !== undefined)
    throw new UsageError("--clean reads every document.", "Leave out --sample.");
  const { openRightsCounter } = await import("../../../files/index.ts");
  const counter = await openRightsCounter({ sample });
  const skipped = new SkippedInputs();
  try {
    if (clean === undefined) {
      const { readDocuments } = await import("../../../files/index.ts");
      for await (const document of readDocuments(paths, { ...host, encoding, onSkip: skipped.add }))
        counter.add(document);
      return counter.finish();
    }
    const { cleanDataset } = await import("../../../files/index.ts");
    const path = ledger ?? `${folderWithoutEnd(clean)}${LEDGER_ENDING}`;
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
      { by: "rights", convert, encoding, ...host, onSkip: skipped.add },
    );
    output.notice(`Written to ${clean}; what was taken out is listed in ${path}.`);
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
