/** `spolia admin doctor`: what of spolia works on this machine, and what to do about the rest. */
import { Argument, type Command } from "commander";
import manifest from "../../../../package.json" with { type: "json" };
import { TerminalPage } from "../../../report/layout/page.ts";
import type { ServiceParts } from "../../actions/doctor.ts";
import { action, declare, type Runner } from "../../terminal/command.ts";
import { EXIT } from "../../terminal/exit.ts";

export function doctorCommand(run: Runner): Command {
  const command = declare({
    name: "doctor",
    summary: "check what of spolia works on this machine",
    description:
      "Checks Node, the kernels, the catalogue, temporary files, the optional packages, and every byte of the given corpora; of a " +
      "service also the hosts of its models and its records. Says what to do where something is missing. Exit code 1: " +
      "something that is needed does not work.",
    arguments: [new Argument("[corpus...]", "corpora to verify")],
    examples: [
      ["spolia admin doctor", "this machine"],
      ["spolia admin doctor books.spolia", "and every byte of a corpus"],
      ["spolia admin doctor --data ./records --models models.json", "and what a service needs of others"],
    ],
  })
    .option("--models <file>", "models whose hosts must answer, as for spolia serve")
    .option("--data <folder>", "records that must take writes, as for spolia serve");
  return action(run, command, async ({ output, terminal }, corpora: string[], services: ServiceParts) => {
    const { examine } = await import("../../actions/doctor.ts");
    const findings = await examine(corpora, services, terminal.env);
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
