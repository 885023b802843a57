/** Equality of large values. */
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/** As `toEqual`, which compares typed arrays number by number and is asked only where something differs. */
export function expectSame<Value>(got: Value, wanted: Value): void {
  if (!isDeepStrictEqual(got, wanted)) expect(got).toEqual(wanted);
}
