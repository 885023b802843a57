/** `spolia admin`: the group of commands for whoever runs spolia on a machine. */
import type { Command } from "commander";
import { declare, type Runner } from "../../terminal/command.ts";
import { completionCommand } from "./completion.ts";
import { doctorCommand } from "./doctor.ts";
import { keysCommand } from "./keys.ts";
import { recordsCommand } from "./records.ts";

export function adminCommand(run: Runner): Command {
  return declare({
    name: "admin",
    summary: "check this machine, and look after keys and records of a service",
    examples: [
      ["spolia admin doctor", "check what works on this machine"],
      ["spolia admin keys create --data ./records", "make an access key"],
      ["spolia admin records backup --data ./records --to ./backup", "back up the records of a service"],
    ],
  })
    .addCommand(doctorCommand(run))
    .addCommand(keysCommand(run))
    .addCommand(recordsCommand(run))
    .addCommand(completionCommand(run));
}
