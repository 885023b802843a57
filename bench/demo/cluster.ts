/**
 * `npm run demo:cluster`: one corpus in object storage and three replicas of a service, on this machine, with Node alone. Builds the
 * corpus, compares answers with those of one engine while a replica is killed, and shows what is said when the storage is gone.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CorpusDocument, createEngine, openCorpus } from "spolia";
import { createMemoryStorage, createS3Storage } from "spolia/storage";
import { startMemoryS3 } from "../../test/support/servers/s3Memory.ts";
import { analysed, ran, startedReplica, told } from "../../test/support/suites/service/replicas.ts";
import { installedDocuments, textThatReuses } from "./texts.ts";

const PARTS = 6;
const REPLICAS = 3;
const QUESTIONS = 90;
const [KILLED_AT, RESTARTED_AT] = [20, 60];
const WORDS = 120;

type ObjectStorage = Awaited<ReturnType<typeof startMemoryS3>>;
const say = (line: string) => console.log(line);
const closers: (() => unknown)[] = [];

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "spolia-demo-"));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  const s3 = await startMemoryS3();
  closers.push(() => s3.close());
  const documents = installedDocuments();
  const corpus = `s3://${s3.bucket}/packages.spolia`;
  await build(corpus, documents, folder, s3);
  const one = await openCorpus(await copied(corpus, s3));
  const engine = await createEngine({ corpora: [one] });
  const { documents: held, words, segments } = one.info;
  say(`Built in ${corpus}: ${held} documents, ${words.toLocaleString("en")} words, ${segments} segments.`);

  const replica = (n: number, port = 0) => startedReplica(corpus, join(folder, `cache-${n}`), s3.env, port);
  const replicas = await Promise.all(Array.from({ length: REPLICAS }, (_, n) => replica(n)));
  closers.push(() => Promise.all(replicas.map((each) => each.kill())));
  say(`Three replicas listen, each with copies of the index: ${replicas.map(({ url }) => url).join(", ")}`);
  say(`  as by: spolia serve --corpus ${corpus} --cache ./cache`);

  const asked = [textThatReuses(documents), ...texts(documents)];
  const times: number[] = [];
  const outcome = { equal: 0, different: 0 };
  for (const [i, content] of asked.entries()) {
    if (i === KILLED_AT) await replicas[1]!.kill().then(() => say(`  question ${i}: kill -9 of replica 2`));
    if (i === RESTARTED_AT) {
      replicas[1] = await replica(1, Number(new URL(replicas[1]!.url).port));
      say(`  question ${i}: replica 2 is started again, with the copies that are on its disk`);
    }
    const started = performance.now();
    const result = await analysed(replicas, content, i);
    times.push(performance.now() - started);
    const isEqual = told(result) === told(await engine.analyze({ content, content_type: "text" }));
    outcome[isEqual ? "equal" : "different"]++;
  }
  times.sort((x, y) => x - y);
  const at = (share: number) => `${Math.round(times[Math.floor(share * (times.length - 1))]!)} ms`;
  say(`${asked.length} questions, of the next replica where one did not answer: ${outcome.equal} answers equal those`);
  say(
    `  of one engine over the whole corpus, ${outcome.different} differ; median ${at(0.5)}, 95 % within ${at(0.95)}.`,
  );
  if (outcome.different > 0) process.exitCode = 1;

  say(
    "The same on Spark: pip install 'spolia[spark]' and Java 17. Beside Solr and PostgreSQL: npm run bench -- engines",
  );
  await s3.close();
  say("Object storage is gone, and a text is asked about that nobody has asked about before:");
  const content = documents.at(-1)!.text.slice(0, 2_000);
  await analysed(replicas, content).then(
    ({ verdict }) => {
      say(`  verdict ${verdict}`);
      process.exitCode = 1;
    },
    (error: Error) => say(`  ${error.message.slice(0, 300)}`),
  );
}

async function build(corpus: string, documents: readonly CorpusDocument[], folder: string, { env }: ObjectStorage) {
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
async function copied(corpus: string, { options }: ObjectStorage) {
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

try {
  await run();
} finally {
  for (const close of closers.reverse()) await close();
}
