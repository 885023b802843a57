/** A terminal that remembers what was written to it. */
import { Writable } from "node:stream";
import type { Terminal } from "../../src/cli/terminal/terminal.ts";

export interface FakeOptions {
  readonly stdin?: readonly Uint8Array[];
  readonly isTTY?: boolean;
  readonly env?: Record<string, string>;
  readonly signal?: AbortSignal;
}

export function fakeTerminal({
  stdin = [],
  isTTY = false,
  env = {},
  signal = new AbortController().signal,
}: FakeOptions = {}) {
  const stream = () => {
    let written = "";
    const writable = new Writable({
      write(chunk, _encoding, done) {
        written += chunk;
        done();
      },
    });
    // What a terminal has beside a stream, for the progress bar.
    const terminal = { isTTY, columns: 80, cursorTo: () => true, moveCursor: () => true, clearLine: () => true };
    return Object.assign(writable, terminal, { text: () => written });
  };
  const [stdout, stderr] = [stream(), stream()];
  const input = (async function* () {
    yield* stdin;
  })();
  const terminal: Terminal = { stdin: input, stdout, stderr, env, signal };
  return { ...terminal, out: stdout.text, err: stderr.text };
}
