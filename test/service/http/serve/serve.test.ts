import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { type RunningServer, serve } from "../../../../src/service/http/serve/serve.ts";
import { skippable } from "../../../support/skippable.ts";
import { analyzeResult, createFakeEngine } from "../fakeEngine.ts";
import { ANALYZE, analyzeRequest, handlerOver } from "../requests.ts";

const running: RunningServer[] = [];

async function started(options = {}, limits = {}): Promise<RunningServer> {
  const server = await serve({ handler: handlerOver(createFakeEngine(), options), port: 0, ...limits });
  running.push(server);
  return server;
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

const json = { "content-type": "application/json" };

test("a server on this machine responds, also to compressed requests, and stops when closed", async () => {
  const globals = [globalThis.Request, globalThis.Response];
  const { url, close } = await started();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const body = JSON.stringify(analyzeRequest);
  const plain = await fetch(url + ANALYZE, { method: "POST", body, headers: json });
  expect(await plain.json()).toMatchObject({ success: true, analysis_id: analyzeResult.analysis_id });
  const packed = await fetch(url + ANALYZE, {
    method: "POST",
    body: gzipSync(body),
    headers: { ...json, "content-encoding": "gzip" },
  });
  expect(packed.status).toBe(200);
  expect((await fetch(`${url}/livez`, { method: "HEAD" })).status).toBe(200);
  expect([globalThis.Request, globalThis.Response]).toEqual(globals);
  await close();
  await expect(fetch(`${url}/livez`)).rejects.toThrow();
});

test("a gzip bomb and a body without a key are rejected over a socket, and the server continues", async () => {
  const { url } = await started({ auth: { apiKey: "k" } });
  const bomb = gzipSync(new Uint8Array(256 * 1024 * 1024));
  const headers = { ...json, "content-encoding": "gzip" };
  const stranger = await fetch(url + ANALYZE, { method: "POST", body: bomb, headers });
  expect(stranger.status).toBe(401);
  const known = await fetch(url + ANALYZE, {
    method: "POST",
    body: bomb,
    headers: { ...headers, authorization: "Bearer k" },
  });
  expect(known.status).toBe(413);
  expect((await fetch(`${url}/livez`)).status).toBe(200);
});

test("what is no request, or too long a one, gets a problem too", async () => {
  const { url } = await started();
  const long = await fetch(`${url}/livez?q=${"x".repeat(20_000)}`);
  expect(long.status).toBe(431);
  expect(long.headers.get("content-type")).toBe("application/problem+json");
  expect(await long.json()).toMatchObject({
    ...{ success: false, status: 431, code: "content_too_large" },
    request_id: long.headers.get("x-request-id"),
  });
  expect((await fetch(`${url}/livez?q=${"x".repeat(10_000)}`)).status).toBe(200);
  const said = await exchanged(url, ["no request"]);
  expect(said).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(JSON.parse(said.slice(said.indexOf("\r\n\r\n")))).toMatchObject({ status: 400, code: "invalid_request" });
});

test.each([
  ["a host that is none", "GET /livez HTTP/1.1\r\nHost: a b<>"],
  ["half a host", "GET /livez HTTP/1.1\r\nHost: ["],
  ["two hosts", "GET /livez HTTP/1.1\r\nHost: one\r\nHost: two"],
  ["no host", "GET /livez HTTP/1.1"],
  ["half an address", "GET http://[::1 HTTP/1.1\r\nHost: x"],
  ["no path", "OPTIONS * HTTP/1.1\r\nHost: x"],
])("%s gets a problem, and what follows on the connection is not read", async (_, head) => {
  const { url } = await started();
  const said = await exchanged(url, [head, "GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close"]);
  const [refusal, next] = said.split(/(?=HTTP\/1\.1 )/);
  expect(refusal).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  const problem = JSON.parse(refusal!.slice(refusal!.indexOf("\r\n\r\n")));
  expect(problem).toMatchObject({ success: false, status: 400, code: "invalid_request" });
  expect(refusal!.toLowerCase()).toContain(`x-request-id: ${problem.request_id}`);
  expect(next).toBeUndefined();
});

/** What a server says to requests without a body, until it ends the connection. */
function exchanged(url: string, heads: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => {
      socket.write(heads.map((head) => `${head}\r\n\r\n`).join(""));
    });
    socket.on("data", (bytes) => {
      text += bytes;
    });
    socket.on("end", () => resolve(text));
    socket.on("error", reject);
  });
}

