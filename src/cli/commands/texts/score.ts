/** `spolia score`: how strongly does the evidence support that a model was trained on a work? */

import type { RevealedSecrets } from "../../../base/contract/operations/canary.ts";
import type { Catalogue } from "../../../catalogue/index.ts";
import { refuseCorpora } from "../../inputs/files.ts";
import { type EngineInputs, readOrder, readSecret, withEngine } from "../../inputs/inputs.ts";
import { readObservations } from "../../inputs/observations.ts";
import {
  addContentOptions,
  type ContentFlags,
  contentOf,
  contentOfText,
  metadataOf,
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
  type DetailFlags,
  declare,
  detailOf,
  HTML_OPTION,
  LEDGER_OPTION,
  type Runner,
} from "../../terminal/command.ts";
import { EXIT } from "../../terminal/exit.ts";
import { targetModel } from "../../terminal/lookUp.ts";
import { answerResult } from "../../terminal/results.ts";
import type { Context } from "../../terminal/run.ts";

interface ScoreFlags extends DetailFlags, EngineInputs, ContentFlags, TableFlags {
  model: string;
  jurisdiction: string;
  observations?: readonly string[];
  secret?: readonly string[];
  order?: string;
  html?: string;
}

export function scoreCommand(run: Runner) {
  const command = declare({
    name: "score",
    summary: "weigh the evidence that a model was trained on a text",
    arguments: [TEXTS()],
    examples: [
      [
        "spolia score novel.txt --model eleutherai/pythia --jurisdiction EU-DSM --corpus pile.spolia",
        "one work, one model",
      ],
      ["spolia catalogue models", "the names that --model takes"],
    ],
  })
    .requiredOption("--model <provider/model>", "the model, as `spolia catalogue models` names it")
    .requiredOption(
      "--jurisdiction <code>",
      "ISO 3166 code or a regime such as EU-DSM; it changes words, never numbers",
    )
    .option("--corpus <path>", "a corpus to search; may be repeated", collect)
    .option(...LEDGER_OPTION)
    .option(
      "--calibration <file>",
      "calibration of the match, from spolia corpus calibrate (default: the shipped one)",
    );
  addTableOptions(addContentOptions(command))
    .option("--observations <file>", "output of probe, extract or canary test with --json; may be repeated", collect)
    .option("--secret <file>", "secret of an observed canary, which is computed again; may be repeated", collect)
    .option("--order <file>", "secret of an observed order, as probe takes it")
    .option(...HTML_OPTION);
  addDetailOptions(command);

  return action(run, command, async (context, files: string[], flags: ScoreFlags) => {
    refuseCorpora(files);
    tellFuture(flags, context);
    if (isForTable(files, flags)) return scoreAll(files, flags, context);
    const { output } = context;
    const read = await contentOf(files[0]!, flags, context);
    const searched = await searchOptions(flags, context);
    await withEngine(flags, async (engine, catalogue) => {
      const target = targetModel(catalogue, flags.model, output);
      const request = {
        ...read,
        target_model: target,
        jurisdiction: flags.jurisdiction,
        ...metadataOf(flags),
        ...searched,
        ...(flags.observations && {
          observations: readObservations(flags.observations, catalogue, catalogue.model(target).id, output),
        }),
        secrets: secretsOf(flags),
      };
      const result = await engine.score(request, context.host);
      answerResult({ of: "score", result }, { ...flags, detail: detailOf(flags) }, context, catalogue);
    });
    return EXIT.answered;
  });
}

/** A row for each of several texts. */
async function scoreAll(paths: string[], flags: ScoreFlags, context: Context) {
  const { html, observations, secret, order, title, jurisdiction } = flags;
  const observed = { "--observations": observations, "--secret": secret, "--order": order };
  refuseForTables({ ...observed, "--html": html, "--title": title, "--full": flags.full });
  const searched = await searchOptions(flags, context);
  const prepare = (catalogue: Catalogue) => {
    const target_model = targetModel(catalogue, flags.model, context.output);
    return (text: TableText) => ({
      ...contentOfText(text, flags),
      target_model,
      jurisdiction,
      ...searched,
    });
  };
  await answerTable({ operation: "score", paths, inputs: flags, prepare }, flags, context);
  return EXIT.answered;
}

/** The content is not checked here: the operation refuses invalid secrets. */
function secretsOf({ secret, order }: ScoreFlags): RevealedSecrets | undefined {
  if (secret === undefined && order === undefined) return undefined;
  // `probe` takes the secret with its commitment.
  const read = order === undefined ? undefined : readOrder(order);
  return { canaries: secret?.map(readSecret), order: (read?.secret ?? read) as RevealedSecrets["order"] };
}
