/** Object storage: the common suite over a real server, and what only object storage does. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { CorpusDocument } from "../../../src/base/contract/resources/corpus.ts";
import { SpoliaError } from "../../../src/base/errors.ts";
import type { Fetch } from "../../../src/base/platform.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments, mergeCorpus, purgeCorpus } from "../../../src/corpus/change/change.ts";
import { verifyCorpus } from "../../../src/corpus/change/verify.ts";
import { filesOf, readManifest } from "../../../src/corpus/format/manifest.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createS3Storage, openS3Storage, type S3StorageOptions } from "../../../src/corpus/storage/s3/s3.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { type S3Server, skipsS3, startS3Server, withS3 } from "../../support/servers/s3.ts";
import { kernels, queryOf } from "../../support/suites/corpus/judge.ts";
import { NAMES } from "../../support/suites/corpus/living.ts";
import { s3Place } from "../../support/suites/corpus/places.ts";
import { put, readAll, storageSuite } from "../../support/suites/corpus/storage.suite.ts";
import { seeded, zipfText } from "../../support/texts.ts";

const random = seeded(26);
const some = (prefix: string, count: number): CorpusDocument[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${prefix}${i}`, text: zipfText(random, 60) }));
const first = some("a", 3);
const second = some("b", 3);
const third = some("c", 2);

describe.skipIf(skipsS3)(withS3("object storage"), () => {
  storageSuite(s3Place());

  let server: S3Server;
  let made = 0;
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server?.close());

  /** A new prefix, and storages over it. */
  function place() {
    const url = `s3://${server.bucket}/place ${++made}/books.spolia`;
    const at = (more: S3StorageOptions = {}) => createS3Storage(url, { ...server.options, ...more });
    return { url, at, prefix: `place ${made}/books.spolia/` };
  }

  async function built(documents: readonly CorpusDocument[]) {
    const one = place();
    await (await buildCorpus(documents, { ...NAMES, storage: one.at() })).close();
    return one;
  }

  /** Every file that the manifest names is there and whole, and the corpus has these documents. */
  async function expectWhole(where: ReturnType<typeof place>, documents: readonly CorpusDocument[]): Promise<void> {
    const { manifest } = await readManifest(kernels, where.at());
    const stored = new Set(await where.at().list());
    for (const name of notEmpty(filesOf(manifest))) expect(stored).toContain(name);
    const corpus = await openCorpus(where.at());
    expect(await verifyCorpus(corpus.storage)).toMatchObject({ is_sound: true });
    expect(corpus.info.documents).toBe(documents.length);
    for (const { id } of notEmpty(documents)) expect(await corpus.document(id)).not.toBe(null);
    await corpus.close();
  }

  test("a file of several parts reads back, and nothing unfinished is left", async () => {
    const { at, prefix } = place();
    const whole = randomBytes(20 * 1024 * 1024 + 12_345);
    const parts = Array.from({ length: 21 }, (_, i) => whole.subarray(i * 1024 * 1024, (i + 1) * 1024 * 1024));
    await put(at(), "text/0123456789abcdef.text", ...parts);
    expect(Buffer.compare(await readAll(at(), "text/0123456789abcdef.text"), whole)).toBe(0);
    await put(at(), "text/0123456789abcdef.text", ...parts); // it is there by now
    const refused = at({ fetch: failing((_, init) => /<Complete/.test(bodyOf(init))) });
    await expect(put(refused, "text/b", ...parts)).rejects.toMatchObject({ code: "aborted" });
    expect(await server.everything(prefix)).toEqual([`${prefix}text/0123456789abcdef.text`]);
  });

  test("what a build sets aside stays on this machine", async () => {
    const asked: string[] = [];
    const { at } = place();
    const watched: Fetch = (url, init) => {
      asked.push(url);
      return fetch(url, init);
    };
    const options = { ...NAMES, memoryBytes: 2_048, storage: at({ fetch: watched }) };
    await (await buildCorpus(some("m", 30), options)).close();
    expect(asked.some((url) => url.includes("/segments/"))).toBe(true);
    expect(asked.filter((url) => url.includes("spill"))).toEqual([]);
  });

  test("every change of a corpus works, and a reader follows", async () => {
    const one = await built(first);
    const corpus = await openCorpus(openS3Storage(one.url, { ...server.options, cacheBytes: 0 }));
    await appendDocuments(one.at(), second, {});
    await deleteDocuments(one.at(), ["a0"]);
    await mergeCorpus(one.at());
    await purgeCorpus(one.at());
    // The files of the state that the reader has opened are gone.
    const { passages, searched } = await corpus.search(queryOf(second[1]!.text));
    expect(passages.map(({ document }) => document.id)).toEqual(["b1"]);
    expect(searched?.documents).toBe(5);
    expect((await corpus.search(queryOf(first[0]!.text))).passages).toEqual([]);
    await corpus.close();
    await expectWhole(one, [...first.slice(1), ...second]);
  });

  describe("a writer that is killed", () => {
    /** Kills a writer at its request number `nth`: before it is sent, or after it had its effect. */
    const killed = (nth: number, isSent: boolean): Fetch => {
      let asked = 0;
      return async (url, init) => {
        if (++asked === nth && isSent) await fetch(url, init);
        if (asked >= nth) throw new SpoliaError("aborted", "killed");
        return fetch(url, init);
      };
    };

    test.each([
      { name: "before a request", isSent: false },
      { name: "between a request and its answer", isSent: true },
    ])("$name, at any of them, leaves the corpus before or after the change", async ({ isSent }) => {
      const outcomes: number[] = [];
      let isKilled = true;
      for (let nth = 2; isKilled; nth += fewOrAll(6, 1)) {
        const one = await built(first);
        const change = appendDocuments(one.at({ fetch: killed(nth, isSent) }), second, {});
        isKilled = await change.then(
          () => false,
          () => true,
        );
        const { documents } = (await openCorpus(one.at())).info;
        outcomes.push(documents);
        await expectWhole(one, documents === first.length ? first : [...first, ...second]);
        // A minute later the lock is free; the next writer makes its change, and clears away.
        await one
          .at()
          .remove(".lock")
          .catch(() => {});
        await unlock(one.prefix);
        const missing = documents === first.length ? [...second, ...third] : third;
        await appendDocuments(one.at(), missing, {});
        await expectWhole(one, [...first, ...second, ...third]);
        const { manifest } = await readManifest(kernels, one.at());
        const named = [...filesOf(manifest), ...manifest.superseded.map(({ file }) => file), "manifest.json"];
        expect((await one.at().list()).filter((name) => !named.includes(name))).toEqual([]);
      }
      expect(outcomes.length).toBeGreaterThan(fewOrAll(2, 10));
      expect(new Set(outcomes)).toEqual(new Set([first.length, first.length + second.length]));
    });
  });

  async function unlock(prefix: string): Promise<void> {
    const { AwsClient } = await import("aws4fetch");
    const client = new AwsClient({ ...server.options.credentials, service: "s3", region: "us-east-1" });
    await client.fetch(`${server.url}/${server.bucket}/${prefix.split("/").map(encodeURIComponent).join("/")}.lock`, {
      method: "DELETE",
    });
  }

  test("of two writers at once one is told to wait", async () => {
    const one = await built(first);
    const both = await Promise.allSettled([
      appendDocuments(one.at(), second, {}),
      appendDocuments(one.at(), third, {}),
    ]);
    const [refused] = both.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(refused!.reason).toMatchObject({ code: "corpus_locked" });
  });

  test("a writer that was suspended beyond its lock learns that another one won, and does no harm", async () => {
    const one = await built(first);
    let resume = () => {};
    const paused = new Promise<void>((resolve) => {
      resume = resolve;
    });
    let reached = () => {};
    const isAtManifest = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const suspended: Fetch = async (url, init) => {
      if (init.method === "PUT" && url.endsWith("manifest.json")) {
        reached();
        await paused;
      }
      return fetch(url, init);
    };
    const loser = appendDocuments(one.at({ fetch: suspended }), second, {});
    await isAtManifest;
    await unlock(one.prefix);
    await appendDocuments(one.at(), [...second.slice(0, 1), ...third], {});
    resume();
    await expect(loser).rejects.toMatchObject({
      code: "corpus_locked",
      message: expect.stringContaining("has changed the corpus meanwhile"),
    });
    await expectWhole(one, [...first, ...second.slice(0, 1), ...third]);
    await appendDocuments(one.at(), second.slice(1), {});
    await expectWhole(one, [...first, ...second, ...third]);
  });

  test("two builders of one new corpus: one wins, the other one learns it and removes nothing", async () => {
    const one = place();
    let built = 0;
    const slow: Fetch = async (url, init) => {
      // The lock of the first is gone before the second begins, as if it had been suspended for a minute.
      if (init.method === "PUT" && url.endsWith("manifest.json") && ++built === 1) {
        await unlock(one.prefix);
        await (await buildCorpus(third, { ...NAMES, storage: one.at() })).close();
      }
      return fetch(url, init);
    };
    const loser = buildCorpus(first, { ...NAMES, storage: one.at({ fetch: slow }) });
    await expect(loser).rejects.toMatchObject({ code: "corpus_locked" });
    await expectWhole(one, third);
  });

  /** Answers each request for a listing with what was there `age` listings before. */
  function late(age: number): Fetch {
    const before: string[] = [];
    return async (url, init) => {
      const response = await fetch(url, init);
      if (!url.includes("list-type=2")) return response;
      before.push(await response.text());
      return new Response(before[Math.max(0, before.length - 1 - age)]!, { headers: response.headers });
    };
  }

  test.each([1, 2, 3])(
    "listings that are %i requests old: every change works, and nothing named is removed",
    async (age) => {
      const one = place();
      const storage = one.at({ fetch: late(age) });
      await (await buildCorpus(first, { ...NAMES, storage })).close();
      await appendDocuments(storage, second, {});
      await expectWhole(one, [...first, ...second]);
      await deleteDocuments(storage, ["a0"]);
      await mergeCorpus(storage);
      await appendDocuments(storage, third, {});
      await purgeCorpus(storage);
      await expectWhole(one, [...first.slice(1), ...second, ...third]);
    },
  );

  test.each(["nothing", "all but the manifest"])("a listing with %s of a corpus: no builder harms it", async (seen) => {
    const one = await built(first);
    const old: Fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (!url.includes("list-type=2")) return response;
      const hidden =
        seen === "nothing"
          ? /<Contents>.*?<\/Contents>/gs
          : /<Contents>(?:(?!<\/Contents>).)*manifest\.json.*?<\/Contents>/gs;
      return new Response((await response.text()).replaceAll(hidden, ""), { headers: response.headers });
    };
    const again = buildCorpus(second, { ...NAMES, storage: one.at({ fetch: old }) });
    await expect(again).rejects.toMatchObject({ code: "corpus_exists" });
    await expectWhole(one, first);
  });

  test("an answer that was lost is no loss: the request is repeated, and known as done", async () => {
    const one = await built(first);
    let lost = 0;
    const losing: Fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (init.method !== "PUT" || lost === 3 || /\.lock$/.test(url)) return response;
      lost++;
      throw new TypeError("connection reset");
    };
    await appendDocuments(one.at({ fetch: losing }), second, {});
    expect(lost).toBe(3);
    await expectWhole(one, [...first, ...second]);
  });

  test("a lock whose beat was not answered is still held", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let beats = 0;
    const losing: Fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (init.method !== "PUT" || !url.endsWith(".lock")) return response;
      if (++beats === 2) throw new TypeError("connection reset");
      return response;
    };
    const { at } = place();
    const storage = at({ fetch: losing });
    const lock = await storage.lock();
    for (const expected of [3, 4]) {
      vi.advanceTimersByTime(15_000);
      await expect.poll(() => beats, { timeout: 10_000 }).toBe(expected);
    }
    await put(storage, "manifest.json", Uint8Array.of(1));
    await lock.release();
    expect(await at().list()).toEqual(["manifest.json"]);
    await (await at().lock()).release();
  });

  test.each([
    [400, "ExpiredToken"],
    [403, "InvalidAccessKeyId"],
  ])("credentials that are refused with %i %s are asked for again", async (status, code) => {
    const { url } = place();
    const keys = [{ ...server.options.credentials, sessionToken: "expired" }, server.options.credentials];
    let asked = 0;
    const expiring: Fetch = async (url, init) =>
      new Headers(init.headers as Headers).has("x-amz-security-token")
        ? new Response(`<Error><Code>${code}</Code></Error>`, { status })
        : fetch(url, init);
    const credentials = async () => keys[asked++]!;
    await put(createS3Storage(url, { ...server.options, fetch: expiring, credentials }), "a", Uint8Array.of(1));
    expect(asked).toBe(2);
  });

  test("a clock that is wrong by years is corrected by the host's", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2031-01-01") });
    let asked = 0;
    const counted: Fetch = (url, init) => {
      asked++;
      return fetch(url, init);
    };
    const { at } = place();
    const storage = at({ fetch: counted });
    await put(storage, "a", Uint8Array.of(1));
    expect(await readAll(storage, "a")).toEqual(Uint8Array.of(1));
    await put(storage, "b", Uint8Array.of(1));
    expect(asked).toBe(4); // the first one twice
  });

  test("a storage that answers some requests with 503: repeated, at most ten and a tenth of all", async () => {
    const one = await built(some("f", 8));
    let asked = 0;
    const calls = { all: 0, repeated: 0 };
    const unreliable: Fetch = async (url, init) => {
      calls.all++;
      if (++asked % 12 === 0) {
        calls.repeated++;
        return new Response("<Code>SlowDown</Code>", { status: 503, headers: { "retry-after": "0" } });
      }
      return fetch(url, init);
    };
    const storage = openS3Storage(one.url, { ...server.options, fetch: unreliable, cacheBytes: 0 });
    for (let time = 0; time < 4; time++) expect(await verifyCorpus(storage)).toMatchObject({ is_sound: true });
    expect(calls.repeated).toBeGreaterThan(2);
    const dead: Fetch = async () => {
      calls.all++;
      return new Response("", { status: 503 });
    };
    calls.all = 0;
    const gone = openS3Storage(one.url, { ...server.options, fetch: dead });
    const reads = await Promise.allSettled(Array.from({ length: 60 }, () => gone.open("manifest.json")));
    expect(new Set(reads.map((read) => (read as PromiseRejectedResult).reason.code))).toEqual(
      new Set(["storage_failed"]),
    );
    expect(calls.all).toBeLessThanOrEqual(60 + 10 + 6);
  });

  test.each<[string, (response: Response) => Promise<Response>, string]>([
    ["is cut short", async (response) => cut(response), "storage_failed"],
    [
      "has another ETag",
      async (response) => with_(response, "etag", `"${randomBytes(16).toString("hex")}"`),
      "corpus_corrupt",
    ],
  ])("an answer that %s is an error, never other bytes", async (_, harm, code) => {
    const { at, url } = place();
    const whole = randomBytes(300_000);
    await put(at(), "text/a", whole);
    let reads = 0;
    const harmful: Fetch = async (url, init) => {
      const response = await fetch(url, init);
      return ++reads > 1 ? harm(response) : response;
    };
    const file = await openS3Storage(url, { ...server.options, fetch: harmful }).open("text/a");
    await expect(file.read(100_000, 50_000)).rejects.toMatchObject({ code });
  });

  test("refusals name what to do", async () => {
    const { url } = place();
    const wrong = { ...server.options, credentials: { accessKeyId: "test", secretAccessKey: "wrong" } };
    await expect(createS3Storage(url, wrong).list()).rejects.toMatchObject({
      code: "storage_failed",
      message: expect.stringContaining("SignatureDoesNotMatch"),
      hint: expect.stringContaining("credentials"),
    });
    await expect(
      put(createS3Storage("s3://no-such-bucket/a", server.options), "a", Uint8Array.of(1)),
    ).rejects.toMatchObject({
      code: "storage_failed",
      hint: expect.stringContaining("Create the bucket"),
    });
  });

  describe("credentials and endpoint", () => {
    const folder = mkdtempSync(join(tmpdir(), "spolia-aws-"));
    afterAll(() => rmSync(folder, { recursive: true }));
    afterEach(() => vi.unstubAllEnvs());
    const clear = () => {
      for (const name of ["ACCESS_KEY_ID", "SECRET_ACCESS_KEY", "PROFILE", "REGION", "ENDPOINT_URL"])
        vi.stubEnv(`AWS_${name}`, undefined);
      vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", join(folder, "credentials"));
      vi.stubEnv("AWS_CONFIG_FILE", join(folder, "config"));
    };

    test("of the environment", async () => {
      clear();
      for (const [name, value] of Object.entries(server.env)) vi.stubEnv(name, value);
      const { url } = place();
      await put(createS3Storage(url), "a", Uint8Array.of(1));
      expect(await createS3Storage(url).list()).toEqual(["a"]);
    });

    test("of the files, by profile", async () => {
      clear();
      const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL } = server.env;
      writeFileSync(
        join(folder, "config"),
        `[default]\nregion = x\n[profile  two]\nregion=us-east-1\nendpoint_url = ${AWS_ENDPOINT_URL}\n`,
      );
      writeFileSync(
        join(folder, "credentials"),
        `[default]\naws_access_key_id=no\n[two]\n# mine\naws_access_key_id = ${AWS_ACCESS_KEY_ID}\naws_secret_access_key = ${AWS_SECRET_ACCESS_KEY}\n`,
      );
      vi.stubEnv("AWS_PROFILE", "two");
      const { url } = place();
      await put(createS3Storage(url), "a", Uint8Array.of(1));
      expect(await createS3Storage(url).list()).toEqual(["a"]);
    });

    test("absent: the error says where they are looked for", async () => {
      clear();
      vi.stubEnv("AWS_PROFILE", "nobody");
      await expect(createS3Storage(place().url, { endpoint: server.url }).list()).rejects.toMatchObject({
        code: "storage_failed",
        hint: expect.stringContaining("AWS_ACCESS_KEY_ID"),
      });
    });
  });

  afterEach(() => {
    vi.useRealTimers();
  });
});