test("a client that disconnects halfway does no harm", async () => {
  const { url } = await started();
  const { port } = new URL(url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(
        `POST ${ANALYZE} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"content":`,
      );
      setTimeout(() => socket.destroy(), 50);
    });
    socket.on("close", () => resolve());
  });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test.each(["", "gzip"])(
  "a body refused before its end leaves the connection to the requests behind it (%s)",
  async (encoding) => {
    const { url } = await started({ auth: { apiKey: "k" } });
    const head = `POST ${ANALYZE} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer k\r\nContent-Type: application/json\r\n`;
    const body = encoding === "gzip" ? gzipSync(randomBytes(300_000)) : Buffer.from("[".repeat(300_000));
    const codings = encoding === "gzip" ? "Content-Encoding: gzip\r\n" : "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    const answers: number[] = [];
    socket.setEncoding("latin1").on("data", (text: string) => {
      for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d+)/g)) answers.push(Number(status));
    });
    const answered = (count: number) =>
      vi.waitUntil(() => answers.length === count || socket.closed, { timeout: 600_000 });
    socket.write(`${head}${codings}Content-Length: ${body.length}\r\n\r\n`);
    socket.write(body);
    await answered(1);
    // Longer than the adapter gives a body to pass.
    for (let i = 2; i <= 5; i++) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      socket.write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n");
      await answered(i);
    }
    expect(answers).toEqual([400, 200, 200, 200, 200]);
    expect(socket.closed).toBe(false);
    socket.destroy();
  },
);

test("running requests are answered when the server closes, and their connections end with the response", async () => {
  let tellAsked = () => {};
  let finish = () => {};
  const asked = new Promise<void>((resolve) => {
    tellAsked = resolve;
  });
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const handler = async () => {
    tellAsked();
    await finished;
    return new Response("done");
  };
  const server = await serve({ handler, port: 0 });
  const answer = fetch(server.url);
  await asked;
  const closed = server.close();
  finish();
  const { status, headers } = await answer;
  // Kept alive, it would hold the process until it has been idle for long enough.
  expect([status, headers.get("connection")]).toEqual([200, "close"]);
  await closed;
});

test("a port that is in use, or invalid, is a typed error", async () => {
  const { url } = await started();
  const taken = Number(new URL(url).port);
  const handler = handlerOver();
  await expect(serve({ handler, port: taken })).rejects.toMatchObject({
    code: "invalid_request",
    fields: [{ pointer: "/port" }],
  });
  // An address that is reserved for documentation (RFC 5737): no machine has it.
  await expect(serve({ handler, port: 0, hostname: "203.0.113.9" })).rejects.toMatchObject({
    code: "invalid_request",
    fields: [{ pointer: "/hostname" }],
  });
  await expect(serve({ handler, port: 70_000 })).rejects.toMatchObject({ code: "invalid_request" });
});

const isOneAddress = process.platform === "darwin";
const SHARED_CONNECTIONS =
  "one address gets half of the connections, another its share of the rest, and who comes after one has ended";
test.skipIf(isOneAddress)(
  skippable(SHARED_CONNECTIONS, isOneAddress, "this system has one loopback address"),
  async () => {
    const { url } = await started({}, { connectionsMax: 8 });
    const port = Number(new URL(url).port);
    /** The first line of the answer on a new connection, which stays open where it can. */
    const asked = (localAddress: string) =>
      new Promise<{ line: string; end: () => Promise<unknown> }>((resolve, reject) => {
        const socket = connect({ port, host: "127.0.0.1", localAddress });
        const closed = new Promise((done) => socket.once("close", done));
        socket.on("error", reject);
        socket.once("data", (data) => {
          const end = () => {
            socket.destroy();
            return closed;
          };
          resolve({ line: String(data).split("\r\n", 1)[0]!, end });
        });
        socket.write("GET /livez HTTP/1.1\r\nhost: x\r\n\r\n");
      });
    const opened = [];
    for (let i = 0; i < 4; i++) opened.push(await asked("127.0.0.1"));
    expect(opened.map(({ line }) => line)).toEqual(Array.from({ length: 4 }, () => "HTTP/1.1 200 OK"));
    expect((await asked("127.0.0.1")).line).toBe("HTTP/1.1 503 Service Unavailable");
    const others = [];
    for (let i = 0; i < 3; i++) others.push(await asked("127.0.0.2"));
    expect(others.map(({ line }) => line.slice(9, 12))).toEqual(["200", "200", "503"]);
    for (const { end } of opened) await end();
    await expect.poll(async () => (await asked("127.0.0.1")).line).toBe("HTTP/1.1 200 OK");
    for (const { end } of others) await end();
  },
);
