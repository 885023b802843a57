/** Corpora on a web host: what is promised to every reader, what is asked of the host, and what becomes of a host's faults. */
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { type HttpStorageOptions, openHttpStorage } from "../../../src/corpus/storage/http/http.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { PAGE_BYTES } from "../../../src/corpus/storage/pages.ts";
import type { Storage } from "../../../src/corpus/storage/storage.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import {
  type Asked,
  type Misbehave,
  type StaticServer,
  serveFile,
  startStaticServer,
} from "../../support/servers/static.ts";
import { queryOf } from "../../support/suites/corpus/judge.ts";
import { readAll, readingSuite } from "../../support/suites/corpus/storage.suite.ts";
import { corpusDocuments } from "../../support/texts.ts";

const PAGE = PAGE_BYTES;
const LONG = patterned(40 * PAGE + 5);

let host: StaticServer;
beforeAll(async () => {
  host = await startStaticServer();
});
afterAll(() => host.close());
beforeEach(() => {
  host.files.clear();
  host.asked.length = 0;
  host.mostAtOnce = 0;
  host.misbehave = undefined;
});

function patterned(length: number, seed = 1): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => Math.imul(i + seed, 2_654_435_761) >>> 24);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** As `toEqual`, which takes seconds for so many bytes. */
function expectSame(one: Uint8Array, other: Uint8Array): void {
  expect(Buffer.compare(one, other)).toBe(0);
}

/** The folder `x.spolia` of the host. */
function reader(options?: HttpStorageOptions): Storage {
  return openHttpStorage(`${host.url}/x.spolia`, options);
}

function serve(name: string, bytes: Uint8Array): void {
  host.files.set(`x.spolia/${name}`, bytes);
}

const ranges = (): (string | undefined)[] => host.asked.map(({ range }) => range);
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let folders = 0;
readingSuite({
  name: "HTTP",
  make() {
    const folder = `made ${++folders}/Überlieferung 書.spolia`;
    return {
      put: async (name, ...parts) => void host.files.set(`${folder}/${name}`, joined(parts)),
      reader: () => openHttpStorage(`${host.url}/${folder}`),
    };
  },
});

readingSuite({
  name: "HTTP, a host without ranges and files that are small",
  make() {
    const folder = `whole ${++folders}`;
    host.misbehave = ({ path }, response) => serveFile(host.files.get(path), undefined, response);
    return {
      put: async (name, ...parts) => void host.files.set(`${folder}/${name}`, joined(parts)),
      reader: () => openHttpStorage(`${host.url}/${folder}/`),
    };
  },
});

describe("a corpus", () => {
  test("opened by its URL finds what the corpus in memory finds, and asks for less than all of it", async () => {
    const documents = corpusDocuments();
    const storage = createMemoryStorage();
    const built = await buildCorpus(documents, { name: "test", dataset: "test-set", storage });
    for (const name of await storage.list()) serve(name, await readAll(storage, name));
    const corpus = await openCorpus(new URL(`${host.url}/x.spolia/`), { depth: "thorough" });
    expect(corpus.info).toEqual(built.info);
    for (const { text } of notEmpty(documents.slice(0, 3))) {
      const query = queryOf(text.slice(0, 2_000));
      expect(await corpus.search(query)).toEqual(await built.search(query));
    }
    expect(host.mostAtOnce).toBeLessThanOrEqual(16);
    await corpus.close();
  });

  test("that is not there is corpus_not_found, at once", async () => {
    await expect(openCorpus(`${host.url}/none.spolia`)).rejects.toMatchObject({ code: "corpus_not_found" });
    expect(host.asked).toHaveLength(1);
  });
});

