import fc from "fast-check";
import { expect, test } from "vitest";
import { partitionPoint } from "../../../src/base/lists/sorted.ts";

test("the partition point is the number of items before a place", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 })), fc.integer({ min: -7, max: 7 }), (some, place) => {
      const ascending = some.toSorted((one, other) => one - other);
      const before = ascending.filter((one) => one < place).length;
      expect(partitionPoint(ascending.length, (index) => ascending[index]! < place)).toBe(before);
    }),
  );
});

test("it asks no more than once for each halving", () => {
  for (const length of [0, 1, 2, 1_000, 2 ** 31]) {
    let asked = 0;
    partitionPoint(length, (index) => {
      asked++;
      return index < length / 3;
    });
    expect(asked).toBeLessThanOrEqual(Math.floor(Math.log2(Math.max(1, length))) + 1);
  }
});
