/** Asks the person at the terminal a question that is answered with yes or no. */
import { throwIfAborted } from "../../base/errors.ts";
import type { Output } from "./output.ts";
import type { Terminal } from "./terminal.ts";

/** @returns `false` also where the input ends without an answer */
export async function confirmed(question: string, output: Output, { stdin, signal }: Terminal): Promise<boolean> {
  output.notice(`${question} [y/N]`);
  // Ctrl-C must end the wait.
  const wake = () => stdin.destroy?.();
  signal.addEventListener("abort", wake, { once: true });
  let answer = "";
  try {
    for await (const bytes of stdin) {
      answer += new TextDecoder().decode(bytes);
      if (answer.includes("\n")) break;
    }
  } catch (error) {
    throwIfAborted(signal);
    throw error;
  } finally {
    signal.removeEventListener("abort", wake);
  }
  throwIfAborted(signal);
  return /^\s*y(es)?\s*$/i.test(answer);
}