describe("what is asked of the host", () => {
  test("opening and reading the beginning is one request", async () => {
    serve("text/a", LONG);
    const file = await reader().open("text/a");
    expect(await file.read(64, 1_900)).toEqual(LONG.slice(64, 1_964));
    expect(await file.read(0, 0)).toEqual(new Uint8Array(0));
    expect(await file.read(LONG.length, 0)).toEqual(new Uint8Array(0));
    expect(ranges()).toEqual([`bytes=0-${PAGE - 1}`]);
  });

  test("one request for one read, none for what was read", async () => {
    serve("text/a", LONG);
    const file = await reader().open("text/a");
    await file.read(3 * PAGE + 7, 2 * PAGE);
    await file.read(10 * PAGE, 1);
    await file.read(2 * PAGE, 9 * PAGE); // from page 2 to page 10, of which 3 to 5 and 10 are there
    await file.read(2 * PAGE, 9 * PAGE);
    await file.read(40 * PAGE, 5);
    const asked = [
      [0, 1],
      [3, 6],
      [10, 11],
      [2, 10],
    ].map(([from, to]) => `bytes=${from! * PAGE}-${to! * PAGE - 1}`);
    expect(ranges()).toEqual([...asked, `bytes=${40 * PAGE}-${40 * PAGE + 4}`]);
  });

  test("readers of one place at the same time share a request", async () => {
    serve("text/a", LONG);
    const file = await reader().open("text/a");
    const read = await Promise.all(Array.from({ length: 20 }, (_, i) => file.read(5 * PAGE + i, 100)));
    for (const [i, bytes] of notEmpty(read.entries()))
      expect(bytes).toEqual(LONG.slice(5 * PAGE + i, 5 * PAGE + i + 100));
    expect(host.asked).toHaveLength(2);
  });

  test("never more at once than the bound, and all in their turn", async () => {
    serve("text/a", LONG);
    host.misbehave = async () => after(15).then(() => false);
    for (const inFlight of [1, 3]) {
      host.mostAtOnce = 0;
      const file = await reader({ inFlight }).open("text/a");
      await Promise.all(Array.from({ length: 20 }, (_, i) => file.read((2 * i + 1) * PAGE, 10)));
      expect(host.mostAtOnce).toBe(inFlight);
    }
    const turns = ranges()
      .slice(1, 21)
      .map((range) => Number(/\d+/.exec(range!)![0]) / PAGE);
    expect(turns).toEqual(Array.from({ length: 20 }, (_, i) => 2 * i + 1));
  });

  test("what was kept gives way in the order of its last use, and its size is bounded", async () => {
    serve("text/a", LONG);
    const file = await reader({ cacheBytes: 3 * PAGE }).open("text/a"); // page 0
    for (const page of [1, 2, 0, 3]) await file.read(page * PAGE, 1); // 3 drives out 1
    expect(host.asked).toHaveLength(4);
    for (const page of [0, 2, 3]) await file.read(page * PAGE, 1);
    expect(host.asked).toHaveLength(4);
    await file.read(PAGE, 1);
    expect(host.asked).toHaveLength(5);
  });

  test("a read that is longer than half of the cache leaves in it what it had", async () => {
    serve("text/a", LONG);
    const file = await reader({ cacheBytes: 4 * PAGE }).open("text/a");
    expectSame(await file.read(0, LONG.length), LONG);
    expect(await file.read(1, 5)).toEqual(LONG.slice(1, 6));
    expect(host.asked).toHaveLength(2);
  });

  test("without a cache every read asks", async () => {
    serve("text/a", LONG);
    const file = await reader({ cacheBytes: 0 }).open("text/a");
    for (let i = 0; i < 3; i++) expect(await file.read(5, 5)).toEqual(LONG.slice(5, 10));
    expect(host.asked).toHaveLength(4);
  });

  test("the manifest anew at every opening, past all caches; other files are kept", async () => {
    const storage = reader();
    serve("manifest.json", LONG.slice(0, 3 * PAGE));
    serve("text/a", LONG);
    const inits: RequestInit[] = [];
    const watched = reader({
      fetch: (url, init) => {
        inits.push(init);
        return fetch(url, init);
      },
    });
    for (const name of ["manifest.json", "text/a"]) await watched.open(name);
    expect(inits.map(({ cache }) => cache)).toEqual(["no-store", "no-store"]);
    for (let time = 0; time < 2; time++) {
      for (const name of ["manifest.json", "text/a"]) await (await storage.open(name)).read(2 * PAGE, 1);
    }
    const ofStorage = host.asked.slice(2).map(({ path }) => path.slice("x.spolia/".length));
    expect(ofStorage).toEqual(["manifest.json", "text/a", "text/a", "manifest.json", "text/a"]);
  });

  test("the query of the URL, the given headers, no compression", async () => {
    host.files.set("a b/c.spolia/text/a", LONG);
    const storage = openHttpStorage(`${host.url}/a%20b/c.spolia/?signature=a%2Fb&x=1#part`, {
      headers: { authorization: "Bearer t" },
    });
    await readAll(storage, "text/a");
    for (const { query, headers } of notEmpty(host.asked)) {
      expect(query).toBe("?signature=a%2Fb&x=1");
      expect(headers).toMatchObject({
        authorization: "Bearer t",
        "accept-encoding": expect.stringMatching(/^identity(, identity)?$/),
      });
    }
    expect(storage.label).toBe(`${host.url}/a%20b/c.spolia`); // and no message repeats a signature
    await expect(storage.open("none")).rejects.toMatchObject({ message: expect.not.stringContaining("signature") });
  });

  test("the top of a host is a folder too", async () => {
    host.files.set("text/a", LONG);
    for (const url of [host.url, `${host.url}/`]) expectSame(await readAll(openHttpStorage(url), "text/a"), LONG);
  });

  test.each(["../a", "a/../b", ".lock", "a//b", "", "/a", "\ud800"])(
    "no name leads out of the folder: %j",
    async (name) => {
      await expect(reader().open(name)).rejects.toMatchObject({ code: "corpus_not_found" });
      expect(host.asked).toEqual([]);
    },
  );

  test("redirects are followed", async () => {
    host.files.set("elsewhere/text/a", LONG);
    host.misbehave = ({ path }, response) => {
      if (!path.startsWith("x.spolia/")) return false;
      response.writeHead(302, { location: `/elsewhere/${path.slice("x.spolia/".length)}` }).end();
    };
    expectSame(await readAll(reader(), "text/a"), LONG);
  });
});

