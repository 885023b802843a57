/** `spolia evidence`: the group of commands for what stays after an answer. */
import type { Command } from "commander";
import { declare, type Runner } from "../../terminal/command.ts";
import { canaryCommand } from "./canary.ts";
import { decideCommand } from "./decide.ts";
import { reportCommand } from "./report.ts";
import { timestampCommand } from "./timestamp.ts";
import { verifyCommand } from "./verify.ts";

export function evidenceCommand(run: Runner): Command {
  return declare({
    name: "evidence",
    summary: "show, check, decide and date results; make canaries",
    examples: [
      ["spolia evidence report result.json --html report.html", "a saved result as a page"],
      ["spolia evidence verify report.json", "check a report without the service that made it"],
      ["spolia evidence canary create -o ./canaries", "make strings to publish in a work"],
    ],
  })
    .addCommand(reportCommand(run))
    .addCommand(verifyCommand(run))
    .addCommand(decideCommand(run))
    .addCommand(timestampCommand(run))
    .addCommand(canaryCommand(run));
}
