/**
 * Three replicas of a service as processes, a corpus in object storage, and a killer: every five seconds one of them ends as by
 * kill -9, and is started again over its copies. No answer is wrong, and each question has one.
 */
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { buildCorpus } from "../../src/corpus/build/build.ts";
import { appendDocuments } from "../../src/corpus/change/change.ts";
import { openCorpus } from "../../src/corpus/search/corpus.ts";
import { createMemoryStorage } from "../../src/corpus/storage/memory.ts";
import { createS3Storage } from "../../src/corpus/storage/s3/s3.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { skipsS3, startS3Server, withS3 } from "../support/servers/s3.ts";
import { library, questions } from "../support/suites/corpus/library.ts";
import { NAMES } from "../support/suites/corpus/living.ts";
import { temporaryFolder } from "../support/suites/corpus/places.ts";
import { readAll } from "../support/suites/corpus/storage.suite.ts";
import { analysed, startedReplica, told } from "../support/suites/service/replicas.ts";

const QUESTIONS = Number(process.env["SPOLIA_REPLICA_QUESTIONS"] ?? 10_000);
const AT_ONCE = 4;
const KILL_EVERY_MS = 5_000;

describe.skipIf(skipsS3)(withS3("replicas under fire"), () => {
  test(`${QUESTIONS} questions while one of three replicas is killed every five seconds`, async () => {
    const folder = temporaryFolder();
    const s3 = await startS3Server();
    onTestFinished(() => s3.close());
    const where = `s3://${s3.bucket}/books.spolia`;
    const far = createS3Storage(where, s3.options);
    const books = await library();
    const part = (n: number) => books.documents.filter((_, i) => i % 3 === n);
    await (await buildCorpus(part(0), { ...NAMES, storage: far })).close();
    for (const n of [1, 2]) await appendDocuments(far, part(n), {});
    const names = await far.list();
    const near = await Promise.all(names.map(async (name) => [name, await readAll(far, name)] as const));
    await using whole = await openCorpus(createMemoryStorage(near));
    const engine = await createEngine({ corpora: [whole] });

    const started = (n: number, port?: number) => startedReplica(where, join(folder, `${n}`), s3.env, port);
    const replicas = await Promise.all([0, 1, 2].map((n) => started(n)));
    onTestFinished(async () => {
      await Promise.all(replicas.map((one) => one.kill()));
    });
    const contents = [...questions(books, 200)];
    const expected = new Map<string, string>();
    for (const content of contents)
      expected.set(content, told(await engine.analyze({ content, content_type: "text" })));
    const outcome = { asked: 0, equal: 0, wrong: 0, unanswered: 0, kills: 0 };
    let isOver = false;
    const killer = (async () => {
      for (let n = 0; !isOver; n = (n + 1) % 3) {
        await new Promise((resolve) => setTimeout(resolve, KILL_EVERY_MS));
        await replicas[n]!.kill();
        outcome.kills++;
        replicas[n] = await started(n, Number(new URL(replicas[n]!.url).port));
      }
    })();
    const times: number[] = [];
    const ask = async () => {
      while (outcome.asked < QUESTIONS) {
        const number = outcome.asked++;
        const content = contents[number % contents.length]!;
        const before = performance.now();
        try {
          const isEqual = told(await analysed(replicas, content, number)) === expected.get(content);
          outcome[isEqual ? "equal" : "wrong"]++;
        } catch {
          outcome.unanswered++;
        }
        times.push(performance.now() - before);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    isOver = true;
    await killer;
    times.sort((x, y) => x - y);
    console.log(`${JSON.stringify(outcome)}; p95 ${Math.round(times[Math.floor(0.95 * times.length)]!)} ms`);
    expect(outcome).toMatchObject({ wrong: 0, unanswered: 0, equal: QUESTIONS });
    expect(outcome.kills).toBeGreaterThan(1);
  });
});
