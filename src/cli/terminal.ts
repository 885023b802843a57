/** What a command may touch of the process around it, so that tests can hand it something else. */

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

/** This process. A second signal ends it at once, for work that does not listen to the first. */
export function processTerminal(): Terminal {
  const stop = new AbortController();
  for (const [name, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(code);
      stop.abort(name);
    });
  }
  // A reader that has seen enough, such as `head`, is no fault of ours.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  process.stderr.on("error", () => {});
  const { stdin, stdout, stderr, env } = process;
  return { stdin, stdout, stderr, env, signal: stop.signal };
}
