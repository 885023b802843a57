/** Parameters of queries, and pages of lists. */
import { describe, expect, test } from "vitest";
import type { SpoliaError } from "../../../../src/base/errors.ts";
import { KEEP_PARAMETER } from "../../../../src/service/http/answer/storedResults.ts";
import { idParameter, textParameter, wordParameter } from "../../../../src/service/http/request/parameters.ts";
import {
  PAGE_PARAMETERS,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  pageOf,
  pageRequestOf,
  parseQuery,
} from "../../../../src/service/http/request/query.ts";

const KNOWN = {
  q: textParameter("What is sought."),
  page_size: PAGE_PARAMETERS["page_size"]!,
  kind: wordParameter("Of which kind.", ["web", "books"]),
  work_id: idParameter("About which work.", "wk"),
  ...KEEP_PARAMETER,
};
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
      page_size: 3,
    });
    const work_id = `wk_${"aZ0".repeat(7)}b`;
    const typed = new URLSearchParams({ kind: "books", work_id, keep: "false", page_size: "999999999" });
    expect({ ...parseQuery(typed, KNOWN) }).toEqual({ kind: "books", work_id, keep: false, page_size: 999_999_999 });
    expect({ ...parseQuery(new URLSearchParams("")) }).toEqual({});
  });

  test.each([
    [`q=${"a".repeat(1_001)}`, "/q", "must not be longer than 1000 characters"],
    ["q=a&q=b", "/q", "must occur once"],
    // A name that a caller chose is not repeated: it may be content.
    ["secret=1", "", "has an unknown parameter"],
    ["toString=1", "", "has an unknown parameter"],
    ["pagesize=1", "", "has an unknown parameter (did you mean page_size?)"],
    ["kind=films", "/kind", 'must be one of "web", "books"'],
    ["keep=yes", "/keep", "must be true or false"],
    ["keep=", "/keep", "must be true or false"],
    [`work_id=wk_${"a".repeat(23)}`, "/work_id", "must match ^wk_[0-9A-Za-z]{22}$"],
    ...["0", "-1", "1.5", "01", "", "x", "1e1", "+1", "1000000000"].map((size): [string, string, string] => [
      `page_size=${encodeURIComponent(size)}`,
      "/page_size",
      "must be a whole number from 1 to 999999999",
    ]),
  ])("is refused: %.20s", (query, pointer, detail) => {
    const { code, hint, fields } = faultOf(query);
    expect([code, hint, fields]).toEqual([
      "invalid_request",
      "Parameters: q, page_size, kind, work_id, keep.",
      [{ pointer, detail }],
    ]);
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
  const sizeOf = (page_size?: number) =>
    pageOf(items, ({ id }) => id, page_size === undefined ? {} : { page_size }, "list").items.length;

  test("has the requested number of items, 50 by default and at most 200", () => {
    expect([PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX]).toEqual([50, 200]);
    expect([sizeOf(), sizeOf(1), sizeOf(200), sizeOf(201), sizeOf(999_999_999)]).toEqual([50, 1, 200, 200, 200]);
  });

  test("that ends the list has an empty token, and the previous page leads to it", () => {
    const ask = (page_token?: string) =>
      pageOf(items, ({ id }) => id, { page_size: 200, ...(page_token === undefined ? {} : { page_token }) }, "list");
    const first = ask();
    expect(first.next_page_token).not.toBe("");
    const second = ask(first.next_page_token);
    expect([second.items.length, second.items[0]!.id, second.next_page_token]).toEqual([200, "0200", ""]);
    for (const token of ["", "x", `${first.next_page_token}x`])
      expect(fault(() => ask(token)).fields, token).toEqual([
        { pointer: "/page_token", detail: "must be a token of this list" },
      ]);
    expect(pageRequestOf({ page_token: "t", page_size: 3 })).toEqual({ page_size: 3, page_token: "t" });
  });
});
