/** `spolia catalogue models`: the models of the catalogue, and the datasets that they trained on. */
import { Argument } from "commander";
import { familyOf, versionsOf } from "../../../catalogue/graph/families.ts";
import { plainModel, plainModels } from "../../../report/index.ts";
import { openCatalogue } from "../../inputs/inputs.ts";
import { action, collect, declare, type Runner } from "../../terminal/command.ts";
import { UsageError } from "../../terminal/exit.ts";
import { lookUpModel } from "../../terminal/lookUp.ts";
import { type AgeFlags, answerAged, refuseIdleMonth, withAge } from "./aged.ts";

interface ModelFlags extends AgeFlags {
  readonly ledger?: string[] | undefined;
}

export function modelsCommand(run: Runner) {
  const command = declare({
    name: "models",
    summary: "list the models of the catalogue, or what one was trained on",
    arguments: [
      new Argument("[name]", "<provider>/<model> or an alias; a near name is accepted if it fits one model only"),
    ],
    examples: [
      ["spolia catalogue models", "all of them"],
      ["spolia catalogue models eleutherai/pythia", "the datasets of one, with sources"],
      ["spolia catalogue models --older-than 12", "models and claims that were last checked over a year ago"],
    ],
  }).option("--ledger <file>", "your own records about models and datasets; may be repeated", collect);

  return action(run, withAge(command), async ({ output }, name: string | undefined, flags: ModelFlags) => {
    refuseIdleMonth(flags);
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
