/** The commands of `spolia`, and the parsing of a command line. */
import { Command } from "commander";
import manifest from "../../package.json" with { type: "json" };
import type { ResultDocument } from "../report/index.ts";
import { completionCommand } from "./commands/completion.ts";
import { corpusCommand } from "./commands/corpus/corpus.ts";
import { dedupCommand } from "./commands/corpus/dedup.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { decideCommand } from "./commands/evidence/decide.ts";
import { reportCommand } from "./commands/evidence/report.ts";
import { timestampCommand } from "./commands/evidence/timestamp.ts";
import { verifyCommand } from "./commands/evidence/verify.ts";
import { canaryCommand } from "./commands/models/canary.ts";
import { datasetsCommand } from "./commands/models/datasets.ts";
import { extractCommand } from "./commands/models/extract.ts";
import { modelsCommand } from "./commands/models/models.ts";
import { probeCommand } from "./commands/models/probe.ts";
import { pipeCommand } from "./commands/pipe.ts";
import { keysCommand } from "./commands/service/keys.ts";
import { marketplaceCommand } from "./commands/service/marketplace.ts";
import { nodeCommand } from "./commands/service/node.ts";
import { recordsCommand } from "./commands/service/records.ts";
import { serveCommand } from "./commands/service/serve.ts";
import { analyzeCommand } from "./commands/texts/analyze.ts";
import { assessCommand } from "./commands/texts/assess.ts";
import { auditCommand } from "./commands/texts/audit.ts";
import { calibrateCommand } from "./commands/texts/calibrate.ts";
import { compareCommand } from "./commands/texts/compare.ts";
import { leadsCommand } from "./commands/texts/leads.ts";
import { quoteCheckCommand } from "./commands/texts/quoteCheck.ts";
import { rightsCommand } from "./commands/texts/rights.ts";
import { scoreCommand } from "./commands/texts/score.ts";
import { statementCommand } from "./commands/texts/statement.ts";
import type { Runner } from "./terminal/command.ts";
import { EXIT, type ExitCode } from "./terminal/exit.ts";
import { explained, helpOf, refuseUnknownHelp } from "./terminal/misspelt.ts";
import type { OutputOptions } from "./terminal/output.ts";
import { endParsing, runWork } from "./terminal/run.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** The commands of operations, in the order of the help. */
const OPERATION_COMMANDS: { readonly [Name in ResultDocument["of"]]: (run: Runner) => Command } = {
  analyze: analyzeCommand,
  compare: compareCommand,
  score: scoreCommand,
  assess: assessCommand,
  extract: extractCommand,
  probe: probeCommand,
};

/** Runs one command line; `argv` excludes the names of Node and of the program. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.answered;
  const runner: Runner = async (command, work) => {
    exitCode = await runWork(work, terminal, command.optsWithGlobals<OutputOptions>());
  };
  const program = createProgram(runner, terminal);
  try {
    refuseUnknownHelp(argv, program);
    await program.parseAsync(isBare(argv, program) ? [...argv, "--help"] : [...argv], { from: "user" });
  } catch (error) {
    return endParsing(explained(error, argv, program) ?? error, argv, terminal, helpOf(argv, program));
  }
  return exitCode;
}

/** The commands; `terminal` gets the help that they print. */
export function createProgram(runner: Runner, terminal: Pick<Terminal, "stdout" | "stderr">): Command {
  const program = new Command("spolia")
    .description(
      "Estimates whether a text was used to train AI models: in which corpora it is found, which models trained on them, and with what confidence.",
    )
    .version(manifest.version)
    .option("--json", "write one JSON document to stdout")
    .option("--no-color", "write without colours (as with NO_COLOR)")
    .addHelpText(
      "after",
      `
Examples:
  spolia corpus build -o books.spolia --dataset my-books ./books
  spolia analyze chapter.txt --corpus books.spolia

Exit codes: 0 success; 1 a check failed, or with --exit-code the verdict is match or partial; 2 usage error; 3 failure; 70 serve ended by a fault of its own; 130 interrupted.
Text leaves this machine only with extract and probe, which send it to the models that you configure, and with public
indexes (--corpus infini-gram:…) and leads, which send it to the services that you name; --dry-run shows what.`,
    );
  for (const create of [
    corpusCommand,
    ...Object.values(OPERATION_COMMANDS),
    leadsCommand,
    auditCommand,
    quoteCheckCommand,
    dedupCommand,
    rightsCommand,
    statementCommand,
    marketplaceCommand,
    decideCommand,
    canaryCommand,
    reportCommand,
    verifyCommand,
    timestampCommand,
    calibrateCommand,
    modelsCommand,
    datasetsCommand,
    serveCommand,
    nodeCommand,
    keysCommand,
    recordsCommand,
    pipeCommand,
    doctorCommand,
    completionCommand,
  ]) {
    program.addCommand(create(runner));
  }
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)]) {
    command
      .exitOverride()
      .configureHelp({ showGlobalOptions: true })
      .configureOutput({
        writeOut: (text) => terminal.stdout.write(text),
        writeErr: (text) => terminal.stderr.write(text),
        // `endParsing` writes it, in the form of all other errors.
        outputError: () => {},
      });
  }
  return program;
}

/** Whether the command line names nothing, or only a group of commands: then the help is the result, not an error. */
function isBare(argv: readonly string[], program: Command): boolean {
  const words = argv.filter((word) => word !== "--json" && word !== "--no-color");
  const isGroup = (name: string) => program.commands.some((one) => one.name() === name && one.commands.length > 0);
  return words.length === 0 || (words.length === 1 && isGroup(words[0]!));
}
