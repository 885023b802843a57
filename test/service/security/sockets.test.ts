/** What no client library sends: bytes on a socket, to the service as a process. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { Costs, expectAnswering } from "./process/measured.ts";
import { raw } from "./process/raw.ts";
import { makePlace, type ServiceProcess, startService } from "./process/service.ts";

const folder = temporaryFolder();
const costs = new Costs();
let service: ServiceProcess;
let key: string;

beforeAll(async () => {
  const { place, made } = await makePlace(folder, async (registry) => {
    await registry.createTenant({ id: "one", plan: "large" });
    return registry.createKey("one");
  });
  key = made.key;
  service = await startService(place);
  for (let i = 0; i < 20; i++) await expectAnswering(service, key);
});
afterAll(async () => {
  costs.print();
  expect(await service.stop()).toBe(0);
});

const ANALYZE = "/api/v1/attribution/analyze";
const BODY = JSON.stringify({ content: "x", content_type: "text" });

/** A request with these lines beside what it needs. */
const head = (start: string, ...lines: string[]): string =>
  `${[start, "Host: spolia.test", `Authorization: Bearer ${key}`, ...lines].join("\r\n")}\r\n\r\n`;
const post = (...lines: string[]): string =>
  head(`POST ${ANALYZE} HTTP/1.1`, "Content-Type: application/json", ...lines);
/** A second request, which must be answered as one of its own or not at all. */
const SECOND = "GET /livez HTTP/1.1\r\nHost: spolia.test\r\nConnection: close\r\n\r\n";
const length = (text: string): string => `Content-Length: ${Buffer.byteLength(text)}`;

const chunked = (...chunks: string[]): string => chunks.join("");
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

describe("requests that two readers could read differently (RFC 9112, 11.2) are refused, and what follows is not read", () => {
  const shapes: readonly [string, () => string][] = [
    [
      "Content-Length and Transfer-Encoding",
      () => post(length(BODY), "Transfer-Encoding: chunked") + chunked(chunk(BODY), "0\r\n\r\n"),
    ],
    [
      "Transfer-Encoding and Content-Length",
      () => post("Transfer-Encoding: chunked", "Content-Length: 4") + chunked(chunk(BODY), "0\r\n\r\n"),
    ],
    ["two lengths that differ", () => post("Content-Length: 4", length(BODY)) + BODY],
    ["two lengths in one line", () => post(`Content-Length: 4, ${BODY.length}`) + BODY],
    ["a length below zero", () => post("Content-Length: -1") + BODY],
    ["a length with a sign", () => post(`Content-Length: +${BODY.length}`) + BODY],
    ["a length in hexadecimal", () => post("Content-Length: 0x28") + BODY],
    ["a length beyond numbers", () => post(`Content-Length: ${"9".repeat(40)}`) + BODY],
    [
      "chunked twice",
      () => post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked") + chunked(chunk(BODY), "0\r\n\r\n"),
    ],
    ["an unknown transfer encoding", () => post("Transfer-Encoding: xchunked") + chunked(chunk(BODY), "0\r\n\r\n")],
    ["chunked before another", () => post("Transfer-Encoding: chunked, identity") + chunked(chunk(BODY), "0\r\n\r\n")],
    [
      "a tab within Transfer-Encoding",
      () => post("Transfer-Encoding:\tchunked\u000b") + chunked(chunk(BODY), "0\r\n\r\n"),
    ],
    ["a blank before the colon", () => post("Content-Length : 4") + BODY],
    ["a folded line", () => post("X-Folded: a\r\n b", length(BODY)) + BODY],
    [
      "a line feed alone",
      () => post(length(BODY)).replace("Host: spolia.test\r\n", "Host: spolia.test\nX-One: 1\r\n") + BODY,
    ],
    ["a carriage return alone", () => post("X-One: 1\rContent-Length: 4", length(BODY)) + BODY],
    ["a NUL in a field", () => post("X-Nul: a\u0000b", length(BODY)) + BODY],
    ["a chunk size that is none", () => `${post("Transfer-Encoding: chunked")}zz\r\n${BODY}\r\n0\r\n\r\n`],
    ["a chunk size below zero", () => `${post("Transfer-Encoding: chunked")}-1\r\n${BODY}\r\n0\r\n\r\n`],
    [
      "a chunk size beyond numbers",
      () => `${post("Transfer-Encoding: chunked")}${"f".repeat(20)}\r\n${BODY}\r\n0\r\n\r\n`,
    ],
    ["a chunk shorter than it is", () => `${post("Transfer-Encoding: chunked")}4\r\n${BODY}\r\n0\r\n\r\n`],
    [
      "chunks that end in line feeds",
      () => `${post("Transfer-Encoding: chunked")}${BODY.length.toString(16)}\n${BODY}\n0\n\n`,
    ],
    ["no Host", () => `POST ${ANALYZE} HTTP/1.1\r\n${length(BODY)}\r\n\r\n${BODY}`],
    ["HTTP/0.9", () => "GET /livez\r\n\r\n"],
    ["HTTP/9.9", () => head("GET /livez HTTP/9.9")],
    ["no HTTP at all", () => "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n"],
    ["an HTTP/2 preface", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ];

  test.each(shapes)("%s", async (name, make) => {
    const { statuses } = await costs.of(name, service, async () => {
      const answer = await raw(service.port, [make(), SECOND]);
      expect(answer.isClosed).toBe(true);
      return answer.statuses;
    });
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of notEmpty(statuses)) expect([400, 404, 431, 505]).toContain(status);
    await expectAnswering(service, key);
  });

  test("a sound request and the one behind it are answered, in this order", async () => {
    const answer = await raw(service.port, [post(length(BODY)) + BODY + SECOND]);
    expect(answer.statuses).toEqual([200, 200]);
    const inChunks = await raw(service.port, [`${post("Transfer-Encoding: chunked") + chunk(BODY)}0\r\n\r\n${SECOND}`]);
    expect(inChunks.statuses).toEqual([200, 200]);
  });
});

