/** An encoder behind a host on loopback: what is sent, what is read, what is refused. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { isSpoliaError } from "../../../src/index.ts";
import { type HttpEncoderOptions, httpEncoder } from "../../../src/models/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";

type Asked = { model: string; input: string[] };
type Answer = { status?: number; body: unknown };

let server: Server | undefined;
afterEach(() => server?.close());

const numbers = (text: string) => [text.length, 3, 4, 0];
const base64 = (text: string) => Buffer.from(Float32Array.from(numbers(text)).buffer).toString("base64");
const plain = ({ input }: Asked): Answer => ({
  body: { data: input.map((text, index) => ({ index, embedding: numbers(text) })) },
});

async function host(answer: (asked: Asked, n: number) => Answer, options: Partial<HttpEncoderOptions> = {}) {
  const asked: Asked[] = [];
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      asked.push(JSON.parse(body));
      const { status = 200, body: answered } = answer(asked.at(-1)!, asked.length - 1);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answered));
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  return { asked, open: () => httpEncoder({ url, model: "m", ...options }) };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "none",
    (error: unknown) => (isSpoliaError(error) ? error.code : String(error)),
  );
}

describe("httpEncoder", () => {
  test("reads lists and base64, gives vectors of length 1, and puts the prefix before each text", async () => {
    for (const write of notEmpty([numbers, base64])) {
      const { asked, open } = await host(
        ({ input }) => ({ body: { data: input.map((text, index) => ({ index, embedding: write(text) })).reverse() } }),
        { prefix: "query: ", weights: "0".repeat(64) },
      );
      const encoder = await open();
      expect(encoder).toMatchObject({ name: "m", dimensions: 4, weights: "0".repeat(64), languages: [] });
      const [one, other] = await encoder.encode(["a", "bcd"]);
      expect(asked.at(-1)!.input).toEqual(["query: a", "query: bcd"]);
      expect(Math.hypot(...one!)).toBeCloseTo(1, 6);
      expect(other![0]! / other![1]!).toBeCloseTo(10 / 3, 5);
      server!.close();
    }
  });

  test("asks in batches, and in none for nothing", async () => {
    const { asked, open } = await host(plain);
    const encoder = await open();
    expect(await encoder.encode([])).toEqual([]);
    expect(await encoder.encode(Array.from({ length: 130 }, (_, i) => "x".repeat(i + 1)))).toHaveLength(130);
    expect(asked.slice(1).map(({ input }) => input.length)).toEqual([64, 64, 2]);
    await encoder.encode(["y".repeat(60_000), "z".repeat(60_000)]);
    expect(asked.slice(4).map(({ input }) => input.length)).toEqual([1, 1]);
  });

  test("asks again where the host is busy, and names what is wrong", async () => {
    const { asked, open } = await host((body, n) => (n === 0 ? { status: 503, body: {} } : plain(body)));
    await open();
    expect(asked).toHaveLength(2);
    server!.close();
    const wrong: readonly unknown[] = [
      {},
      { data: [] },
      { data: [{ index: 0, embedding: [0, 0, 0] }] },
      { data: [{ index: 0, embedding: ["x"] }] },
      { data: [{ index: 1, embedding: [1, 2] }] },
      { data: [{ index: 0, embedding: null }] },
    ];
    for (const body of notEmpty(wrong)) {
      const bad = await host(() => ({ body }));
      expect(await codeOf(bad.open().then((encoder) => encoder.encode(["a"])))).toBe("model_failed");
      server!.close();
    }
    const unknown = await host(() => ({ status: 404, body: {} }));
    expect(await codeOf(unknown.open())).toBe("model_failed");
  });

  test("sends texts to this machine alone, unless it is told otherwise", async () => {
    const fetch = async () => {
      throw new Error("nothing must be sent");
    };
    for (const url of notEmpty(["https://example.org/v1", "http://127.0.0.1.example.org/v1", "http://10.0.0.1/v1"]))
      expect(await codeOf(httpEncoder({ url, model: "m", fetch }))).toBe("invalid_request");
    for (const url of notEmpty(["ftp://127.0.0.1/", "no address", ""]))
      expect(await codeOf(httpEncoder({ url, model: "m", fetch }))).toBe("invalid_request");
    const answered = async () => new Response(JSON.stringify(plain({ model: "m", input: ["text"] }).body));
    const remote = { url: "https://example.org/v1", model: "m", remote: true, fetch: answered };
    expect(await httpEncoder(remote)).toMatchObject({ dimensions: 4 });
    expect(await httpEncoder({ url: "http://[::1]:9/v1", model: "m", fetch: answered })).toMatchObject({
      dimensions: 4,
    });
  });

  test("ends when the signal fires", async () => {
    const { open } = await host(plain);
    const encoder = await open();
    expect(await codeOf(encoder.encode(["a"], { signal: AbortSignal.abort() }))).toBe("aborted");
  });
});