test("without the package that signs, the error gives the line that installs it", async () => {
  vi.doMock("aws4fetch", () => {
    throw new Error("not found");
  });
  vi.resetModules();
  const fresh = await import("../../../src/corpus/storage/s3/s3.ts");
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  const storage = fresh.openS3Storage("s3://bucket/a", { endpoint: "http://127.0.0.1:9", credentials });
  await expect(storage.open("a")).rejects.toMatchObject({
    code: "unsupported_runtime",
    hint: "Install it: npm install aws4fetch@1",
  });
  vi.doUnmock("aws4fetch");
});

test.each([
  ["s3://Bucket/a", {}],
  ["s3:///a", {}],
  ["s3://bucket/.a", {}],
  ["https://bucket/a", {}],
  ["s3://bucket/a", { endpoint: "ftp://x" }],
  ["s3://bucket/a", { endpoint: "https://user:secret@x" }],
  ["s3://bucket/a", { region: "a b" }],
  ["s3://bucket/a", { inFlight: 0 }],
  ["s3://bucket/a", { timeoutMs: -1 }],
])("no place is %s with %j", (url, options) => {
  expect(() => openS3Storage(url, options)).toThrow(expect.objectContaining({ code: "invalid_request" }));
});

test.each([
  ["s3://bucket", "s3://bucket"],
  ["s3://a.b-c/d/e/", "s3://a.b-c/d/e"],
  ["s3://bucket/with space/ä", "s3://bucket/with space/ä"],
])("a place is %s", (url, label) => {
  expect(openS3Storage(url, { endpoint: "http://127.0.0.1:9", inFlight: 1, timeoutMs: 1 }).label).toBe(label);
});

/** Fails for good where `isIt`. */
function failing(isIt: (url: string, init: RequestInit) => boolean): Fetch {
  return async (url, init) => {
    if (isIt(url, init)) throw new SpoliaError("aborted", "failed");
    return fetch(url, init);
  };
}

function bodyOf({ body }: RequestInit): string {
  return body instanceof Uint8Array && body.length < 10_000 ? new TextDecoder().decode(body) : "";
}

async function cut(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer();
  const { status, headers } = response;
  return new Response(bytes.slice(0, bytes.byteLength / 2), { status, headers });
}

function with_(response: Response, name: string, value: string): Response {
  const headers = new Headers(response.headers);
  headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}
