/** `spolia doctor`: what of spolia works on this machine, and what to do about the rest. */
import { Argument, type Command } from "commander";
import manifest from "../../../package.json" with { type: "json" };
import { TerminalPage } from "../../report/layout/page.ts";
import { action, declare, type Runner } from "../terminal/command.ts";
import { EXIT } from "../terminal/exit.ts";

export function doctorCommand(run: Runner): Command {
  const command = declare({
    name: "doctor",
    summary: "check what of spolia works on this machine",
    description:
      "Checks Node, the kernels, the catalogue, temporary files, the optional packages, and every byte of the given corpora. Says what " +
      "to do where something is missing. Exit code 1: something that is needed does not work.",
    arguments: [new Argument("[corpus...]", "corpora to verify")],
    examples: [
      ["spolia doctor", "this machine"],
      ["spolia doctor books.spolia", "and every byte of a corpus"],
    ],
  });
  return action(run, command, async ({ output }, corpora: string[]) => {
    const { examine } = await import("../actions/doctor.ts");
    const findings = await examine(corpora);
    const faults = findings.filter(({ state }) => state === "fault").length;
    const version = `spolia ${manifest.version}`;
    output.answer({ version, works: faults === 0, findings }, (plain) => {
      const page = new TerminalPage(plain);
      page.verdict(
        faults === 0 ? "WORKS" : "DOES NOT WORK",
        `${version} on this machine.`,
        faults === 0 ? "sound" : "found",
      );
      for (const { name, state, detail } of findings)
        page.text(detail, { label: `${state === "ok" ? "ok" : state.toUpperCase()}  ${name}`.padEnd(32) });
      return page.finish();
    });
    return faults === 0 ? EXIT.answered : EXIT.found;
  });
}
