/** Canonical JSON against another way to write it: every object with its keys in order, then `JSON.stringify`. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../../../src/base/bytes/canonicalJson.ts";

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.assign(Object.create(null), Object.fromEntries(sorted.map(([key, field]) => [key, inOrder(field)])));
}
/** Keys that are whole numbers come first in every object, whatever is asked for. */
const key = fc.string({ unit: "grapheme" }).map((name) => `${name}_`);

test("is what JSON.stringify writes of keys in the order of their UTF-16 units", () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: "small", withCrossShrink: true }, tie("plain"), tie("list"), tie("object")),
    plain: fc.oneof(
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constant(undefined),
      fc.string({ unit: "binary" }),
    ),
    list: fc.array(tie("value")),
    object: fc.dictionary(key, tie("value")),
  }));
  fc.assert(
    fc.property(value, (any) => {
      expect(canonicalJson({ any })).toBe(JSON.stringify(inOrder({ any })));
    }),
  );
});

test("has no seams in long arrays of numbers", () => {
  for (const length of [1, 2_047, 2_048, 2_049, 10_000]) {
    const numbers = Array.from({ length }, (_, i) => (i % 5 === 0 ? Number.NaN : i % 3 === 0 ? i % 2 === 0 : -i / 7));
    expect(canonicalJson(numbers)).toBe(JSON.stringify(numbers));
    expect(canonicalJson([...numbers, null, "x"])).toBe(JSON.stringify([...numbers, null, "x"]));
  }
});
