/** `spolia corpus calibrate`: calibrates the confidence for the user's own corpus. */
import { Argument, type Command } from "commander";
import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import { matchRatesByKind } from "../../../engine/evidence/confidence/errorRates.ts";
import type { Calibration, Corpus, Engine } from "../../../index.ts";
import { count } from "../../../report/layout/page.ts";
import { type EngineInputs, type ReadingFlags, readTexts } from "../../inputs/inputs.ts";
import { encodingOption, strictOption } from "../../table/contents.ts";
import { action, declare, depthOption, type Runner } from "../../terminal/command.ts";
import { today, writeTo } from "../../terminal/output.ts";
import { threadedEngine } from "../../threads/engines.ts";

interface CalibrateFlags extends ReadingFlags {
  own?: string[];
  clean: string[];
  depth: EngineInputs["depth"];
  out?: string;
}

/** So that no thread waits while a long case is answered. */
const CASES_PER_THREAD = 16;
/** Most texts of the corpus that cases are made of. */
const SAMPLE_TEXTS_MAX = 2_000;

export function calibrateCommand(run: Runner): Command {
  const command = declare({
    name: "calibrate",
    summary: "calibrate the confidence for a corpus of your own",
    description:
      "Puts excerpts of the corpus's own texts, verbatim and edited, into texts that are not in it, analyses all of them, and writes " +
      "how often the results were right: a file for `spolia analyze --calibration`. Each clean file counts as one work; with few " +
      "works the intervals are wide. You must make sure that no part of the clean files is in the corpus.",
    arguments: [new Argument("<corpus>", "path or URL of the corpus")],
    examples: [
      ["spolia corpus calibrate books.spolia --clean ./unpublished --out books.calibration.json", "folders or files"],
      ["spolia analyze chapter.txt --corpus books.spolia --calibration books.calibration.json", "use it"],
    ],
  })
    .requiredOption("--clean <path...>", "folders and files of which no part is in the corpus")
    .option("--own <path...>", "folders and files that are in the corpus, where the corpus has no text")
    .addOption(depthOption())
    .addOption(encodingOption())
    .addOption(strictOption())
    .option("--out <file>", "where to write the calibration (default: with --json, standard output)");
  return action(run, command, async (context, path: string, flags: CalibrateFlags) => {
    const { output, progress, signal, host } = context;
    const { own: ownPaths, clean, depth, out, strict, encoding } = flags;
    const [{ openCorpus }, { sampleTexts }, { calibrateWith }] = await Promise.all([
      import("../../../index.ts"),
      import("../../../corpus/index.ts"),
      import("../../../engine/calibrate.ts"),
    ]);
    const texts = (await readTexts(clean, output, signal, { strict, encoding })).map(({ text }) => text);
    const corpus = await openCorpus(path, { depth });
    try {
      const own =
        ownPaths === undefined
          ? await sampleTexts(path, { count: SAMPLE_TEXTS_MAX, wordsMin: 100 }).catch(nameTheFlag)
          : (await readTexts(ownPaths, output, signal, { strict, encoding }))
              .map(({ text }) => text)
              .slice(0, SAMPLE_TEXTS_MAX);
      const name = `${corpus.info.name} ${corpus.info.revision.slice(0, 12)}`;
      const calibration = await inThreads(path, corpus, depth, (engine, lanes) =>
        calibrateWith(engine, [corpus], own, texts, { name, date: today(), lanes, ...host }),
      );
      progress.stop();
      if (out !== undefined) writeTo(out, `${JSON.stringify(calibration, null, 1)}\n`);
      output.answer(calibration, () => plainCalibration(calibration));
    } finally {
      await corpus.close();
    }
  });
}

/** Gives `work` an engine that answers in threads, each with the corpus, and how many cases to ask about at once. */
async function inThreads<Result>(
  path: string,
  corpus: Corpus,
  depth: EngineInputs["depth"],
  work: (engine: Engine, lanes: number) => Promise<Result>,
): Promise<Result> {
  const { provisionalFor } = await import("../../../engine/calibrate.ts");
  const own = provisionalFor([corpus]);
  const { createEngine } = await import("../../../index.ts");
  const engine = await createEngine({ corpora: [corpus], ...own });
  const threads = threadedEngine(engine, { corpus: [path], depth, ...own }, { niceness: 0 });
  try {
    return await work(threads, CASES_PER_THREAD * threads.load.threads);
  } finally {
    await threads.close();
  }
}

/** The library cannot know that the texts can be given. */
function nameTheFlag(error: unknown): never {
  if (!isSpoliaError(error) || error.code !== "corpus_without_text") throw error;
  throw new SpoliaError(error.code, error.message, { hint: "Give texts of the corpus by --own.", cause: error });
}

/** The results on the cases: one line per kind of case. */
function plainCalibration(calibration: Calibration): string {
  const { name, strata, steps, provenance } = calibration;
  const { cases, rates } = provenance;
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const [best] = steps.slice(-1);
  // As in results: cases of one work are one case.
  const lines = matchRatesByKind(calibration).map(({ kind, ci_95 }, i) => {
    const { count, of } = rates[i]!.match;
    return `  ${kind}: match in ${count} of ${of} (95 % interval ${percent(ci_95[0])} to ${percent(ci_95[1])})`;
  });
  return [
    `CALIBRATED: ${name}, from ${count(cases.select, "case")} of which ${count(cases.clusters, "is", "are")} independent.`,
    ...lines,
    "  The intervals are those of as many independent cases.",
    `  The highest log10 likelihood ratio it gives is ${best!.log10_lr} (${best!.lo} to ${best!.hi}).`,
    `  It holds for contents of ${strata.content_words.join(" to ")} words and corpora of ${strata.searched_words.join(" to ")} words.`,
    "",
  ].join("\n");
}
