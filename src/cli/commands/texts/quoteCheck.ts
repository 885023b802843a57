/** `spolia quote-check`: is this quotation really in the cited document? */
import { existsSync, statSync } from "node:fs";
import { Argument, type Command } from "commander";
import { plainQuotation } from "../../../report/index.ts";
import { withCorpora } from "../../inputs/corpora.ts";
import type { EngineInputs } from "../../inputs/inputs.ts";
import { addTypeOptions, type TypeFlags, textOf } from "../../table/contents.ts";
import { IGNORE_OPTION, type IgnoreFlags, ignoredTexts } from "../../table/table.ts";
import { action, collect, declare, depthOption, type Runner } from "../../terminal/command.ts";
import { EXIT, UsageError } from "../../terminal/exit.ts";

interface QuoteFlags extends TypeFlags, IgnoreFlags {
  quotation?: string;
  in?: string;
  corpus?: readonly string[];
  depth?: EngineInputs["depth"];
  exitCode?: boolean;
}

export function quoteCheckCommand(run: Runner): Command {
  const command = declare({
    name: "quote-check",
    summary: "tell whether a quotation is really in the cited document",
    description:
      "Compares a quotation word by word with the document that it cites: verbatim, altered (the words that differ are shown), stitched from " +
      "several places, elsewhere (in which document of a corpus), given (in a text of --ignore), too short for the corpora, or nowhere. Case, punctuation and typography do not " +
      "count; … and [...] mark omissions. Brackets ([T]he), [sic], marks of notes, page numbers and running heads are listed as editorial.",
    arguments: [new Argument("[quotation]", "the quotation itself")],
    examples: [
      ['spolia quote-check "It was the best of times" --in tale.txt', "in a document"],
      ["spolia quote-check --quotation quote.txt --in tale.txt --corpus books.spolia", "if not there, in a corpus"],
    ],
  })
    .option("--quotation <file>", "read the quotation from a file; - reads standard input")
    .option("--in <file>", "the cited document")
    .option("--corpus <path>", "a corpus to search where it is not there; may be repeated", collect)
    .addOption(depthOption())
    .option(...IGNORE_OPTION)
    .option("--exit-code", "exit with 1 unless it is verbatim, or given");
  addTypeOptions(command);
  return action(run, command, async (context, given: string | undefined, flags: QuoteFlags) => {
    const { quotation, in: document, corpus = [], depth, exitCode } = flags;
    if ((given === undefined) === (quotation === undefined))
      throw new UsageError("Give one quotation.", "Give its text, or a file with --quotation.");
    if (given !== undefined && existsSync(given) && statSync(given).isFile())
      throw new UsageError(
        `${given} is a file, and no quotation.`,
        `Read it: --quotation ${given}. If these words are meant, give them on standard input: --quotation -.`,
      );
    if (quotation !== undefined && /\s/.test(quotation) && !existsSync(quotation))
      throw new UsageError(
        `There is no file “${quotation}”.`,
        "If these words are the quotation itself, give them without --quotation, in quotation marks.",
      );
    if (document === undefined && corpus.length === 0)
      throw new UsageError("There is nothing to search.", "Give the cited document with --in, or --corpus.");
    const text = given ?? (await textOf(quotation!, flags, context));
    const cited = document === undefined ? null : await textOf(document, flags, context);
    const ignore = await ignoredTexts(flags, context);
    const { checkQuotation } = await import("../../../files/index.ts");
    const { signal } = context;
    const result = await withCorpora(corpus, depth, (corpora) =>
      checkQuotation(text, cited, { corpora, ignore, signal }),
    );
    context.progress.stop();
    context.output.answer(result, (plain) => plainQuotation(result, plain));
    return exitCode && result.status !== "verbatim" && result.status !== "given" ? EXIT.found : EXIT.answered;
  });
}
