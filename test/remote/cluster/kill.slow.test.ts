/**
 * Three nodes as processes, a corpus in object storage, and a killer: every five seconds one of the nodes ends as by kill -9, and is
 * started again. No answer is wrong, and none silently lacks a segment.
 */
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments } from "../../../src/corpus/change/change.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { createS3Storage } from "../../../src/corpus/storage/s3/s3.ts";
import { openCluster } from "../../../src/remote/cluster/index.ts";
import { skipsS3, startS3Server, withS3 } from "../../support/servers/s3.ts";
import { clusterSecret, startedNode } from "../../support/suites/cluster/processes.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";
import { NAMES } from "../../support/suites/corpus/living.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { readAll } from "../../support/suites/corpus/storage.suite.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const QUESTIONS = 10_000;
const AT_ONCE = 4;
const KILL_EVERY_MS = 5_000;

describe.skipIf(skipsS3)(withS3("a cluster under fire"), () => {
  test(`${QUESTIONS} questions while one of three nodes is killed every five seconds`, async () => {
    const folder = temporaryFolder();
    const s3 = await startS3Server();
    onTestFinished(() => s3.close());
    const random = seeded(2_605);
    const where = `s3://${s3.bucket}/books.spolia`;
    const far = createS3Storage(where, s3.options);
    const shared = zipfText(random, 30);
    const texts = Array.from({ length: 300 }, (_, i) => `${zipfText(random, 400)}${i % 5 === 0 ? ` ${shared}` : ""}`);
    const part = (n: number) => texts.flatMap((text, i) => (i % 6 === n ? [{ id: `t${i}`, text }] : []));
    await (await buildCorpus(part(0), { ...NAMES, storage: far })).close();
    for (const n of [1, 2, 3, 4, 5]) await appendDocuments(far, part(n), {});
    const names = await far.list();
    const near = createMemoryStorage(
      await Promise.all(names.map(async (name) => [name, await readAll(far, name)] as const)),
    );
    const whole = await openCorpus(near);

    const started = (n: number, port?: number) => startedNode(where, join(folder, `node-${n}`), s3.env, port);
    const nodes = await Promise.all([0, 1, 2].map((n) => started(n)));
    onTestFinished(async () => {
      await Promise.all(nodes.map((node) => node.kill()));
    });
    const cluster = await openCluster(far, {
      nodes: nodes.map(({ url }) => url),
      secret: clusterSecret,
      name: where,
      refreshMs: 0,
    });
    const outcome = { asked: 0, equal: 0, wrong: 0, named: 0, kills: 0 };
    let isOver = false;
    const killer = (async () => {
      for (let n = 0; !isOver; n = (n + 1) % 3) {
        await new Promise((resolve) => setTimeout(resolve, KILL_EVERY_MS));
        await nodes[n]!.kill();
        outcome.kills++;
        nodes[n] = await started(n, Number(new URL(nodes[n]!.url).port));
      }
    })();
    const times: number[] = [];
    const ask = async () => {
      for (; outcome.asked < QUESTIONS; ) {
        outcome.asked++;
        const words = texts[Math.floor(random() * texts.length)]!.split(" ");
        const at = Math.floor(random() * 300);
        const query = queryOf(words.slice(at, at + 30 + Math.floor(random() * 100)).join(" "));
        const before = performance.now();
        const found = await cluster.search(query);
        times.push(performance.now() - before);
        const { unansweredSegments = [], ...rest } = found;
        if (unansweredSegments.length > 0) outcome.named++;
        else if (JSON.stringify(rest) === JSON.stringify(await whole.search(query))) outcome.equal++;
        else outcome.wrong++;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    isOver = true;
    await killer;
    times.sort((x, y) => x - y);
    console.log(`${JSON.stringify(outcome)}; p95 ${Math.round(times[Math.floor(0.95 * times.length)]!)} ms`);
    expect(outcome).toMatchObject({ wrong: 0, named: 0, equal: QUESTIONS });
    expect(outcome.kills).toBeGreaterThan(1);
    await Promise.all([cluster.close(), whole.close()]);
  });
});
