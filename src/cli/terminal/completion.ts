/** Scripts that complete command lines, made from the commands themselves. */
import type { Command, Option } from "commander";

export const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** What may follow the names of a command. */
interface CompletedCommand {
  /** Names from the program on: `corpus build`; empty for the program. */
  at: string;
  summary: string;
  commands: { name: string; summary: string }[];
  options: { flag: string; meaning: string; choices: readonly string[] }[];
}

const hasName = (name: string): boolean => /^[\w-]+$/.test(name);

export function completionScript(shell: Shell, program: Command): string {
  const all = listed(program, "", [...program.options]);
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](all);
}

function listed(command: Command, at: string, general: readonly Option[]): CompletedCommand[] {
  const inner = command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => hasName(one.name()) && one.name() !== "help");
  const options = [...new Set([...command.options, ...general])].filter(({ hidden }) => !hidden);
  const own: CompletedCommand = {
    at,
    summary: command.summary(),
    commands: inner.map((one) => ({ name: one.name(), summary: one.summary() })),
    options: [
      ...options.map(({ long, description, argChoices = [] }) => ({
        flag: long ?? "",
        meaning: description,
        choices: argChoices,
      })),
      { flag: "--help", meaning: "display help for command", choices: [] },
    ].filter(({ flag }) => flag !== ""),
  };
  return [own, ...inner.flatMap((one) => listed(one, `${at} ${one.name()}`.trim(), general))];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const flagsOf = ({ options }: CompletedCommand): string => options.map(({ flag }) => flag).join(" ");
const namesOf = ({ commands }: CompletedCommand): string => commands.map(({ name }) => name).join(" ");

/** Lines of a `case` over the command and the option before the cursor, with the choices of the option. */
const choiceCases = (all: readonly CompletedCommand[], assign: (words: string) => string): string[] =>
  all.flatMap(({ at, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ flag, choices }) => `    ${quoted(`${at}:${flag}`)}) ${assign(choices.join(" "))} ;;`),
  );

// What bash and zsh write alike: where one is after a word, what may follow there, and what values an option has.
const placeCases = (all: readonly CompletedCommand[]): string =>
  all
    .flatMap(({ at, commands }) =>
      commands.map(({ name }) => `      ${quoted(`${at} ${name}`)}) at=${quoted(`${at} ${name}`.trim())} ;;`),
    )
    .join("\n");
const nameCases = (all: readonly CompletedCommand[]): string =>
  all.map((one) => `    ${quoted(one.at)}) names=${quoted(namesOf(one))} flags=${quoted(flagsOf(one))} ;;`).join("\n");
const valueCases = (all: readonly CompletedCommand[]): string =>
  choiceCases(all, (words) => `choices=${quoted(words)}`).join("\n");

function bashScript(all: readonly CompletedCommand[]): string {
  return `# spolia admin completion bash >> ~/.bashrc
_spolia() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" at="" names="" flags="" choices="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
${placeCases(all)}
    esac
  done
  case "$at" in
${nameCases(all)}
  esac
  case "$at:$before" in
${valueCases(all)}
  esac
  if [[ -n "$choices" ]]; then COMPREPLY=($(compgen -W "$choices" -- "$current"))
  elif [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$current"))
  else COMPREPLY=($(compgen -W "$names" -- "$current")); fi
}
complete -o default -F _spolia spolia
`;
}

function zshScript(all: readonly CompletedCommand[]): string {
  return `#compdef spolia
# spolia admin completion zsh > "\${fpath[1]}/_spolia"
_spolia() {
  local at="" names="" flags="" choices="" word
  for word in \${words[2,CURRENT-1]}; do
    case "$at $word" in
${placeCases(all)}
    esac
  done
  case "$at" in
${nameCases(all)}
  esac
  case "$at:\${words[CURRENT-1]}" in
${valueCases(all)}
  esac
  if [[ -n "$choices" ]]; then compadd -- \${=choices}
  elif [[ "\${words[CURRENT]}" == -* ]]; then compadd -- \${=flags}
  elif [[ -n "$names" ]]; then compadd -- \${=names}
  else _files; fi
}
if [[ "\${funcstack[1]}" == "_spolia" ]]; then _spolia "$@"; else compdef _spolia spolia; fi
`;
}

/** fish asks for each word by a condition; what is not a name of a command falls to files. */
function fishScript(all: readonly CompletedCommand[]): string {
  const lines = all.flatMap((one) => {
    const names = one.at === "" ? [] : one.at.split(" ");
    const seen = names.map((name) => `__fish_seen_subcommand_from ${name}`);
    const notYet = one.commands.length > 0 ? [`not __fish_seen_subcommand_from ${namesOf(one)}`] : [];
    const within = [...seen, ...notYet].join("; and ");
    const when = within === "" ? "" : ` -n ${quoted(within)}`;
    return [
      ...one.commands.map(({ name, summary }) => `complete -c spolia -f${when} -a ${name} -d ${quoted(summary)}`),
      ...one.options.map(({ flag, meaning, choices }) => {
        const given = choices.length > 0 ? ` -x -a ${quoted(choices.join(" "))}` : "";
        return `complete -c spolia${when} -l ${flag.slice("--".length)}${given} -d ${quoted(meaning)}`;
      }),
    ];
  });
  return `# spolia admin completion fish > ~/.config/fish/completions/spolia.fish\n${lines.join("\n")}\n`;
}
