/** Callers that take all they can get: bodies that never end, texts as large as they may be. Others are served meanwhile. */
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { SHELF } from "../../engine/fixtures.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { expectAnswering, statusOf } from "./process/measured.ts";
import { makePlace, type ServiceProcess, startService } from "./process/service.ts";

const folder = temporaryFolder();
/** More than a caller gets, and more than all callers together got before they were told apart. */
const CONNECTIONS = 600;
const ANALYZE = "/api/v1/attribution/analyze";
let service: ServiceProcess;
let greedy: string;
let other: string;
let sockets: Socket[] = [];

beforeAll(async () => {
  const { place, made } = await makePlace(folder, async (registry) => {
    const keys: string[] = [];
    for (const id of ["greedy", "other"]) {
      await registry.createTenant({ id, plan: "large" });
      keys.push((await registry.createKey(id)).key);
    }
    return keys;
  });
  [greedy, other] = made as [string, string];
  service = await startService({ ...place, threads: 3, oauthIssuer: "http://127.0.0.1/spolia", keylessRate: 0 });
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
afterAll(async () => expect(await service.stop()).toBe(0));

/** Opens connections that announce a body and send one byte of it. What each was answered until now is in `answers`. */
async function unended(path: string, type: string, from: string, authorization = ""): Promise<() => number[]> {
  const texts: string[] = [];
  const head = `POST ${path} HTTP/1.1\r\nHost: spolia.test\r\n${authorization}Content-Type: ${type}\r\nContent-Length: 1000\r\n\r\n{`;
  const opened = Array.from({ length: CONNECTIONS }, (_, at) => {
    const socket = connect({ port: service.port, host: "127.0.0.1", localAddress: from });
    sockets.push(socket);
    texts[at] = "";
    socket
      .on("error", () => {})
      .on("data", (data) => {
        texts[at]! += data;
      });
    return new Promise<void>((resolve) => socket.write(head, () => resolve()));
  });
  await Promise.all(opened);
  return () => texts.flatMap((text) => (text === "" ? [] : [Number(text.slice(9, 12))]));
}

describe("bodies of which one byte arrives", () => {
  test("from an address without a key: health and everyone else are answered, and one more of the same is refused", async () => {
    const answers = await unended("/oauth/token", "application/x-www-form-urlencoded", "127.0.0.2");
    await expect.poll(() => answers().length, { timeout: 30_000 }).toBeGreaterThan(CONNECTIONS - 600 + 80);
    expect(new Set(answers())).toEqual(new Set([503]));
    for (let i = 0; i < 10; i++) await expectAnswering(service, other);
    const token = (localAddress: string) =>
      statusOf(service, { path: "/oauth/token", type: "application/x-www-form-urlencoded", body: "a=b", localAddress });
    expect(await token("127.0.0.1")).toBe(400);
    expect(await token("127.0.0.2")).toBe(503);
  });

  test("with a key: others are answered, and so is what the caller asks without a body", async () => {
    const answers = await unended(ANALYZE, "application/json", "127.0.0.2", `Authorization: Bearer ${greedy}\r\n`);
    await expect.poll(() => answers().length, { timeout: 30_000 }).toBeGreaterThan(80);
    expect(new Set(answers())).toEqual(new Set([503]));
    for (let i = 0; i < 10; i++) await expectAnswering(service, other);
    const works = await fetch(`${service.url}/api/v1/works`, { headers: { authorization: `Bearer ${greedy}` } });
    expect(works.status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => statusOf(service, { path: ANALYZE, key: greedy, body: '{"content":"a"}' })).toBe(200);
  });
});

/** UTF-16 units. */
const LARGE = fewOrAll(1_000_000, 2_000_000);

describe("texts of megabytes", () => {
  /** Novels again and again, each time from another word on, so that every request is one of its own. */
  const large = (units: number, from: number): string => {
    const shelf = SHELF.map(({ text }) => text)
      .join(" ")
      .slice(from);
    return `${shelf} `.repeat(Math.ceil(units / shelf.length)).slice(0, units);
  };

  test("others do not wait for them, all are answered, and who goes is not worked for", async () => {
    const stop = new AbortController();
    const analyze = (key: string, content: string, signal: AbortSignal | null = null) =>
      fetch(service.url + ANALYZE, {
        ...{ method: "POST", signal, body: JSON.stringify({ content, content_type: "text" }) },
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      }).then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      });
    await Promise.all([0, 1, 2].map((i) => analyze(other, large(20_000, i))));
    const ended: string[] = [];
    const flood = Array.from({ length: 6 }, (_, i) =>
      analyze(greedy, large(LARGE, i)).then((status) => {
        ended.push("large");
        return status;
      }),
    );
    const gone = Array.from({ length: 40 }, (_, i) =>
      analyze(greedy, large(LARGE, 10 + i), stop.signal).catch(() => 0),
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    stop.abort();
    await Promise.all(gone);
    const smalls: Promise<unknown>[] = [];
    for (let i = 0; i < 10; i++) {
      const small = analyze(other, large(3_000, i)).then((status) => {
        ended.push("small");
        expect(status).toBe(200);
      });
      smalls.push(small);
      await small;
    }
    // Whoever came later with less to do was not last: of a queue in the order of arrival they would be.
    expect(ended.slice(0, 10).filter((one) => one === "small").length).toBeGreaterThanOrEqual(7);
    for (const status of notEmpty(await Promise.all(flood))) expect(status).toBe(200);
    expect(await statusOf(service, { path: ANALYZE, key: greedy, body: '{"content":"a"}' })).toBe(200);
  });
});
