/** `spolia serve`: the HTTP service. */
import { InvalidArgumentError, Option } from "commander";
import { isSpoliaError } from "../../../base/errors.ts";
import { isAddress } from "../../../remote/publicIndexes/names.ts";
import { createCors } from "../../../service/http/answer/cors.ts";
import { createOwnSite } from "../../../service/http/edge/ownSite.ts";
import { checkedBasePath } from "../../../service/http/serve/basePath.ts";
import { createClientLookup } from "../../../service/http/serve/forwarded.ts";
import { addIndexOptions } from "../../inputs/indexes.ts";
import { ENCODER_OPTION } from "../../inputs/models.ts";
import { mistypedVariables, settle } from "../../inputs/settings.ts";
import type { ServiceSettings } from "../../service/service.ts";
import { IGNORE_OPTION, type IgnoreFlags, ignoredTexts } from "../../table/table.ts";
import { action, collect, declare, LEDGER_OPTION, parseCount, parsePort, type Runner } from "../../terminal/command.ts";

export function serveCommand(run: Runner) {
  const command = declare({
    name: "serve",
    summary: "run the HTTP service until stopped",
    description:
      "Runs the HTTP service until SIGINT or SIGTERM, then finishes the running requests. Callers send the key of " +
      "SPOLIA_API_KEY, or one of `spolia admin keys create`; a service that has neither serves this machine only. " +
      "GET /api/v1/openapi.json describes all paths. Every option can also be set in the environment (SPOLIA_METRICS_PORT) or in " +
      "a file (--config); the command line takes precedence over the environment, and the environment over the file.",
    examples: [
      ["spolia serve --corpus books.spolia", "on this machine only, without a key"],
      ["spolia serve --corpus books.spolia --data ./records", "with records on disk"],
      [
        "spolia serve --corpus s3://bucket/books.spolia --cache ./cache --data postgres://spolia@db/spolia",
        "one of any number of replicas",
      ],
      ["SPOLIA_API_KEY=… spolia serve --host 0.0.0.0 --corpus books.spolia", "for other machines, with a key"],
    ],
  })
    .addOption(new Option("--port <number>", "0 for any that is free").default(8787).argParser(parsePort))
    .option("--host <name>", "address to listen on", "127.0.0.1")
    .option(
      "--corpus <path>",
      "a corpus to search, or infini-gram:NAME for requests that name it; may be repeated",
      collect,
    )
    .option(
      "--cache <folder>",
      "folder for copies of the indexes of corpora in object storage or on a web host, for this process alone (default: none)",
    )
    .option("--cache-mb <mb>", "most space that the copies of a corpus take, in MB (default: 65536)", parseCount)
    .option(...LEDGER_OPTION)
    .option(
      "--calibration <file>",
      "calibration of the confidence, from spolia corpus calibrate (default: the shipped one)",
    )
    .option(...IGNORE_OPTION)
    .option(...ENCODER_OPTION)
    .option("--models <file>", "models that requests may name: a JSON object of connector configurations by name")
    .option(
      "--data <folder>",
      "folder for works, results, keys and monitors, or postgres://USER@HOST/DATABASE (default: in memory)",
    )
    .option(
      "--objects <path>",
      "folder or s3://bucket/prefix for contents and results above 64 KiB, where --data is a database",
    )
    .option(
      "--prune-after <days>",
      "days after their end in which runs, messages and jobs with their results are removed (default: never)",
      parseCount,
    )
    .option("--plans <file>", "further plans of accounts besides free and pro, as one JSON object")
    .option("--oauth-issuer <url>", "issue tokens for keys, under this address of the service", (value) =>
      checked(value, checkedAddress),
    )
    .addOption(
      new Option("--webhooks <reach>", "where webhooks may go: https to the public internet, or any address")
        .choices(["public", "any"])
        .default("public"),
    )
    .option("--issuers <file>", "issuers whose tokens are accepted, as a JSON list")
    .option(
      "--trusted-proxy <address>",
      "address or network of a proxy whose Forwarded and X-Forwarded-* are believed; may be repeated",
      (value, previous: readonly string[] | undefined) => collect(checked(value, isNetwork), previous),
    )
    .option("--base-path <path>", "prefix of every path, like /spolia (default: none)", (value) =>
      checked(value, checkedBasePath),
    )
    .option("--leads", "search for leads at Hugging Face and Common Crawl for callers (default: ask nobody)")
    .option("--leads-address <url>", "search for them at a service of your own instead", (value) =>
      checked(value, checkedAddress),
    )
    .option(
      "--cors <origin>",
      "origin of web pages that may call the service, or * for all; may be repeated",
      (value, previous: readonly string[] | undefined) => {
        const origins = collect(value, previous);
        checked(value, () => createCors(origins));
        return origins;
      },
    )
    .option(
      "--allowed-host <name>",
      "name under which the service answers, besides addresses and localhost; may be repeated (default: any with keys, else that of --oauth-issuer)",
      (value, previous: readonly string[] | undefined) => collect(checked(value, checkedHost), previous),
    )
    .option(
      "--keyless-rate <number>",
      "requests a second of one address without a valid key, or 0 for any number (default: 100)",
      parseCountOrNone,
    )
    .addOption(
      new Option(
        "--drain-delay <seconds>",
        "after SIGTERM, time between answering /readyz with 503 and refusing connections (default: 5 with --trusted-proxy, else 0)",
      ).argParser(parseDelay),
    )
    .option("--threads <number>", "threads for engines (default: the number of cores and one)", parseCount)
    .addOption(
      new Option("--log <form>", "log each request as a line on stderr").choices(["json", "none"]).default("json"),
    )
    .option("--metrics-port <number>", "separate port for /metrics (default: no metrics)", parsePort)
    .option("--traces", "record requests through OpenTelemetry, if an SDK is loaded (needs @opentelemetry/api)")
    .option("--config <file>", "options as one JSON object");
  addIndexOptions(command).option(
    "--index-answers <folder>",
    "keep the answers of public indexes behind each result, from which spolia evidence verify replays it",
  );

  return action(run, command, async (context) => {
    const { terminal, output } = context;
    settle(command, terminal.env);
    for (const sentence of mistypedVariables(command, terminal.env)) output.notice(sentence);
    const { runService } = await import("../../service/service.ts");
    const settings = command.opts<ServiceSettings>();
    const ignored = await ignoredTexts(command.opts<IgnoreFlags>(), context);
    await runService({ ...settings, ignored }, terminal, output);
  });
}

/** A quarter of an hour: longer than any balancer needs, and shorter than an operator's patience. */
const DRAIN_DELAY_SECONDS_MAX = 900;

function parseDelay(value: string): number {
  const seconds = Number(value);
  if (/^\d{1,3}$/.test(value) && seconds <= DRAIN_DELAY_SECONDS_MAX) return seconds;
  throw new InvalidArgumentError(`It must be a whole number of seconds from 0 to ${DRAIN_DELAY_SECONDS_MAX}.`);
}

function parseCountOrNone(value: string): number {
  return value === "0" ? 0 : parseCount(value);
}

const checkedHost = (value: string): unknown => createOwnSite({ allowedHosts: [value], cors: [], hasKeys: true });

const isNetwork = (value: string): unknown => createClientLookup([value]);

function checkedAddress(value: string): void {
  if (!isAddress(value)) throw new InvalidArgumentError("It must be an http or https address without user and query.");
}

/** The value of an option that the service itself checks, so that a wrong one is an error of the command line. */
function checked(value: string, check: (value: string) => unknown): string {
  try {
    check(value);
    return value;
  } catch (error) {
    throw isSpoliaError(error) ? new InvalidArgumentError(`${error.message} ${error.hint}`) : error;
  }
}
