/**
 * What does the service cost beside the engine? The real process against a bare route over the same corpus, in turn, on one
 * machine that makes the load as well. What does one account's flood do to another: `service floods`. What do floods from an
 * address without a key do: `service keyless`. Named to be run.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEngine } from "../../../src/index.ts";
import { createHandler } from "../../../src/service/index.ts";
import { freshQueries, plantedQueries, QUERY_WORDS } from "../../corpora/queries.ts";
import { FINGERPRINTS_PER_WORD, realDocuments } from "../../corpora/stream.ts";
import { percentile } from "../../corpus/percentile.ts";
import { runStep } from "../../corpus/process.ts";
import { assertAnswer, type Figure, figure, type Goal } from "../../harness/harness.ts";
import { type Flooded, flooded } from "../../steps/service/flood.ts";
import { floodedWithoutKey, type KeylessFloods } from "../../steps/service/keyless.ts";
import { load, post } from "../../steps/service/load.ts";
import { started, startedService } from "../../steps/service/process.ts";
import type { CorpusCase, CorpusOptions } from "../corpus/corpus.ts";

const PATH = "/api/v1/attribution/analyze";
const CONNECTIONS = 50;
const ROUNDS = 5;
const ROUND_MS = 6_000;
const RATE_SHARE = 0.7;
const RUN_WORDS = 150;
const ADAPTER_CALLS = 2_000;
const MIB = 1024 * 1024;

export const serviceCases: CorpusCase[] = [
  { name: "service", figures: (options) => ofSizes(options, racing) },
  { name: "service floods", figures: (options) => ofSizes(options, flooding) },
  { name: "service keyless", figures: (options) => ofSizes(options, keyless) },
];

/** A corpus of some size, and questions to it. */
interface Prepared {
  fingerprints: number;
  folder: string;
  corpus: string;
  bodies: readonly string[];
  /** All of the corpus's own real text. */
  long: string;
}

async function ofSizes(
  { fingerprints = [1e7], queries = 1_000 }: CorpusOptions,
  measure: (prepared: Prepared) => Promise<Figure[]>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of fingerprints) figures.push(...(await withCorpus(size, queries, measure)));
  return figures;
}

