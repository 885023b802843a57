/** What `extract` and `probe` have in common: models out of a file, a dry run, a budget, a journal to resume from. */
import { existsSync } from "node:fs";
import { type Command, Option } from "commander";
import { canonicalJson } from "../base/canonicalJson.ts";
import { sha256 } from "../base/sha256.ts";
import type { ConfigHost, Plan, PlannedConnector } from "../connectors/index.ts";
import type { HostOptions } from "../contract/engine.ts";
import type { ModelConnector } from "../contract/model.ts";
import type { OpenEngine } from "../engine/engine.ts";
import { isSpoliaError } from "../errors.ts";
import { count } from "../report/page.ts";
import { parseCount } from "./command.ts";
import { UsageError } from "./exit.ts";
import { withEngine } from "./inputs.ts";
import { openModel, readModels } from "./models.ts";
import type { Context } from "./run.ts";

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
    .requiredOption("--model <name>", "the model to ask, by its name in the file of models")
    .option("--models <file>", "the models: a JSON object of connector configurations by name (or SPOLIA_MODELS)")
    .option("--dry-run", "tell what would be asked, and ask nothing")
    .addOption(new Option("--budget-requests <n>", "requests to each model at most, repeated ones too").argParser(parseCount))
    .addOption(new Option("--budget-tokens <n>", "tokens of each model at most, of prompts and answers").argParser(parseCount))
    .option("--journal <file>", "where every request and answer is written before it is used; it holds your texts")
    .option("--resume", "go on with the journal: what is in it is not asked again");
}

/** What a claim needs beside answers, and what of it was given: as fields of a document and as lines. */
export interface Needs {
  document: object;
  lines: readonly string[];
}

interface OpenedModel {
  name: string;
  connector: PlannedConnector;
  close(): void;
}

/**
 * Opens the models, and runs an operation with an engine that has them.
 *
 * @param request what the journal belongs to
 * @param names   the models that the request names; the first one has the journal itself, the others one beside it
 * @param needs   what a claim needs beside answers, told by a dry run
 * @returns `null` after a dry run, which is told here
 */
export async function askModels<Result>(
  flags: AskingFlags,
  request: object,
  names: readonly string[],
  { terminal, output, progress, signal }: Context,
  operation: (engine: OpenEngine, host: HostOptions) => Promise<Result>,
  needs: () => Promise<Needs>,
): Promise<Result | null> {
  const opened = await openAll(flags, request, names, terminal.env);
  const host: HostOptions = { signal, onProgress: (one) => progress.show(one) };
  const run = (models: Record<string, ModelConnector>) =>
    withEngine({}, (engine) => operation(engine, host), { models }).finally(() => progress.stop());
  try {
    if (flags.dryRun) {
      const plans = await plannedBy(opened, run);
      const { document, lines } = await needs();
      output.answer({ dry_run: true, ...plans, ...document }, () => plainPlan(plans.models, lines));
      return null;
    }
    const result = await run(Object.fromEntries(opened.map(({ name, connector }) => [name, connector])));
    for (const { name, connector } of opened) output.notice(`${name}: ${spent(connector.spent)}.`);
    return result;
  } catch (error) {
    if (flags.journal !== undefined && opened.some(({ connector }) => connector.spent.requests > 0)) {
      const isUnanswered = isSpoliaError(error) && error.code === "model_failed";
      const kept = isUnanswered ? "Nothing was answered; every request and its failure are in" : "What was answered is in";
      output.notice(`${kept} ${flags.journal}: go on with the same command and --resume.`);
    }
    throw error;
  } finally {
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
    throw new UsageError("No file of models was given.", "Name it by --models or SPOLIA_MODELS; `--help` tells its form.");
  }
  checkJournal(flags);
  const configured = readModels(path);
  const question = await sha256(canonicalJson(JSON.parse(JSON.stringify(request))));
  const budget = { requests: flags.budgetRequests, tokens: flags.budgetTokens };
  const { fileJournal } = await import("../connectors/index.ts");
  const opened: OpenedModel[] = [];
  for (const [place, name] of [...new Set(names)].entries()) {
    // A dry run begins no journal, but knows what is in one.
    const isKept = flags.journal !== undefined && (flags.resume === true || flags.dryRun !== true);
    const journal = isKept ? fileJournal(place === 0 ? flags.journal! : `${flags.journal}.${place + 1}`) : undefined;
    const connector = await openModel(configured, name, { env, budget, journal, question });
    opened.push({ name, connector, close: () => journal?.close() });
  }
  return opened;
}

/** A journal is begun once and gone on with on purpose, so that nothing is paid for twice by a slip. */
function checkJournal({ journal, resume }: AskingFlags): void {
  if (resume && journal === undefined) throw new UsageError("--resume needs the --journal to go on with.");
  if (journal === undefined || existsSync(journal) === (resume === true)) return;
  throw resume
    ? new UsageError(`There is no journal at ${journal}.`, "Leave out --resume to begin one.")
    : new UsageError(`${journal} is there already.`, "Add --resume to go on with it, or name another file.");
}

async function plannedBy(opened: readonly OpenedModel[], run: (models: Record<string, ModelConnector>) => Promise<unknown>) {
  const { dryRun } = await import("../connectors/index.ts");
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
  return `DRY RUN: nothing was asked.\n${lines.join("")}  Tokens are an estimate: three bytes each, every answer as long as it may be.\n${needs.map((line) => `  ${line}\n`).join("")}`;
}

const spent = ({ requests, tokens }: Plan): string => `${count(requests, "request")}, ${count(tokens, "token")}`;
