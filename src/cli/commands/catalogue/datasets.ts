/** `spolia catalogue datasets`: the datasets of the catalogue, and the models that trained on them. */
import { Argument } from "commander";
import type { Catalogue } from "../../../catalogue/index.ts";
import { searchableIndexes } from "../../../remote/publicIndexes/index.ts";
import { plainDataset, plainDatasets, plainDomain, plainSearchable } from "../../../report/index.ts";
import { openCatalogue } from "../../inputs/inputs.ts";
import { action, declare, LEDGER_OPTION, type Runner } from "../../terminal/command.ts";
import { UsageError } from "../../terminal/exit.ts";
import { lookUpDataset } from "../../terminal/lookUp.ts";
import type { Output } from "../../terminal/output.ts";
import { type AgeFlags, answerAged, refuseIdleMonth, withAge } from "./aged.ts";

interface DatasetFlags extends AgeFlags {
  readonly ledger?: string[] | undefined;
  readonly domain?: string | undefined;
  readonly searchable?: true | undefined;
}

export function datasetsCommand(run: Runner) {
  const command = declare({
    name: "datasets",
    summary: "list the datasets of the catalogue, or which models trained on one",
    arguments: [
      new Argument("[name]", "id of a dataset; another spelling is accepted if it can mean one dataset only"),
    ],
    examples: [
      ["spolia catalogue datasets", "all of them"],
      ["spolia catalogue datasets the-pile", "the models of one, with sources"],
      ["spolia catalogue datasets --domain example.org", "the models that a list of domains ties to a website"],
      ["spolia catalogue datasets --searchable", "what public indexes hold, by the names that --corpus takes"],
      ["spolia catalogue datasets --older-than 12", "what was last checked over a year ago"],
    ],
  })
    .option(...LEDGER_OPTION)
    .option("--domain <domain>", "a host, or a part of one such as github.com/python/peps");

  command.option("--searchable", "list the public indexes that can be searched, with coverage and age");
  return action(run, withAge(command), async ({ output }, name: string | undefined, flags: DatasetFlags) => {
    refuseIdleMonth(flags);
    if ([name, flags.domain, flags.olderThan, flags.searchable].filter((one) => one !== undefined).length > 1)
      throw new UsageError(
        "A name, --domain, --searchable and --older-than are different questions.",
        "Give one of them.",
      );
    const catalogue = await openCatalogue(flags.ledger);
    if (flags.searchable) {
      const searchable = searchableIndexes(catalogue);
      output.answer({ catalogue: catalogue.revision, searchable }, (plain) => plainSearchable(searchable, plain));
      return;
    }
    if (flags.domain !== undefined) return answerDomain(catalogue, flags.domain, output);
    if (flags.olderThan !== undefined) return answerAged(catalogue, ["datasets", "domains"], flags, output);
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

function answerDomain(catalogue: Catalogue, domain: string, output: Output): undefined {
  const answer = catalogue.domain(domain);
  const { mentions, silent } = answer;
  const sources = catalogue.citations([
    ...mentions.flatMap(({ list, models }) => [...list.sources, ...models.flatMap((one) => one.sources)]),
    ...silent.flatMap((list) => list.sources),
  ]);
  output.answer({ catalogue: catalogue.revision, ...answer, sources }, (plain) =>
    plainDomain(catalogue, answer, plain),
  );
}
