#!/usr/bin/env node
/** `spolia`: the command line. */
import { main } from "./program.ts";
import { processTerminal } from "./terminal.ts";

process.exitCode = await main(process.argv.slice(2), processTerminal());
