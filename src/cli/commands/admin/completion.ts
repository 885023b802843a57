/** `spolia admin completion`: a script that completes command lines in a shell. */
import { Argument, type Command } from "commander";
import { action, declare, type Runner } from "../../terminal/command.ts";
import { completionScript, SHELLS } from "../../terminal/completion.ts";
import { rootOf } from "../../terminal/misspelt.ts";

export function completionCommand(run: Runner): Command {
  const command = declare({
    name: "completion",
    summary: "print a script that completes command lines",
    arguments: [new Argument("<shell>", "the shell").choices(SHELLS)],
    examples: [
      ["spolia admin completion bash >> ~/.bashrc", "in each bash from now on"],
      ["spolia admin completion zsh > ~/.zsh/_spolia", "in a folder of fpath"],
      ["spolia admin completion fish > ~/.config/fish/completions/spolia.fish", "in each fish"],
    ],
  });
  return action(run, command, async ({ output }, shell: (typeof SHELLS)[number]) => {
    const script = completionScript(shell, rootOf(command));
    output.answer({ shell, script }, () => script);
    return undefined;
  });
}