async function withCorpus(
  fingerprints: number,
  count: number,
  measure: (prepared: Prepared) => Promise<Figure[]>,
): Promise<Figure[]> {
  const folder = mkdtempSync(join(process.env["BENCH_FOLDER"] ?? tmpdir(), "bench-service-"));
  try {
    const corpus = join(folder, "corpus");
    await runStep("build", ["novels", fingerprints, corpus]);
    const from = realDocuments("novels", fingerprints / FINGERPRINTS_PER_WORD);
    const half = Math.ceil(count / 2);
    const planted = plantedQueries("novels", half, "service", { from, runWords: RUN_WORDS });
    const bodies = freshQueries("novels", half, "service").flatMap(({ content }, i) =>
      [content, planted[i % planted.length]!.content].map((text) =>
        JSON.stringify({ content: text, content_type: "text" }),
      ),
    );
    return await measure({ fingerprints, folder, corpus, bodies, long: from.map(({ text }) => text).join("\n") });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function racing({ fingerprints, folder, corpus, bodies }: Prepared): Promise<Figure[]> {
  const stops: (() => void)[] = [];
  try {
    const bare = fileURLToPath(new URL("../../steps/service/bare.ts", import.meta.url));
    const { url: ours } = await startedService(["--corpus", corpus, "--data", join(folder, "records")], stops);
    const { url: rival } = await started([bare, corpus], stops);
    await assertSame(ours, rival, bodies);
    const race = await raced(ours, rival, bodies);
    const adapter = await adapterMs(bodies[1]!, await post(ours + PATH, bodies[1]!));
    return figuresOf(fingerprints, race, adapter);
  } finally {
    for (const stop of stops) stop();
  }
}

const flooding = async ({ folder, corpus, bodies, long }: Prepared): Promise<Figure[]> =>
  floodFigures(await flooded(corpus, folder, PATH, { bodies, long }));

/** Both give the same answers, but for what the service adds. */
async function assertSame(ours: string, rival: string, bodies: readonly string[]): Promise<void> {
  for (const body of bodies.slice(0, 20)) {
    const { success, next_steps, ...own } = JSON.parse(await post(ours + PATH, body));
    const theirs = JSON.parse(await post(rival + PATH, body));
    assertAnswer(success && next_steps !== undefined, true, "The service, asked for an answer,");
    const plain = (answer: object) => JSON.stringify({ ...answer, analysis_id: "" });
    assertAnswer(plain(own), plain(theirs), "The service, asked the same as the engine,");
  }
}

interface Raced {
  ours: number[];
  rival: number[];
  aloneP99Ms: number;
  p99Ms: number;
  rate: number;
}

async function raced(ours: string, rival: string, bodies: readonly string[]): Promise<Raced> {
  const full = (url: string) => load({ url: url + PATH, bodies, connections: CONNECTIONS, forMs: ROUND_MS });
  for (const url of [ours, rival]) await full(url);
  const rounds = { ours: [] as number[], rival: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    rounds.ours.push((await full(ours)).perSecond);
    rounds.rival.push((await full(rival)).perSecond);
  }
  const alone = await load({ url: rival + PATH, bodies, connections: 1, forMs: 2 * ROUND_MS });
  const rate = RATE_SHARE * median(rounds.ours);
  const steady = await load({
    url: ours + PATH,
    bodies,
    connections: CONNECTIONS,
    perSecond: rate,
    forMs: 3 * ROUND_MS,
  });
  return { ...rounds, rate, aloneP99Ms: percentile(alone.latenciesMs, 99), p99Ms: percentile(steady.latenciesMs, 99) };
}

/** The handler around an engine that answers at once: what reading, checking and writing take. */
async function adapterMs(body: string, answer: string): Promise<number> {
  const { success: _, next_steps: __, ...result } = JSON.parse(answer);
  const engine = await createEngine({ corpora: [] });
  const handler = createHandler({ engine: { ...engine, analyze: async () => result } });
  const times: number[] = [];
  for (let i = 0; i < ADAPTER_CALLS; i++) {
    const request = new Request(`http://127.0.0.1${PATH}`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    const start = performance.now();
    await (await handler(request)).arrayBuffer();
    times.push(performance.now() - start);
  }
  return median(times.slice(ADAPTER_CALLS / 2));
}

function figuresOf(size: number, { ours, rival, aloneP99Ms, p99Ms, rate }: Raced, adapter: number): Figure[] {
  const name = `service, ${QUERY_WORDS} words, 10^${Math.round(Math.log10(size))} fingerprints, ${CONNECTIONS} connections`;
  const ratios = ours.map((one, i) => one / rival[i]!);
  return [
    figure(`${name}: answers`, "per second", median(ours)),
    figure(`${name}: answers of a bare route over the engine`, "per second", median(rival)),
    figure(`${name}: share of the bare route's, median of ${ROUNDS} pairs`, "%", 100 * median(ratios), [
      ["≥ 80 %", (value) => value >= 80],
    ]),
    figure(`${name}: handler around an engine that answers at once`, "ms", adapter, [
      ["≤ 0.3 ms", (value) => value <= 0.3],
    ]),
    figure(`${name}: p99 of the bare route with one connection`, "ms", aloneP99Ms),
    figure(`${name}: p99 at ${Math.round(rate)} a second, 70 % of its most`, "ms", p99Ms, [
      ["≤ 5 × the p99 alone", (value) => value <= 5 * aloneP99Ms],
    ]),
  ];
}

const keyless = async ({ folder, corpus, bodies }: Prepared): Promise<Figure[]> =>
  keylessFigures(await floodedWithoutKey({ corpus, folder, path: PATH, bodies }));

function keylessFigures({ quiet, floods, memory }: KeylessFloods): Figure[] {
  const beside = Object.entries(floods).flatMap(([name, { p50Ms, p99Ms, perSecond }]) => {
    const title = `flood of ${name}, ${Math.round(perSecond)} a second`;
    const goal: Goal = ["≤ 3 × quiet", (value) => value <= 3 * quiet.p99Ms];
    return [figure(`${title}: p50 of others`, "ms", p50Ms), figure(`${title}: p99 of others`, "ms", p99Ms, [goal])];
  });
  const left = memory === null ? [] : [(memory.afterBytes - memory.quietBytes) / MIB];
  return [
    figure("no flood: p50", "ms", quiet.p50Ms),
    figure("no flood: p99", "ms", quiet.p99Ms),
    ...beside,
    ...left.map((value) =>
      figure("memory 60 s after the floods, above quiet", "MiB", value, [["≤ 256 MiB", (mib) => mib <= 256]]),
    ),
  ];
}

function floodFigures({
  aloneP99Ms,
  besideLarge,
  besideShort,
  peakBytes,
  engineCores,
  processCores,
}: Flooded): Figure[] {
  const atMost3 = (value: number) => value <= 3 * aloneP99Ms;
  const figures = [
    figure("flood: p99 of an account alone", "ms", aloneP99Ms),
    figure("flood: p99 beside another account's 10 texts of 32 MiB at once", "ms", besideLarge.p99Ms, [
      ["≤ 3 × alone", atMost3],
    ]),
    figure("queues: p99 beside another account's 100 short questions at once", "ms", besideShort.p99Ms, [
      ["≤ 3 × alone", atMost3],
    ]),
  ];
  if (peakBytes === null || engineCores === null || processCores === null) return figures;
  return [
    ...figures,
    figure("flood: most memory beside the 10 texts", "MB", peakBytes / 1e6, [
      ["≤ 1,000 MB", (value) => value <= 1_000],
    ]),
    figure("cores: processor time of engines by wall time, 100 questions at once", "cores", engineCores, [
      ["≥ 1.8", (value) => value >= 1.8],
    ]),
    figure("cores: processor time of the whole service by wall time", "cores", processCores),
  ];
}

const median = (values: readonly number[]): number => percentile(values, 50);
