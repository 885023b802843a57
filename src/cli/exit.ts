/** How a process ends. */

export const EXIT = {
  /** The question was answered, whatever the answer. */
  answered: 0,
  /** A check failed; with `--exit-code`: the verdict is `match` or `partial`. */
  found: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** The command could not be carried out. */
  failed: 3,
  /** Stopped from outside: 128 and the signal's number, as shells have it. */
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command line that parses but makes no sense. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
