/**
 * Settings of a command, in order of precedence: the command line, the environment (`SPOLIA_METRICS_PORT` for
 * `--metrics-port`), a file (`--config FILE`, one JSON object with the options' names), and the defaults.
 */

import type { Command, Option } from "commander";
import { isRecord } from "../../base/arguments.ts";
import { closest } from "../../base/closest.ts";
import { isSpoliaError } from "../../base/errors.ts";
import { UsageError } from "../terminal/exit.ts";
import { commandsBelow, rootOf } from "../terminal/misspelt.ts";
import { readJson } from "./files.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Fills in the options that the command line does not set. @throws UsageError for an invalid value or an unknown name
 */
export function settle(command: Command, env: Environment): void {
  const options = command.options.filter(({ long }) => long !== "--config");
  const path = (command.getOptionValue("config") as string | undefined) ?? env["SPOLIA_CONFIG"];
  const file = path === undefined ? {} : readConfig(path, options);
  for (const option of options) {
    const name = option.attributeName();
    const source = command.getOptionValueSource(name);
    if (source !== undefined && source !== "default") continue;
    const variable = env[variableOf(option)];
    if (variable !== undefined && variable !== "") set(command, option, [variable], variableOf(option), "env");
    else if (file[nameOf(option)] !== undefined) set(command, option, wordsOf(file[nameOf(option)]), path!, "config");
  }
}

/** Variables of commands that are no option of any. */
const OTHER_VARIABLES = ["API_KEY", "BASE_URL", "CONFIG"].map((name) => `SPOLIA_${name}`);

/**
 * Sentences about variables that no command reads and that are near to one of this command: a name that was mistyped
 * would be passed over in silence. Of others nothing is said, since an environment may be shared.
 */
export function mistypedVariables(command: Command, env: Environment): string[] {
  const variablesOf = ({ options }: Command) => options.map(variableOf);
  const known = new Set([...OTHER_VARIABLES, ...[command, ...commandsBelow(rootOf(command))].flatMap(variablesOf)]);
  const unknown = Object.keys(env).filter((name) => name.startsWith("SPOLIA_") && !known.has(name));
  const wordsOf = (name: string) => name.slice("SPOLIA_".length);
  return unknown.flatMap((name) => {
    const near = closest(wordsOf(name), variablesOf(command).map(wordsOf));
    return near === undefined ? [] : [`${name} is read by no command. Did you mean SPOLIA_${near}?`];
  });
}

const nameOf = ({ long }: Option): string => long!.replace(/^--/, "");
const variableOf = (option: Option): string => `SPOLIA_${nameOf(option).toUpperCase().replaceAll("-", "_")}`;

const wordsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String);

function set(command: Command, option: Option, words: readonly string[], where: string, source: string): void {
  const name = option.attributeName();
  if (option.isBoolean()) {
    if (words.length !== 1 || !/^(?:true|false|1|0)$/.test(words[0]!))
      throw refused(option, where, "It must be true or false.");
    command.setOptionValueWithSource(name, words[0] === "true" || words[0] === "1", source);
    return;
  }
  try {
    // As commander does for repeated options: each value is combined with the previous ones.
    const value = words.reduce<unknown>((previous, word) => parsed(option, word, previous), undefined);
    command.setOptionValueWithSource(name, value, source);
  } catch (error) {
    throw refused(option, where, (error as Error).message);
  }
}

function parsed(option: Option, word: string, previous: unknown): unknown {
  const parse = option.parseArg as ((word: string, previous: unknown) => unknown) | undefined;
  return parse === undefined ? word : parse(word, previous);
}

const refused = (option: Option, where: string, reason: string): UsageError =>
  new UsageError(`The value of ${nameOf(option)} in ${where} is invalid.`, reason);

/** @throws UsageError, as for every other setting that is wrong */
function readSettings(path: string): unknown {
  try {
    return readJson(path, "invalid_request", "A configuration is one JSON object with option names.");
  } catch (error) {
    throw isSpoliaError(error) ? new UsageError(error.message, error.hint) : error;
  }
}

function readConfig(path: string, options: readonly Option[]): Record<string, unknown> {
  const config = readSettings(path);
  if (!isRecord(config)) {
    throw new UsageError(`${path} is not one JSON object.`, 'Write options by their names, like {"port": 8787}.');
  }
  const unknown = Object.keys(config).find((name) => !options.some((option) => nameOf(option) === name));
  if (unknown === undefined) return config;
  throw new UsageError(
    `${path} sets ${unknown}, which is not an option.`,
    `Options: ${options.map(nameOf).join(", ")}.`,
  );
}
