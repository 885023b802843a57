/** `spolia evidence report`: shows a saved result. */
import { Argument } from "commander";
import { SpoliaError } from "../../../base/errors.ts";
import { readers } from "../../../files/documents/readers.ts";
import {
  htmlReport,
  htmlResult,
  parseReport,
  parseResult,
  plainReport,
  plainResult,
  type ResultDocument,
  type ResultTexts,
} from "../../../report/index.ts";
import { readTimestamps, verifiedTimestamps } from "../../actions/timestamps.ts";
import { openCatalogue, readDocument, withEngine } from "../../inputs/inputs.ts";
import { addTypeOptions, contentOf, shownAs, type TypeFlags } from "../../table/contents.ts";
import { action, collect, declare, type Runner } from "../../terminal/command.ts";
import { refuseIdle, UsageError } from "../../terminal/exit.ts";
import { today } from "../../terminal/output.ts";
import { ofPage } from "../../terminal/results.ts";
import type { Context } from "../../terminal/run.ts";

interface ReportFlags extends TypeFlags {
  html?: string;
  wholeText?: boolean;
  ledger?: string[];
  content?: readonly string[];
  timestamp?: string;
  tsaCa?: string;
}

/** Whether the document is a report of a service. */
const isReport = (read: unknown): boolean => typeof (read as { format?: unknown } | null)?.format === "string";

export function reportCommand(run: Runner) {
  const command = declare({
    name: "report",
    summary: "show a saved result, in plain words or as one HTML file",
    description:
      "Shows a result that analyze, score, compare, extract or probe printed with --json. The result does not hold the text. With " +
      "--content, passages are shown in the text, as by the command that made the result. Without it, passages of an analysis are " +
      "shown as in their sources, passages of a comparison by their positions. Reports of a service are shown too; `spolia evidence verify` " +
      "checks their signatures.",
    arguments: [new Argument("<result>", "the result, JSON; - reads standard input")],
    examples: [
      ["spolia evidence report result.json", "in plain words"],
      [
        "spolia evidence report result.json --content chapter.txt --html report.html",
        "the page that analyze --html writes",
      ],
    ],
  })
    .option("--content <file>", "the text of the request; for a comparison twice, in the order of its texts", collect)
    .option("--ledger <file>", "further records to cite sources from; may be repeated", collect)
    .option(
      "--timestamp <file>",
      "time stamps of `spolia evidence timestamp`, verified and shown in a report of a service",
    )
    .option("--tsa-ca <file>", "certificates of trusted time-stamp authorities in PEM")
    .option("--html <file>", "also write it as one HTML file")
    .option("--whole-text", "with --html and --content: also the whole text, its passages numbered");
  addTypeOptions(command);

  return action(run, command, async (context, file: string, flags: ReportFlags) => {
    const { terminal, output } = context;
    const { html, ledger } = flags;
    refuseIdle({ "--whole-text": flags.wholeText }, "--html", html !== undefined);
    const read = await readDocument(file, terminal);
    if (isReport(read)) {
      if (flags.content !== undefined)
        throw new UsageError("A report of a service takes no --content: it holds its texts, or none.", NO_CONTENT);
      const report = parseReport(read);
      const timestamps =
        flags.timestamp === undefined
          ? []
          : await verifiedTimestamps(readTimestamps(flags.timestamp), report, flags.tsaCa);
      if (html) output.page(html, htmlReport(report, { timestamps, readers }));
      output.answer(read, (plain) => plainReport(report, { ...plain, timestamps, readers }));
      return;
    }
    if (flags.timestamp !== undefined)
      throw new UsageError("Only a report of a service takes --timestamp.", "Leave out --timestamp.");
    const document = parseResult(read);
    const texts = await textsOf(document, flags, context);
    if (html) {
      const { citations } = await openCatalogue(ledger);
      const shown = await ofPage(flags.content?.[0] ?? "-", flags);
      output.page(html, htmlResult(document, { citations, texts, ...shown, date: today() }));
    }
    output.answer(document.result, (plain) => plainResult(document, { ...plain, texts }));
  });
}

const NO_CONTENT = "Leave out --content.";

/** Fingerprints of the texts whose passages a result shows; `null` if it shows none. */
function fingerprintsOf({ of, result }: ResultDocument): string[] | null {
  if (of === "analyze") return result.matches.length === 0 ? null : [result.fingerprint];
  if (of === "compare")
    return result.passages === null || result.passages.length === 0
      ? null
      : [result.a.fingerprint, result.b.fingerprint];
  return null;
}

/** The texts of --content, each checked against the result. @throws UsageError, invalid_request */
async function textsOf(
  document: ResultDocument,
  flags: ReportFlags,
  context: Context,
): Promise<NonNullable<ResultTexts["texts"]>> {
  const fingerprints = fingerprintsOf(document);
  const { content: files } = flags;
  if (files === undefined) {
    if (fingerprints !== null)
      context.output.notice("The result does not hold the text: give it with --content to see the passages in it.");
    return [];
  }
  if (fingerprints === null) throw new UsageError("This result shows no passage of a text.", NO_CONTENT);
  if (files.length !== fingerprints.length)
    throw new UsageError(
      `This result is about ${fingerprints.length === 1 ? "one text" : "two texts"}.`,
      "Give --content for each.",
    );
  return withEngine({}, async (engine) => {
    const texts: NonNullable<ResultTexts["texts"]>[number][] = [];
    for (const [i, file] of files.entries()) {
      const read = await contentOf(file, flags, context);
      if ((await engine.identify(read)).fingerprint !== fingerprints[i]) throw anotherText(file);
      texts.push(shownAs(read));
    }
    return texts;
  });
}

function anotherText(file: string): SpoliaError {
  return new SpoliaError("invalid_request", `${file} is not the text that the result is about.`, {
    hint: "Give the same text as in the request, with the same --type; for a comparison, both texts in its order.",
    fields: [{ pointer: "/content", detail: "must have the fingerprint in the result" }],
  });
}
