/** `spolia catalogue`: the group of commands that ask the catalogue. */
import type { Command } from "commander";
import { declare, type Runner } from "../../terminal/command.ts";
import { acceptCommand } from "./accept.ts";
import { datasetsCommand } from "./datasets.ts";
import { modelsCommand } from "./models.ts";
import { proposeCommand } from "./propose.ts";
import { statementCommand } from "./statement.ts";
import { updateCommand } from "./update.ts";

export function catalogueCommand(run: Runner): Command {
  return declare({
    name: "catalogue",
    summary: "ask which models trained on what, draft statements of it, and keep it current",
    examples: [
      ["spolia catalogue models", "list the models"],
      ["spolia catalogue models pythia", "show what one was trained on"],
      ["spolia catalogue datasets the-pile", "show which models trained on one"],
    ],
  })
    .addCommand(modelsCommand(run))
    .addCommand(datasetsCommand(run))
    .addCommand(statementCommand(run))
    .addCommand(updateCommand(run))
    .addCommand(proposeCommand(run))
    .addCommand(acceptCommand(run));
}
