/** `spolia datasets`: the datasets of the catalogue, and the models that trained on them. */
import { Argument } from "commander";
import { plainDataset, plainDatasets } from "../../report/index.ts";
import { action, collect, declare, type Runner } from "../command.ts";
import { openCatalogue } from "../inputs.ts";
import { lookUpDataset } from "../lookUp.ts";

export function datasetsCommand(run: Runner) {
  const command = declare({
    name: "datasets",
    summary: "list the datasets of the catalogue, or which models trained on one",
    arguments: [new Argument("[name]", "id of a dataset; a near name is accepted if it fits one dataset only")],
    examples: [
      ["spolia datasets", "all of them"],
      ["spolia datasets the-pile", "the models of one, with sources"],
    ],
  }).option("--ledger <file>", "your own records about models and datasets; may be repeated", collect);

  return action(run, command, async ({ output }, name: string | undefined, flags: { ledger?: string[] }) => {
    const catalogue = await openCatalogue(flags.ledger);
    if (name === undefined) {
      const document = { catalogue: catalogue.revision, datasets: catalogue.datasets };
      output.answer(document, (plain) => plainDatasets(catalogue, plain));
      return;
    }
    const dataset = lookUpDataset(catalogue, name, output);
    const models = catalogue.trainedOn(dataset.id).map(({ trainedDataset, datasetEnd, releasedBasis, ...one }) => ({
      ...one,
      trained_dataset: trainedDataset,
      dataset_end: datasetEnd,
      released_basis: releasedBasis,
    }));
    const sources = catalogue.citations([...dataset.sources, ...models.flatMap((one) => one.sources)]);
    output.answer({ catalogue: catalogue.revision, dataset, models, sources }, (plain) =>
      plainDataset(catalogue, dataset, plain),
    );
  });
}
