/**
 * What `spolia serve` runs, in a process that can be killed: prints its address, answers until it is told to stop.
 *
 *   node service.child.ts {"data": FOLDER, "plans": FILE, "corpus": [FOLDER]}
 */
import { flushCompileCache } from "node:module";
import { runService } from "../../../../src/cli/service/service.ts";
import { Output } from "../../../../src/cli/terminal/output.ts";
import { processTerminal } from "../../../../src/cli/terminal/terminal.ts";

// A killed process keeps nothing of what it compiled for those after it.
flushCompileCache();

const terminal = processTerminal();
const settings = { port: 0, host: "127.0.0.1", threads: 1, log: "none", ...JSON.parse(process.argv[2]!) };
await runService(settings, terminal, new Output(terminal, { json: true }));
