/** `spolia extract`: how much of a text does a model recite, and where? */
import { Argument, Option } from "commander";
import type { ExtractProtocol, ExtractRequest } from "../../../base/contract/operations/extract.ts";
import { count } from "../../../report/layout/page.ts";
import { type AskingFlags, addAskingOptions, askModels, type Needs } from "../../inputs/asking.ts";
import { readTexts } from "../../inputs/inputs.ts";
import { addTypeOptions, sectionedContentOf, type TypeFlags } from "../../table/contents.ts";
import { action, declare, HTML_OPTION, parseCount, parseTemperature, type Runner } from "../../terminal/command.ts";
import { refuseIdle } from "../../terminal/exit.ts";
import { answerResult } from "../../terminal/results.ts";

interface ExtractFlags extends AskingFlags, TypeFlags {
  control?: string[];
  protocol?: ExtractProtocol;
  sample?: number;
  census?: true;
  seed?: string;
  prefix?: number;
  suffix?: number;
  perControl?: number;
  continuations?: number;
  temperature?: number;
  topK?: number;
  opening?: number;
  queries?: number;
  maxTokens?: number;
  context?: number;
  html?: string;
}

export function extractCommand(run: Runner) {
  const command = declare({
    name: "extract",
    summary: "query a model, and measure how much of a text it recites and where",
    description:
      "Gives a model passages of a text and checks whether it continues with the text that follows. The rate has a meaning only beside " +
      "control texts of the same kind, length and time that the model cannot have seen. The texts are sent to the model's host.",
    arguments: [new Argument("<file>", "the text, UTF-8; - reads standard input")],
    examples: [
      [
        "spolia extract novel.txt --model pythia --models models.json --control ./unpublished --dry-run",
        "what it would cost",
      ],
      [
        "spolia extract novel.txt --model pythia --models models.json --control ./unpublished --journal asked.jsonl",
        "after an interruption, run the same command with --resume",
      ],
      [
        "spolia extract novel.txt --model closed --models models.json --control ./unpublished --protocol iterated --queries 300",
        "lets a chat model continue the novel from its first 50 words",
      ],
    ],
  });
  addTypeOptions(addAskingOptions(command))
    .option("--control <path...>", "folders and files of control texts; without controls nothing is claimed")
    .addOption(
      new Option("--protocol <name>", "what the model is asked for (default: scores if it gives them)").choices([
        "scores",
        "continuations",
        "iterated",
      ]),
    )
    .option("--sample <n>", "number of windows that are drawn from the text (default: 300)", parseCount)
    .option("--census", "ask about all windows instead")
    .option("--seed <text>", "seed of the random choice of windows (default: 1)")
    .option("--prefix <n>", "tokens or words that the model is given (default: 50)", parseCount)
    .option("--suffix <n>", "tokens or words that the model should continue with (default: 50)", parseCount)
    .option("--per-control <n>", "windows of each control (default: 20)", parseCount)
    .option("--continuations <n>", "drawn for each prefix, besides the likeliest one (default: none)", parseCount)
    .option("--temperature <number>", "0.01 to 10 (default: 1)", parseTemperature)
    .option("--top-k <n>", "sample from the n likeliest tokens at each step (default: all)", parseCount)
    .option("--opening <n>", "iterated: words of the beginning that the model is given (default: 50)", parseCount)
    .option("--queries <n>", "iterated: most queries for each text (default: 100)", parseCount)
    .option("--max-tokens <n>", "iterated: most tokens of each reply (default: 1000)", parseCount)
    .option(
      "--context <n>",
      "iterated: most words of its replies that the model is given again (default: 1000)",
      parseCount,
    )
    .option(...HTML_OPTION);

  return action(run, command, async (context, file: string, flags: ExtractFlags) => {
    const { output, signal } = context;
    const { opening, queries, maxTokens, context: words, protocol } = flags;
    const ofIterated = { "--opening": opening, "--queries": queries, "--max-tokens": maxTokens, "--context": words };
    refuseIdle(ofIterated, "--protocol iterated", protocol === "iterated");
    const request: ExtractRequest = {
      ...requestOf(flags),
      work: await sectionedContentOf(file, flags, context),
      controls: (await readTexts(flags.control ?? [], output, signal, flags)).map(({ id, text }) => ({
        id,
        content: text,
      })),
    };
    const result = await askModels(
      flags,
      request,
      [flags.model],
      context,
      (engine, host) => engine.extract(request, host),
      () => needsOf(request),
    );
    if (result !== null) answerResult({ of: "extract", result }, flags, context);
  });
}

/**
 * Without controls nothing is claimed; with few controls no p-value is small. Iterated continuation may send more than
 * a dry run counts, since the replies decide.
 */
async function needsOf(request: ExtractRequest): Promise<Needs> {
  const { CONTROLS_FOR_P_05 } = await import("../../../models/extraction/claims.ts");
  const given = { controls: request.controls?.length ?? 0 };
  const document = { needed: { controls: CONTROLS_FOR_P_05 }, given };
  const line = `Given: ${count(given.controls, "control")}. Needed: ${CONTROLS_FOR_P_05} for a p-value that can reach 0.05.`;
  if (request.protocol !== "iterated") return { document, lines: [line] };
  const { iterationCeiling } = await import("../../../engine/extract/plan.ts");
  const at_most = iterationCeiling(request);
  return {
    document: { ...document, at_most },
    lines: [
      `This is the first query for each text. Texts that the model continues are queried again: at most ${count(at_most.requests, "request")}, ${count(at_most.tokens, "token")}.`,
      line,
    ],
  };
}

function requestOf(flags: ExtractFlags): Omit<ExtractRequest, "work"> {
  const { census, sample, seed, prefix, suffix, perControl, continuations, temperature, topK } = flags;
  const { protocol, opening, queries, maxTokens, context } = flags;
  const windows = { select: census && ("census" as const), sample, seed, prefix, suffix, per_control: perControl };
  const iteration = { opening, queries, max_tokens: maxTokens, context };
  const isGiven = (fields: object) => Object.values(fields).some((value) => value !== undefined);
  return {
    model: flags.model,
    protocol,
    // The engine refuses what belongs to another protocol.
    ...(protocol === "iterated" && !isGiven(windows)
      ? {}
      : { windows: { ...windows, select: windows.select ?? "sample" } }),
    ...(isGiven(iteration) ? { iteration } : {}),
    sampling: { continuations, temperature, top_k: topK },
  };
}
