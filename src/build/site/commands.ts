/** The pages of the command line: one for each command, made from the commands. */
import { Writable } from "node:stream";
import type { Command, Option } from "commander";
import { createProgram } from "../../cli/program.ts";

interface CommandOfPage {
  /** Names from the program on: `corpus build`. */
  name: string;
  command: Command;
}

export function commandPages(): Record<string, string> {
  const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  const program = createProgram(async () => {}, { stdout: sink(), stderr: sink() });
  const documented = program.commands.flatMap((command) => commandsOf(command, ""));
  return Object.fromEntries([
    ["commands/index.md", overviewOf(documented)],
    ...documented.map((one, i) => [`${folderOf(one)}/index.md`, pageOf(one, program, i + 2)]),
  ]);
}

/** The commands that do something: a group stands for those in it. */
function commandsOf(command: Command, at: string): CommandOfPage[] {
  const name = `${at} ${command.name()}`.trim();
  const inner = command.commands.filter((one) => one.name() !== "help");
  return inner.length === 0 ? [{ name, command }] : inner.flatMap((one) => commandsOf(one, name));
}

const folderOf = ({ name }: CommandOfPage): string => `commands/${name.replaceAll(" ", "-")}`;
const headOf = (title: string, order: number): string[] => [
  ...["---", `title: ${JSON.stringify(title)}`, "group: Commands", `order: ${order}`, "---"],
  ...[`# ${title}`, ""],
];

function overviewOf(documented: readonly CommandOfPage[]): string {
  const rows = documented.map(
    (one) => `| [\`spolia ${one.name}\`](/${folderOf(one)}/index.html) | ${cell(one.command.summary())} |`,
  );
  return [
    ...headOf("All commands", 1),
    "`spolia COMMAND --help` prints what these pages say. Exit codes: 0 success; 1 a check failed, or with `--exit-code` the verdict is `match` or",
    "`partial`; 2 the command line is wrong; 3 the command could not be carried out; 70 `serve` ended by a fault of its own; 130 interrupted.",
    ...["", "| command | what it does |", "|---|---|", ...rows, ""],
  ].join("\n");
}

function pageOf({ name, command }: CommandOfPage, program: Command, order: number): string {
  const parameters = command.registeredArguments.map((one) => {
    const shown = `${one.name()}${one.variadic ? "…" : ""}`;
    return `| \`${shown}\` | ${cell(one.description)}${one.required ? "" : " (may be absent)"} |`;
  });
  const options = [...command.options, ...program.options].filter(({ hidden }) => !hidden).map(rowOf);
  return [
    ...headOf(`spolia ${name}`, order),
    command.description(),
    ...["", "```text", `spolia ${name} ${command.usage()}`, "```", ""],
    ...(parameters.length === 0 ? [] : ["| argument | what it is |", "|---|---|", ...parameters, ""]),
    ...["| option | what it does |", "|---|---|", ...options, ""],
    ...["## Examples", "", "```text", ...examplesOf(command), "```", ""],
  ].join("\n");
}

function rowOf({ flags, description, argChoices, defaultValue, mandatory }: Option): string {
  const notes = [
    ...(mandatory ? ["required"] : []),
    ...(argChoices === undefined ? [] : [`one of ${argChoices.join(", ")}`]),
    ...(defaultValue === undefined || typeof defaultValue === "boolean" ? [] : [`default: ${defaultValue}`]),
  ];
  return `| \`${flags.replaceAll("|", "\\|")}\` | ${cell(description)}${notes.length === 0 ? "" : ` (${notes.join("; ")})`} |`;
}

/** The lines that the help of a command has below its options. */
function examplesOf(command: Command): string[] {
  let help = "";
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const [, examples = ""] = help.split("\nExamples:\n");
  return examples
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.replace(/^ {2}/, ""));
}

const cell = (text: string): string =>
  text
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;")
    .replaceAll(/\s*\n\s*/g, " ");
