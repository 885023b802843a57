import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as bytes from "../../../src/base/bytes/bytes.ts";

const anyBytes = fc.uint8Array({ maxLength: 200 });
const host = (data: Uint8Array) => Buffer.from(data);

describe("bytes as text", () => {
  test("are what the host makes of them, and come back", () => {
    fc.assert(
      fc.property(anyBytes, (data) => {
        expect(bytes.toHex(data)).toBe(host(data).toString("hex"));
        expect(bytes.toBase64(data)).toBe(host(data).toString("base64"));
        expect(bytes.toBase64Url(data)).toBe(host(data).toString("base64url"));
        expect(bytes.fromHex(bytes.toHex(data))).toEqual(data);
        expect(bytes.fromBase64(bytes.toBase64(data))).toEqual(data);
        expect(bytes.fromBase64Url(bytes.toBase64Url(data))).toEqual(data);
        expect(bytes.fromCanonicalBase64Url(bytes.toBase64Url(data))).toEqual(data);
      }),
    );
  });

  test("are as many as a large fingerprint has", () => {
    const data = Uint8Array.from({ length: 1_000_001 }, (_, i) => i * 7);
    expect(bytes.toBase64(data)).toBe(host(data).toString("base64"));
  });

  test("are refused where they are none", () => {
    expect(() => bytes.fromBase64("a")).toThrow();
    expect(() => bytes.fromBase64("a-_b")).toThrow();
    expect(() => bytes.fromBase64Url("a")).toThrow();
  });

  test.each(["AB", "AA==", "AA==\n"])("of several texts for the same bytes only one is canonical: not %j", (text) => {
    expect(bytes.fromBase64Url(text)).toEqual(Uint8Array.of(0));
    expect(() => bytes.fromCanonicalBase64Url(text)).toThrow(TypeError);
  });
});

describe("concat", () => {
  test("joins in order", () => {
    fc.assert(
      fc.property(fc.array(anyBytes, { maxLength: 5 }), (parts) => {
        expect(host(bytes.concat(parts))).toEqual(Buffer.concat(parts));
      }),
    );
  });

  test("copies a single part too: callers transfer and keep what they get", () => {
    const part = Uint8Array.of(1, 2);
    expect(bytes.concat([part])).toEqual(part);
    expect(bytes.concat([part]).buffer).not.toBe(part.buffer);
  });
});

test("texts are equal in all characters or not at all", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => bytes.equalInConstantTime(one, other) === (one === other)),
  );
  fc.assert(fc.property(fc.string(), (text) => bytes.equalInConstantTime(text, text)));
  expect(bytes.equalInConstantTime("ab", "abc")).toBe(false);
  expect(bytes.equalInConstantTime("abc", "ab")).toBe(false);
});
