import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SpoliaError } from "../../../../src/base/errors.ts";
import { REQUEST_DEPTH_MAX } from "../../../../src/base/limits.ts";
import { jsonBody } from "../../../../src/service/http/request/json.ts";
import { BODY_VALUES_MAX } from "../../../../src/service/http/request/limits.ts";
import { fewOrAll } from "../../../support/scale.ts";
import { vectors } from "./vectors.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** As a body that arrives in pieces of so many bytes. */
function parseJson(body: Uint8Array, pieceBytes = Math.max(1, body.length)): unknown {
  const see = jsonBody().watch!();
  for (let at = 0; at < body.length; at += pieceBytes) see(body.subarray(at, at + pieceBytes));
  return jsonBody().parse(body);
}

function codeInPieces(body: Uint8Array, pieceBytes?: number): string {
  try {
    parseJson(body, pieceBytes);
    return "accepted";
  } catch (error) {
    return (error as SpoliaError).code;
  }
}

/** However it is cut, a body is taken or refused alike. */
function codeOf(body: Uint8Array): string {
  const code = codeInPieces(body);
  if (body.length < 10_000) for (const pieceBytes of [1, 2, 3, 7]) expect(codeInPieces(body, pieceBytes)).toBe(code);
  return code;
}

test("everything within the limits is read as by JSON.parse", () => {
  const strings = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom('"', "\\", '\\"', '[{"', "\\\\"));
  // V8 13.6 (Node 24) confuses keys that are written with escapes: {"\\"":1} after {"\\\\":1} is read as the latter. Not ours to mend.
  const names = fc.string({ unit: "binary" }).filter((name) => JSON.stringify(name) === `"${name}"`);
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.integer(),
      fc.boolean(),
      strings,
      fc.array(tie("value")),
      fc.dictionary(names, tie("value")),
    ),
  })).value;
  fc.assert(
    fc.property(values, (value) => {
      const text = JSON.stringify(value);
      expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  ["another encoding", Uint8Array.from([...bytes('{"content":"caf'), 0xe9, ...bytes('"}')]), "not UTF-8", "as UTF-8"],
  ["no JSON", bytes("{'content':'x'}"), "not JSON", "double quotes"],
])("%s is told as what it is", (_, body, message, hint) => {
  const told = {
    code: "invalid_request",
    message: expect.stringContaining(message),
    hint: expect.stringContaining(hint),
  };
  expect(() => parseJson(body)).toThrowError(expect.objectContaining(told));
});

test("any bytes give a value or a typed error", () => {
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc
      .array(fc.constantFrom("[", "]", "{", "}", '"', "\\", ",", ":", "1", "a", "\u00e9"))
      .map((parts) => bytes(parts.join(""))),
  );
  fc.assert(
    fc.property(noise, (body) => {
      let parsed: unknown = "refused";
      try {
        parsed = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
      } catch {
        expect(codeOf(body)).toMatch(/^(invalid_request|too_deep)$/);
        return;
      }
      expect(parseJson(body)).toEqual(parsed);
    }),
    { numRuns: fewOrAll(200, 2_000) },
  );
});