describe("faults that pass", () => {
  const status = (code: number, headers: Record<string, string> = {}): ((response: ServerResponse) => void) => {
    return (response) => void response.writeHead(code, headers).end("busy");
  };
  const cutOff = (response: ServerResponse): void => {
    response.writeHead(206, { "content-range": `bytes 0-${PAGE - 1}/${LONG.length}`, "content-length": PAGE });
    response.write(LONG.subarray(0, 100), () => response.destroy());
  };
  const tooShort = (response: ServerResponse): void => {
    response.writeHead(206, { "content-range": `bytes 0-${PAGE - 1}/${LONG.length}` });
    response.end(LONG.subarray(0, 100));
  };
  const tooLong = (response: ServerResponse): void => {
    response.writeHead(206, { "content-range": `bytes 0-${PAGE - 1}/${LONG.length}` });
    response.end(LONG.subarray(0, PAGE + 1));
  };
  const hangUp = (response: ServerResponse): void => void response.destroy();
  const hang = (): void => {};
  const stall = (response: ServerResponse): void => {
    response.writeHead(206, { "content-range": `bytes 0-${PAGE - 1}/${LONG.length}`, "content-length": PAGE });
    response.write(LONG.subarray(0, 100));
  };
  const faults: [string, (response: ServerResponse) => void][] = [
    ["429", status(429)],
    ["500", status(500)],
    ["503", status(503)],
    ["408", status(408)],
    ["a body that breaks off", cutOff],
    ["a body that is too short", tooShort],
    ["a body that is too long", tooLong],
    ["a connection that breaks off", hangUp],
    ["a host that does not answer", hang],
    ["a host that stops in the middle", stall],
  ];

  test.concurrent.each(faults)("%s, twice: the third answer counts", async (name, fault) => {
    const own = await startStaticServer();
    own.files.set("text/a", LONG);
    own.misbehave = (_, response, nth) => (nth <= 2 ? fault(response) : false);
    const file = await openHttpStorage(own.url, { timeoutMs: 50 }).open("text/a");
    expect(await file.read(0, 10), name).toEqual(LONG.slice(0, 10));
    expect(own.asked).toHaveLength(3);
    await own.close();
  });

  test.concurrent.each(faults)("%s, always: storage_failed after four tries", async (_, fault) => {
    const own = await startStaticServer();
    own.misbehave = (_, response) => fault(response);
    const refused = { code: "storage_failed", hint: expect.any(String), message: expect.stringContaining("text/a") };
    await expect(openHttpStorage(own.url, { timeoutMs: 50 }).open("text/a")).rejects.toMatchObject(refused);
    expect(own.asked).toHaveLength(4);
    await own.close();
  });

  test("Retry-After is heeded, as seconds and as a date; a wait of hours is told to the caller", async () => {
    serve("text/a", LONG);
    const date = new Date(0).toUTCString();
    const inOneSecond = new Date(1_000).toUTCString();
    for (const headers of [{ "retry-after": "1" }, { "retry-after": inOneSecond, date }]) {
      host.asked.length = 0;
      host.misbehave = (_, response, nth) => (nth === 1 ? response.writeHead(429, headers).end() : false);
      const wait = vi.spyOn(globalThis, "setTimeout");
      await reader().open("text/a");
      // What is asked of the timer, not what the clock says: a loaded machine waits longer.
      expect(wait.mock.calls.map(([, delayMs]) => delayMs)).toContain(1_000);
      wait.mockRestore();
      expect(host.asked).toHaveLength(2);
    }
    host.asked.length = 0;
    host.misbehave = (_, response) => response.writeHead(503, { "retry-after": "7200" }).end();
    await expect(reader().open("text/a")).rejects.toMatchObject({ code: "storage_failed" });
    expect(host.asked).toHaveLength(1);
  });

  test("a slow host is waited for within the time limit", async () => {
    serve("text/a", LONG);
    host.misbehave = ({ path }, response) => {
      response.writeHead(206, { "content-range": `bytes 0-${PAGE - 1}/${LONG.length}`, "content-length": PAGE });
      const parts = [0, 1, 2, 3].map((part) =>
        host.files.get(path)!.subarray((part * PAGE) / 4, ((part + 1) * PAGE) / 4),
      );
      void (async () => {
        for (const part of parts) {
          await after(60);
          response.write(part);
        }
        response.end();
      })();
    };
    const file = await reader({ timeoutMs: 5_000 }).open("text/a");
    expect(await file.read(0, PAGE)).toEqual(LONG.slice(0, PAGE));
    expect(host.asked).toHaveLength(1);
  });

  test("one that fails does not hold up those behind it, and is asked anew by the next reader", async () => {
    serve("text/a", LONG);
    let isRefusing = true;
    host.misbehave = ({ range }, response) => {
      return isRefusing && range!.startsWith(`bytes=${PAGE}-`) ? response.writeHead(403).end() : false;
    };
    const file = await reader({ inFlight: 1 }).open("text/a");
    const [one, same, other] = await Promise.allSettled([
      file.read(PAGE, 1),
      file.read(PAGE, 1),
      file.read(9 * PAGE, 1),
    ]);
    expect([one.status, same.status, other.status]).toEqual(["rejected", "rejected", "fulfilled"]);
    isRefusing = false;
    expect(await file.read(PAGE, 1)).toEqual(LONG.slice(PAGE, PAGE + 1));
  });

  test("what its own fetch throws is no other error", async () => {
    const fetch = () => Promise.reject(new TypeError("no network"));
    await expect(reader({ fetch }).open("text/a")).rejects.toMatchObject({
      name: "SpoliaError",
      code: "storage_failed",
    });
  });
});

