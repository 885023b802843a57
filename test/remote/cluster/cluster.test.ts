/**
 * Nodes and a coordinator on loopback: their answers are those of one engine over the whole corpus, in every figure,
 * also where a passage stands in several segments, documents are deleted, and budgets bind.
 */
import { connect } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Fetch } from "../../../src/base/platform.ts";
import { ENGINE_VERSION } from "../../../src/base/version.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments, mergeCorpus, purgeCorpus } from "../../../src/corpus/change/change.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { type ClusterOptions, openCluster } from "../../../src/remote/cluster/index.ts";
import { VERSION_HEADER } from "../../../src/remote/cluster/protocol.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { askedBothWays } from "../../support/suites/cluster/equal.ts";
import { cut, library, questions, random } from "../../support/suites/cluster/library.ts";
import { clusterOf, NAME, SECRET, started } from "../../support/suites/cluster/nodes.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";
import { NAMES } from "../../support/suites/corpus/living.ts";
import { zipfText } from "../../support/texts.ts";

describe("equality with one engine", () => {
  let books: Awaited<ReturnType<typeof library>>;
  beforeAll(async () => {
    books = await library();
  });

  test("passages, frequency, rarity, confidence, verdict and completeness of many questions", async () => {
    const both = await askedBothWays(books);
    onTestFinished(() => both.close());
    const { verdicts, frequent, requestsMin } = await both.expectEqual([...questions(books, 90)]);
    expect(Object.keys(verdicts).length).toBeGreaterThan(2);
    expect(frequent).toBeGreaterThan(5);
    expect(requestsMin).toBeGreaterThan(0);
  });

  test("one quotation in two segments has frequency 2", async () => {
    const storage = createMemoryStorage();
    const quotation = zipfText(random, 80);
    const works = Array.from({ length: 2 }, (_, i) => ({
      id: `w${i}`,
      text: `${zipfText(random, 400)} ${quotation} ${zipfText(random, 400)}`,
    }));
    await (await buildCorpus([works[0]!], { ...NAMES, storage })).close();
    await appendDocuments(storage, [works[1]!], {});
    const cluster = await clusterOf(storage, await started(storage, 2));
    const { passages } = await cluster.search(queryOf(quotation));
    expect(passages.map(({ documentFrequency }) => documentFrequency)).toEqual([2, 2]);
    const alone = await openCorpus(storage);
    expect(passages).toEqual((await alone.search(queryOf(quotation))).passages);
    await alone.close();
  });

  test("budgets that bind: a phrase in thousands of blocks, and more anchors than one query may use", async () => {
    const storage = createMemoryStorage();
    const phrase = zipfText(random, 14);
    const acts = (prefix: string) =>
      Array.from({ length: 60 }, (_, i) => ({
        id: `${prefix}${i}`,
        text: Array.from({ length: 30 }, () => `${phrase} ${zipfText(random, 60)}`).join(" "),
      }));
    await (await buildCorpus(acts("a"), { ...NAMES, storage })).close();
    for (const prefix of ["b", "c"]) await appendDocuments(storage, acts(prefix), {});
    const cluster = await clusterOf(storage, await started(storage, 3));
    const alone = await openCorpus(storage);
    const bounded = new Set<boolean>();
    const contents = [
      phrase,
      `${zipfText(random, 20)} ${phrase}`,
      `${phrase} ${zipfText(random, 5)} `.repeat(40),
      `${phrase} `.repeat(8),
    ];
    for (const content of contents) {
      const expected = await alone.search(queryOf(content));
      expect(await cluster.search(queryOf(content))).toEqual(expected);
      bounded.add(expected.bounded);
    }
    expect(bounded.has(true)).toBe(true);
    await alone.close();
  });

  test("500 words over the wire", async () => {
    const nodes = await started(books.storage, 3);
    const cluster = await clusterOf(books.storage, nodes);
    const bytes = () => cluster.nodes.reduce((sum, { sentBytes, receivedBytes }) => sum + sentBytes + receivedBytes, 0);
    const before = bytes();
    const content = `${cut(books.documents[0]!.text, 300)} ${zipfText(random, 200)}`;
    await cluster.search(queryOf(content));
    const each = (bytes() - before) / cluster.info.segments;
    console.log(`${Math.round(each)} bytes a segment for a question of 500 words`);
    expect(each * 128).toBeLessThan(1024 * 1024);
  });
});

