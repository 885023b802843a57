/** `--older-than` of `spolia catalogue models` and `… datasets`: records that were last checked long ago. */
import type { Command } from "commander";
import type { AgedRecord, Catalogue } from "../../../catalogue/index.ts";
import { plainAged } from "../../../report/index.ts";
import { parseCount } from "../../terminal/command.ts";
import { refuseIdle } from "../../terminal/exit.ts";
import type { Output } from "../../terminal/output.ts";

export interface AgeFlags {
  readonly olderThan?: number | undefined;
  readonly asOf?: string | undefined;
}

export function withAge(command: Command): Command {
  return command
    .option("--older-than <months>", "list the records whose sources were last checked so many months ago", parseCount)
    .option("--as-of <month>", "month from which --older-than counts back; default this one");
}

/** @throws UsageError for a month without the question that it is about */
export function refuseIdleMonth({ olderThan, asOf }: AgeFlags): void {
  refuseIdle({ "--as-of": asOf }, "--older-than", olderThan !== undefined);
}

/** Answers with the records of these tables that were last checked over `olderThan` months before `asOf`. */
export function answerAged(
  catalogue: Catalogue,
  tables: readonly AgedRecord["table"][],
  { olderThan, asOf = new Date().toISOString().slice(0, "YYYY-MM".length) }: AgeFlags,
  output: Output,
): undefined {
  const { before, records: all } = catalogue.checkedBefore(asOf, olderThan);
  const records = all.filter(({ table }) => tables.includes(table));
  const sources = catalogue.citations(records.flatMap((one) => one.sources));
  output.answer({ catalogue: catalogue.revision, checked_before: before, records, sources }, (plain) =>
    plainAged(catalogue, { records, before }, plain),
  );
}