describe("faults that stay", () => {
  const answer = (status: number, headers: Record<string, string | number>, body?: Uint8Array): Misbehave => {
    return (_, response) => response.writeHead(status, headers).end(body);
  };
  const part = (range: string, more = {}): Misbehave =>
    answer(206, { "content-range": range, ...more }, LONG.subarray(0, PAGE));

  test.each<[string, string, Misbehave]>([
    ["401", "storage_failed", answer(401, {})],
    ["403", "storage_failed", answer(403, {})],
    ["404", "corpus_not_found", answer(404, {})],
    ["410", "corpus_not_found", answer(410, {})],
    ["400", "storage_failed", answer(400, {})],
    ["204", "storage_failed", answer(204, {})],
    ["a range without saying which", "storage_failed", answer(206, {}, LONG.subarray(0, PAGE))],
    ["a range that it does not understand", "storage_failed", part("pages 0-1/2")],
    ["another range: later", "storage_failed", part(`bytes 1-${PAGE}/${LONG.length}`)],
    ["another range: shorter", "storage_failed", part(`bytes 0-99/${LONG.length}`)],
    ["another range: beyond the end", "storage_failed", part(`bytes 0-${PAGE - 1}/100`)],
    ["a file of unknown length", "storage_failed", part(`bytes 0-${PAGE - 1}/*`)],
    ["a length beyond all numbers", "storage_failed", part(`bytes 0-${PAGE - 1}/99999999999999999999`)],
    ["a compressed range", "storage_failed", part(`bytes 0-${PAGE - 1}/${LONG.length}`, { "content-encoding": "br" })],
    ["416 of a file that is not empty", "storage_failed", answer(416, { "content-range": "bytes */9" })],
    [
      "a whole file of 2 MiB, which it announces",
      "storage_failed",
      answer(200, { "content-length": 2 << 20 }, new Uint8Array(2 << 20)),
    ],
    [
      "a whole file of 2 MiB, in chunks",
      "storage_failed",
      answer(200, { "transfer-encoding": "chunked" }, new Uint8Array(2 << 20)),
    ],
  ])("%s is %s, without another try", async (_, code, misbehave) => {
    host.misbehave = misbehave;
    await expect(reader().open("text/a")).rejects.toMatchObject({
      name: "SpoliaError",
      code,
      hint: expect.any(String),
    });
    expect(host.asked).toHaveLength(1);
  });

  test("a body without end is not read to its end", async () => {
    let sent = 0;
    host.misbehave = (_, response) => {
      response.writeHead(200);
      const more = (): void => {
        sent++;
        if (!response.destroyed) response.write(new Uint8Array(1 << 16), () => setImmediate(more));
      };
      more();
    };
    await expect(reader().open("text/a")).rejects.toMatchObject({
      code: "storage_failed",
      hint: expect.stringContaining("range"),
    });
    expect(sent).toBeLessThan(1_000);
  });
});