describe("nodes that fail", () => {
  let books: Awaited<ReturnType<typeof library>>;
  beforeAll(async () => {
    books = await library();
  });

  test("one of three is gone: the same answers, and nothing is unanswered", async () => {
    const nodes = await started(books.storage, 3);
    const cluster = await clusterOf(books.storage, nodes);
    const whole = await openCorpus(books.storage);
    for (const [i, content] of notEmpty([...[...questions(books, 24)].entries()])) {
      if (i === 4) {
        // By its address a node may have no segment, and would not be missed: the one that goes has answered most.
        const [busiest] = cluster.nodes.toSorted((one, other) => other.receivedBytes - one.receivedBytes);
        await nodes.find(({ url }) => url === busiest!.node)!.stop();
      }
      expect(await cluster.search(queryOf(content))).toEqual(await whole.search(queryOf(content)));
    }
    expect(cluster.nodes.some(({ failures }) => failures > 0)).toBe(true);
    await whole.close();
  });

  test("all are gone: no answer, and a partial one names every segment and says nothing of the whole", async () => {
    const nodes = await started(books.storage, 2);
    const cluster = await clusterOf(books.storage, nodes);
    const engine = await createEngine({ corpora: [cluster] });
    const content = zipfText(random, 200);
    expect((await engine.analyze({ content, content_type: "text" })).verdict).toBe("none_found");
    for (const node of nodes) await node.stop();
    await expect(engine.analyze({ content })).rejects.toMatchObject({ code: "search_incomplete" });
    const { verdict, completeness } = await engine.analyze({ content, options: { partial: true } });
    expect(verdict).toBe("insufficient_evidence");
    expect(completeness.complete).toBe(false);
    const stage = completeness.stages.find(({ status }) => status === "failed");
    expect(stage?.reason).toMatch(/^No node answered for 6 segments .*segments\/[0-9a-f]{16}\.segment/);
  });

  test("who answers is known before anyone searches: nodes, and whether all segments have one", async () => {
    const nodes = await started(books.storage, 3);
    const cluster = await clusterOf(books.storage, nodes);
    const { reach } = await createEngine({ corpora: [cluster] });
    const answering = async () => {
      const found = await reach("corpora");
      const up = found.filter(({ kind, answers }) => kind === "node" && answers);
      return [found.find(({ kind }) => kind === "corpus")?.answers, up.length, found.length - 1];
    };
    expect(await answering()).toEqual([true, 3, 3]);
    await nodes[0]!.stop();
    await nodes[1]!.stop();
    // Segments of both are loaded by the third.
    expect(await answering()).toEqual([true, 1, 3]);
    await nodes[2]!.stop();
    expect(await answering()).toEqual([false, 0, 3]);
  });

  test("a node that is slow is not waited for, and few requests are sent twice", async () => {
    const nodes = await started(books.storage, 3);
    const cluster = await clusterOf(books.storage, nodes);
    for (const content of questions(books, 40)) await cluster.search(queryOf(content));
    nodes[0]!.delayMs = 1_500;
    const whole = await openCorpus(books.storage);
    const content = cut(books.documents[5]!.text, 60);
    expect(await cluster.search(queryOf(content))).toEqual(await whole.search(queryOf(content)));
    const total = (of: "requests" | "hedged") => cluster.nodes.reduce((sum, one) => sum + one[of], 0);
    expect(total("hedged")).toBeGreaterThan(0);
    expect(total("hedged")).toBeLessThanOrEqual(2 + 0.05 * total("requests"));
    await whole.close();
  });

  test("a caller that goes stops the search", async () => {
    const nodes = await started(books.storage, 2);
    const cluster = await clusterOf(books.storage, nodes);
    for (const node of nodes) node.delayMs = 300;
    const caller = new AbortController();
    const search = cluster.search(queryOf(books.documents[0]!.text.slice(0, 2_000)), caller.signal);
    setTimeout(() => caller.abort(), 20);
    await expect(search).rejects.toMatchObject({ code: "aborted" });
  });

  test("a wrong secret is refused, and says what to do", async () => {
    const nodes = await started(books.storage, 1);
    const opened = openCluster(books.storage, { nodes: [nodes[0]!.url], secret: "another secret, wrong", name: NAME });
    await expect(opened).rejects.toMatchObject({
      code: "storage_failed",
      hint: expect.stringContaining("SPOLIA_CLUSTER_SECRET"),
    });
  });

  test.each(["count", "vote", "align"])("what answers %s as no node does is not believed", async (step) => {
    const [node] = await started(books.storage, 1);
    const [one, other] = ["http://one.test:1", "http://other.test:1"];
    const whole = await openCorpus(books.storage);
    const content = [5, 17, 29, 41, 54, 66].map((i) => cut(books.documents[i]!.text, 60)).join(" ");
    const expected = await whole.search(queryOf(content));
    for (const answer of ["{}", "[]", "null", "<html>", '{"ballots":[],"segments":[],"indexes":[]}']) {
      let asked = 0;
      const fetched: Fetch = async (url, init) => {
        if (url !== `${other}/cluster/v1/${step}`)
          return fetch(url.replace(other, node!.url).replace(one, node!.url), init);
        asked++;
        return new Response(answer);
      };
      const cluster = await clusterOf(
        books.storage,
        [one, other].map((url) => ({ ...node!, url })),
        { fetch: fetched },
      );
      expect(await cluster.search(queryOf(content))).toEqual(expected);
      expect(asked).toBeGreaterThan(0);
    }
    await whole.close();
  });

  test.each<[string, Partial<ClusterOptions>]>([
    ["/options/nodes", { nodes: ["http://user:password@10.0.0.1:8788"] }],
    ["/options/nodes", { nodes: ["http://10.0.0.1:8788?key=1"] }],
    ["/options/deadlineMs", { deadlineMs: 2 ** 40 }],
    ["/options/refreshMs", { refreshMs: 2 ** 40 }],
  ])("%s of %j is refused", async (pointer, options) => {
    const opened = openCluster(books.storage, { nodes: ["http://10.0.0.1:8788"], secret: SECRET, ...options });
    await expect(opened).rejects.toMatchObject({ code: "invalid_request", fields: [{ pointer }] });
  });

  test("a node of another version answers nothing, and another node is asked", async () => {
    const [node] = await started(books.storage, 1);
    const other = "http://other.test:1";
    const statuses: number[] = [];
    const fetched: Fetch = async (url, init) => {
      if (!url.startsWith(other)) return fetch(url, init);
      const headers = { ...(init!.headers as Record<string, string>), [VERSION_HEADER]: "0.0.1" };
      const response = await fetch(url.replace(other, node!.url), { ...init, headers });
      statuses.push(response.status);
      return response;
    };
    const whole = await openCorpus(books.storage);
    const cluster = await clusterOf(books.storage, [node!, { ...node!, url: other }], { fetch: fetched });
    const query = queryOf(cut(books.documents[5]!.text, 60));
    expect(await cluster.search(query)).toEqual(await whole.search(query));
    expect(new Set(statuses)).toEqual(new Set([409]));
    await whole.close();
  });

  test("questions that arrive slowly or never take no place from others", async () => {
    const [node] = await started(books.storage, 1);
    const { hostname, port } = new URL(node!.url);
    const head = [
      "POST /cluster/v1/count HTTP/1.1",
      "host: node",
      `authorization: Bearer ${SECRET}`,
      `${VERSION_HEADER}: ${ENGINE_VERSION}`,
      "content-length: 1000",
      "",
      "{",
    ].join("\r\n");
    const slow = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const socket = connect(Number(port), hostname);
        const answered = new Promise<string>((resolve) => socket.once("data", (bytes) => resolve(`${bytes}`)));
        await new Promise<void>((resolve) => socket.write(head, () => resolve()));
        return { socket, answered };
      }),
    );
    const cluster = await clusterOf(books.storage, [node!]);
    const found = await cluster.search(queryOf(cut(books.documents[5]!.text, 60)));
    expect(found.passages.length).toBeGreaterThan(0);
    expect(found.unansweredSegments).toBe(undefined);
    for (const { answered, socket } of notEmpty(slow)) {
      expect(await answered).toContain("503 ");
      socket.destroy();
    }
  });

  test("texts are remembered by their number and their length", async () => {
    const [node] = await started(books.storage, 1);
    const cluster = await clusterOf(books.storage, [node!]);
    const held = async () => ((await (await fetch(`${node!.url}/livez`)).json()) as { texts_held: number }).texts_held;
    for (const content of questions(books, 40)) await cluster.search(queryOf(content));
    expect(await held()).toBe(32);
    const long = Array.from({ length: 5 }, (_, i) => `${i} ${"lantern river stone ".repeat(150_000)}`);
    for (const content of long) await cluster.search(queryOf(content));
    expect(await held()).toBeLessThan(4);
  });

  test("what is no question is refused", async () => {
    const [node] = await started(books.storage, 1);
    const headers = { authorization: `Bearer ${SECRET}`, [VERSION_HEADER]: ENGINE_VERSION };
    const ask = async (path: string, body: string) =>
      (await fetch(`${node!.url}${path}`, { method: "POST", headers, body })).status;
    expect(await ask("/cluster/v1/count", "{")).toBe(422);
    expect(
      await ask("/cluster/v1/count", JSON.stringify({ corpus: "other", profile: "passage", text: "", segments: [] })),
    ).toBe(422);
    expect(await ask("/cluster/v1/toString", "{}")).toBe(404);
    expect((await fetch(`${node!.url}/cluster/v1/count`, { method: "POST", body: "{}" })).status).toBe(401);
    expect((await fetch(`${node!.url}/readyz`)).status).toBe(200);
  });
});

