/** `spolia analyze`: where was a text met, and who trained on it? */
import { Argument, Option } from "commander";
import type { ContentMetadata, ContentType } from "../../contract/common.ts";
import { htmlAnalysis, plainAnalysis } from "../../report/index.ts";
import { collect, declare, parseDate, type Runner } from "../command.ts";
import { EXIT } from "../exit.ts";
import { contentTypeOf, type EngineInputs, readContent, withEngine } from "../inputs.ts";
import { writeTo } from "../output.ts";

interface AnalyzeFlags extends EngineInputs {
  title?: string;
  author?: string;
  published?: string;
  type?: ContentType;
  html?: string;
  exitCode?: boolean;
}

export function analyzeCommand(run: Runner) {
  const command = declare({
    name: "analyze",
    summary: "tell where a text was met, and which models are documented to have trained there",
    arguments: [new Argument("<file>", "the text, UTF-8; - reads standard input")],
    examples: [
      ["spolia analyze chapter.txt --corpus books.spolia", "search one corpus"],
      ["spolia analyze chapter.txt --corpus https://example.org/books.spolia", "search one on a web host"],
      ["spolia analyze post.md --corpus web.spolia --published 2021-03", "leave out datasets that ended before"],
      ["cat page.html | spolia analyze - --type html --corpus web.spolia --json", "write the whole result as JSON"],
    ],
  })
    .addOption(
      new Option("--corpus <path>", "path or URL of a corpus to search; may be repeated")
        .argParser(collect)
        .makeOptionMandatory(),
    )
    .addOption(new Option("--ledger <file>", "your own records about models and datasets; may be repeated").argParser(collect))
    .option("--calibration <file>", "what confidence is read off, from spolia calibrate (default: the shipped one)")
    .option("--title <title>", "title of the work")
    .option("--author <author>", "author of the work")
    .option("--published <date>", "when the work was first published: YYYY, YYYY-MM or YYYY-MM-DD", parseDate)
    .addOption(
      new Option("--type <type>", "how to read the content (default: by the file's ending)").choices([
        "text",
        "markdown",
        "html",
        "code",
      ]),
    )
    .addOption(
      new Option(
        "--depth <depth>",
        "coarse: a tenth of the reads, certain from runs of 132 words on; for corpora that are far away",
      )
        .choices(["full", "coarse"])
        .default("full"),
    )
    .option("--html <file>", "write the answer as one HTML file too, to keep or to print")
    .option("--exit-code", "end with 1 when the verdict is match or partial");

  return command.action((file: string, flags: AnalyzeFlags) =>
    run(command, async ({ terminal, output, progress, signal }) => {
      if (file === "-" && terminal.stdin.isTTY) output.notice("Reading from the terminal; Ctrl-D ends the text.");
      const content = await readContent(file, terminal);
      const metadata: ContentMetadata = {};
      for (const field of ["title", "author", "published"] as const) if (flags[field]) metadata[field] = flags[field];
      const content_type = flags.type ?? contentTypeOf(file);
      const result = await withEngine(flags, async (engine, { citations }) => {
        const onProgress = progress.show.bind(progress);
        const found = await engine.analyze({ content, content_type, metadata }, { signal, onProgress });
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
