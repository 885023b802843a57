/** The parts of the process that commands use; tests replace them. */
import { setMaxListeners } from "node:events";

export interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean | undefined; destroy?(): unknown };
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Fires at the first SIGINT or SIGTERM; its reason is the name of the signal. */
  readonly signal: AbortSignal;
}

/** The terminal of this process. A second signal ends the process at once, in case the work ignores the first. */
export function processTerminal(): Terminal {
  const stop = new AbortController();
  // Each of hundreds of texts that wait for their turn listens: Node would warn of a leak from the 11th on.
  setMaxListeners(0, stop.signal);
  for (const [name, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(code);
      stop.abort(name);
    });
  }
  // A reader that stops early, such as `head`, is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  process.stderr.on("error", () => {});
  const { stdin, stdout, stderr, env } = process;
  return { stdin, stdout, stderr, env, signal: stop.signal };
}
