/** `spolia extract`: how much of a text does a model recite, and where? */
import { Argument, Option } from "commander";
import type { ExtractRequest } from "../../contract/extract.ts";
import { count } from "../../report/page.ts";
import { type AskingFlags, addAskingOptions, askModels, type Needs } from "../asking.ts";
import { action, declare, parseCount, parseTemperature, type Runner } from "../command.ts";
import { contentOf, type TypeFlags, typeOption } from "../contents.ts";
import { readTexts } from "../inputs.ts";
import { answerResult } from "../results.ts";

interface ExtractFlags extends AskingFlags, TypeFlags {
  control?: string[];
  protocol?: "scores" | "continuations";
  sample?: number;
  census?: true;
  seed?: string;
  prefix?: number;
  suffix?: number;
  perControl?: number;
  continuations?: number;
  temperature?: number;
  topK?: number;
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
    ],
  });
  addAskingOptions(command)
    .addOption(typeOption())
    .option("--control <path...>", "folders and files of control texts; without controls nothing is claimed")
    .addOption(
      new Option("--protocol <name>", "what the model is asked for (default: scores if it gives them)").choices([
        "scores",
        "continuations",
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
    .option("--html <file>", "also write the result as one HTML file");

  return action(run, command, async (context, file: string, flags: ExtractFlags) => {
    const { output, signal } = context;
    const request: ExtractRequest = {
      ...requestOf(flags),
      work: await contentOf(file, flags, context),
      controls: (await readTexts(flags.control ?? [], output, signal)).map(({ id, text }) => ({ id, content: text })),
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

/** Without controls nothing is claimed; with few controls no p-value is small. */
async function needsOf({ controls = [] }: ExtractRequest): Promise<Needs> {
  const { CONTROLS_FOR_P_05 } = await import("../../memorisation/extraction.claims.ts");
  const given = { controls: controls.length };
  return {
    document: { needed: { controls: CONTROLS_FOR_P_05 }, given },
    lines: [
      `Given: ${count(given.controls, "control")}. Needed: ${CONTROLS_FOR_P_05} for a p-value that can reach 0.05.`,
    ],
  };
}

function requestOf(flags: ExtractFlags): Omit<ExtractRequest, "work"> {
  const { sample, seed, prefix, suffix, perControl, continuations, temperature, topK } = flags;
  return {
    model: flags.model,
    protocol: flags.protocol,
    windows: { select: flags.census ? "census" : "sample", sample, seed, prefix, suffix, per_control: perControl },
    sampling: { continuations, temperature, top_k: topK },
  };
}
