import { decode, encode } from "@msgpack/msgpack";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SpoliaError } from "../../../../src/base/errors.ts";
import { REQUEST_DEPTH_MAX } from "../../../../src/base/limits.ts";
import { BODY_VALUES_MAX } from "../../../../src/service/http/request/limits.ts";
import { encodeMsgpack, msgpackBody } from "../../../../src/service/http/request/msgpack.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { fewOrAll } from "../../../support/scale.ts";
import { vectors } from "./vectors.ts";

function codeOf(body: Uint8Array): string {
  try {
    msgpackBody().parse(body);
    return "accepted";
  } catch (error) {
    return (error as SpoliaError).code;
  }
}

test("documents are read as written, including bytes", () => {
  // What `__proto__` comes to is tested below: it is refused.
  const names = fc.string({ unit: "grapheme" }).filter((name) => name !== "__proto__");
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.integer(),
      fc.double({ noNaN: true }),
      fc.constantFrom(null, true, false),
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.uint8Array({ maxLength: 300 }),
      fc.array(tie("value"), { maxLength: 40 }),
      fc.dictionary(names, tie("value"), { maxKeys: 20, noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(values, (value) => {
      const body = encode(value);
      expect(msgpackBody().parse(body)).toEqual(decode(body));
    }),
  );
});

test("any bytes give a value or a typed error", () => {
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.array(fc.integer({ min: 0x80, max: 0xdf }), { maxLength: 20 }).map((items) => Uint8Array.from(items)),
  );
  fc.assert(
    fc.property(noise, (body) => {
      expect(codeOf(body)).toMatch(/^(accepted|invalid_request|too_deep|content_too_large)$/);
    }),
    { numRuns: fewOrAll(500, 5_000) },
  );
});

describe("limits", () => {
  const nested = (depth: number) => Uint8Array.from([...Array(depth).fill(0x91), 0xc0]);

  test("depth is limited exactly", () => {
    expect(codeOf(nested(REQUEST_DEPTH_MAX))).toBe("accepted");
    expect(codeOf(nested(REQUEST_DEPTH_MAX + 1))).toBe("too_deep");
    expect(codeOf(nested(5_000_000))).toBe("too_deep");
  });

  test("the number of values is limited, and a length beyond the body is rejected", () => {
    expect(codeOf(encode(Array(BODY_VALUES_MAX - 1).fill(1)))).toBe("accepted");
    expect(codeOf(encode(Array(BODY_VALUES_MAX).fill(1)))).toBe("content_too_large");
    expect(codeOf(Uint8Array.of(0xdd, 0xff, 0xff, 0xff, 0xff, 0xc0))).toBe("invalid_request");
    expect(codeOf(Uint8Array.of(0xdb, 0xff, 0xff, 0xff, 0xff, 0x61))).toBe("invalid_request");
  });

  test.each<[string, number[]]>([
    ["nothing", []],
    ["a second value", [0xc0, 0xc0]],
    ["a head that breaks off", [0xdc, 0x00]],
    ["broken UTF-8", [0xa2, 0xc3, 0x28]],
    ["half of a surrogate pair", [0xa3, 0xed, 0xa0, 0xbd]],
    ["an extension", [0xd4, 0x01, 0x00]],
    ["the key __proto__", [0x81, 0xa9, ...new TextEncoder().encode("__proto__"), 0x80]],
    ["a key that is no text", [0x81, 0xc0, 0xc0]],
    ["the byte that is never used", [0xc1]],
  ])("%s is refused", (_name, body) => {
    expect(codeOf(Uint8Array.from(body))).toBe("invalid_request");
  });
});

test("responses omit absent fields and are valid UTF-8, also if a snippet is cut inside a pair", () => {
  const snippet = fc.array(fc.constantFrom("a", "é", "😀", "\uD83D", "\uDE00")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(snippet, (text) => {
      const decoded = msgpackBody().parse(encodeMsgpack({ text, absent: undefined, list: [text] }));
      const expected = new TextDecoder().decode(new TextEncoder().encode(text));
      expect(decoded).toEqual({ text: expected, list: [expected] });
    }),
  );
});

const suite = vectors<Record<string, { msgpack: string[]; timestamp?: unknown; ext?: unknown }[]>>(
  "msgpack/msgpack-test-suite.json",
);
describe("msgpack-test-suite", () => {
  test.each(Object.entries(suite))("%s", (_name, cases) => {
    for (const { msgpack, ...meaning } of notEmpty(cases)) {
      const isExtension = "timestamp" in meaning || "ext" in meaning;
      for (const hex of notEmpty(msgpack)) {
        const body = Uint8Array.from(hex.split("-").filter(Boolean), (byte) => Number.parseInt(byte, 16));
        expect(codeOf(body), hex).toBe(isExtension ? "invalid_request" : "accepted");
      }
    }
  });
});

test("a map with a key twice is refused, at any depth; equal keys of several maps are not", () => {
  const twice = [0x82, 0xa1, 0x61, 1, 0xa1, 0x61, 2];
  const nested = [0x81, 0xa1, 0x62, 0x91, ...twice];
  for (const body of [twice, nested, [0xde, 0, 2, ...twice.slice(1)]])
    expect(() => msgpackBody().parse(Uint8Array.from(body))).toThrow(/key twice/);
  const once = [0x92, 0x81, 0xa1, 0x61, 1, 0x81, 0xa1, 0x61, 2];
  expect(msgpackBody().parse(Uint8Array.from(once))).toEqual([{ a: 1 }, { a: 2 }]);
});
