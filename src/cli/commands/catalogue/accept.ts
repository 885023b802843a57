/** `spolia catalogue accept`: puts proposals that a person accepts into a ledger. */
import { existsSync, renameSync } from "node:fs";
import { Argument, type Command, InvalidArgumentError } from "commander";
import type { Ledger } from "../../../catalogue/index.ts";
import { count } from "../../../report/layout/page.ts";
import { readJson } from "../../inputs/files.ts";
import { openCatalogue } from "../../inputs/inputs.ts";
import { action, declare, type Runner } from "../../terminal/command.ts";
import { writeTo } from "../../terminal/output.ts";

interface AcceptFlags {
  ledger: string;
  only?: readonly number[];
}

export function acceptCommand(run: Runner): Command {
  const command = declare({
    name: "accept",
    summary: "put proposals that you accept into your ledger",
    description:
      "Adds what is new among the proposals of `spolia catalogue propose` to a ledger, with the card as its source. With --only it takes " +
      "those numbers alone: also what contradicts the catalogue, which your ledger then replaces, and an open name whose `id` you wrote " +
      "into the file. --ledger of the other commands loads the ledger.",
    arguments: [new Argument("<proposals>", "the file that `spolia catalogue propose` wrote")],
    examples: [
      ["spolia catalogue accept proposals.json --ledger ledger.json", "all that is new"],
      ["spolia catalogue accept proposals.json --ledger ledger.json --only 2,5", "two of them"],
    ],
  })
    .requiredOption("--ledger <file>", "your ledger; it is made where there is none")
    .option("--only <numbers>", "numbers of proposals, with commas between them", parseNumbers);
  return action(run, command, async ({ output }, path: string, { ledger: own, only }: AcceptFlags) => {
    const { acceptProposals, parseLedger, parseProposals } = await import("../../../catalogue/index.ts");
    const hint = "Name a file that `spolia catalogue propose` wrote.";
    const proposals = parseProposals(readJson(path, "invalid_request", hint));
    const isThere = existsSync(own);
    const catalogue = await openCatalogue(isThere ? [own] : []);
    const before = isThere ? (readJson(own, "catalogue_invalid", hint, "ledger") as Ledger) : {};
    const ledger = acceptProposals(catalogue, parseLedger(before), proposals, only);
    if (proposals.catalogue !== catalogue.revision)
      output.notice(
        `The proposals were compared to ${proposals.catalogue}, and the catalogue is ${catalogue.revision}.`,
      );
    writeTo(`${own}.new`, `${JSON.stringify(ledger, null, 1)}\n`);
    // Its name it gets when it can be loaded.
    const { revision } = await openCatalogue([`${own}.new`]);
    renameSync(`${own}.new`, own);
    const records = Object.values(ledger).reduce((sum: number, rows: readonly unknown[]) => sum + rows.length, 0);
    output.answer({ ledger: own, catalogue: revision, records }, () => `${own} now has ${count(records, "record")}.\n`);
    return undefined;
  });
}

function parseNumbers(value: string): number[] {
  if (/^[1-9]\d{0,5}(?:,[1-9]\d{0,5})*$/.test(value)) return value.split(",").map(Number);
  throw new InvalidArgumentError("Numbers with commas between them, as 1,3.");
}
