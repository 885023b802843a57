/** Tables: what a row says, that a line holds it whole, and that a spreadsheet computes nothing of it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SAMPLES } from "../../build/generated/samples.ts";
import type { AnalyzeResult } from "../../src/base/contract/operations/analyze.ts";
import {
  type Cell,
  cellsOf,
  headerOf,
  lineOf,
  OUTCOMES,
  outcomeColumn,
  parseLine,
  type TableOperation,
  tableColumns,
} from "../../src/report/layout/table.ts";
import { notEmpty } from "../support/notEmpty.ts";

const OPERATIONS: TableOperation[] = ["analyze", "score", "assess"];
const TEXT = { id: "a.txt", file: "a.txt", line: null, title: null, work_hash: "sha256:1", input_digest: "2" };

describe.each(OPERATIONS)("a row of %s", (operation) => {
  const columns = tableColumns(operation);
  const row = (cells: readonly Cell[]) => Object.fromEntries(columns.map((column, i) => [column, cells[i]]));

  test("has a cell for each column, with a result and with an error", () => {
    const found = cellsOf(operation, TEXT, { result: SAMPLES[operation] as never });
    const failed = cellsOf(operation, TEXT, { error: { code: "not_utf8", message: "not UTF-8" } });
    expect(new Set(columns).size).toBe(columns.length);
    expect([found.length, failed.length]).toEqual([columns.length, columns.length]);
    expect(OUTCOMES[operation]).toContain(row(found)[outcomeColumn(operation)]);
    expect(row(found)).toMatchObject({ id: "a.txt", error: null, error_message: null, complete: expect.any(Boolean) });
    expect(row(failed)).toMatchObject({ id: "a.txt", error: "not_utf8", error_message: "not UTF-8", complete: null });
    expect(row(failed)[outcomeColumn(operation)]).toBeNull();
    for (const cell of notEmpty(found)) expect(cell).not.toBeUndefined();
  });

  test("columns that bear the name of a field have its value", () => {
    const result = SAMPLES[operation] as unknown as Record<string, unknown>;
    const found = row(cellsOf(operation, TEXT, { result: result as never }));
    const same = columns.filter(
      (column) => column !== "work_hash" && column in result && typeof result[column] !== "object",
    );
    // The hash of the text is the caller's.
    for (const column of notEmpty(same)) expect(found[column]).toEqual(result[column]);
    expect(same.length).toBeGreaterThanOrEqual(4);
  });
});

test("stages that were bounded or failed are named, and lists that no column shows are not", () => {
  const result = structuredClone(SAMPLES.analyze) as AnalyzeResult;
  result.completeness.stages = [
    { name: "search:a", status: "bounded", reason: "too many" },
    { name: "list:matches", status: "bounded", reason: "1 of 2" },
    { name: "list:attribution sources", status: "bounded", reason: "20 of 40" },
    { name: "model_probing", status: "skipped", reason: "not asked" },
  ];
  const cells = cellsOf("analyze", TEXT, { result });
  expect(cells[tableColumns("analyze").indexOf("completeness")]).toEqual([
    "search:a bounded: too many",
    "list:attribution sources bounded: 20 of 40",
  ]);
});

describe("a line of CSV", () => {
  const line = (...cells: Cell[]) => lineOf("csv", [], cells);

  test("is as RFC 4180 has it", () => {
    expect(line("a", 'b "c", d', null, 1.5, true, ["x", "y"])).toBe('a,"b ""c"", d",,1.5,true,"x; y"\r\n');
    expect(headerOf("csv", ["a", "b"])).toBe("a,b\r\n");
  });

  test.each([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", " '=1"],
    ["\r\n=1", "  '=1"],
    ["＝1", "'＝1"],
    ['"=1', "\"'=1"],
    ["a;=1", "a;'=1"],
    ["a| -1", "a| '-1"],
    ["a=1", "a=1"],
    ["well-known", "well-known"],
    ["a, -b", "a, -b"],
    ["two\nlines\u2028more", "two lines more"],
  ])("writes %j so that nothing computes it", (text, written) => {
    expect(parseLine("csv", ["a"], line(text))).toEqual([written]);
    expect(parseLine("csv", ["a", "b"], line("x", [text, "y"]))).toEqual(["x", `${written}; y`]);
  });

  test("negative numbers are numbers", () => expect(line(-1.5)).toBe("-1.5\r\n"));
});

const cell = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(null),
);

test.each(["csv", "jsonl"] as const)(
  "every line of %s is one line, is read again, and torn it is not read",
  (format) => {
    const columns = ["a", "b", "c"];
    fc.assert(
      fc.property(cell, cell, cell, fc.nat(), (a, b, c, cut) => {
        const line = lineOf(format, columns, [a, b, c]);
        expect(line.indexOf("\n")).toBe(line.length - 1);
        const cells = parseLine(format, columns, line)!;
        expect(cells).toHaveLength(3);
        if (format === "jsonl")
          expect(Object.values(JSON.parse(line))).toEqual([a, b, c].map((one) => (Object.is(one, -0) ? 0 : one)));
        if (format === "csv")
          for (const [i, one] of [a, b, c].entries())
            if (typeof one === "string") expect(cells[i]).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
        expect(parseLine(format, columns, line.slice(0, cut % line.length))).toBeUndefined();
      }),
    );
  },
);

test("what is no line of the table is not read", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const format of ["csv", "jsonl"] as const) expect(parseLine(format, ["a", "b"], `${text}x`)).toBeUndefined();
    }),
  );
  expect(parseLine("jsonl", ["a", "b"], '{"b":1,"a":2}\n')).toBeUndefined();
  expect(parseLine("jsonl", ["a"], "null\n")).toBeUndefined();
  expect(parseLine("csv", ["a"], '"a"b\r\n')).toBeUndefined();
});
