/** Hostile bodies, sent to the service as a process: each is refused for little, and the service goes on. */
import { request } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { encode } from "@msgpack/msgpack";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { vectors } from "../http/request/vectors.ts";
import { Costs, expectAnswering } from "./process/measured.ts";
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

type Bytes = Uint8Array<ArrayBuffer>;
const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
const JSON_TYPE = { "content-type": "application/json" };
const MSGPACK = { "content-type": "application/msgpack" };
const PACKED = { ...JSON_TYPE, "content-encoding": "gzip" };

/** Over a connection of its own that stays open: where a body is refused unread, it is the server that may end it. */
function send(
  body: Bytes,
  headers: Record<string, string>,
  { authorization = `Bearer ${key}`, path = "attribution/analyze" } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(`${service.url}/api/v1/${path}`, {
      ...{ method: "POST", agent: false },
      headers: { authorization, connection: "keep-alive", "content-length": body.length, ...headers },
    });
    asked.once("error", reject);
    asked.once("response", async (response) => {
      asked.off("error", reject).on("error", () => {});
      let text = "";
      try {
        for await (const piece of response.setEncoding("utf8")) text += piece;
        expect(JSON.parse(text)).toMatchObject({ success: false, code: expect.any(String) });
        resolve(response.statusCode!);
      } catch (error) {
        reject(error);
      }
      asked.destroy();
    });
    asked.end(body);
  });
}

const analyze = (fields: string): Bytes => utf8(`{"content":"x","content_type":"text",${fields}}`);
const zeros = (mib: number) => new Uint8Array(mib * 1024 * 1024);
/** A head of MessagePack that claims a length, and nothing behind it. */
const claim = (byte: number, length = 0xffffffff): Bytes =>
  Uint8Array.of(byte, length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255);

const ZEROS = () => gzipSync(zeros(128));

