/** `spolia assess`: how likely has a model memorised a text? The model is not queried. */
import { Argument } from "commander";
import { action, collect, declare, type Runner } from "../command.ts";
import { addContentOptions, type ContentFlags, contentOf, metadataOf } from "../contents.ts";
import { type EngineInputs, withEngine } from "../inputs.ts";
import { targetModel } from "../lookUp.ts";
import { answerResult } from "../results.ts";

interface AssessFlags extends EngineInputs, ContentFlags {
  model: string;
  html?: string;
}

export function assessCommand(run: Runner) {
  const command = declare({
    name: "assess",
    summary: "estimate the risk that a model has memorised a text, without querying it",
    arguments: [new Argument("<file>", "the text, UTF-8; - reads standard input")],
    examples: [
      [
        "spolia assess novel.txt --model eleutherai/pythia-12b --corpus pile.spolia",
        "copies, size, published findings",
      ],
      ["spolia models", "the names that --model takes"],
    ],
  })
    .requiredOption("--model <provider/model>", "the model, as `spolia models` names it")
    .option("--corpus <path>", "a corpus to search; may be repeated", collect)
    .option("--ledger <file>", "your own records about models and datasets; may be repeated", collect);
  addContentOptions(command).option("--html <file>", "also write the result as one HTML file");

  return action(run, command, async (context, file: string, flags: AssessFlags) => {
    const read = await contentOf(file, flags, context);
    await withEngine(flags, async (engine, catalogue) => {
      const target_model = targetModel(catalogue, flags.model, context.output);
      const result = await engine.assess({ ...read, target_model, ...metadataOf(flags) }, context.host);
      answerResult({ of: "assess", result }, flags, context, catalogue);
    });
  });
}
