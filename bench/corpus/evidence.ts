/**
 * What does the evidence cost of an analysis? A corpus in memory that stands for a dataset which the catalogue documents for many models,
 * asked by an engine with that catalogue; half of the queries hold a run of its words that is an event G.
 *
 *   node bench/corpus/evidence.ts QUERIES WHERE DATASET      prints a `Concluded`
 */
import { readFileSync } from "node:fs";
import { argv } from "node:process";
import { SOURCES_DEFAULT } from "../../src/base/limits.ts";
import { loadCatalogue } from "../../src/catalogue/index.ts";
import { contextOf } from "../../src/engine/engine.ts";
import { conclude } from "../../src/engine/evidence/conclusions.ts";
import { PRIOR_DEFAULT } from "../../src/engine/evidence/confidence/confidence.ts";
import type { ContentFacts } from "../../src/engine/evidence/findings.ts";
import { judge, withConfidence } from "../../src/engine/steps/confidence.ts";
import { readContent } from "../../src/engine/steps/content.ts";
import { searchCorpora } from "../../src/engine/steps/search.ts";
import { type Corpus, createEngine } from "../../src/index.ts";
import { openFrom, type Queries, type Spread, spreadOf } from "./ask.ts";
import { percentile } from "./percentile.ts";

export interface Concluded {
  queries: number;
  /** Of the queries that hold a run, those with verdict `match` and models named. */
  planted: { asked: number; attributed: number };
  ms: Spread;
  /** The same, of queries that hold a run. */
  plantedMs: Spread;
  /** All that follows the search: verdict, confidence, attribution, risk, revenue; the ids and ISCC of the result as well. */
  afterSearchMs: Spread;
  /** An analysis by the processor's clock of this thread, which others on the machine lengthen less. */
  cpuMs: Spread;
  /** Verdict, coverage, confidence, attribution, risk and revenue alone, called as `analyze` calls them; of queries that hold a run. */
  evidenceMs: Spread;
}

/** Until what runs is compiled: an engine that serves was asked before. */
const WARM_UP = 200;

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The corpus as one of another dataset, and a clock that its searches set. */
function watched(corpus: Corpus, dataset: string) {
  const clock = { searched: 0 };
  const searched = async (...asked: Parameters<Corpus["search"]>) => {
    const answer = await corpus.search(...asked);
    clock.searched = performance.now();
    return answer;
  };
  const seen = new Proxy(corpus, {
    get(target, name) {
      if (name === "search") return searched;
      if (name === "info") return { ...target.info, dataset };
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { seen, clock };
}

async function ask(corpus: Corpus, { fresh, planted }: Queries, dataset: string): Promise<Concluded> {
  const { seen, clock } = watched(corpus, dataset);
  const engine = await createEngine({ corpora: [seen], catalogue: await loadCatalogue() });
  const [all, ofPlanted, after, cpu] = [[], [], [], []] as [number[], number[], number[], number[]];
  let [asked, attributed] = [0, 0];
  for (const [i, { content }] of fresh.flatMap((one, i) => [one, planted[i % planted.length]!]).entries()) {
    const metadata = { title: "A work", published: "1850", work_type: "book" };
    const [start, startCpu] = [performance.now(), cpuMs()];
    const result = await engine.analyze({ content, content_type: "text", metadata });
    const [end, endCpu] = [performance.now(), cpuMs()];
    if (i < WARM_UP) continue;
    all.push(end - start);
    after.push(end - clock.searched);
    cpu.push(endCpu - startCpu);
    if (i % 2 === 0) continue;
    ofPlanted.push(end - start);
    asked++;
    attributed += Number(result.verdict === "match" && result.attribution_sources.length > 0);
  }
  if (attributed < 0.9 * asked)
    throw new Error(`Of ${asked} queries that hold a run only ${attributed} were attributed.`);
  return {
    ...{ queries: all.length, planted: { asked, attributed } },
    ...{ ms: spreadOf(all), plantedMs: spreadOf(ofPlanted), afterSearchMs: spreadOf(after) },
    ...{ cpuMs: spreadOf(cpu), evidenceMs: spreadOf(await evidenceAlone(seen, planted.slice(WARM_UP / 2))) },
  };
}

/** The median of a few calls on the same findings. */
async function evidenceAlone(corpus: Corpus, queries: readonly { content: string }[]): Promise<number[]> {
  const wiring = await contextOf({ corpora: [corpus], catalogue: await loadCatalogue() });
  const times: number[] = [];
  for (const { content: text } of queries) {
    const content = readContent(wiring, { content: text });
    const outcome = await searchCorpora(wiring, [corpus], content, {});
    const facts: ContentFacts = {
      lengthWords: content.shingled.text.lengthWords,
      metadata: { title: "A work", published: "1850", work_type: "book" },
      language: "en",
    };
    const once = () => {
      const start = performance.now();
      const disguised = { total: 0, kinds: [] };
      const own = outcome.ofCorpora([corpus]);
      const { verdict, relation } = judge(wiring, own, [corpus]);
      const { attribution } = conclude({
        verdict,
        relation,
        findings: own.significant,
        catalogue: wiring.catalogue,
        disguised,
        content: facts,
      });
      withConfidence(wiring, outcome, [corpus], PRIOR_DEFAULT, attribution.attributed.slice(0, SOURCES_DEFAULT));
      return performance.now() - start;
    };
    times.push(percentile(Array.from({ length: 5 }, once), 50));
  }
  return times;
}

if (import.meta.main) {
  const [file, where, dataset] = argv.slice(2) as [string, string, string];
  const corpus = await openFrom(where, "memory");
  if (typeof corpus === "string") throw new Error(corpus);
  const answer = await ask(corpus, JSON.parse(readFileSync(file, "utf8")) as Queries, dataset);
  await corpus.close();
  console.log(JSON.stringify(answer));
}
