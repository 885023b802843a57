/** `spolia serve`: the HTTP interface on this machine. */
import { Option } from "commander";
import { collect, declare, parseCount, parsePort, type Runner } from "../command.ts";
import { EXIT } from "../exit.ts";
import type { ServiceSettings } from "../service.ts";
import { settle } from "../settings.ts";

export function serveCommand(run: Runner) {
  const command = declare({
    name: "serve",
    summary: "answer over HTTP until stopped",
    description:
      "Answers over HTTP until SIGINT or SIGTERM; requests that are running are finished first. Callers send the key of " +
      "SPOLIA_API_KEY, or one of `spolia keys create`; a service that has neither serves this machine alone. GET /api/v1/openapi.json lists the paths and what they take. Every option can stand in the " +
      "environment too (SPOLIA_METRICS_PORT) or in a file (--config), which give way in this order.",
    examples: [
      ["spolia serve --corpus books.spolia", "on this machine only, without a key"],
      ["spolia serve --corpus books.spolia --data ./records", "with records that stay"],
      ["SPOLIA_API_KEY=… spolia serve --host 0.0.0.0 --corpus books.spolia", "for others, with a key"],
    ],
  })
    .addOption(new Option("--port <number>", "0 for any that is free").default(8787).argParser(parsePort))
    .option("--host <name>", "address to listen on", "127.0.0.1")
    .addOption(new Option("--corpus <path>", "a corpus to search; may be repeated").argParser(collect))
    .addOption(new Option("--ledger <file>", "your own records about models and datasets; may be repeated").argParser(collect))
    .option("--calibration <file>", "what confidence is read off, from spolia calibrate (default: the shipped one)")
    .option("--models <file>", "models that requests may name: a JSON object of connector configurations by name")
    .option("--data <folder>", "keep works, results, keys and monitors here (default: in memory)")
    .option("--plans <file>", "plans of accounts as one JSON object, beside free and pro")
    .option("--oauth-issuer <url>", "issue tokens for keys, as the service of this address")
    .addOption(
      new Option("--webhooks <reach>", "where webhooks may go: https to the open internet, or any address of yours")
        .choices(["public", "any"])
        .default("public"),
    )
    .option("--issuers <file>", "issuers whose tokens are accepted, as a JSON list")
    .addOption(
      new Option("--threads <number>", "threads for long texts (default: one less than there are cores)").argParser(parseCount),
    )
    .addOption(new Option("--log <form>", "a line for each request on stderr").choices(["json", "none"]).default("json"))
    .addOption(new Option("--metrics-port <number>", "port for /metrics alone; none when absent").argParser(parsePort))
    .option("--config <file>", "options as one JSON object");

  return command.action(() =>
    run(command, async ({ terminal, output }) => {
      settle(command, terminal.env);
      const { runService } = await import("../service.ts");
      await runService(command.opts<ServiceSettings>(), terminal, output);
      return EXIT.answered;
    }),
  );
}
