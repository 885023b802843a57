/** `spolia assess`: how likely has a model memorised a text? The model is not queried. */
import type { Catalogue } from "../../../catalogue/index.ts";
import { refuseCorpora } from "../../inputs/files.ts";
import { type EngineInputs, withEngine } from "../../inputs/inputs.ts";
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

interface AssessFlags extends DetailFlags, EngineInputs, ContentFlags, TableFlags {
  model: string;
  html?: string;
}

export function assessCommand(run: Runner) {
  const command = declare({
    name: "assess",
    summary: "estimate the risk that a model has memorised a text, without querying it",
    arguments: [TEXTS()],
    examples: [
      [
        "spolia assess novel.txt --model eleutherai/pythia-12b --corpus pile.spolia",
        "copies, size, published findings",
      ],
      ["spolia catalogue models", "the names that --model takes"],
    ],
  })
    .requiredOption("--model <provider/model>", "the model, as `spolia catalogue models` names it")
    .option("--corpus <path>", "a corpus to search; may be repeated", collect)
    .option(...LEDGER_OPTION);
  addTableOptions(addContentOptions(command)).option(...HTML_OPTION);
  addDetailOptions(command);

  return action(run, command, async (context, files: string[], flags: AssessFlags) => {
    refuseCorpora(files);
    tellFuture(flags, context);
    if (isForTable(files, flags)) return assessAll(files, flags, context);
    const read = await contentOf(files[0]!, flags, context);
    const searched = await searchOptions(flags, context);
    await withEngine(flags, async (engine, catalogue) => {
      const target_model = targetModel(catalogue, flags.model, context.output);
      const request = { ...read, target_model, ...metadataOf(flags), ...searched };
      const result = await engine.assess(request, context.host);
      answerResult({ of: "assess", result }, { ...flags, detail: detailOf(flags) }, context, catalogue);
    });
    return EXIT.answered;
  });
}

/** A row for each of several texts. */
async function assessAll(paths: string[], flags: AssessFlags, context: Context) {
  refuseForTables({ "--html": flags.html, "--title": flags.title, "--full": flags.full });
  const searched = await searchOptions(flags, context);
  const prepare = (catalogue: Catalogue) => {
    const target_model = targetModel(catalogue, flags.model, context.output);
    return (text: TableText) => ({ ...contentOfText(text, flags), target_model, ...searched });
  };
  await answerTable({ operation: "assess", paths, inputs: flags, prepare }, flags, context);
  return EXIT.answered;
}
