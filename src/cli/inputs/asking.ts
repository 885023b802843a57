/** The shared options of `extract` and `probe`: a file of models, a dry run, budgets, and a journal to resume from. */
import { existsSync } from "node:fs";
import type { Command } from "commander";
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type { Progress } from "../../base/contract/resources/corpus.ts";
import type { ModelConnector } from "../../base/contract/resources/model.ts";
import { isSpoliaError } from "../../base/errors.ts";
import type { OpenEngine } from "../../engine/engine.ts";
import type { ConfigHost, Plan, PlannedConnector } from "../../models/index.ts";
import { count } from "../../report/layout/page.ts";
import { parseCount } from "../terminal/command.ts";
import { UsageError } from "../terminal/exit.ts";
import type { Context } from "../terminal/run.ts";
import { withEngine } from "./inputs.ts";
import { MODELS_FORM, openModel, readModels } from "./models.ts";

export interface AskingFlags {
  model: string;
  models?: string;
  dryRun?: true;
  budgetRequests?: number;
  budgetTokens?: number;
  journal?: string;
  resume?: true;
}

export function addAskingOptions(command: Command): Command {
  return command
    .requiredOption("--model <name>", "the model to query, by its name in the file of models")
    .option("--models <file>", "the models: a JSON object of connector configurations by name (or SPOLIA_MODELS)")
    .option("--dry-run", "print the number of requests and tokens, and send nothing")
    .option("--budget-requests <n>", "most requests to each model, retries included", parseCount)
    .option("--budget-tokens <n>", "most tokens of each model, prompts and replies together", parseCount)
    .option("--journal <file>", "record of every request and reply, written before use; it holds your texts")
    .option("--resume", "continue from the journal; requests in it are not sent again");
}

/** The inputs that a claim needs besides replies, and those that were given: as fields of a document and as lines. */
export interface Needs {
  document: object;
  lines: readonly string[];
}

/** A person who waits so long wants to hear for what. */
const SILENT_MS = 10_000;

interface OpenedModel {
  name: string;
  connector: PlannedConnector;
  close(): void;
}

/**
 * Opens the models, and runs an operation with an engine that has them.
 *
 * @param request the journal belongs to this request
 * @param names   the models that the request names; the first uses the journal itself, each other one a file beside it
 * @param needs   the inputs that a claim needs besides replies; a dry run prints them
 * @returns `null` after a dry run, whose plan is printed here
 */
export async function askModels<Result>(
  flags: AskingFlags,
  request: object,
  names: readonly string[],
  { terminal, output, progress, host }: Context,
  operation: (engine: OpenEngine, host: HostOptions) => Promise<Result>,
  needs: () => Promise<Needs>,
): Promise<Result | null> {
  const opened = await openAll(flags, request, names, terminal.env);
  const run = (models: Record<string, ModelConnector>, asking = host) =>
    withEngine({}, (engine) => operation(engine, asking), { models }).finally(() => progress.stop());
  const tell = () => output.notice(`Waiting for the first replies of ${names.join(", ")} …`);
  const silence = flags.dryRun ? undefined : setTimeout(tell, SILENT_MS);
  const onProgress = (done: Progress) => {
    clearTimeout(silence);
    host.onProgress?.(done);
  };
  try {
    if (flags.dryRun) {
      const plans = await plannedBy(opened, run);
      const { document, lines } = await needs();
      output.answer({ dry_run: true, ...plans, ...document }, () => plainPlan(plans.models, lines));
      return null;
    }
    const models = Object.fromEntries(opened.map(({ name, connector }) => [name, connector]));
    const result = await run(models, { ...host, onProgress });
    for (const { name, connector } of opened) output.notice(`${name}: ${spent(connector.spent)}.`);
    return result;
  } catch (error) {
    if (flags.journal !== undefined && opened.some(({ connector }) => connector.spent.requests > 0)) {
      const isUnanswered = isSpoliaError(error) && error.code === "model_failed";
      const kept = isUnanswered ? "There was no reply; all requests and failures are in" : "All replies so far are in";
      output.notice(`${kept} ${flags.journal}. To continue, run the same command with --resume.`);
    }
    throw error;
  } finally {
    clearTimeout(silence);
    for (const { close } of opened) close();
  }
}

async function openAll(
  flags: AskingFlags,
  request: object,
  names: readonly string[],
  env: ConfigHost["env"] & object,
): Promise<OpenedModel[]> {
  const path = flags.models ?? env["SPOLIA_MODELS"];
  if (!path) {
    throw new UsageError("No file of models was given.", `Give it with --models or SPOLIA_MODELS. ${MODELS_FORM}`);
  }
  checkJournal(flags);
  const configured = readModels(path);
  const question = await sha256(canonicalJson(JSON.parse(JSON.stringify(request))));
  const budget = { requests: flags.budgetRequests, tokens: flags.budgetTokens };
  const { fileJournal } = await import("../../models/index.ts");
  const opened: OpenedModel[] = [];
  for (const [place, name] of [...new Set(names)].entries()) {
    // A dry run creates no journal, but reads an existing one.
    const isKept = flags.journal !== undefined && (flags.resume === true || flags.dryRun !== true);
    const journal = isKept ? fileJournal(place === 0 ? flags.journal! : `${flags.journal}.${place + 1}`) : undefined;
    const connector = await openModel(configured, name, { env, budget, journal, question });
    opened.push({ name, connector, close: () => journal?.close() });
  }
  return opened;
}

/** A new journal must not exist, and continuing one needs --resume, so that nobody pays twice by mistake. */
function checkJournal({ journal, resume }: AskingFlags): void {
  if (resume && journal === undefined) throw new UsageError("--resume needs --journal.");
  if (journal === undefined || existsSync(journal) === (resume === true)) return;
  throw resume
    ? new UsageError(`There is no journal at ${journal}.`, "Leave out --resume to start a new one.")
    : new UsageError(`${journal} exists already.`, "Add --resume to continue it, or give another file.");
}

async function plannedBy(
  opened: readonly OpenedModel[],
  run: (models: Record<string, ModelConnector>) => Promise<unknown>,
) {
  const { dryRun } = await import("../../models/index.ts");
  const dry = opened.map(({ name, connector }) => ({ name, ...dryRun(connector) }));
  try {
    await run(Object.fromEntries(dry.map(({ name, model }) => [name, model])));
  } catch (error) {
    if (!isSpoliaError(error) || error.code !== "budget_exhausted") throw error;
  }
  return { models: dry.map(({ name, planned }) => ({ model: name, ...planned })) };
}

function plainPlan(models: readonly ({ model: string } & Plan)[], needs: readonly string[]): string {
  const lines = models.map(({ model, ...plan }) => `  ${model}: ${spent(plan)}.\n`);
  return `DRY RUN: nothing was sent.\n${lines.join("")}  Tokens are an estimate: three bytes per token, every reply of maximal length.\n${needs.map((line) => `  ${line}\n`).join("")}`;
}

const spent = ({ requests, tokens }: Plan): string => `${count(requests, "request")}, ${count(tokens, "token")}`;