describe("a corpus that changes", () => {
  test("a merge purges what nodes have open: the present state is taken up, nothing is damaged or missed", async () => {
    const { storage, documents } = await library();
    const cluster = await clusterOf(storage, await started(storage, 3));
    const content = cut(documents[40]!.text, 50);
    expect((await cluster.search(queryOf(content))).passages.length).toBeGreaterThan(0);
    await mergeCorpus(storage);
    await purgeCorpus(storage);
    const stale = await cluster.search(queryOf(content));
    expect(stale.unansweredSegments).toBe(undefined);
    expect(stale.passages.length).toBeGreaterThan(0);
    expect(await cluster.refresh()).toBe(true);
    const { passages, unansweredSegments } = await cluster.search(queryOf(content));
    expect(passages.map(({ document }) => document.id)).toContain(documents[40]!.id);
    expect(unansweredSegments).toBe(undefined);
    expect(cluster.info.segments).toBe(1);
  });

  test("a search that learns late that files are gone asks of the state that was taken up meanwhile", async () => {
    const { storage, documents } = await library();
    let proceed = () => {};
    const isRefreshed = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    let reached = () => {};
    const isAligning = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const late: Fetch = async (url, init) => {
      if (url.endsWith("/align")) {
        reached();
        await isRefreshed;
      }
      return fetch(url, init);
    };
    const cluster = await clusterOf(storage, await started(storage, 2), { fetch: late });
    const search = cluster.search(queryOf(cut(documents[40]!.text, 50)));
    await isAligning;
    await mergeCorpus(storage);
    await purgeCorpus(storage);
    expect(await cluster.refresh()).toBe(true);
    proceed();
    expect((await search).passages.map(({ document }) => document.id)).toContain(documents[40]!.id);
  });

  test("a state is taken up once nodes have loaded it, however long that takes", async () => {
    const { storage } = await library();
    let load = () => {};
    let isLoading = true;
    const mayLoad = new Promise<void>((resolve) => {
      load = resolve;
    });
    const slow: WritableStorage = {
      ...storage,
      async open(name, expected) {
        if (name.startsWith("segments/")) await mayLoad;
        return storage.open(name, expected);
      },
    };
    const asked = new Map<string, number>();
    const counting: Fetch = (url, init) => {
      asked.set(url, (asked.get(url) ?? 0) + 1);
      if (asked.get(url) === 4) {
        isLoading = false;
        load();
      }
      return fetch(url, init);
    };
    const nodes = await started(slow, 2);
    onTestFinished(load); // nodes wait for it when they stop
    await clusterOf(storage, nodes, { fetch: counting });
    expect(isLoading).toBe(false);
  });

  test("nodes close what they have opened, also of segments whose files are gone", async () => {
    const { storage, documents } = await library();
    let open = 0;
    const counted: WritableStorage = {
      ...storage,
      async open(name, expected) {
        const file = await storage.open(name, expected);
        open++;
        return {
          ...file,
          async close() {
            open--;
            await file.close();
          },
        };
      },
    };
    const nodes = await started(counted, 2);
    const cluster = await clusterOf(storage, nodes);
    const content = cut(documents[40]!.text, 50);
    await cluster.search(queryOf(content));
    await mergeCorpus(storage);
    await purgeCorpus(storage);
    await cluster.search(queryOf(content));
    expect(open).toBeGreaterThan(0);
    for (const node of nodes) await node.stop();
    await expect.poll(() => open).toBe(0);
  });

  test("a deleted document is named by no node once the coordinator has refreshed", async () => {
    const { storage, documents } = await library();
    const cluster = await clusterOf(storage, await started(storage, 2), { refreshMs: 20 });
    const content = cut(documents[30]!.text, 60);
    const ids = async () => (await cluster.search(queryOf(content))).passages.map(({ document }) => document.id);
    expect(await ids()).toContain(documents[30]!.id);
    await deleteDocuments(storage, [documents[30]!.id]);
    await expect.poll(ids, { timeout: 20_000 }).not.toContain(documents[30]!.id);
  });
});
