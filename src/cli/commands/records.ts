/** `spolia records`: the records of a service, as a whole. */
import type { Command } from "commander";
import { count } from "../../report/page.ts";
import { action, declare, type Runner } from "../command.ts";
import { openKeptRecords, openRecords } from "../records.ts";

interface CopyFlags {
  readonly data: string;
  readonly to: string;
  readonly objects?: string | undefined;
}

export function recordsCommand(run: Runner): Command {
  return declare({
    name: "records",
    summary: "copy the records of a service to another place",
    examples: [
      ["spolia records copy --data ./records --to postgres://spolia@db/spolia", "from a folder to PostgreSQL"],
    ],
  }).addCommand(copyCommand(run));
}

function copyCommand(run: Runner): Command {
  const command = declare({
    name: "copy",
    summary: "copy all records to another place, as from a folder to PostgreSQL",
    description:
      "Copies accounts, keys, works with their histories, results, monitors, messages and jobs to a place without records: all " +
      "or none. The records stay where they were. Stop the service before: what it writes afterwards is not copied.",
    examples: [
      ["spolia records copy --data ./records --to postgres://spolia@db/spolia", "then serve with --data postgres://…"],
    ],
  })
    .requiredOption("--data <folder>", "the folder or database of `spolia serve --data`")
    .requiredOption("--to <folder>", "a new folder, or postgres://USER@HOST/DATABASE without records")
    .option("--objects <path>", "the place of `spolia serve --objects`, where --data is a database");
  return action(run, command, async ({ output }, { data, to, objects }: CopyFlags) => {
    const from = await openKeptRecords(data, objects);
    try {
      const target = await openRecords({ data: to });
      try {
        const { copyRecords } = await import("../../registry/index.ts");
        const copied = await copyRecords(from, target);
        const all = Object.values(copied).reduce((sum, one) => sum + one, 0);
        output.answer({ copied }, () => `Copied ${count(all, "record")}.\n`);
      } finally {
        await target.close();
      }
    } finally {
      await from.close();
    }
  });
}
