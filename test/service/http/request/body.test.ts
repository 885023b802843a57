import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readBody } from "../../../../src/service/http/request/body.ts";
import { jsonBody } from "../../../../src/service/http/request/json.ts";
import { BODY_BYTES_MAX, GZIP_FREE_BYTES, GZIP_RATIO_MAX } from "../../../../src/service/http/request/limits.ts";
import { post } from "../requests.ts";

/** A stream of zeros without end that counts what was taken from it. */
function endlessZeros(chunkBytes: number) {
  const seen = { bytes: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      seen.bytes += chunkBytes;
      controller.enqueue(new Uint8Array(chunkBytes));
    },
    cancel() {
      seen.cancelled = true;
    },
  });
  return { seen, stream };
}

test("a body is read completely, compressed or not, for any division into pieces", async () => {
  const text = "It was the best of times. ".repeat(5000);
  const bytes = new TextEncoder().encode(text);
  const pieces = (whole: Uint8Array) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < whole.length; at += 777) controller.enqueue(whole.slice(at, at + 777));
        controller.close();
      },
    });
  expect(new TextDecoder().decode(await readBody(post("/", pieces(bytes))))).toBe(text);
  const packed = post("/", pieces(gzipSync(bytes)), { "content-encoding": "gzip" });
  expect(new TextDecoder().decode(await readBody(packed))).toBe(text);
  expect(await readBody(new Request("http://x/", { method: "POST" }))).toHaveLength(0);
});

test("a body is read where requests have no stream, as in Firefox", async () => {
  const streamless = (body: BodyInit, headers = {}) =>
    Object.defineProperty(post("/", body, headers), "body", { value: undefined });
  expect(new TextDecoder().decode(await readBody(streamless("It was the best of times.")))).toBe(
    "It was the best of times.",
  );
  const packed = streamless(gzipSync("It was the worst of times."), { "content-encoding": "gzip" });
  expect(new TextDecoder().decode(await readBody(packed))).toBe("It was the worst of times.");
  expect(await readBody(streamless(""))).toHaveLength(0);
});

test("an endless body is stopped at the limit", async () => {
  const { seen, stream } = endlessZeros(4 * 1024 * 1024);
  await expect(readBody(post("/", stream))).rejects.toMatchObject({ code: "content_too_large" });
  expect(seen.cancelled).toBe(true);
  expect(seen.bytes).toBeLessThan(BODY_BYTES_MAX + 16 * 1024 * 1024);
});

test("a declared length over the limit is rejected before any byte is read", async () => {
  const { seen, stream } = endlessZeros(1);
  const request = post("/", stream, { "content-length": String(BODY_BYTES_MAX + 1) });
  await expect(readBody(request)).rejects.toMatchObject({ code: "content_too_large" });
  expect(seen.bytes).toBeLessThanOrEqual(1);
});

test("a gzip bomb is stopped by its ratio, long before the size limit", async () => {
  const bomb = gzipSync(new Uint8Array(2 * BODY_BYTES_MAX));
  expect(bomb.length).toBeLessThan(300_000);
  let seenBytes = 0;
  const watch = () => (piece: Uint8Array) => {
    seenBytes += piece.length;
  };
  const packed = { "content-encoding": "gzip" };
  await expect(readBody(post("/", bomb, packed), { watch, parse: () => null })).rejects.toMatchObject({
    code: "content_too_large",
  });
  expect(seenBytes).toBeLessThanOrEqual(GZIP_FREE_BYTES + GZIP_RATIO_MAX * bomb.length);
  // Small ones may be packed as closely as gzip can.
  expect(await readBody(post("/", gzipSync(new Uint8Array(GZIP_FREE_BYTES)), packed))).toHaveLength(GZIP_FREE_BYTES);
});

test("a piece that the kind of a body rejects ends the reading", async () => {
  const { seen, stream } = endlessZeros(1024 * 1024);
  await expect(readBody(post("/", stream), jsonBody())).rejects.toMatchObject({ code: "content_too_large" });
  expect(seen.cancelled).toBe(true);
  expect(seen.bytes).toBeLessThan(8 * 1024 * 1024);
});

test("invalid, truncated or differently compressed bodies are typed errors", async () => {
  const whole = gzipSync("x".repeat(10_000));
  const gzip = { "content-encoding": "gzip" };
  await expect(readBody(post("/", "not gzip", gzip))).rejects.toMatchObject({ code: "invalid_request" });
  await expect(readBody(post("/", whole.subarray(0, whole.length - 9), gzip))).rejects.toMatchObject({
    code: "invalid_request",
  });
  await expect(readBody(post("/", whole, { "content-encoding": "br" }))).rejects.toMatchObject({
    code: "unsupported_content_type",
  });
});

test("an aborted request is distinguished from a broken body", async () => {
  const abort = new AbortController();
  const stream = new ReadableStream({
    pull(controller) {
      abort.abort();
      controller.error(new Error("gone"));
    },
  });
  const request = new Request("http://x/", {
    method: "POST",
    body: stream,
    duplex: "half",
    signal: abort.signal,
  } as RequestInit);
  await expect(readBody(request)).rejects.toMatchObject({ code: "aborted" });
});
