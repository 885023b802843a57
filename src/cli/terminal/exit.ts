/** Exit codes of the process. */

export const EXIT = {
  /** The command gave its result, whatever the verdict. */
  answered: 0,
  /** A check failed; with `--exit-code`: the verdict is `match` or `partial`. */
  found: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** The command could not be carried out. */
  failed: 3,
  /** `spolia serve` ended by a fault of its own, as EX_SOFTWARE of sysexits.h. */
  fault: 70,
  /** Stopped by a signal: 128 plus the number of the signal, as in shells. */
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command line that parses but is invalid. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/**
 * Options that do nothing without another one: passed over without a word, they would seem to have worked.
 *
 * @param options by their names, as they were given
 * @param needed the other option, and whether it was given
 * @throws UsageError that names the first of the options
 */
export function refuseIdle(options: Readonly<Record<string, unknown>>, needed: string, isGiven: boolean): void {
  const idle = Object.keys(options).find((name) => options[name] !== undefined);
  if (isGiven || idle === undefined) return;
  throw new UsageError(`${idle} does nothing without ${needed}.`, `Add ${needed}, or leave out ${idle}.`);
}
