/** `spolia serve`: the HTTP interface on this machine. */
import { Option } from "commander";
import { collect, declare, parsePort, type Runner } from "../command.ts";
import { EXIT, UsageError } from "../exit.ts";
import { type EngineInputs, withEngine } from "../inputs.ts";

interface ServeFlags extends EngineInputs {
  port: number;
  host: string;
}

export function serveCommand(run: Runner) {
  const command = declare({
    name: "serve",
    summary: "answer over HTTP until stopped",
    description:
      "Answers over HTTP until SIGINT or SIGTERM; requests that are running are finished first. The key that callers must send " +
      "comes from SPOLIA_API_KEY. GET /api/v1/openapi.json lists the paths and what they take.",
    examples: [
      ["spolia serve --corpus books.spolia", "on this machine only, without a key"],
      ["SPOLIA_API_KEY=… spolia serve --host 0.0.0.0 --corpus books.spolia", "for others, with a key"],
    ],
  })
    .addOption(new Option("--port <number>", "0 for any that is free").default(8787).argParser(parsePort))
    .option("--host <name>", "address to listen on", "127.0.0.1")
    .addOption(new Option("--corpus <path>", "a corpus to search; may be repeated").argParser(collect))
    .addOption(new Option("--ledger <file>", "your own records about models and datasets; may be repeated").argParser(collect))
    .option("--calibration <file>", "what confidence is read off, from spolia calibrate (default: the shipped one)");

  return command.action((flags: ServeFlags) =>
    run(command, async ({ terminal, output, signal }) => {
      const apiKey = terminal.env["SPOLIA_API_KEY"];
      if (!apiKey && !isLoopback(flags.host)) {
        throw new UsageError(
          "Without a key spolia serves this machine only.",
          "Set SPOLIA_API_KEY to the key that callers are to send, or leave out --host.",
        );
      }
      if (!apiKey) output.notice("SPOLIA_API_KEY is not set: anyone on this machine can call it.");
      const [{ createHandler }, { serve }] = await Promise.all([import("../../http/index.ts"), import("../../http/serve.ts")]);
      await withEngine(flags, async (engine) => {
        const handler = createHandler({ engine, ...(apiKey ? { auth: { apiKey } } : {}) });
        const server = await serve({ handler, port: flags.port, hostname: flags.host });
        output.answer({ url: server.url }, () => `Listening on ${server.url}; Ctrl-C stops.\n`);
        await fired(signal);
        output.notice("Finishing running requests.");
        await server.close();
      });
      return EXIT.answered;
    }),
  );
}

/** Whether only this machine reaches an address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
