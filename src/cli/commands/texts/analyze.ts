/** `spolia analyze`: in which corpora is a text found, and which models trained on them? */
import type { AnalyzeRequest } from "../../../base/contract/operations/analyze.ts";
import { MATCHES_MAX } from "../../../base/limits.ts";
import { isIndexName } from "../../../remote/publicIndexes/names.ts";
import { readDecisions } from "../../inputs/decisions.ts";
import { refuseCorpora } from "../../inputs/files.ts";
import {
  addIndexOptions,
  answerPlans,
  isUnreached,
  namesWithIndexes,
  noticeIndexes,
  plansFor,
  writeAnswers,
} from "../../inputs/indexes.ts";
import { type EngineInputs, withEngine } from "../../inputs/inputs.ts";
import { ENCODER_OPTION } from "../../inputs/models.ts";
import {
  addContentOptions,
  type ContentFlags,
  contentOfText,
  metadataOf,
  sectionedContentOf,
  shownAs,
  tellFuture,
} from "../../table/contents.ts";
import {
  addTableOptions,
  answerTable,
  isForTable,
  refuseForTables,
  searchOptions,
  type TableFlags,
  TEXTS,
} from "../../table/table.ts";
import type { TableText } from "../../table/tabulate.ts";
import {
  action,
  addDetailOptions,
  collect,
  countUpTo,
  type DetailFlags,
  declare,
  depthOption,
  detailOf,
  HTML_OPTION,
  LEDGER_OPTION,
  type Runner,
} from "../../terminal/command.ts";
import { EXIT, refuseIdle } from "../../terminal/exit.ts";
import { answerResult, ofPage } from "../../terminal/results.ts";
import type { Context } from "../../terminal/run.ts";

interface AnalyzeFlags extends DetailFlags, EngineInputs, ContentFlags, TableFlags {
  dryRun?: true;
  answers?: string;
  allConfidences?: boolean;
  html?: string;
  wholeText?: boolean;
  texts?: boolean;
  maxMatches?: number;
  exitCode?: boolean;
  iscc?: boolean;
  decisions?: readonly string[];
}

export function analyzeCommand(run: Runner) {
  const command = declare({
    name: "analyze",
    summary: "find a text in corpora, and list the models documented to have trained on them",
    arguments: [TEXTS()],
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
      [
        "spolia analyze chapter.txt --corpus books.spolia --encoder minilm-l6-int8",
        "also what the corpus says in other words, after spolia corpus encode",
      ],
      ["spolia analyze ./manuscripts --corpus books.spolia -o table.csv", "a row for each text of a folder"],
      ["cat page.html | spolia analyze - --type html --corpus web.spolia --json", "write the whole result as JSON"],
    ],
  })
    .requiredOption(
      "--corpus <path>",
      "path or URL of a corpus to search, or infini-gram:NAME, a public index; may be repeated",
      collect,
    )
    .option(...LEDGER_OPTION)
    .option(
      "--calibration <file>",
      "calibration of the confidence, from spolia corpus calibrate (default: the shipped one)",
    );
  addIndexOptions(addTableOptions(addContentOptions(command)))
    .option("--dry-run", "print the strings that public indexes would be sent, and send nothing")
    .option("--answers <file>", "also write the answers of public indexes, to repeat the result without them")
    .option("--recorded <file>", "use the answers of --answers in place of the indexes, and send nothing")
    .addOption(depthOption())
    .option("--decisions <file>", "decisions about findings, from spolia evidence decide; may be repeated", collect)
    .option(...ENCODER_OPTION)
    .option("--iscc", "add the ISCC Text-Code of the text (ISO 24138)")
    .option("--all-confidences", "with all that --full prints: the confidence in 50 shared words and at other priors")
    .option(...HTML_OPTION)
    .option("--whole-text", "with --html: also the whole text, its passages numbered")
    .option(
      "--texts",
      "also the whole passages of the sources, as --full and --html have them; of corpora on hosts they are fetched",
    )
    .option("--max-matches <n>", "most passages to list, up to 10,000 (default: 100)", countUpTo(MATCHES_MAX))
    .option("--exit-code", "exit with 1 if the verdict is match or partial");
  addDetailOptions(command);

  return action(run, command, async (context, files: string[], flags: AnalyzeFlags) => {
    refuseIdleFlags(flags);
    refuseCorpora(files);
    tellFuture(flags, context);
    if (isForTable(files, flags)) return analyzeAll(files, flags, context);
    const read = await sectionedContentOf(files[0]!, flags, context);
    return withEngine(flags, async (engine, { citations }) => {
      if (flags.dryRun) {
        answerPlans(plansFor(engine, read.content), context);
        return EXIT.answered;
      }
      noticeIndexes(engine, read.content, context);
      const searched = await searchOptions(flags, context);
      const request = requestOf({ ...read, ...metadataOf(flags) }, { ...flags, searched }, namesWithIndexes(engine));
      const result = await engine.analyze(request, context.host);
      if (flags.answers !== undefined) writeAnswers(engine, result.method.corpora, flags.answers);
      answerResult(
        { of: "analyze", result },
        { ...flags, detail: detailOf({ ...flags, full: flags.full ?? flags.allConfidences }) },
        context,
        {
          texts: [shownAs(read)],
          citations,
          allConfidences: flags.allConfidences,
          ...(await ofPage(files[0]!, flags)),
        },
      );
      if (isUnreached(result)) {
        context.output.notice("No corpus that was asked could be reached, so nothing was searched.");
        return EXIT.failed;
      }
      const found = result.verdict === "match" || result.verdict === "partial";
      return flags.exitCode && found ? EXIT.found : EXIT.answered;
    });
  });
}

