/** `spolia catalogue models`: the models of the catalogue, and the datasets that they trained on. */
import { Argument } from "commander";
import { familyOf, versionsOf } from "../../../catalogue/graph/families.ts";
import { plainModel, plainModels } from "../../../report/index.ts";
import { printable } from "../../../report/layout/terminal.ts";
import { openCatalogue } from "../../inputs/inputs.ts";
import { action, declare, LEDGER_OPTION, type Runner } from "../../terminal/command.ts";
import { refuseIdle, UsageError } from "../../terminal/exit.ts";
import { lookUpDataset, lookUpModel } from "../../terminal/lookUp.ts";
import { type AgeFlags, answerAged, refuseIdleMonth, withAge } from "./aged.ts";

interface ModelFlags extends AgeFlags {
  readonly ledger?: string[] | undefined;
  readonly trainedOn?: string | undefined;
}

/** In one line; `--json` has all. */
const SOURCES_NAMED = 3;

export function modelsCommand(run: Runner) {
  const command = declare({
    name: "models",
    summary: "list the models of the catalogue, or what one was trained on",
    arguments: [
      new Argument(
        "[name]",
        "<provider>/<model> or an alias; another spelling is accepted if it can mean one model only",
      ),
    ],
    examples: [
      ["spolia catalogue models", "all of them"],
      ["spolia catalogue models eleutherai/pythia", "the datasets of one, with sources"],
      [
        "spolia catalogue models meta/opt --trained-on books3",
        "was a dataset in its training data? One line, with source",
      ],
      ["spolia catalogue models --older-than 12", "models and claims that were last checked over a year ago"],
    ],
  })
    .option(...LEDGER_OPTION)
    .option("--trained-on <dataset>", "whether the model was trained on this dataset, in one line");

  return action(run, withAge(command), async ({ output }, name: string | undefined, flags: ModelFlags) => {
    refuseIdleMonth(flags);
    refuseIdle({ "--trained-on": flags.trainedOn }, "the name of a model", name !== undefined);
    if (name !== undefined && flags.olderThan !== undefined) {
      throw new UsageError("A name and --older-than are different questions.", "Give one of them.");
    }
    const catalogue = await openCatalogue(flags.ledger);
    if (flags.olderThan !== undefined) return answerAged(catalogue, ["models", "edges"], flags, output);
    if (name === undefined) {
      output.answer({ catalogue: catalogue.revision, models: catalogue.models }, (plain) =>
        plainModels(catalogue, plain),
      );
      return;
    }
    const model = lookUpModel(catalogue, name, output);
    if (flags.trainedOn !== undefined) {
      const dataset = lookUpDataset(catalogue, flags.trainedOn, output);
      const { askedTraining } = await import("../../../catalogue/index.ts");
      const { because, ...rest } = askedTraining(catalogue, model, dataset.id);
      const sources = catalogue.citations(rest.sources);
      const named = sources.slice(0, SOURCES_NAMED).map((one) => `${one.org} (${one.year}), ${one.url ?? one.locator}`);
      const cited = named.length === 0 ? "" : ` ${named.length === 1 ? "Source" : "Sources"}: ${named.join("; ")}.`;
      const document = { catalogue: catalogue.revision, model: model.id, dataset: dataset.id, because, ...rest };
      output.answer({ ...document, sources }, () => `${printable(because + cited)}\n`);
      return;
    }
    const trained = catalogue
      .lineageOf(model.id)
      .map(({ inheritedFrom, ...one }) => ({ ...one, inherited_from: inheritedFrom }));
    const sources = catalogue.citations([
      ...model.sources,
      ...trained.flatMap((one) => [...one.sources, ...one.upstream.flatMap((part) => part.sources)]),
    ]);
    const family = familyOf(catalogue.models, model)?.id ?? null;
    const versions = versionsOf(catalogue.models, model).map(({ id }) => id);
    output.answer({ catalogue: catalogue.revision, model, family, versions, trained_on: trained, sources }, (plain) =>
      plainModel(catalogue, model, plain),
    );
  });
}
