/** Nodes whose surroundings fail: no object storage, no room on the disk, a damaged copy, a fiftieth of the speed, a caller that is gone. */
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { SpoliaError } from "../../../src/base/errors.ts";
import type { ShingleIndex } from "../../../src/core/passages/shingleIndex.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import type { SearchResult } from "../../../src/corpus/search/search.ts";
import type { WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { skippable } from "../../support/skippable.ts";
import { cut, library, questions } from "../../support/suites/cluster/library.ts";
import { clusterOf, type RunningNode, started, startNode } from "../../support/suites/cluster/nodes.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { smallDisk } from "../../support/suites/corpus/smallDisk.ts";

let books: Awaited<ReturnType<typeof library>>;
let asked: { query: ShingleIndex; expected: SearchResult }[];
beforeAll(async () => {
  books = await library();
  const whole = await openCorpus(books.storage);
  asked = [];
  for (const content of notEmpty([...questions(books, 18)])) {
    const query = queryOf(content);
    asked.push({ query, expected: await whole.search(query) });
  }
  await whole.close();
});

type Cluster = Awaited<ReturnType<typeof clusterOf>>;

/** Nodes share this process, and its load decides nothing. */
const opened = (nodes: readonly RunningNode[]) => clusterOf(books.storage, nodes, { deadlineMs: 60_000 });

async function expectEqual(cluster: Cluster): Promise<number[]> {
  const times: number[] = [];
  for (const { query, expected } of notEmpty(asked)) {
    const before = performance.now();
    expect(await cluster.search(query)).toEqual(expected);
    times.push(performance.now() - before);
  }
  return times.sort((x, y) => x - y);
}

const totalOf = ({ nodes }: Cluster, of: "requests" | "hedged" | "failures") =>
  nodes.reduce((sum, one) => sum + one[of], 0);

/** Storage as one node sees it, which can be cut off from it. */
function severable(storage: WritableStorage) {
  const wire: { cut: null | "refuses" | "hangs"; reads: number } = { cut: null, reads: 0 };
  const through = async () => {
    wire.reads++;
    if (wire.cut === "hangs") await new Promise(() => {});
    if (wire.cut === "refuses") throw new SpoliaError("storage_failed", "Object storage cannot be reached.");
  };
  const open: WritableStorage["open"] = async (name, expected) => {
    await through();
    const { view: _, ...file } = await storage.open(name, expected);
    return {
      ...file,
      async read(at, length) {
        await through();
        return file.read(at, length);
      },
    };
  };
  return { wire, storage: { ...storage, open } };
}

describe.each(["refuses", "hangs"] as const)("object storage that %s for one node alone", (how) => {
  if (fewOrAll(how === "hangs", true))
    test("while it runs: coordinators ask the others, and nothing is missed", async () => {
      const { wire, storage } = severable(books.storage);
      const alone = await startNode(storage);
      onTestFinished(() => {
        alone.server.closeAllConnections();
        alone.server.close();
      });
      const cluster = await opened([alone, ...(await started(books.storage, 2))]);
      await expectEqual(cluster);
      expect(wire.reads).toBeGreaterThan(0);
      wire.cut = how;
      const before = wire.reads;
      // Whom a coordinator asks first depends on how fast they were: sooner or later it is this one.
      for (let tries = 0; tries < 50 && wire.reads === before; tries++) await expectEqual(cluster);
      expect(wire.reads).toBeGreaterThan(before);
      wire.cut = null;
      await expectEqual(cluster);
    });

  if (fewOrAll(how === "refuses", true))
    test("from its start: the corpus opens, and the others answer", async () => {
      const { wire, storage } = severable(books.storage);
      wire.cut = how;
      const alone = await startNode(storage);
      onTestFinished(() => {
        alone.server.closeAllConnections();
        alone.server.close();
      });
      const nodes = [alone, ...(await started(books.storage, 2))];
      await expectEqual(await opened(nodes));
      expect(wire.reads).toBeGreaterThan(0);
    });
});

describe("a node that is 50 times slower", () => {
  test.each(fewOrAll(["from then on"], ["from the start", "from then on"]))(
    "%s: asked last, few requests are sent twice",
    async (since) => {
      const nodes = await started(books.storage, 3);
      const cluster = await opened(nodes);
      const at = (share: number, times: readonly number[]) => times[Math.floor(share * times.length)]!;
      const delayMs = 50 * (at(0.5, await expectEqual(await opened(nodes))) / 3);
      if (since === "from then on") await expectEqual(cluster);
      nodes[1]!.delayMs = delayMs;
      await expectEqual(cluster); // until it is known
      const times: number[] = [];
      for (let round = 0; round < 3; round++) times.push(...(await expectEqual(cluster)));
      expect(
        at(
          0.95,
          times.sort((x, y) => x - y),
        ),
      ).toBeLessThan(delayMs);
      expect(totalOf(cluster, "hedged")).toBeGreaterThan(0);
      expect(totalOf(cluster, "hedged")).toBeLessThanOrEqual(2 + 0.05 * totalOf(cluster, "requests"));
      nodes[1]!.delayMs = 0;
    },
  );
});

describe("the copies on a node's disk", () => {
  test("pages that flip after they were proved are noticed, and loaded again", async () => {
    const folder = temporaryFolder();
    const node = await startNode(books.storage, { folder });
    onTestFinished(() => node.stop());
    const cluster = await opened([node]); // its copies are loaded and proved, and few of their pages read
    const copies = notEmpty(
      readdirSync(folder, { recursive: true, withFileTypes: true }).filter(({ name }) => name.endsWith(".segment")),
    ).map(({ parentPath, name }) => join(parentPath, name));
    const whole = new Map(copies.map((path) => [path, readFileSync(path)]));
    for (const [path, bytes] of whole) {
      for (let at = 0; at < bytes.length; at += 4_096)
        flip(path, at + ((at % 4_093) % Math.min(4_096, bytes.length - at)));
    }
    await expectEqual(cluster);
    expect(totalOf(cluster, "failures")).toBe(0);
    const again = copies.filter((path) => readFileSync(path).equals(whole.get(path)!));
    expect(again.length).toBe(copies.length);
  });

  const disk = smallDisk(1024 * 1024);
  test.skipIf(disk === null)(
    skippable("a disk that is full: the index is read where the text is", disk === null, "no small disk can be made"),
    async () => {
      onTestFinished(() => disk!.remove());
      const { wire, storage } = severable(books.storage);
      disk!.fill(process.pid);
      const node = await startNode(storage, { folder: join(disk!.folder, "cache") });
      onTestFinished(() => node.stop());
      const cluster = await opened([node]);
      const loaded = wire.reads;
      await expectEqual(cluster);
      const far = wire.reads - loaded;
      disk!.empty(process.pid);
      const again = await startNode(storage, { folder: join(disk!.folder, "again") });
      onTestFinished(() => again.stop());
      const roomy = await opened([again]);
      const before = wire.reads;
      await expectEqual(roomy);
      expect(wire.reads - before).toBeLessThan(far);
    },
  );
});

function flip(path: string, at: number): void {
  const byte = readFileSync(path)[at]!;
  const file = openSync(path, "r+");
  writeSync(file, Uint8Array.of(byte ^ 0x10), 0, 1, at);
  closeSync(file);
}

test("a caller that goes: nodes stop reading", async () => {
  const slow = { reads: 0, delayMs: 0 };
  const open: WritableStorage["open"] = async (name, expected) => {
    const { view: _, ...file } = await books.storage.open(name, expected);
    return {
      ...file,
      async read(at, length) {
        slow.reads++;
        await new Promise((resolve) => setTimeout(resolve, slow.delayMs));
        return file.read(at, length);
      },
    };
  };
  const nodes = await started({ ...books.storage, open }, 2);
  const cluster = await opened(nodes);
  const content = notEmpty(books.documents.filter((_, i) => i % 2 === 0))
    .map(({ text }) => cut(text, 60))
    .join(" ");
  const query = queryOf(content);
  await cluster.search(query);
  const before = slow.reads;
  await cluster.search(query);
  const whole = slow.reads - before;
  expect(whole).toBeGreaterThan(20);
  slow.delayMs = 30;
  const caller = new AbortController();
  const search = cluster.search(query, caller.signal);
  const started_ = slow.reads;
  await expect.poll(() => slow.reads, { interval: 1 }).toBeGreaterThan(started_);
  caller.abort();
  await expect(search).rejects.toMatchObject({ code: "aborted" });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(slow.reads - started_).toBeLessThan(whole / 2);
});