function refuseIdleFlags({ corpus = [], html, wholeText, ...flags }: AnalyzeFlags): void {
  refuseIdle({ "--whole-text": wholeText }, "--html", html !== undefined);
  const ofIndexes = {
    "--answers": flags.answers,
    "--recorded": flags.recorded,
    "--private": flags.private,
    "--index-address": flags.indexAddress,
    "--index-dataset": flags.indexDataset,
    "--index-requests": flags.indexRequests,
  };
  refuseIdle(ofIndexes, "--corpus infini-gram:NAME", corpus.some(isIndexName));
}

/** A row for each of several texts. */
async function analyzeAll(paths: string[], flags: AnalyzeFlags, context: Context) {
  const { html, decisions, iscc, allConfidences, title, dryRun, answers, recorded } = flags;
  const ofOneText = { "--html": html, "--decisions": decisions, "--iscc": iscc, "--title": title };
  const ofIndexes = { "--dry-run": dryRun, "--answers": answers, "--recorded": recorded };
  refuseForTables({ ...ofOneText, ...ofIndexes, "--all-confidences": allConfidences, "--full": flags.full });
  const searched = await searchOptions(flags, context);
  const prepare = () => (text: TableText) => requestOf(contentOfText(text, flags), { ...flags, searched });
  const { outcomes } = await answerTable({ operation: "analyze", paths, inputs: flags, prepare }, flags, context);
  return flags.exitCode && (outcomes.has("match") || outcomes.has("partial")) ? EXIT.found : EXIT.answered;
}

interface RequestFlags extends AnalyzeFlags {
  searched: Awaited<ReturnType<typeof searchOptions>>;
}

const requestOf = (read: AnalyzeRequest, flags: RequestFlags, corpora?: string[]): AnalyzeRequest => ({
  ...read,
  ...optionsOf(flags, corpora),
  ...(flags.decisions !== undefined && { decisions: flags.decisions.flatMap(readDecisions) }),
});

/** A page and the full answer show the whole passages, and so the result has them. */
function optionsOf(
  { iscc, texts, html, full, maxMatches, searched }: RequestFlags,
  corpora?: string[],
): Pick<AnalyzeRequest, "options"> {
  const options = {
    ...(iscc === true && { iscc: true }),
    ...(maxMatches !== undefined && { max_matches: maxMatches }),
    ...((texts === true || html !== undefined || full === true) && { source_texts: true }),
    ...(corpora !== undefined && { corpora }),
    ...searched.options,
  };
  return Object.keys(options).length === 0 ? {} : { options };
}
