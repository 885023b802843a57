/** Declares commands: name, summary, arguments and examples. Parses the values of options. */
import { type Argument, Command, InvalidArgumentError, Option } from "commander";
import type { PlainOptions } from "../../report/index.ts";
import type { ExitCode } from "./exit.ts";
import type { CommandWork, Context } from "./run.ts";

/** Runs the work of a parsed command; `createProgram` provides it. */
export type Runner = (command: Command, work: CommandWork) => Promise<void>;

interface Declaration {
  name: string;
  summary: string;
  description?: string;
  arguments?: readonly Argument[];
  /** Shown below the help; each is a command line and its effect. */
  examples: readonly (readonly [line: string, meaning: string])[];
}

export function declare({ name, summary, description, arguments: parameters = [], examples }: Declaration): Command {
  const command = new Command(name)
    .summary(summary)
    .description(description ?? `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`);
  for (const parameter of parameters) command.addArgument(parameter);
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, meaning]) =>
    width > 56 ? `  ${line}\n      ${meaning}` : `  ${line.padEnd(width)}  ${meaning}`,
  );
  return command.addHelpText("after", `\nExamples:\n${lines.join("\n")}`);
}

/** Sets what a command does with its arguments and flags. The exit code is 0 unless the work returns another. */
export function action<Given extends unknown[]>(
  run: Runner,
  command: Command,
  work: (context: Context, ...given: Given) => Promise<ExitCode | undefined>,
): Command {
  return command.action((...given) => run(command, (context) => work(context, ...(given as unknown[] as Given))));
}

/** For an option that may be given several times. */
export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

// Options that several commands have.
export const LEDGER_OPTION = [
  "--ledger <file>",
  "your own records about models and datasets; may be repeated",
  collect,
] as const;
export const HTML_OPTION = ["--html <file>", "also write the result as one HTML file"] as const;
export const RECORDS_OPTION = ["--data <folder>", "the folder or database of `spolia serve --data`"] as const;
export const CONVERT_OPTION = ["--convert", "write datasets of other formats as JSON Lines"] as const;

/** How much is printed: a short answer, unless more or less is wanted. */
export interface DetailFlags {
  full?: boolean | undefined;
  quiet?: boolean | undefined;
}

export function addDetailOptions(command: Command): Command {
  return command
    .addOption(new Option("--full", "print all that is known, not the short answer").conflicts("quiet"))
    .option("-q, --quiet", "print the verdict in one line");
}

export const detailOf = ({ full, quiet }: DetailFlags): PlainOptions["detail"] =>
  full === true ? "full" : quiet === true ? "line" : "short";

/** How deep corpora are searched: `EngineInputs.depth`. */
export function depthOption(): Option {
  return new Option(
    "--depth <depth>",
    "for corpora on hosts: full finds every run of 20 words there, thorough of 12, coarse of 132 with a tenth of the reads",
  )
    .choices(["full", "thorough", "coarse"])
    .default("full");
}

export function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port > 65_535) throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return port;
}

/** Reads a whole number from 1 to `most`. */
export const countUpTo =
  (most: number) =>
  (value: string): number => {
    if (/^[1-9]\d{0,8}$/.test(value) && Number(value) <= most) return Number(value);
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most.toLocaleString("en")}.`);
  };

export const parseCount = countUpTo(999_999_999);

/** Of commands whose work threads share: the answer is the same for any number. */
export const JOBS_OPTION = ["--jobs <n>", "threads that read and compare (default: one per core)", parseCount] as const;

/** A temperature of sampling. */
export function parseTemperature(value: string): number {
  const temperature = Number(value);
  if (/^\d+(\.\d+)?$/.test(value) && temperature >= 0.01 && temperature <= 10) return temperature;
  throw new InvalidArgumentError("A temperature is a number from 0.01 to 10.");
}

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
export function parseDate(value: string): string {
  if (!/^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/.test(value)) {
    throw new InvalidArgumentError("A date is YYYY, YYYY-MM or YYYY-MM-DD.");
  }
  return value;
}
