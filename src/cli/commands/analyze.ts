/** `spolia analyze`: in which corpora is a text found, and which models trained on them? */
import { Argument } from "commander";
import type { AnalyzeRequest } from "../../contract/analyze.ts";
import { action, collect, declare, depthOption, type Runner } from "../command.ts";
import { addContentOptions, type ContentFlags, contentOf, metadataOf, type ReadContent } from "../contents.ts";
import { readDecisions } from "../decisions.ts";
import { EXIT } from "../exit.ts";
import { addIndexOptions, answerPlans, namesWithIndexes, noticeIndexes, plansFor, writeAnswers } from "../indexes.ts";
import { type EngineInputs, withEngine } from "../inputs.ts";
import { answerResult } from "../results.ts";

interface AnalyzeFlags extends EngineInputs, ContentFlags {
  dryRun?: true;
  answers?: string;
  allConfidences?: boolean;
  html?: string;
  exitCode?: boolean;
  iscc?: boolean;
  decisions?: readonly string[];
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
      [
        "spolia analyze chapter.txt --corpus infini-gram:v4_piletrain_llama --dry-run",
        "what would be sent to the index of The Pile",
      ],
      ["cat page.html | spolia analyze - --type html --corpus web.spolia --json", "write the whole result as JSON"],
    ],
  })
    .requiredOption(
      "--corpus <path>",
      "path or URL of a corpus to search, or infini-gram:NAME, a public index; may be repeated",
      collect,
    )
    .option("--ledger <file>", "your own records about models and datasets; may be repeated", collect)
    .option("--calibration <file>", "calibration of the confidence, from spolia calibrate (default: the shipped one)");
  addIndexOptions(addContentOptions(command))
    .option("--dry-run", "print the strings that public indexes would be sent, and send nothing")
    .option("--answers <file>", "also write the answers of public indexes, to repeat the result without them")
    .addOption(depthOption())
    .option("--decisions <file>", "decisions about findings, from spolia decide; may be repeated", collect)
    .option("--iscc", "add the ISCC Text-Code of the text (ISO 24138)")
    .option("--all-confidences", "show also the confidence in 50 shared words and at other priors")
    .option("--html <file>", "also write the result as one HTML file")
    .option("--exit-code", "exit with 1 if the verdict is match or partial");

  return action(run, command, async (context, file: string, flags: AnalyzeFlags) => {
    const read = await contentOf(file, flags, context);
    return withEngine(flags, async (engine, { citations }) => {
      if (flags.dryRun) {
        answerPlans(plansFor(engine, read.content), context);
        return EXIT.answered;
      }
      noticeIndexes(engine, read.content, context);
      const result = await engine.analyze(requestOf(read, flags, namesWithIndexes(engine)), context.host);
      if (flags.answers !== undefined) writeAnswers(engine, result.method.corpora, flags.answers);
      answerResult({ of: "analyze", result }, flags, context, {
        texts: [read.content],
        citations,
        allConfidences: flags.allConfidences,
      });
      const found = result.verdict === "match" || result.verdict === "partial";
      return flags.exitCode && found ? EXIT.found : EXIT.answered;
    });
  });
}

const requestOf = (read: ReadContent, flags: AnalyzeFlags, corpora: string[] | undefined): AnalyzeRequest => ({
  metadata: {},
  ...read,
  ...metadataOf(flags),
  ...((flags.iscc === true || corpora !== undefined) && {
    options: { ...(flags.iscc === true && { iscc: true }), ...(corpora !== undefined && { corpora }) },
  }),
  ...(flags.decisions !== undefined && { decisions: flags.decisions.flatMap(readDecisions) }),
});
