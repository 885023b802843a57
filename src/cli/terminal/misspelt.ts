/** What a wrong word of a command line was meant to be: an option, a command, or a file that an option takes. */
import { type Command, CommanderError } from "commander";
import { closest } from "../../base/closest.ts";
import { UsageError } from "./exit.ts";

/** Names that people give to commands, by the group where the command is; "" for the program itself. */
const OTHER_COMMANDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "": {
    search: "analyze",
    find: "analyze",
    check: "analyze",
    detect: "analyze",
    index: "corpus build",
    diff: "compare",
    version: "--version",
    server: "serve",
    start: "serve",
  },
  corpus: {
    create: "build",
    make: "build",
    index: "build",
    add: "append",
    update: "sync",
    remove: "delete",
    show: "info",
  },
  canary: { make: "create", generate: "create" },
  keys: { add: "create", make: "create", delete: "revoke", remove: "revoke" },
};
const NAMES_SHOWN = 4;

/** The same error with what was meant, where that can be told; else `undefined`. */
export function explained(error: unknown, argv: readonly string[], program: Command): UsageError | undefined {
  if (!(error instanceof CommanderError) || error.exitCode === 0) return undefined;
  if (error.code === "commander.unknownCommand") return unknownCommand(argv, program);
  if (error.code === "commander.excessArguments") return excessArgument(error, argv, program);
  return /Option/.test(error.code) ? unknownOption(argv, program) : undefined;
}

/** @throws UsageError for `help` of a command that does not exist: the help of all would not say so */
export function refuseUnknownHelp(argv: readonly string[], program: Command): void {
  const [help, ...names] = argv.filter((word) => !word.startsWith("-"));
  if (help !== "help" || names.length === 0 || names[0] === "help") return;
  const { command, names: known } = commandAt(names, program);
  const unknown = names[known];
  if (unknown === undefined || (known > 0 && command.commands.length === 0)) return;
  throw new UsageError(
    `There is no command ${names.slice(0, known + 1).join(" ")}.`,
    `${meantCommand(unknown, command)}${helpOf(names, program)}`,
  );
}

/** Where to read what the command line may say. */
export function helpOf(argv: readonly string[], program: Command): string {
  const command = namedCommand(argv, program);
  return `\`${lineOf(command)} --help\` lists ${command.commands.length > 0 ? "the commands" : "its options"}.`;
}

/** An option that the command does not have, which is likely why another is missing. */
function unknownOption(argv: readonly string[], program: Command): UsageError | undefined {
  const command = namedCommand(argv, program);
  if (command === program) return undefined;
  const options = [...command.options, ...program.options];
  const names = options.flatMap(({ long }) => long ?? []);
  const shorts = ["-h", ...options.flatMap(({ short }) => short ?? [])];
  const given = argv.slice(0, argv.includes("--") ? argv.indexOf("--") : argv.length);
  const isUnknown = (word: string) =>
    word.startsWith("--")
      ? /^--\w/.test(word) && word !== "--help" && !names.includes(word)
      : /^-[A-Za-z]/.test(word) && !shorts.includes(word.slice(0, 2));
  const name = given.map((word) => word.split("=")[0]!).find(isUnknown);
  if (name === undefined) return undefined;
  const full = name.startsWith("--") ? name : longName(name, names, program);
  const near = names.includes(full) ? full : closest(full, names);
  const hint = near === undefined ? elsewhere(full, program) : `Did you mean ${near}? `;
  return new UsageError(`Unknown option '${name}'.`, `${hint}${helpOf(argv, program)}`);
}

/** What an option with one hyphen was meant to be: -corpus, or -c. */
function longName(name: string, names: readonly string[], program: Command): string {
  if (name.length > 2) return `-${name}`;
  const same = endsBelow(program).flatMap(({ options }) => options.filter(({ short }) => short === name));
  return same[0]?.long ?? names.find((one) => one.startsWith(`-${name}`)) ?? name;
}

/** Which other commands have an option. */
function elsewhere(name: string, program: Command): string {
  const having = endsBelow(program).filter(({ options }) => options.some(({ long }) => long === name));
  if (having.length === 0) return "";
  const more = having.length > NAMES_SHOWN ? " and others" : "";
  const shown = having.slice(0, NAMES_SHOWN).map((one) => `\`${lineOf(one)}\``);
  return `It is an option of ${shown.join(", ")}${more}. `;
}

function unknownCommand(argv: readonly string[], program: Command): UsageError {
  const words = argv.filter((word) => !word.startsWith("-"));
  const { command: group, names } = commandAt(words, program);
  const name = words[names] ?? "";
  return new UsageError(`Unknown command '${name}'.`, `${meantCommand(name, group)}${helpOf(argv, program)}`);
}

/** A command of the group by another name, one of a group below it, or the nearest. */
function meantCommand(name: string, group: Command): string {
  const other = OTHER_COMMANDS[group.parent === null ? "" : group.name()]?.[name];
  if (other !== undefined) return `Did you mean ${other}? `;
  const below = commandsBelow(group).filter((one) => one.name() === name);
  if (below.length > 0) return `Did you mean ${below.map((one) => lineOf(one).replace(/^spolia /, "")).join(" or ")}? `;
  const near = closest(
    name,
    group.commands.map((one) => one.name()),
  );
  return near === undefined ? "" : `Did you mean ${near}? `;
}

/** An argument more than a command takes: mostly a file that one of its options takes. */
function excessArgument(error: CommanderError, argv: readonly string[], program: Command): UsageError {
  const command = namedCommand(argv, program);
  const taken = command.registeredArguments;
  const more = command.args[taken.length];
  const option = command.options.find(
    (one) => /<(file|path|folder|where)/.test(one.flags) && command.getOptionValue(one.attributeName()) === undefined,
  );
  const means =
    taken.length > 0
      ? `It takes ${taken.map((one) => `<${one.name()}>`).join(" ")}; '${more}' is more. `
      : option === undefined
        ? ""
        : `Did you mean ${option.long} ${more}? `;
  const said = error.message.replace(/^error: t/, "T");
  return new UsageError(said, `${means}${helpOf(argv, program)}`);
}

/** All commands and groups in a group, at any depth. */
export const commandsBelow = (group: Command): Command[] =>
  group.commands.flatMap((one) => [one, ...commandsBelow(one)]);

const endsBelow = (program: Command): Command[] =>
  commandsBelow(program).filter(({ commands }) => commands.length === 0);

export const rootOf = (command: Command): Command => (command.parent === null ? command : rootOf(command.parent));

function lineOf(command: Command): string {
  return command.parent === null ? command.name() : `${lineOf(command.parent)} ${command.name()}`;
}

/** The command or group that words begin with, and how many of them name it; without any, the program itself. */
export function commandAt(words: readonly string[], program: Command): { command: Command; names: number } {
  let command = program;
  let names = 0;
  for (const word of words) {
    const inner = command.commands.find((one) => one.name() === word);
    if (inner === undefined) break;
    command = inner;
    names++;
  }
  return { command, names };
}

function namedCommand(argv: readonly string[], program: Command): Command {
  const words = argv.filter((word) => !word.startsWith("-"));
  return commandAt(words, program).command;
}
