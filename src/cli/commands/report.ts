/** `spolia report`: a result that was kept, read again. */
import { Argument, Option } from "commander";
import { htmlReport, htmlResult, parseReport, parseResult, plainReport, plainResult } from "../../report/index.ts";
import { collect, declare, type Runner } from "../command.ts";
import { EXIT } from "../exit.ts";
import { openCatalogue, readDocument } from "../inputs.ts";
import { writeTo } from "../output.ts";

/** Of a service: as it was answered. */
const isReport = (read: unknown): boolean => typeof (read as { format?: unknown } | null)?.format === "string";

export function reportCommand(run: Runner) {
  const command = declare({
    name: "report",
    summary: "read a kept result again, in plain words or as one HTML file",
    description:
      "Reads a result that analyze, score or compare printed with --json. The text itself is not in it: passages of an analysis are " +
      "shown as their sources have them, those of a comparison by their places. It reads reports of a service as well, whose signatures " +
      "`spolia verify` checks.",
    arguments: [new Argument("<result>", "the result, JSON; - reads standard input")],
    examples: [
      ["spolia report result.json", "in plain words"],
      ["spolia report result.json --html report.html", "as one HTML file, to keep or to print"],
    ],
  })
    .addOption(new Option("--ledger <file>", "records that sources are cited from too; may be repeated").argParser(collect))
    .option("--html <file>", "write it as one HTML file too, to keep or to print");

  return command.action((file: string, { html, ledger }: { html?: string; ledger?: string[] }) =>
    run(command, async ({ terminal, output }) => {
      const read = await readDocument(file, terminal);
      if (isReport(read)) {
        const report = parseReport(read);
        if (html) writeTo(html, htmlReport(report));
        output.answer(read, (plain) => plainReport(report, plain));
        return EXIT.answered;
      }
      const document = parseResult(read);
      if (html) writeTo(html, htmlResult(document, await openCatalogue(ledger)));
      output.answer(document.result, (plain) => plainResult(document, plain));
      return EXIT.answered;
    }),
  );
}