describe("methods and targets", () => {
  const refused: readonly [string, () => string, number[]][] = [
    ["TRACE", () => head("TRACE / HTTP/1.1"), [404, 405]],
    ["TRACE of an operation", () => head(`TRACE ${ANALYZE} HTTP/1.1`), [405]],
    ["CONNECT", () => "CONNECT spolia.test:443 HTTP/1.1\r\nHost: spolia.test:443\r\n\r\n", []],
    ["a method of nobody's", () => head("BREW /livez HTTP/1.1"), [400]],
    ["a Host that is none", () => post(length(BODY)).replace("Host: spolia.test", "Host: a b@c/d?e") + BODY, [400]],
    ["two Hosts", () => post("Host: other.test", length(BODY)) + BODY, [400]],
    ["PUT", () => head("PUT /livez HTTP/1.1", "Content-Length: 0"), [405]],
    ["another origin as target", () => head("GET http://other.test/api/v1/works HTTP/1.1"), [200, 400, 404]],
    ["a file as target", () => head("GET file:///etc/passwd HTTP/1.1"), [400, 404]],
    ["steps up", () => head("GET /api/v1/works/../../../../etc/passwd HTTP/1.1"), [404]],
    ["steps up, written otherwise", () => head("GET /api/v1/works/%2e%2e%2f%2e%2e%2fetc%2fpasswd HTTP/1.1"), [404]],
    ["steps up, in backslashes", () => head("GET /api/v1/works/..\\..\\etc\\passwd HTTP/1.1"), [400, 404]],
    ["steps up, overlong UTF-8", () => head("GET /api/v1/works/%c0%ae%c0%ae/ HTTP/1.1"), [404]],
    ["a NUL in the target", () => head("GET /api/v1/works/a%00b HTTP/1.1"), [404]],
    ["a broken escape", () => head("GET /api/v1/works/%zz%f HTTP/1.1"), [400, 404]],
    ["a line break in the target, escaped", () => head("GET /api/v1/works/a%0d%0aSet-Cookie:%20x HTTP/1.1"), [404]],
    ["two slashes", () => head("GET //api//v1//works HTTP/1.1"), [404]],
    ["a target of 100,000 characters", () => head(`GET /api/v1/works/${"x".repeat(100_000)} HTTP/1.1`), [431]],
    ["an asterisk", () => head("OPTIONS * HTTP/1.1"), [200, 204, 400, 404]],
    [
      "100,000 fields",
      () => head("GET /livez HTTP/1.1", ...Array.from({ length: 100_000 }, (_, i) => `X-${i}: 1`)),
      [431],
    ],
    ["a field of 1 MB", () => head("GET /livez HTTP/1.1", `X-Long: ${"x".repeat(1e6)}`), [431]],
    ["a chunk extension of 1 MB", () => `${post("Transfer-Encoding: chunked")}5;${"x".repeat(1e6)}\r\n`, [413]],
  ];

  test.each(refused)("%s", async (name, make, allowed) => {
    // A connection that is kept open says nothing more; one that is not answered has to be closed.
    const answers = allowed.length === 0 ? {} : { answers: 1 };
    const { statuses, cost } = await costs.of(
      name,
      service,
      async () => (await raw(service.port, [make()], answers)).statuses,
    );
    if (allowed.length === 0) expect(statuses).toEqual([]);
    else expect(allowed).toContain(statuses[0]);
    if (cost.riseMiB !== null) expect(cost.riseMiB).toBeLessThan(32);
    await expectAnswering(service, key);
  });

  test("a method is not what another field says", async () => {
    for (const field of ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"]) {
      const { statuses } = await raw(service.port, [
        head("GET /livez HTTP/1.1", `${field}: DELETE`, "Connection: close"),
      ]);
      expect(statuses).toEqual([200]);
      const posted = await raw(service.port, [
        head(`GET ${ANALYZE}?_method=POST HTTP/1.1`, `${field}: POST`, "Connection: close"),
      ]);
      expect(posted.statuses).toEqual([405]);
    }
  });

  test("an id of a request that could break a line or a log is replaced", async () => {
    for (const id of [
      "a b",
      "x".repeat(129),
      "<script>",
      "a\u00e9b",
      "a;b",
      "%0d%0aSet-Cookie: x",
      '","level":"error',
    ]) {
      const { text, statuses } = await raw(service.port, [
        head("GET /livez HTTP/1.1", `X-Request-Id: ${id}`, "Connection: close"),
      ]);
      expect(statuses).toEqual([200]);
      expect(/^x-request-id: (.*)\r$/im.exec(text)![1]).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("what is told of the request is not told back: no field of it comes into an answer", async () => {
    const { text } = await raw(service.port, [
      head(
        "GET /marker-path?marker-query=1 HTTP/1.1",
        "Origin: https://marker-origin.test",
        "Cookie: marker=1",
        "X-Marker: marker",
        "Connection: close",
      ),
    ]);
    expect(text).not.toMatch(/marker|access-control/i);
    expect(text).not.toMatch(/^server:|^x-powered-by:/im);
  });
});

describe("many connections", () => {
  test("500 that say nothing do not keep others from being answered", async () => {
    const idle = Array.from({ length: 500 }, () => raw(service.port, [], { waitMs: 1_000 }));
    await expectAnswering(service, key);
    await Promise.all(idle);
    await expectAnswering(service, key);
  });

  test("200 requests that are pipelined on one connection are answered in order", async () => {
    const answer = await raw(service.port, ["GET /livez HTTP/1.1\r\nHost: x\r\n\r\n".repeat(199) + SECOND]);
    expect(answer.statuses).toEqual(Array(200).fill(200));
  });
});