const HOSTILE: readonly [name: string, body: () => Bytes, headers: Record<string, string>, status: number][] = [
  ["JSON, 10,000,000 arrays deep", () => utf8("[".repeat(1e7) + "]".repeat(1e7)), JSON_TYPE, 400],
  ["JSON, 10,000,000 objects deep, packed", () => gzipSync('{"a":'.repeat(1e7)), PACKED, 400],
  [
    "JSON, deep inside of metadata",
    () => analyze(`"metadata":{"a":${"[".repeat(64)}${"]".repeat(64)}}`),
    JSON_TYPE,
    400,
  ],
  [
    "JSON, 1,000,000 fields",
    () => utf8(`{${Array.from({ length: 1e6 }, (_, i) => `"k${i}":0`).join(",")}}`),
    JSON_TYPE,
    413,
  ],
  ["JSON, 5,000,000 empty arrays", () => utf8(`[${"[],".repeat(5e6)}[]]`), JSON_TYPE, 413],
  ["JSON, a number of 10,000,000 digits", () => analyze(`"options":{"prior":0.${"1".repeat(1e7)}}`), JSON_TYPE, 413],
  ["JSON, a number beyond all", () => analyze('"options":{"prior":1e999}'), JSON_TYPE, 400],
  ["JSON, 20,000,000 blanks", () => utf8(" ".repeat(2e7)), JSON_TYPE, 413],
  ["JSON, a duplicate key whose last value is wrong", () => analyze('"content":5'), JSON_TYPE, 400],
  ["JSON, a prototype as a field", () => analyze('"__proto__":{"options":{}}'), JSON_TYPE, 400],
  ["JSON, a constructor as a field", () => analyze('"constructor":{"prototype":{"x":1}}'), JSON_TYPE, 400],
  [
    "JSON in UTF-16",
    () => new Uint8Array(Buffer.from(`\ufeff{"content":"x","content_type":"text"}`, "utf16le")),
    JSON_TYPE,
    400,
  ],
  ["JSON with broken UTF-8", () => Uint8Array.of(...utf8('{"content":"'), 0xc0, 0xaf, ...utf8('"}')), JSON_TYPE, 400],
  ["JSON, a text without end", () => utf8(`{"content":"${"x".repeat(4e6)}`), JSON_TYPE, 400],
  ["JSON, backslashes without end", () => utf8(`{"content":"${"\\".repeat(4e6)}`), JSON_TYPE, 400],
  ["nothing", () => new Uint8Array(0), JSON_TYPE, 400],
  ["gzip, 128 MiB of zeros (1,029:1)", ZEROS, PACKED, 413],
  [
    "gzip, 128 MiB inside of a text (1,029:1)",
    () => gzipSync(Buffer.concat([utf8('{"content":"'), zeros(128).fill(120)])),
    PACKED,
    413,
  ],
  ["gzip, 1 GiB of zeros in 8 members", () => Buffer.concat(Array(8).fill(bodyOf(ZEROS))), PACKED, 413],
  ["gzip in gzip", () => gzipSync(bodyOf(ZEROS)), PACKED, 400],
  ["gzip that is none", () => utf8("no gzip at all"), PACKED, 400],
  ["gzip that breaks off", () => gzipSync(analyze('"metadata":{}')).subarray(0, 40), PACKED, 400],
  [
    "brotli, 128 MiB in 211 bytes",
    () => brotliCompressSync(zeros(128)),
    { ...JSON_TYPE, "content-encoding": "br" },
    415,
  ],
  ["gzip twice, as a list", () => gzipSync(gzipSync("{}")), { ...JSON_TYPE, "content-encoding": "gzip, gzip" }, 415],
  ["zstd", () => new Uint8Array(16), { ...JSON_TYPE, "content-encoding": "zstd" }, 415],
  ["MessagePack, 10,000,000 arrays deep", () => new Uint8Array(1e7).fill(0x91), MSGPACK, 400],
  ["MessagePack, an array that claims 4,294,967,295 items", () => claim(0xdd), MSGPACK, 400],
  ["MessagePack, a map that claims 4,294,967,295 fields", () => claim(0xdf), MSGPACK, 400],
  ["MessagePack, a text that claims 4 GiB", () => claim(0xdb), MSGPACK, 400],
  ["MessagePack, bytes that claim 4 GiB", () => claim(0xc6), MSGPACK, 400],
  ["MessagePack, an extension", () => Uint8Array.of(0xc7, 4, 1, 0, 0, 0, 0), MSGPACK, 400],
  ["MessagePack, a prototype as a field", () => encode(JSON.parse('{"__proto__":{"content":"x"}}')), MSGPACK, 400],
  [
    "MessagePack, 5,000,000 nils",
    () => Buffer.concat([claim(0xdd, 5e6), new Uint8Array(5e6).fill(0xc0)]),
    MSGPACK,
    413,
  ],
  ["a form where there is none", () => utf8("content=x"), { "content-type": "application/x-www-form-urlencoded" }, 415],
  ["a multipart body", () => utf8("--x"), { "content-type": "multipart/form-data; boundary=x" }, 415],
  ["JSON of another charset", () => utf8("{}"), { "content-type": "application/json; charset=utf-7" }, 415],
  [
    "XML with an entity",
    () => utf8('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    { "content-type": "application/xml" },
    415,
  ],
];

/** Packing takes a second and gives little, and most bodies are sent several times. */
const KEPT_BYTES_MAX = 4 * 1024 * 1024;
const kept = new Map<() => Bytes, Bytes>();
function bodyOf(make: () => Bytes): Bytes {
  const body = kept.get(make) ?? make();
  if (body.length <= KEPT_BYTES_MAX) kept.set(make, body);
  return body;
}

/** The first of each format and status. */
const OF_EACH_KIND = [
  ...new Map(HOSTILE.toReversed().map((one) => [`${/^\w+/.exec(one[0])![0]} ${one[3]}`, one])).values(),
];

/** Less than the largest of these bodies unpacked, with room for a collector of garbage that comes late. */
const RISE_MIB_MAX = 32;

describe("hostile bodies", () => {
  test.each(HOSTILE)("%s", async (name, make, headers, status) => {
    const body = bodyOf(make);
    const { statuses, cost } = await costs.of(name, service, async () => [await send(body, headers)], RISE_MIB_MAX);
    expect(statuses).toEqual([status]);
    if (cost.riseMiB !== null) expect(cost.riseMiB).toBeLessThan(RISE_MIB_MAX);
    await expectAnswering(service, key);
  });

  test.each(fewOrAll(OF_EACH_KIND, [...HOSTILE]))("%s, by a stranger: refused unread", async (name, make, headers) => {
    const body = bodyOf(make);
    const stranger = { authorization: "Bearer sp_live_none" };
    const work = async () => [await send(body, headers, stranger)];
    const { statuses, cost } = await costs.of(`${name}, by a stranger`, service, work, RISE_MIB_MAX);
    expect(statuses).toEqual([401]);
    if (cost.riseMiB !== null) expect(cost.riseMiB).toBeLessThan(RISE_MIB_MAX);
  });

  test.each(["attribution/score", "compare", "assess"])("at %s, each in turn", async (path) => {
    for (const [name, make, headers, status] of notEmpty(fewOrAll(OF_EACH_KIND, [...HOSTILE]))) {
      // A score may have many numbers, so that bodies with little else are read whole before they are refused.
      const isReadWhole = path === "attribution/score" && / digits| blanks/.test(name);
      expect(await send(bodyOf(make), headers, { path }), name).toBe(isReadWhole ? 400 : status);
    }
    await expectAnswering(service, key);
  });

  test("32 bombs at once", async () => {
    const bomb = bodyOf(ZEROS);
    const { statuses } = await costs.of("32 gzip bombs at once", service, () =>
      Promise.all(Array.from({ length: 32 }, () => send(bomb, PACKED))),
    );
    // Those for which their sender's share of the room for bodies is used up are told so; the others are seen as bombs.
    expect(statuses.filter((status) => status !== 413 && status !== 503)).toEqual([]);
    expect(statuses).toContain(413);
    await expectAnswering(service, key);
  });
});

describe("conformance over the wire", () => {
  const parsing = vectors<{ name: string; expect: "y" | "n" | "i"; base64: string }[]>("json/test_parsing.json.gz");

  test("JSONTestSuite: what is no JSON is refused, what is gets through to the form", async () => {
    for (const { name, expect: expected, base64 } of notEmpty(parsing)) {
      const response = await fetch(`${service.url}/api/v1/fingerprints`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, ...JSON_TYPE },
        body: Buffer.from(base64, "base64"),
      });
      const { code, errors } = (await response.json()) as { code: string; errors: object[] };
      // None of the suite's values is a request: what parses is refused field by field.
      const isParsed = code === "invalid_request" && errors.length > 0;
      expect([400, 413], name).toContain(response.status);
      if (expected === "y") expect(isParsed, name).toBe(true);
      if (expected === "n") expect(isParsed, name).toBe(false);
    }
    await expectAnswering(service, key);
  });
});
