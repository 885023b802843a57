/** `spolia admin records`: the records of a service as a whole, and those of an account. */
import { Argument, type Command } from "commander";
import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import { bytes, count } from "../../../report/layout/page.ts";
import { backUpRecords, openKeptRecords, openRecords, withRegistry } from "../../service/records.ts";
import { action, declare, type Runner } from "../../terminal/command.ts";

interface CopyFlags {
  readonly data: string;
  readonly to: string;
  readonly objects?: string | undefined;
}

const DATA = ["--data <folder>", "the folder or database of `spolia serve --data`"] as const;
const OBJECTS = ["--objects <path>", "the place of `spolia serve --objects`, where --data is a database"] as const;

export function recordsCommand(run: Runner): Command {
  return declare({
    name: "records",
    summary: "back up the records of a service, copy them to another place, or remove those of an account",
    examples: [
      ["spolia admin records backup --data ./records --to ./backup-2026-11-28", "while the service runs"],
      ["spolia admin records copy --data ./records --to postgres://spolia@db/spolia", "from a folder to PostgreSQL"],
      ["spolia admin records remove --data ./records archive", "an account with all that it has"],
    ],
  })
    .addCommand(backupCommand(run))
    .addCommand(copyCommand(run))
    .addCommand(removeCommand(run));
}

function backupCommand(run: Runner): Command {
  const command = declare({
    name: "backup",
    summary: "back up the records of a folder while the service runs",
    description:
      "Copies the state of one moment into a new folder: all that was answered before is in it. To restore, stop the service and " +
      "serve with --data and the folder of the backup, or a copy of it. It holds signing keys and webhook secrets as the records do: " +
      "keep it as safe. Records in PostgreSQL are backed up with pg_dump.",
    examples: [
      ["spolia admin records backup --data ./records --to ./backup-2026-11-28", "then keep the folder elsewhere"],
    ],
  })
    .requiredOption("--data <folder>", "the folder of `spolia serve --data`")
    .requiredOption("--to <folder>", "a folder without records; it is made if it is not there");
  return action(run, command, async ({ output, signal }, { data, to }: Omit<CopyFlags, "objects">) => {
    const size = await backUpRecords(data, to, signal);
    output.answer({ to, bytes: size }, () => `Backed up into ${to}: ${bytes(size)}.\n`);
  });
}

function copyCommand(run: Runner): Command {
  const command = declare({
    name: "copy",
    summary: "copy all records to another place, as from a folder to PostgreSQL",
    description:
      "Copies accounts, keys, works with their histories, results, monitors, messages and jobs to a place without records: all " +
      "or none. The records stay where they were. Stop the service before: what it writes afterwards is not copied.",
    examples: [
      [
        "spolia admin records copy --data ./records --to postgres://spolia@db/spolia",
        "then serve with --data postgres://…",
      ],
    ],
  })
    .requiredOption(...DATA)
    .requiredOption("--to <folder>", "a new folder, or postgres://USER@HOST/DATABASE without records")
    .option(...OBJECTS);
  return action(run, command, async ({ output }, { data, to, objects }: CopyFlags) => {
    const from = await openKeptRecords(data, objects);
    try {
      const target = await openRecords({ data: to }, { option: "--to" });
      try {
        const { copyRecords } = await import("../../../service/store/copy.ts");
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

function removeCommand(run: Runner): Command {
  const command = declare({
    name: "remove",
    summary: "remove an account with all of its records, which cannot be undone",
    description:
      "Removes an account with its keys, works, histories, results, reports, monitors, messages, jobs and offers, live and test, " +
      "effective with the next request. Quotes and licences stay with their other parties, without the account's id; what " +
      "their signed events say stays in them. Backups and copies of the records are not changed.",
    arguments: [new Argument("<account>", "its id, as in --tenant of `spolia admin keys`")],
    examples: [["spolia admin records remove --data ./records archive", "also while the service runs"]],
  })
    .requiredOption(...DATA)
    .option(...OBJECTS);
  return action(run, command, async ({ output }, account: string, { data, objects }: Omit<CopyFlags, "to">) => {
    await withRegistry(await openKeptRecords(data, objects), {}, async (registry) => {
      try {
        await registry.removeAccount(account);
      } catch (error) {
        if (!isSpoliaError(error) || error.code !== "not_found") throw error;
        const hint = "Check its id, the --tenant of `spolia admin keys`; without --tenant it is default.";
        throw new SpoliaError("not_found", `There is no account ${account}.`, { hint, cause: error });
      }
    });
    output.answer({ account_id: account, removed: true }, () => `The account ${account} is removed.\n`);
  });
}