describe("a file that changes while it is open", () => {
  const behave = (change: (asked: Asked, response: ServerResponse) => void): void => {
    host.misbehave = (asked, response) => (asked.range === `bytes=0-${PAGE - 1}` ? false : change(asked, response));
  };
  const other = patterned(LONG.length, 7);
  const sent =
    (range: string, more = {}) =>
    (_: Asked, response: ServerResponse) => {
      response.writeHead(206, { "content-range": range, ...more }).end(LONG.subarray(0, PAGE));
    };

  test.each<[string, () => void]>([
    ["in its bytes", () => serve("text/a", other)],
    ["in its length", () => serve("text/a", LONG.slice(0, -1))],
    ["to almost nothing", () => serve("text/a", LONG.slice(0, 10))],
    ["to nothing", () => serve("text/a", new Uint8Array(0))],
    ["and its host loses the ETag", () => behave(sent(`bytes ${PAGE}-${2 * PAGE - 1}/${LONG.length}`))],
    ["and its host sends the wrong range", () => behave(sent(`bytes 0-${PAGE - 1}/${LONG.length}`))],
    ["and its host sends all of it", () => behave((_, response) => serveFile(LONG, undefined, response))],
  ])("%s is corpus_corrupt, and says what to do", async (_, change) => {
    serve("text/a", LONG);
    const storage = reader();
    const file = await storage.open("text/a");
    change();
    await expect(file.read(PAGE, 10)).rejects.toMatchObject({
      code: "corpus_corrupt",
      message: expect.stringContaining("changed"),
      hint: expect.stringContaining("again"),
    });
    expect(host.asked).toHaveLength(2);
    expect(await file.read(0, 10)).toEqual(LONG.slice(0, 10)); // what was read of the old one is still that
  });

  test("is read as what it became by whoever opens it after, and nothing of the old one is mixed in", async () => {
    serve("text/a", LONG);
    const storage = reader();
    expectSame(await readAll(storage, "text/a"), LONG);
    serve("text/a", other);
    expectSame(await readAll(storage, "text/a"), other);
  });

  test("is not mixed with what it was where its host says nothing of versions", async () => {
    host.misbehave = ({ path, range }, response) => {
      const [start, last] = /(\d+)-(\d+)/.exec(range!)!.slice(1).map(Number);
      const file = host.files.get(path)!;
      const end = Math.min(last! + 1, file.length);
      response
        .writeHead(206, { "content-range": `bytes ${start}-${end - 1}/${file.length}` })
        .end(file.subarray(start, end));
    };
    const storage = reader();
    for (const file of [LONG, other]) {
      serve("text/a", file);
      expectSame(await readAll(storage, "text/a"), file);
    }
  });

  test("is known by the time of its change where there is no ETag", async () => {
    serve("text/a", LONG);
    let changed = "Sat, 21 Nov 2026 07:00:00 GMT";
    host.misbehave = ({ range }, response) => {
      const [start, last] = /(\d+)-(\d+)/.exec(range!)!.slice(1).map(Number);
      const headers = { "content-range": `bytes ${start}-${last}/${LONG.length}`, "last-modified": changed };
      response.writeHead(206, headers).end(LONG.subarray(start, last! + 1));
    };
    const file = await reader().open("text/a");
    expect(await file.read(PAGE, 10)).toEqual(LONG.slice(PAGE, PAGE + 10));
    changed = "Sat, 21 Nov 2026 07:00:01 GMT";
    await expect(file.read(2 * PAGE, 10)).rejects.toMatchObject({ code: "corpus_corrupt" });
  });

  test("and goes is corpus_not_found", async () => {
    serve("text/a", LONG);
    const file = await reader().open("text/a");
    host.files.clear();
    await expect(file.read(PAGE, 10)).rejects.toMatchObject({ code: "corpus_not_found" });
  });
});

test.each<[unknown, HttpStorageOptions]>([
  ["ftp://example.org/x", {}],
  ["no URL", {}],
  [undefined, {}],
  ["https://user:secret@example.org/", {}],
  ["https://example.org/", { inFlight: 0 }],
  ["https://example.org/", { inFlight: 1.5 }],
  ["https://example.org/", { cacheBytes: -1 }],
  ["https://example.org/", { timeoutMs: Number.NaN }],
  ["https://example.org/", { timeoutMs: 2 ** 40 }],
  ["https://example.org/", { headers: { authorization: "secret\n" + "x: y" } }],
])("no storage is opened at %j with %j", (url, options) => {
  let caught: unknown;
  try {
    openHttpStorage(url as string, options);
  } catch (error) {
    caught = error;
  }
  expect(caught).toMatchObject({ code: "invalid_request", message: expect.not.stringContaining("secret") });
});
