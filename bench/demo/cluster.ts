/**
 * `npm run demo:cluster`: one corpus in object storage, three nodes and a service on this machine. Builds the corpus, compares
 * answers with those of one engine while a node is killed, and shows what is said when all nodes are gone.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AnalyzeResult, type CorpusDocument, createEngine, openCorpus } from "spolia";
import { createMemoryStorage } from "spolia/storage/memory";
import { createS3Storage } from "spolia/storage/s3";
import { type S3Server, skipsS3, startS3Server } from "../../test/support/servers/s3.ts";
import { type Running, ran, startedNode, startedService } from "../../test/support/suites/cluster/processes.ts";
import { installedDocuments, textThatReuses } from "./texts.ts";

const PARTS = 6;
const QUESTIONS = 90;
const [KILLED_AT, RESTARTED_AT] = [20, 60];
const WORDS = 120;

const say = (line: string) => console.log(line);
const closers: (() => unknown)[] = [];

async function run(): Promise<void> {
  if (skipsS3) {
    say(
      "The demonstration needs the S3 server versitygw (https://github.com/versity/versitygw), in PATH or named by VERSITYGW:",
    );
    say("  go install github.com/versity/versitygw/cmd/versitygw@v1.8.0");
    process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "spolia-demo-"));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  const s3 = await startS3Server();
  closers.push(() => s3.close());
  const documents = installedDocuments();
  const corpus = `s3://${s3.bucket}/packages.spolia`;
  await build(corpus, documents, folder, s3);
  const one = await openCorpus(await copied(corpus, s3));
  const engine = await createEngine({ corpora: [one] });
  const { documents: held, words, segments } = one.info;
  say(`Built in ${corpus}: ${held} documents, ${words.toLocaleString("en")} words, ${segments} segments.`);

  const node = (n: number, port = 0) => startedNode(corpus, join(folder, `node-${n}`), s3.env, port);
  const nodes = await Promise.all([1, 2, 3].map((n) => node(n)));
  const service = await startedService(
    corpus,
    nodes.map(({ url }) => url),
    s3.env,
  );
  closers.push(() => service.kill(), ...nodes.map((_, n) => () => nodes[n]!.kill()));
  say(`Three nodes and a service listen: ${service.url}`);

  const asked = [textThatReuses(documents), ...texts(documents)];
  const times: number[] = [];
  const outcome = { equal: 0, different: 0, unanswered: 0 };
  for (const [i, content] of asked.entries()) {
    if (i === KILLED_AT) await nodes[1]!.kill().then(() => say(`  question ${i}: kill -9 of node 2`));
    if (i === RESTARTED_AT) {
      nodes[1] = await node(2, Number(new URL(nodes[1]!.url).port));
      say(`  question ${i}: node 2 is started again, with the copies that are on its disk`);
    }
    const started = performance.now();
    const result = await analysed(service, content);
    times.push(performance.now() - started);
    const expected = await engine.analyze({ content, content_type: "text" });
    if (told(result) === told(expected)) outcome.equal++;
    else outcome.different++;
    if (result.completeness.stages.some(({ status }) => status === "failed")) outcome.unanswered++;
  }
  times.sort((x, y) => x - y);
  const at = (share: number) => `${Math.round(times[Math.floor(share * (times.length - 1))]!)} ms`;
  say(
    `${asked.length} questions: ${outcome.equal} answers equal those of one engine over the whole corpus, ${outcome.different} differ,`,
  );
  say(`  ${outcome.unanswered} lack a segment; median ${at(0.5)}, 95 % within ${at(0.95)}.`);
  if (outcome.different > 0 || outcome.unanswered > 0) process.exitCode = 1;

  for (const one of nodes) await one.kill();
  const { verdict, completeness } = await analysed(
    service,
    "Nobody has written this sentence about a lantern and seven rivers before. ".repeat(8),
  );
  say("All three nodes are killed, and a text that is in no document is asked about:");
  say(`  verdict ${verdict}: ${completeness.stages.find(({ status }) => status === "failed")?.reason}`);
  if (verdict === "none_found") process.exitCode = 1;
}

async function build(
  corpus: string,
  documents: readonly CorpusDocument[],
  folder: string,
  { env }: S3Server,
): Promise<void> {
  mkdirSync(join(folder, "parts"));
  for (let part = 0; part < PARTS; part++) {
    const path = join(folder, "parts", `${part}.jsonl`);
    const own = documents.filter((_, i) => i % PARTS === part);
    writeFileSync(path, own.map((one) => `${JSON.stringify(one)}\n`).join(""));
    if (part === 0) await ran(["corpus", "build", "-o", corpus, "--dataset", "package-docs", path], env);
    else await ran(["corpus", "append", corpus, path], env);
  }
}

/** The same corpus in memory. */
async function copied(corpus: string, { options }: S3Server) {
  const storage = createS3Storage(corpus, options);
  const files: [string, Uint8Array][] = [];
  for (const name of await storage.list()) {
    const file = await storage.open(name);
    files.push([name, await file.read(0, file.sizeBytes)]);
    await file.close();
  }
  return createMemoryStorage(files);
}

/** Parts of documents, one in three with every seventh word changed. */
function texts(documents: readonly CorpusDocument[]): string[] {
  return Array.from({ length: QUESTIONS - 1 }, (_, i) => {
    const words = documents[(i * 37) % documents.length]!.text.split(/\s+/);
    const from = Math.floor(words.length / 3);
    const part = words.slice(from, from + WORDS);
    return part.map((word, at) => (i % 3 === 2 && at % 7 === 3 ? "lantern" : word)).join(" ");
  });
}

async function analysed({ url }: Running, content: string): Promise<AnalyzeResult> {
  const body = JSON.stringify({ content, content_type: "text" });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/api/v1/attribution/analyze`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`The service answered with status ${response.status}: ${await response.text()}`);
  return (await response.json()) as AnalyzeResult;
}

/** What is compared: what was found where, how often, how surely. */
function told({ verdict, confidence, matches, coverage, documents, completeness }: AnalyzeResult): string {
  const stages = completeness.stages.filter(({ name }) => name.startsWith("search:"));
  return JSON.stringify({ verdict, confidence, matches, coverage, documents, stages });
}

try {
  await run();
} finally {
  for (const close of closers.reverse()) await close();
}
