/** `spolia assess`: how likely has a model memorised a text? The model is not queried. */
import { Argument, Option } from "commander";
import { htmlAssessment, plainAssessment } from "../../report/index.ts";
import { collect, declare, type Runner } from "../command.ts";
import { addContentOptions, type ContentFlags, contentOf, metadataOf } from "../contents.ts";
import { EXIT } from "../exit.ts";
import { type EngineInputs, withEngine } from "../inputs.ts";
import { targetModel } from "../lookUp.ts";
import { writeTo } from "../output.ts";

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
    .addOption(new Option("--corpus <path>", "a corpus to search; may be repeated").argParser(collect))
    .addOption(
      new Option("--ledger <file>", "your own records about models and datasets; may be repeated").argParser(collect),
    );
  addContentOptions(command).option("--html <file>", "also write the result as one HTML file");

  return command.action((file: string, flags: AssessFlags) =>
    run(command, async (context) => {
      const { output, progress, signal } = context;
      const read = await contentOf(file, flags, context);
      const result = await withEngine(flags, async (engine, catalogue) => {
        const request = { ...read, target_model: targetModel(catalogue, flags.model, output), ...metadataOf(flags) };
        const found = await engine.assess(request, { signal, onProgress: (one) => progress.show(one) });
        if (flags.html) writeTo(flags.html, htmlAssessment(found, { citations: catalogue.citations }));
        return found;
      });
      progress.stop();
      output.answer(result, (plain) => plainAssessment(result, plain));
      return EXIT.answered;
    }),
  );
}
