/** `spolia analyze`: in which corpora is a text found, and which models trained on them? */
import { Argument, Option } from "commander";
import type { AnalyzeRequest } from "../../contract/analyze.ts";
import { htmlAnalysis, plainAnalysis } from "../../report/index.ts";
import { collect, declare, type Runner } from "../command.ts";
import { addContentOptions, type ContentFlags, contentOf, metadataOf, type ReadContent } from "../contents.ts";
import { EXIT } from "../exit.ts";
import { type EngineInputs, withEngine } from "../inputs.ts";
import { writeTo } from "../output.ts";

interface AnalyzeFlags extends EngineInputs, ContentFlags {
  html?: string;
  exitCode?: boolean;
  iscc?: boolean;
}

export function analyzeCommand(run: Runner) {
  const command = declare({
    name: "analyze",
    summary: "find a text in corpora, and list the models documented to have trained on them",
    arguments: [new Argument("<file>", "the text, UTF-8; - reads standard input")],
    examples: [
      ["spolia analyze chapter.txt --corpus books.spolia", "search one corpus"],
      ["spolia analyze chapter.txt --corpus https://example.org/books.spolia", "search one on a web host"],
      [
        "spolia analyze post.md --corpus web.spolia --published 2021-03",
        "leave out datasets that ended before this date",
      ],
      ["cat page.html | spolia analyze - --type html --corpus web.spolia --json", "write the whole result as JSON"],
    ],
  })
    .addOption(
      new Option("--corpus <path>", "path or URL of a corpus to search; may be repeated")
        .argParser(collect)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--ledger <file>", "your own records about models and datasets; may be repeated").argParser(collect),
    )
    .option("--calibration <file>", "calibration of the confidence, from spolia calibrate (default: the shipped one)");
  addContentOptions(command)
    .addOption(
      new Option(
        "--depth <depth>",
        "coarse: a tenth of the reads, finds every run of 132 words; for corpora on slow hosts",
      )
        .choices(["full", "coarse"])
        .default("full"),
    )
    .option("--iscc", "add the ISCC Text-Code of the text (ISO 24138)")
    .option("--html <file>", "also write the result as one HTML file")
    .option("--exit-code", "exit with 1 if the verdict is match or partial");

  return command.action((file: string, flags: AnalyzeFlags) =>
    run(command, async (context) => {
      const { output, progress, signal } = context;
      const read = await contentOf(file, flags, context);
      const { content } = read;
      const result = await withEngine(flags, async (engine, { citations }) => {
        const onProgress = progress.show.bind(progress);
        const found = await engine.analyze(requestOf(read, flags), { signal, onProgress });
        if (flags.html) writeTo(flags.html, htmlAnalysis(found, { content, citations }));
        return found;
      });
      progress.stop();
      output.answer(result, (plain) => plainAnalysis(result, { ...plain, content }));
      const found = result.verdict === "match" || result.verdict === "partial";
      return flags.exitCode && found ? EXIT.found : EXIT.answered;
    }),
  );
}

const requestOf = (read: ReadContent, flags: AnalyzeFlags): AnalyzeRequest => ({
  metadata: {},
  ...read,
  ...metadataOf(flags),
  ...(flags.iscc === true && { options: { iscc: true } }),
});
