/**
 * Which engine serves a corpus to more than one machine? The same segments are asked through Solr, PostgreSQL, and a
 * replica that shares nothing but object storage; the search is the same, and each answer is compared
 * with that of one engine over the corpus in a folder. Object storage is 20 ms away, the engines on loopback.
 *
 *   BENCH_WORDS=1e8 BENCH_SOLR=FOLDER_OF_JARS npm run bench -- engines
 */

import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { type Corpus, openCorpus } from "../../../src/corpus/search/corpus.ts";
import { closeSegments, openSnapshot } from "../../../src/corpus/search/open.ts";
import { openCopies } from "../../../src/corpus/storage/copies.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { createS3Storage } from "../../../src/corpus/storage/s3/s3.ts";
import { type AnalyzeResult, createEngine } from "../../../src/index.ts";
import { hasPostgres, NO_POSTGRES, PostgresServer } from "../../../test/support/servers/postgresServer.ts";
import { skipsS3, startS3Server } from "../../../test/support/servers/s3.ts";
import { freshQueries, plantedQueries } from "../../corpora/queries.ts";
import { realDocuments } from "../../corpora/stream.ts";
import { percentile } from "../../corpus/percentile.ts";
import { type Figure, figure } from "../../harness/harness.ts";
import { copyFile } from "../../steps/engines/copied.ts";
import { openExternal } from "../../steps/engines/external.ts";
import { buildParts } from "../../steps/engines/parts.ts";
import { askPostgres, bytesOfPostgres, loadPostgres } from "../../steps/engines/postgres.ts";
import { askSolr, loadSolr, startSolr } from "../../steps/engines/solr.ts";

const WORDS = Number(process.env["BENCH_WORDS"] ?? 1e7);
/** The folder of Solr's libraries. */
const SOLR = process.env["BENCH_SOLR"];
const ONLY = process.env["BENCH_ONLY"]?.split(",");
const DELAY_MS = 20;
const [WARMING, TIMED] = [20, Number(process.env["BENCH_QUESTIONS"] ?? 120)];
const KILLED_AFTER = 10;
const ASKED_AFTER_KILL = 30;
const POSTGRES = [
  "fsync=off",
  "shared_buffers=512MB",
  "max_wal_size=4GB",
  "wal_level=minimal",
  "max_wal_senders=0",
  "autovacuum=off",
];
/** Ticks a second in which Linux counts the time of a process. */
const TICKS = 100;

/** What is missing on this machine, in one line. */
const MISSING: Readonly<Record<string, string | undefined>> = {
  solr:
    SOLR === undefined
      ? "mvn -f bench/steps/engines/solr/pom.xml dependency:copy-dependencies -DoutputDirectory=DIR, and BENCH_SOLR=DIR; Java 17"
      : undefined,
  postgres: hasPostgres ? undefined : NO_POSTGRES,
};

interface Contender {
  name: string;
  corpus: Corpus;
  /** Processes that work for it. */
  pids: number[];
  bytes: { keys: number; texts: number };
  loadMs: number;
  /** Kills one of its machines as `kill -9` does. */
  kill?: () => Promise<void>;
  close(): Promise<unknown>;
}

const closers: (() => unknown)[] = [];

