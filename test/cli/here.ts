/** A command in the process of the test: a process for each takes seconds of starting, for milliseconds of work. */
import { main } from "../../src/cli/program.ts";
import { withoutProgress } from "./progressLines.ts";
import { fakeTerminal } from "./terminal.ts";

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** In the current folder, as a process that has this environment beside that of the test. */
export async function endedHere(args: readonly string[], stdin: string, env: Record<string, string>): Promise<Ended> {
  const own = Object.entries(process.env).filter((one): one is [string, string] => one[1] !== undefined);
  const terminal = fakeTerminal({
    stdin: [new TextEncoder().encode(stdin)],
    env: { ...Object.fromEntries(own), ...env },
  });
  const code = await main(args, terminal);
  return { code, stdout: terminal.out(), stderr: withoutProgress(terminal.err()) };
}
