/** The commands of `spolia`, and the parsing of a command line. */
import { Command } from "commander";
import manifest from "../../package.json" with { type: "json" };
import type { ResultDocument } from "../report/index.ts";
import { adminCommand } from "./commands/admin/admin.ts";
import { catalogueCommand } from "./commands/catalogue/catalogue.ts";
import { corpusCommand } from "./commands/corpus/corpus.ts";
import { dedupCommand } from "./commands/corpus/dedup.ts";
import { evidenceCommand } from "./commands/evidence/evidence.ts";
import { encoderCommand } from "./commands/models/encoder.ts";
import { extractCommand } from "./commands/models/extract.ts";
import { probeCommand } from "./commands/models/probe.ts";
import { marketplaceCommand } from "./commands/service/marketplace.ts";
import { serveCommand } from "./commands/service/serve.ts";
import { analyzeCommand } from "./commands/texts/analyze.ts";
import { assessCommand } from "./commands/texts/assess.ts";
import { auditCommand } from "./commands/texts/audit.ts";
import { compareCommand } from "./commands/texts/compare.ts";
import { leadsCommand } from "./commands/texts/leads.ts";
import { pipeCommand } from "./commands/texts/pipe.ts";
import { quoteCheckCommand } from "./commands/texts/quoteCheck.ts";
import { rightsCommand } from "./commands/texts/rights.ts";
import { scoreCommand } from "./commands/texts/score.ts";
import type { Runner } from "./terminal/command.ts";
import { EXIT, type ExitCode } from "./terminal/exit.ts";
import { commandAt, commandsBelow, explained, helpOf, refuseUnknownHelp } from "./terminal/misspelt.ts";
import type { OutputOptions } from "./terminal/output.ts";
import { endParsing, runWork } from "./terminal/run.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** The commands of operations, in the order of the help. */
const OPERATION_COMMANDS: { readonly [Name in Exclude<ResultDocument["of"], "compareAll">]: (run: Runner) => Command } =
  {
    analyze: analyzeCommand,
    compare: compareCommand,
    score: scoreCommand,
    assess: assessCommand,
    extract: extractCommand,
    probe: probeCommand,
  };

/** Runs one command line; `given` excludes the names of Node and of the program. */
export async function main(given: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const argv = regrouped(given);
  let exitCode: ExitCode = EXIT.answered;
  const runner: Runner = async (command, work) => {
    exitCode = await runWork(work, terminal, command.optsWithGlobals<OutputOptions>());
  };
  const program = createProgram(runner, terminal);
  try {
    refuseUnknownHelp(argv, program);
    await program.parseAsync(isBare(argv, program) ? [...argv, "--help"] : asOption(argv), { from: "user" });
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
    ...Object.values(OPERATION_COMMANDS),
    leadsCommand,
    auditCommand,
    quoteCheckCommand,
    dedupCommand,
    rightsCommand,
    corpusCommand,
    catalogueCommand,
    evidenceCommand,
    encoderCommand,
    marketplaceCommand,
    serveCommand,
    adminCommand,
  ]) {
    program.addCommand(create(runner));
  }
  // Programs start it, not people.
  program.addCommand(pipeCommand(runner), { hidden: true });
  for (const command of [program, ...commandsBelow(program)]) {
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

/** Where commands stand that stood by themselves in 0.1: those names are taken for one version more. */
const GROUP_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["models", "datasets", "statement"].map((name) => [name, "catalogue"])),
  ...Object.fromEntries(["report", "verify", "decide", "timestamp", "canary"].map((name) => [name, "evidence"])),
  ...Object.fromEntries(["doctor", "keys", "records", "completion"].map((name) => [name, "admin"])),
  calibrate: "corpus",
};

/** The same command line with the group of a command that stood by itself. */
function regrouped(argv: readonly string[]): string[] {
  const at = argv.findIndex((word) => !word.startsWith("-") && word !== "help");
  const group = at === -1 || !Object.hasOwn(GROUP_OF, argv[at]!) ? undefined : GROUP_OF[argv[at]!];
  return group === undefined ? [...argv] : argv.toSpliced(at, 0, group);
}

/** `help corpus build` as `corpus build --help`: the parser's own help command takes one name. */
const asOption = ([first, ...names]: readonly string[]): string[] =>
  first === "help" && names.length > 0 ? [...names, "--help"] : [first, ...names].filter((word) => word !== undefined);

/** Whether the command line names nothing, or only a group of commands: then the help is the result, not an error. */
function isBare(argv: readonly string[], program: Command): boolean {
  const words = argv.filter((word) => word !== "--json" && word !== "--no-color");
  const { command, names } = commandAt(words, program);
  return names === words.length && (command === program || command.commands.length > 0);
}
