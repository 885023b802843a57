#!/usr/bin/env node
/** `spolia`: the command line. */
import { main } from "./program.ts";
import { processTerminal } from "./terminal/terminal.ts";
import { hideSqliteWarning } from "./terminal/warnings.ts";

hideSqliteWarning();

// Not awaited here: files that a command loads later may import this one, and would wait for it while it waits for
// them.
main(process.argv.slice(2), processTerminal()).then((code) => {
  process.exitCode = code;
});
