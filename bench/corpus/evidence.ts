/**
 * What does the evidence cost of an analysis? A corpus in memory that stands for a dataset which the catalogue documents for many models,
 * asked by an engine with that catalogue; half of the queries hold a run of its words that is an event G.
 *
 *   node bench/corpus/evidence.ts QUERIES WHERE DATASET      prints a `Concluded`
 */
import { readFileSync } from "node:fs";
import { argv } from "node:process";
import { loadCatalogue } from "../../src/catalogue/index.ts";
import { type Corpus, createEngine } from "../../src/index.ts";
import { openFrom, type Queries, type Spread, spreadOf } from "./ask.ts";

export interface Concluded {
  queries: number;
  /** Of the queries that hold a run, those with verdict `match` and models named. */
  planted: { asked: number; attributed: number };
  ms: Spread;
  /** The same, of queries that hold a run. */
  plantedMs: Spread;
  /** All that follows the search: verdict, confidence, attribution, risk, revenue; the ids, ISCC and schema of the result as well. */
  afterSearchMs: Spread;
}

/** Until what runs is compiled: an engine that serves was asked before. */
const WARM_UP = 200;

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

async function conclude(corpus: Corpus, { fresh, planted }: Queries, dataset: string): Promise<Concluded> {
  const { seen, clock } = watched(corpus, dataset);
  const engine = await createEngine({ corpora: [seen], catalogue: await loadCatalogue() });
  const [all, ofPlanted, after]: [number[], number[], number[]] = [[], [], []];
  let [asked, attributed] = [0, 0];
  for (const [i, { content }] of fresh.flatMap((one, i) => [one, planted[i % planted.length]!]).entries()) {
    const metadata = { title: "A work", published: "1850", work_type: "book" };
    const start = performance.now();
    const result = await engine.analyze({ content, content_type: "text", metadata });
    const end = performance.now();
    if (i < WARM_UP) continue;
    all.push(end - start);
    after.push(end - clock.searched);
    if (i % 2 === 0) continue;
    ofPlanted.push(end - start);
    asked++;
    attributed += Number(result.verdict === "match" && result.attribution_sources.length > 0);
  }
  if (attributed < 0.9 * asked) throw new Error(`Of ${asked} queries that hold a run only ${attributed} were attributed.`);
  return {
    ...{ queries: all.length, planted: { asked, attributed } },
    ...{ ms: spreadOf(all), plantedMs: spreadOf(ofPlanted), afterSearchMs: spreadOf(after) },
  };
}

if (import.meta.main) {
  const [file, where, dataset] = argv.slice(2) as [string, string, string];
  const corpus = await openFrom(where, "memory");
  if (typeof corpus === "string") throw new Error(corpus);
  const answer = await conclude(corpus, JSON.parse(readFileSync(file, "utf8")) as Queries, dataset);
  await corpus.close();
  console.log(JSON.stringify(answer));
}
