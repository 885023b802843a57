/** Runs the work of a command and gives its exit code. Nothing that it calls ends the process. */
import { CommanderError } from "commander";
import type { Progress } from "../../base/contract/resources/corpus.ts";
import { SpoliaError } from "../../base/errors.ts";
import { EXIT, type ExitCode, UsageError } from "./exit.ts";
import { Output, type OutputOptions } from "./output.ts";
import { createProgress, type ProgressView } from "./progress.ts";
import type { Terminal } from "./terminal.ts";

/** The surroundings of a command. */
export interface Context {
  readonly terminal: Terminal;
  readonly output: Output;
  readonly progress: ProgressView;
  readonly signal: AbortSignal;
  /** What a call of the library is given: the signal, and who shows progress. */
  readonly host: { signal: AbortSignal; onProgress: (progress: Progress) => void };
}

/** The work of a command: it writes one result, and gives the exit code if it is not 0. */
export type CommandWork = (context: Context) => Promise<ExitCode | undefined>;

/** Creates the context of a command from its options and runs its work. Errors become messages and exit codes. */
export async function runWork(work: CommandWork, terminal: Terminal, options: OutputOptions): Promise<ExitCode> {
  const output = new Output(terminal, options);
  const { signal } = terminal;
  const progress = await createProgress(terminal, output.json);
  // The signal calls it before anything else happens: whoever pressed Ctrl-C must see that it was heard.
  const answer = () => {
    progress.stop();
    output.notice("Stopping at the next safe point. Press Ctrl-C again to end at once.");
  };
  signal.addEventListener("abort", answer, { once: true });
  try {
    const show = (step: Progress) => {
      if (!signal.aborted) progress.show(step);
    };
    const shown: ProgressView = { plan: (shares) => progress.plan(shares), show, stop: () => progress.stop() };
    const host = { signal, onProgress: show };
    return (await work({ terminal, output, progress: shown, signal, host })) ?? EXIT.answered;
  } catch (error) {
    progress.stop();
    output.error(terminal.signal.aborted ? new SpoliaError("aborted", "Interrupted.") : error);
    return exitCodeOf(error, terminal.signal);
  } finally {
    progress.stop();
    signal.removeEventListener("abort", answer);
  }
}

function exitCodeOf(error: unknown, signal: AbortSignal): ExitCode {
  if (signal.aborted) return signal.reason === "SIGTERM" ? EXIT.terminated : EXIT.interrupted;
  return error instanceof UsageError ? EXIT.usage : EXIT.failed;
}

/**
 * Handles an exception of the parser: help and version are results, anything else is a usage error.
 *
 * @param help where to read what the command line may say
 */
export function endParsing(error: unknown, argv: readonly string[], terminal: Terminal, help: string): ExitCode {
  const options = { json: argv.includes("--json"), color: !argv.includes("--no-color") };
  if (error instanceof UsageError) {
    new Output(terminal, options).error(error);
    return EXIT.usage;
  }
  if (!(error instanceof CommanderError)) throw error;
  if (error.exitCode === 0) return EXIT.answered;
  const [message = "", ...more] = error.message.replace(/^error: /, "").split("\n");
  const suggestions = more.map((line) => line.replace(/^\((.*)\)$/, "$1"));
  const hint = [...suggestions, help].join(" ");
  const sentence = message.charAt(0).toUpperCase() + message.slice(1).replace(/[.]?$/, ".");
  new Output(terminal, options).error(new UsageError(sentence, hint));
  return EXIT.usage;
}
