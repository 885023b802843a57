/** Public indexes of the command line: their options, and what is said before they are asked. */
import { type Command, InvalidArgumentError } from "commander";
import type { CorpusReference } from "../../base/contract/common.ts";
import type { AnalyzeResult } from "../../base/contract/operations/analyze.ts";
import type { OpenEngine } from "../../engine/engine.ts";
import type { PlannedRequests, PublicCorpus } from "../../remote/publicIndexes/index.ts";
import { isIndexName } from "../../remote/publicIndexes/names.ts";
import { count, TerminalPage } from "../../report/layout/page.ts";
import { parseCount } from "../terminal/command.ts";
import type { Context } from "../terminal/run.ts";
import { writeRecord } from "./openIndexes.ts";

/** The options of every command that asks public indexes. */
export function addIndexOptions(command: Command): Command {
  return command
    .option("--index-address <url>", "a service of your own that answers as infini-gram does", parseAddress)
    .option("--index-dataset <id>", "the dataset of an index that the catalogue does not know")
    .option("--index-requests <n>", "most requests to an index for one text (default: 1,000)", parseCount)
    .option("--index-cache <folder>", "where answers are kept, with the strings (default: your cache folder)")
    .option("--no-index-cache", "keep no answers")
    .option("--private", "send an index eight windows of 12 words and nothing else");
}

function parseAddress(value: string): string {
  if (URL.canParse(value) && /^https?:/.test(value)) return value;
  throw new InvalidArgumentError("It must be an http or https address.");
}

const publicOf = (engine: OpenEngine): PublicCorpus[] =>
  engine.corpora.filter(({ name }) => isIndexName(name)).map(({ name }) => engine.corpus(name) as PublicCorpus);

/** The names of all corpora where one of them is an index, which is searched only where it is named. */
export function namesWithIndexes(engine: OpenEngine): string[] | undefined {
  const names = engine.corpora.map(({ name }) => name);
  return names.some(isIndexName) ? names : undefined;
}

/** What would be sent for a text, to each index. */
export function plansFor(engine: OpenEngine, content: string): ({ index: string } & PlannedRequests)[] {
  return publicOf(engine).map((corpus) => ({ index: corpus.info.name, ...corpus.plan(content) }));
}

/** Shows what a search would send. */
export function answerPlans(plans: ReturnType<typeof plansFor>, { output }: Context): void {
  output.answer({ dry_run: true, indexes: plans }, (plain) => {
    const page = new TerminalPage(plain);
    for (const { index, address, mode, strings, requests_max } of plans) {
      const more =
        mode === "private"
          ? "and no other, in at most"
          : "of which some may prove needless. Where one is found, further parts of the text around it are sent; at most";
      page.item(
        `${index}: ${count(strings.length, "string")} of the text would be sent to ${address}, ${more} ` +
          `${count(requests_max, "request")} in all.`,
      );
      for (const string of strings) page.text(JSON.stringify(string));
    }
    if (plans.length === 0) page.item("Nothing would be sent: no corpus is a public index.");
    return page.finish();
  });
}

/** Says to whom parts of the text go, before they go. */
export function noticeIndexes(engine: OpenEngine, content: string, { output }: Context): void {
  for (const { index, address, requests_max } of plansFor(engine, content)) {
    if (requests_max === 0) {
      output.notice(`${index} is not asked: the result rests on its recorded answers.`);
      continue;
    }
    output.notice(
      `Parts of the text are sent to ${address} (${index}), in at most ${count(requests_max, "request")}; the result lists all of them.`,
    );
  }
}

/** Whether nothing was searched, since no corpus that was asked could be reached. */
export function isUnreached({ matches, completeness: { stages } }: AnalyzeResult): boolean {
  const searches = stages.filter(({ name }) => name.startsWith("search:"));
  return matches.length === 0 && searches.length > 0 && searches.every(({ status }) => status === "failed");
}

/** Writes the answers behind a result, from which it can be repeated without the index. */
export function writeAnswers(engine: OpenEngine, corpora: readonly CorpusReference[], path: string): void {
  const used = corpora.flatMap(({ name, revision, index }) => (index === undefined ? [] : [{ name, revision }]));
  const records = used.map(({ name, revision }) => (engine.corpus(name) as PublicCorpus).answers(revision));
  writeRecord(path, records);
}
