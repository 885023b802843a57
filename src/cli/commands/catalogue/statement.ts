/** `spolia catalogue statement`: drafts of statements about training data. */
import { Argument, type Command } from "commander";
import type { StatementFormat } from "../../../base/contract/resources/trainingStatement.ts";
import { plainStatement } from "../../../report/index.ts";
import { withCorpora } from "../../inputs/corpora.ts";
import { openCatalogue } from "../../inputs/inputs.ts";
import { action, collect, declare, LEDGER_OPTION, type Runner } from "../../terminal/command.ts";
import { UsageError } from "../../terminal/exit.ts";
import { writeTo } from "../../terminal/output.ts";

interface StatementFlags {
  corpus?: readonly string[];
  dataset?: readonly string[];
  model?: string;
  ledger?: string[];
  created?: string;
  output?: string;
}

const FORMATS = ["eu", "ab2013", "cyclonedx", "spdx", "croissant"] as const satisfies readonly StatementFormat[];

export function statementCommand(run: Runner): Command {
  const command = declare({
    name: "statement",
    summary: "draft a statement about training data, with sources and blanks",
    description:
      "From corpora and the catalogue: the EU template for the public summary of training content (eu), California's AB 2013 (ab2013), an ML-BOM " +
      "(cyclonedx), a dataset of SPDX 3 (spdx), or Croissant. Each value has its source; what nothing tells is named as a blank, and never filled.",
    arguments: [new Argument("<format>", "the form of the statement").choices([...FORMATS])],
    examples: [
      [
        "spolia catalogue statement eu --corpus books.spolia --model allenai/olmo-2-1124-7b",
        "of a model and of a corpus",
      ],
      ["spolia catalogue statement cyclonedx --corpus books.spolia -o bom.json", "writes the document into a file"],
      ["spolia catalogue statement croissant --dataset the-pile --json", "with the place of each source"],
    ],
  })
    .option("--corpus <path>", "a corpus, its folder or address; may be repeated", collect)
    .option("--dataset <id>", "a dataset of the catalogue; may be repeated", collect)
    .option("--model <name>", "a model of the catalogue, with the datasets that records tie to it")
    .option(...LEDGER_OPTION)
    .option("--created <time>", "when the statement is made, in UTC (default: now)")
    .option("-o, --output <file>", "write the document alone into a file");
  return action(run, command, async ({ output, progress }, format: StatementFormat, flags: StatementFlags) => {
    const { corpus = [], dataset = [], model, created } = flags;
    if (corpus.length + dataset.length === 0 && model === undefined)
      throw new UsageError("A statement is about something.", "Name a --corpus, a --dataset or a --model.");
    const catalogue = await openCatalogue(flags.ledger);
    const { draftStatement } = await import("../../../files/index.ts");
    const statement = await withCorpora(corpus, undefined, (corpora) => {
      const infos = corpora.map(({ info }) => info);
      const named = { corpora: infos.map(({ name }) => name), datasets: [...dataset] };
      const request = {
        format,
        ...named,
        ...(model !== undefined && { model }),
        ...(created !== undefined && { created }),
      };
      return draftStatement(request, { catalogue, corpora: infos });
    });
    progress.stop();
    if (flags.output !== undefined) writeTo(flags.output, `${JSON.stringify(statement.document, null, 2)}\n`);
    output.answer(statement, (plain) => plainStatement(statement, plain));
    return undefined;
  });
}
