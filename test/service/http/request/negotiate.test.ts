import { describe, expect, test } from "vitest";
import { preferredMediaType, requestEncoding, requestFormat } from "../../../../src/service/http/answer/negotiate.ts";

test.each<[string | null, string | null]>([
  [null, "application/json"],
  ["", "application/json"],
  ["*/*", "application/json"],
  ["application/*", "application/json"],
  ["text/html, */*;q=0.1", "application/json"],
  ["application/msgpack", "application/msgpack"],
  ["application/vnd.msgpack", "application/vnd.msgpack"],
  ["APPLICATION/MSGPACK", "application/msgpack"],
  ["application/msgpack, */*", "application/msgpack"],
  ["application/json, application/msgpack", "application/json"],
  ["application/json;q=0.5, application/msgpack;q=0.9", "application/msgpack"],
  ["application/json;q=0, */*", "application/msgpack"],
  ["application/json;q=0.2, application/*;q=0.1", "application/json"],
  ["application/json; charset=utf-8; q=0.3, application/vnd.msgpack; q=0.4", "application/vnd.msgpack"],
  ["text/html", null],
  ["application/json;q=0", null],
  ["*/*;q=0", null],
  ["application/json;q=nonsense", null],
  [";;;,,,", null],
])("Accept %j is answered with %j", (accept, expected) => {
  expect(preferredMediaType(accept)?.name ?? null).toBe(expected);
});

describe("Content-Type", () => {
  test.each([
    ["application/json", "json"],
    ["Application/JSON; charset=UTF-8", "json"],
    ['application/json;charset="utf-8"', "json"],
    ["application/msgpack", "msgpack"],
    ["application/vnd.msgpack", "msgpack"],
  ])("%j is %s", (contentType, format) => {
    expect(requestFormat(contentType)).toBe(format);
  });

  test.each([
    null,
    "",
    "text/plain",
    "application/jsonp",
    "application/json; charset=latin1",
    "application/x-www-form-urlencoded",
  ])("%j is refused", (contentType) => {
    expect(() => requestFormat(contentType)).toThrow(expect.objectContaining({ code: "unsupported_content_type" }));
  });
});

test("gzip is the only accepted compression, and only once", () => {
  expect([null, "", "identity", "gzip", "GZIP", "x-gzip"].map(requestEncoding)).toEqual([
    "identity",
    "identity",
    "identity",
    "gzip",
    "gzip",
    "gzip",
  ]);
  for (const encoding of ["br", "deflate", "zstd", "gzip, gzip", "identity, br"]) {
    expect(() => requestEncoding(encoding)).toThrow(expect.objectContaining({ code: "unsupported_content_type" }));
  }
});
