/**
 * What does a question of 500 words cost where nodes search 128 segments in object storage, 20 ms away from the
 * coordinator? All processes share one machine, so that times are upper bounds; processor time tells what a node does.
 * Named to be run, with the S3 server versitygw.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Fetch } from "../../../src/base/platform.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createS3Storage } from "../../../src/corpus/storage/s3/s3.ts";
import { createEngine } from "../../../src/index.ts";
import { type ClusterCorpus, createNode, openCluster } from "../../../src/remote/cluster/index.ts";
import { type S3Server, skipsS3, startS3Server } from "../../../test/support/servers/s3.ts";
import { clusterSecret, type Running, startedNode } from "../../../test/support/suites/cluster/processes.ts";
import { percentile } from "../../corpus/percentile.ts";
import { assertAnswer, type Figure, figure, type Goal } from "../../harness/harness.ts";
import { copyFile, corpusOfSegments, questionsOf, type SegmentedCorpus } from "../../steps/cluster/segments.ts";
import { inRounds, type Traffic } from "../../steps/cluster/traffic.ts";

const SEGMENTS = 128;
const DELAY_MS = 20;
const NODES = [1, 2, 4];
const [WARMING, ASSERTED, TIMED] = [40, 20, 160];
const MEBIBYTE = 1024 * 1024;
/** Ticks a second in which Linux counts the time of a process. */
const TICKS = 100;

/** What object storage was asked for: by a node that starts, and by a question that finds its indexes loaded. */
type Cold = Record<"start" | "question", Traffic>;

export const clusterCase = {
  name: "cluster",
  async figures(): Promise<Figure[]> {
    if (skipsS3) {
      console.error("  without versitygw: go install github.com/versity/versitygw/cmd/versitygw@v1.8.0");
      return [];
    }
    const folder = mkdtempSync(join(process.env["BENCH_FOLDER"] ?? tmpdir(), "bench-cluster-"));
    const s3 = await startS3Server();
    try {
      const corpus = await corpusOfSegments(SEGMENTS);
      const where = `s3://${s3.bucket}/segments.spolia`;
      const far = createS3Storage(where, s3.options);
      for (const name of (await corpus.storage.list()).filter((one) => one !== "manifest.json"))
        await copyFile(corpus.storage, far, name);
      await copyFile(corpus.storage, far, "manifest.json");
      const figures = [figure("cluster: words of the corpus", "words", corpus.words)];
      figures.push(...coldFigures(await cold(where, corpus, join(folder, "cold"), s3)));
      for (const count of NODES) figures.push(...(await warm(count, where, corpus, join(folder, `${count}`), s3)));
      return figures;
    } finally {
      await s3.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** One node in this process, whose requests to object storage are counted. */
async function cold(where: string, corpus: SegmentedCorpus, cache: string, s3: S3Server): Promise<Cold> {
  const { fetch, take } = inRounds();
  const storage = createS3Storage(where, { ...s3.options, fetch });
  const node = await createNode({ corpora: new Map([[where, storage]]), secret: clusterSecret, cache });
  const asked: Fetch = async (url, init) => (await node.handler(new Request(url, init as RequestInit))) as Response;
  const opened = await openCluster(createS3Storage(where, s3.options), {
    ...{ nodes: ["http://node.test:1"], secret: clusterSecret, name: where, refreshMs: 0, deadlineMs: 600_000 },
    fetch: asked,
  });
  const start = take();
  const engine = await createEngine({ corpora: [opened] });
  const [content] = questionsOf(corpus.texts, 1);
  await engine.analyze({ content: content!, content_type: "text" });
  const question = take();
  await opened.close();
  await node.close();
  return { start, question };
}

const coldFigures = (all: Cold): Figure[] =>
  (["start", "question"] as const).flatMap((of) => {
    const { requests, rounds, receivedBytes } = all[of];
    const what = of === "start" ? "a node loads 128 indexes" : "500 words, text not read before";
    return [
      figure(`cluster, cold: ${what}: requests to S3`, "requests", requests),
      figure(`cluster, cold: ${what}: rounds`, "rounds", rounds),
      figure(`cluster, cold: ${what}: received`, "MB", receivedBytes / 1e6),
    ];
  });

async function warm(
  count: number,
  where: string,
  corpus: SegmentedCorpus,
  folder: string,
  s3: S3Server,
): Promise<Figure[]> {
  const nodes: Running[] = [];
  const delayed: Fetch = async (url, init) => {
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
    return fetch(url, init);
  };
  try {
    for (let n = 0; n < count; n++) nodes.push(await startedNode(where, join(folder, `${n}`), s3.env));
    const cluster = await openCluster(createS3Storage(where, s3.options), {
      ...{ nodes: nodes.map(({ url }) => url), secret: clusterSecret, name: where, refreshMs: 0 },
      fetch: delayed,
    });
    const measured = await timed(cluster, nodes, corpus);
    await cluster.close();
    return measured;
  } finally {
    for (const node of nodes) await node.kill();
  }
}

async function timed(cluster: ClusterCorpus, nodes: readonly Running[], corpus: SegmentedCorpus): Promise<Figure[]> {
  const contents = questionsOf(corpus.texts, WARMING + TIMED);
  const whole = await openCorpus(corpus.storage);
  const [one, many] = [await createEngine({ corpora: [whole] }), await createEngine({ corpora: [cluster] })];
  for (const [i, content] of contents.slice(0, WARMING).entries()) {
    const answer = await many.analyze({ content, content_type: "text" });
    if (i < ASSERTED) assertAnswer(answer, await one.analyze({ content, content_type: "text" }), "the cluster");
  }
  await whole.close();
  const bytesNow = () =>
    cluster.nodes.reduce((sum, { sentBytes, receivedBytes }) => sum + sentBytes + receivedBytes, 0);
  const processorNow = () => nodes.map(({ pid }) => processorMs(pid));
  const [bytes, processor, own, load] = [bytesNow(), processorNow(), process.cpuUsage(), loadavg()[0]!];
  const times: number[] = [];
  for (const content of contents.slice(WARMING)) {
    const started = performance.now();
    await many.analyze({ content, content_type: "text" });
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(own);
  const ofNodes = processorNow().map((ms, n) => (ms - processor[n]!) / TIMED);
  const named = (what: string) =>
    `cluster, ${SEGMENTS} segments, ${nodes.length} node${nodes.length > 1 ? "s" : ""}: ${what}`;
  const goal: Goal[] = nodes.length === 2 ? [["p95 < 400 ms", (ms) => ms < 400]] : [];
  return [
    figure(named("500 words, median"), "ms", percentile(times, 50)),
    figure(named("500 words, 95 % within"), "ms", percentile(times, 95), goal),
    figure(named("bytes on the wire, a question"), "MiB", (bytesNow() - bytes) / TIMED / MEBIBYTE, [
      ["≤ 1 MiB", (mebibytes) => mebibytes <= 1],
    ]),
    figure(named("processor time of the coordinator, a question"), "ms", (user + system) / 1_000 / TIMED),
    figure(
      named("processor time of all nodes, a question"),
      "ms",
      ofNodes.reduce((sum, ms) => sum + ms, 0),
    ),
    figure(named("processor time of the busiest node, a question"), "ms", Math.max(...ofNodes)),
    figure(named("load of the machine before"), "runnable", load),
  ];
}

/** Time that a process has used on all cores, where Linux tells it. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
}
