/** `spolia assess`: how likely is a model to have memorised a text? The model is not asked. */
import { Argument, Option } from "commander";
import { plainAssessment } from "../../report/index.ts";
import { collect, declare, parseDate, type Runner } from "../command.ts";
import { EXIT } from "../exit.ts";
import { contentTypeOf, type EngineInputs, readContent, withEngine } from "../inputs.ts";

interface AssessFlags extends EngineInputs {
  model: string;
  published?: string;
}

export function assessCommand(run: Runner) {
  const command = declare({
    name: "assess",
    summary: "tell how likely a model is to have memorised a text, without asking it",
    arguments: [new Argument("<file>", "the text, UTF-8; - reads standard input")],
    examples: [
      ["spolia assess novel.txt --model eleutherai/pythia-12b --corpus pile.spolia", "copies, size, published findings"],
      ["spolia models", "the names that --model takes"],
    ],
  })
    .requiredOption("--model <provider/model>", "the model, as `spolia models` names it")
    .addOption(new Option("--corpus <path>", "a corpus to search; may be repeated").argParser(collect))
    .addOption(new Option("--ledger <file>", "your own records about models and datasets; may be repeated").argParser(collect))
    .option("--published <date>", "when the work was first published: YYYY, YYYY-MM or YYYY-MM-DD", parseDate);

  return command.action((file: string, flags: AssessFlags) =>
    run(command, async ({ terminal, output, progress, signal }) => {
      const request = {
        content: await readContent(file, terminal),
        content_type: contentTypeOf(file),
        target_model: flags.model,
        ...(flags.published && { metadata: { published: flags.published } }),
      };
      const result = await withEngine(flags, (engine) =>
        engine.assess(request, { signal, onProgress: (one) => progress.show(one) }),
      );
      progress.stop();
      output.answer(result, (plain) => plainAssessment(result, plain));
      return EXIT.answered;
    }),
  );
}