describe("limits", () => {
  test("depth is limited exactly, without brackets in strings", () => {
    const nested = (depth: number) => bytes("[".repeat(depth) + "]".repeat(depth));
    expect(codeOf(nested(REQUEST_DEPTH_MAX))).toBe("accepted");
    expect(codeOf(nested(REQUEST_DEPTH_MAX + 1))).toBe("too_deep");
    expect(codeOf(bytes(JSON.stringify(`${"[{".repeat(1000)}\\"[`)))).toBe("accepted");
    expect(codeOf(bytes("[".repeat(10_000_000)))).toBe("too_deep");
  });

  test("no string hides nesting from the scan, and none is counted as nesting", () => {
    const tricky = fc.array(fc.constantFrom("\\", '"', "[", "]", "{", "a")).map((parts) => parts.join(""));
    const depths = fc.integer({ min: REQUEST_DEPTH_MAX - 3, max: REQUEST_DEPTH_MAX + 3 });
    fc.assert(
      fc.property(tricky, depths, tricky, (before, depth, after) => {
        const text = `[${JSON.stringify(before)},${"[".repeat(depth - 1)}${"]".repeat(depth - 1)},${JSON.stringify(after)}]`;
        expect(codeOf(bytes(text))).toBe(depth > REQUEST_DEPTH_MAX ? "too_deep" : "accepted");
      }),
      { numRuns: fewOrAll(150, 500) },
    );
  });

  test("the number of values is bounded", () => {
    // The array is a value too.
    expect(codeOf(bytes(`[${"1,".repeat(BODY_VALUES_MAX - 2)}1]`))).toBe("accepted");
    expect(codeOf(bytes(`[${"1,".repeat(BODY_VALUES_MAX - 1)}1]`))).toBe("content_too_large");
    expect(codeOf(bytes(`[${"[],".repeat(BODY_VALUES_MAX)}1]`))).toBe("content_too_large");
  });

  test("endless white space, digits and brackets are rejected", () => {
    for (const filler of [" ", "1", "]", '""']) {
      const body = bytes(filler.repeat(20_000_000));
      expect(codeOf(body)).toBe("content_too_large");
    }
    const indented = JSON.stringify({ metadata: Array(BODY_VALUES_MAX - 10).fill(1) }, null, 2);
    expect(codeOf(bytes(indented))).toBe("accepted");
  });

  test("the scan is linear: long texts of quotes and backslashes end within the time of a test, which no other scan would", () => {
    const size = 2_000_000;
    // One long text each, so that the search for its end is what takes time.
    const texts = [`"${"\\\\".repeat(size)}"`, `"${'\\"'.repeat(size)}"`, `"${'\\\\\\"'.repeat(size / 2)}"`];
    for (const text of texts) expect(parseJson(bytes(text))).toBe(JSON.parse(text));
  });
});

const parsing = vectors<{ name: string; expect: "y" | "n" | "i"; base64: string }[]>("json/test_parsing.json.gz");
describe("JSONTestSuite", () => {
  test.each(parsing.map((one) => [one.name, one] as const))("%s", (name, { expect: expected, base64 }) => {
    const code = codeOf(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
    // A grammar allows a key twice; requests do not (RFC 8259, section 4, leaves open what it means).
    if (expected === "y")
      expect(code).toBe(name.startsWith("y_object_duplicated_key") ? "invalid_request" : "accepted");
    if (expected === "n") expect(code).toMatch(/^(invalid_request|too_deep)$/);
    if (expected === "i") expect(code).toMatch(/^(accepted|invalid_request|too_deep)$/);
  });
});

describe("a key that an object has twice", () => {
  const pointerOf = (text: string): string | undefined => {
    try {
      parseJson(bytes(text));
      return undefined;
    } catch (error) {
      expect((error as SpoliaError).code).toBe("invalid_request");
      return (error as SpoliaError).fields[0]!.pointer;
    }
  };

  test.each([
    ['{"content":"one","content":"two"}', "/content"],
    ['{"content":"x","metadata":{"title":"a","title":"b"}}', "/metadata/title"],
    ['[{"a":1},{"b":[0,{"a/b":1,"a\\/b":2}]}]', "/1/b/1/a~1b"],
    ['{"a":{"a":{"b":1}},"\\u0061":2}', "/a"],
    ['{"__proto__":1,"__proto__":2}', "/__proto__"],
    ['{"":1,"":2}', "/"],
  ])("%s is refused, and named", (text, pointer) => expect(pointerOf(text)).toBe(pointer));

  test.each([
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
    '{"a":"b\\":{\\"a\\":1,","b":"}"}',
    '{"__proto__":{"a":1},"constructor":2,"1":3,"01":4}',
    '{"a":"","A":"","á":""}',
    "[]",
  ])("%s is taken", (text) => expect(pointerOf(text)).toBeUndefined());

  test("no document that JSON.stringify writes is refused, and each is once a key is repeated", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (object, chance) => {
        expect(pointerOf(JSON.stringify(object))).toBeUndefined();
        const keys = Object.keys(object);
        const again = JSON.stringify(keys[chance % keys.length]);
        expect(pointerOf(`${JSON.stringify(object).slice(0, -1)},${again}:0}`)).toBeDefined();
      }),
    );
  });
});