export const enginesCase = {
  name: "engines",
  async figures(): Promise<Figure[]> {
    if (skipsS3) {
      console.error("  without versitygw: go install github.com/versity/versitygw/cmd/versitygw@v1.8.0");
      return [];
    }
    const base = process.env["BENCH_FOLDER"] ?? tmpdir();
    const folder = mkdtempSync(join(base, "bench-engines-"));
    try {
      const corpus = process.env["BENCH_CORPUS"] ?? join(folder, "corpus");
      if (!existsSync(corpus)) await buildParts(corpus, WORDS);
      return await measured(corpus, folder).catch((error) => {
        console.error(error);
        throw error;
      });
    } finally {
      for (const close of closers.reverse()) await close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measured(corpus: string, folder: string): Promise<Figure[]> {
  const whole = await openCorpus(corpus);
  const near: Contender = {
    name: "one engine, folder",
    corpus: whole,
    pids: [],
    bytes: bytesIn(corpus),
    loadMs: 0,
    close: () => whole.close(),
  };
  const makers = { solr, postgres, replica, plain };
  const contenders = [near];
  const s3 = await objectStorage(corpus);
  for (const [name, make] of Object.entries(makers)) {
    if (ONLY !== undefined && !ONLY.includes(name)) continue;
    if (MISSING[name] !== undefined) {
      console.error(`  without ${name}: ${MISSING[name]}`);
      continue;
    }
    console.error(`  ${name} is loaded …`);
    contenders.push(await make(corpus, join(folder, name), s3));
  }
  const figures = [figure("engines: words of the corpus", "words", whole.info.words)];
  figures.push(...(await race(contenders)));
  for (const one of contenders) if (one.kill) figures.push(...(await killedInTheMiddle(one, near)));
  for (const one of contenders) await one.close();
  return figures;
}

async function objectStorage(corpus: string) {
  const s3 = await startS3Server();
  closers.push(() => s3.close());
  const proxy = spawn(
    process.execPath,
    [join(import.meta.dirname, "../../steps/engines/delay.ts"), new URL(s3.url).port, String(DELAY_MS)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  closers.push(() => proxy.kill());
  const { value: port } = await createInterface({ input: proxy.stdout })[Symbol.asyncIterator]().next();
  const where = `s3://${s3.bucket}/engines.spolia`;
  const from = createFileStorage(corpus);
  const far = createS3Storage(where, s3.options);
  const names = await from.list();
  for (const name of names.filter((one) => one !== "manifest.json")) await copyFile(from, far, name);
  await copyFile(from, far, "manifest.json");
  const endpoint = `http://127.0.0.1:${port}`;
  return { where, options: { ...s3.options, endpoint }, env: { ...s3.env, AWS_ENDPOINT_URL: endpoint } };
}
type ObjectStorage = Awaited<ReturnType<typeof objectStorage>>;

async function solr(corpus: string, folder: string): Promise<Contender> {
  mkdirSync(join(folder, "1"), { recursive: true });
  const started = performance.now();
  const first = await startSolr(SOLR!, join(folder, "1"));
  await withSnapshot(corpus, (snapshot) => loadSolr(first, snapshot));
  const loadMs = performance.now() - started;
  await first.kill();
  cpSync(join(folder, "1"), join(folder, "2"), { recursive: true });
  const nodes = [await startSolr(SOLR!, join(folder, "1")), await startSolr(SOLR!, join(folder, "2"))];
  for (const node of nodes) closers.push(() => node.kill());
  const asked = askSolr(nodes);
  const bytes = sizeOf(join(folder, "1"));
  const opened = await openExternal(corpus, asked);
  return {
    ...{
      name: "Solr, two nodes",
      corpus: opened,
      pids: nodes.map(({ pid }) => pid),
      bytes: { keys: bytes, texts: 0 },
      loadMs,
    },
    kill: () => nodes[1]!.kill(),
    close: () => asked.close(),
  };
}

async function postgres(corpus: string): Promise<Contender> {
  const started = performance.now();
  const servers: PostgresServer[] = [];
  for (let n = 0; n < 2; n++) {
    const server = new PostgresServer(POSTGRES);
    await server.start();
    closers.push(() => server.remove());
    servers.push(server);
  }
  const addresses = servers.map(({ port }) => `postgres://spolia@127.0.0.1:${port}/postgres`);
  for (const address of addresses) await withSnapshot(corpus, (snapshot) => loadPostgres(address, snapshot));
  const loadMs = (performance.now() - started) / 2;
  const asked = askPostgres(addresses);
  return {
    ...{
      name: "PostgreSQL, partitions",
      corpus: await openExternal(corpus, asked),
      pids: servers.map(({ pid }) => pid),
    },
    ...{ bytes: await bytesOfPostgres(addresses[1]!), loadMs },
    kill: () => servers[0]!.end("SIGKILL"),
    close: () => asked.close(),
  };
}

/** What `spolia serve --cache` is: its index is copied to its disk, and texts are read from object storage. */
async function replica(corpus: string, folder: string, s3: ObjectStorage): Promise<Contender> {
  const started = performance.now();
  const copies = await openCopies(createS3Storage(s3.where, s3.options), folder);
  const opened = await openCorpus(copies);
  return {
    ...{ name: "replica, index on its disk", corpus: opened, pids: [], bytes: bytesIn(corpus) },
    loadMs: performance.now() - started,
    close: async () => {
      await opened.close();
      await copies.close();
    },
  };
}

/** What `spolia serve` without `--cache` is over object storage: pages in memory. */
async function plain(corpus: string, _: string, s3: ObjectStorage): Promise<Contender> {
  const started = performance.now();
  const opened = await openCorpus(createS3Storage(s3.where, { ...s3.options, cacheBytes: 256 * 1024 ** 2 }), {
    depth: "thorough",
  });
  return {
    name: "replica, pages in memory",
    corpus: opened,
    pids: [],
    bytes: bytesIn(corpus),
    loadMs: performance.now() - started,
    close: () => opened.close(),
  };
}

async function withSnapshot<T>(
  corpus: string,
  use: (snapshot: Awaited<ReturnType<typeof openSnapshot>>) => Promise<T>,
): Promise<T> {
  const snapshot = await openSnapshot(await loadKernels(), createFileStorage(corpus));
  try {
    return await use(snapshot);
  } finally {
    await closeSegments(snapshot.segments);
  }
}

/** Each question is asked of all in turn, of the last one first the next time. */
async function race(contenders: readonly Contender[]): Promise<Figure[]> {
  const engines = await Promise.all(contenders.map(({ corpus }) => createEngine({ corpora: [corpus] })));
  const contents = questions(WARMING + TIMED);
  const rounds = contenders.map(() => ({ times: [] as number[], own: 0, servers: 0, equal: 0, again: [] as number[] }));
  for (const [i, content] of contents.entries()) {
    const expected = told(await engines[0]!.analyze({ content, content_type: "text" }));
    const order = contenders.map((_, n) => n);
    for (const n of i % 2 === 0 ? order : order.reverse()) {
      const round = rounds[n]!;
      const servers = processorMs(contenders[n]!.pids);
      const [own, started] = [process.cpuUsage(), performance.now()];
      const answer = await engines[n]!.analyze({ content, content_type: "text" });
      const ms = performance.now() - started;
      const { user, system } = process.cpuUsage(own);
      if (i < WARMING) continue;
      round.times.push(ms);
      round.own += (user + system) / 1_000;
      round.servers += processorMs(contenders[n]!.pids) - servers;
      round.equal += Number(told(answer) === expected);
      const again = performance.now();
      await engines[n]!.analyze({ content, content_type: "text" });
      round.again.push(performance.now() - again);
    }
  }
  return contenders.flatMap(({ name, bytes, loadMs, corpus }, n) => {
    const { times, own, servers, equal, again } = rounds[n]!;
    const named = (what: string) => `engines, ${name}: ${what}`;
    const { words } = corpus.info;
    return [
      figure(named("answers equal to those of one engine"), "%", (100 * equal) / TIMED),
      figure(named("500 words, p50"), "ms", percentile(times, 50)),
      figure(named("500 words, p95"), "ms", percentile(times, 95)),
      figure(named("the same again, p50"), "ms", percentile(again, 50)),
      figure(named("the same again, p95"), "ms", percentile(again, 95)),
      figure(named("processor time of who asks, a question"), "ms", own / TIMED),
      figure(named("processor time of servers, a question"), "ms", servers / TIMED),
      figure(named("keys and tables, a word"), "bytes", bytes.keys / words),
      figure(named("texts, a word"), "bytes", bytes.texts / words),
      figure(named("until it answers"), "s", loadMs / 1_000),
    ];
  });
}

async function killedInTheMiddle(one: Contender, near: Contender): Promise<Figure[]> {
  const [ours, expecting] = [
    await createEngine({ corpora: [one.corpus] }),
    await createEngine({ corpora: [near.corpus] }),
  ];
  const times: number[] = [];
  let [unequal, failed] = [0, 0];
  let killing: Promise<void> | undefined;
  for (const [i, content] of questions(KILLED_AFTER + ASKED_AFTER_KILL, "kill").entries()) {
    if (i === KILLED_AFTER) killing = one.kill!();
    const started = performance.now();
    try {
      const answer = await ours.analyze({ content, content_type: "text" });
      const expected = await expecting.analyze({ content, content_type: "text" });
      const isFailed = answer.completeness.stages.some(({ status }) => status === "failed");
      failed += Number(isFailed);
      unequal += Number(!isFailed && told(answer) !== told(expected));
    } catch {
      failed++;
    }
    times.push(performance.now() - started);
  }
  await killing;
  const named = (what: string) => `engines, ${one.name}, killed: ${what}`;
  return [
    figure(named("questions that failed"), "of 40", failed),
    figure(named("wrong answers"), "of 40", unequal),
    figure(named("longest answer"), "ms", Math.max(...times)),
  ];
}

/** All but how deep the search went, which a result names. */
function told({ method, ...result }: AnalyzeResult): string {
  return JSON.stringify(result);
}

function questions(count: number, seed = "engines"): string[] {
  const planted = plantedQueries("novels", count, seed, { from: realDocuments("novels", WORDS), runWords: 120 });
  const fresh = freshQueries("novels", count, seed);
  return planted.map(({ content }, i) => (i % 2 === 0 ? content : fresh[i]!.content));
}

/** Time that processes and their children have used on all cores, where Linux tells it. */
function processorMs(pids: readonly number[]): number {
  if (pids.length === 0) return 0;
  let ticks = 0;
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const fields = readFileSync(`/proc/${entry}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      if (pids.includes(Number(entry)) || pids.includes(Number(fields[1])))
        ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return (ticks * 1_000) / TICKS;
}

function bytesIn(corpus: string): { keys: number; texts: number } {
  const texts = sizeOf(join(corpus, "text"));
  return { keys: sizeOf(corpus) - texts, texts };
}

const sizeOf = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
    : statSync(path).size;
