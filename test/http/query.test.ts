/** Parameters of queries, and pages of lists. */
import { describe, expect, test } from "vitest";
import type { SpoliaError } from "../../src/errors.ts";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, pageOf, pageRequestOf, parseQuery } from "../../src/http/query.ts";

const KNOWN = { q: "What is sought.", page_size: "How many." };
const fault = (work: () => unknown): SpoliaError => {
  try {
    work();
  } catch (error) {
    return error as SpoliaError;
  }
  throw new Error("It was taken.");
};
const faultOf = (query: string) => fault(() => parseQuery(new URLSearchParams(query), KNOWN));

describe("a query", () => {
  test("has its parameters by name, up to 1,000 characters of each", () => {
    const long = "a".repeat(1_000);
    expect({ ...parseQuery(new URLSearchParams({ q: long, page_size: "3" }), KNOWN) }).toEqual({
      q: long,
      page_size: "3",
    });
    expect({ ...parseQuery(new URLSearchParams("")) }).toEqual({});
  });

  test.each([
    [`q=${"a".repeat(1_001)}`, "/q", "must not be longer than 1000 characters"],
    ["q=a&q=b", "/q", "must occur once"],
    // A name that a caller chose is not repeated: it may be content.
    ["secret=1", "", "has an unknown parameter"],
    ["toString=1", "", "has an unknown parameter"],
  ])("is refused: %.20s", (query, pointer, detail) => {
    const { code, hint, fields } = faultOf(query);
    expect([code, hint, fields]).toEqual(["invalid_request", "Parameters: q, page_size.", [{ pointer, detail }]]);
  });

  test("the first twenty errors are listed; a route without parameters states this", () => {
    const faults = (count: number) =>
      faultOf(Array.from({ length: count }, (_, i) => `x${i}=1`).join("&")).fields.length;
    expect([faults(1), faults(20), faults(21)]).toEqual([1, 20, 20]);
    expect(fault(() => parseQuery(new URLSearchParams("a=1"))).hint).toBe("Parameters: none.");
  });
});

describe("a page", () => {
  const items = Array.from({ length: 2 * PAGE_SIZE_MAX }, (_, i) => ({ id: String(i).padStart(4, "0") }));
  const sizeOf = (page_size?: string) =>
    pageOf(items, ({ id }) => id, page_size === undefined ? {} : { page_size }, "list").items.length;

  test("has the requested number of items, 50 by default and at most 200", () => {
    expect([PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX]).toEqual([50, 200]);
    expect([sizeOf(), sizeOf("1"), sizeOf("200"), sizeOf("201"), sizeOf("999999999")]).toEqual([50, 1, 200, 200, 200]);
  });

  test.each(["0", "-1", "1.5", "01", "", "x", "1000000000"])("has no size of %j", (page_size) => {
    expect(fault(() => pageRequestOf({ page_size }))).toMatchObject({
      ...{
        code: "invalid_request",
        fields: [{ pointer: "/page_size", detail: "must be a whole number of at least 1" }],
      },
    });
  });

  test("that ends the list has an empty token, and the previous page leads to it", () => {
    const ask = (page_token?: string) =>
      pageOf(items, ({ id }) => id, { page_size: "200", ...(page_token === undefined ? {} : { page_token }) }, "list");
    const first = ask();
    expect(first.next_page_token).not.toBe("");
    const second = ask(first.next_page_token);
    expect([second.items.length, second.items[0]!.id, second.next_page_token]).toEqual([200, "0200", ""]);
    for (const token of ["", "x", `${first.next_page_token}x`])
      expect(fault(() => ask(token)).fields, token).toEqual([
        { pointer: "/page_token", detail: "must be a token of this list" },
      ]);
    expect(pageRequestOf({ page_token: "t", page_size: "3" })).toEqual({ page_size: 3, page_token: "t" });
  });
});
