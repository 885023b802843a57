/** A line cut by the passages over it: the report and the page draw the same pieces. */
import { expect, test } from "vitest";
import { piecesOf } from "../../src/report/layout/pieces.ts";

const LINE = { start: 10, end: 30 };

test("passages that overlap, begin together, and reach beyond the line", () => {
  const passages = [
    { number: 1, start: 0, end: 15 },
    { number: 2, start: 12, end: 40 },
    { number: 3, start: 12, end: 20 },
    { number: 4, start: 50, end: 60 },
  ];
  expect(piecesOf(LINE, passages)).toEqual([
    { start: 10, end: 12, over: [1], begins: [] },
    { start: 12, end: 15, over: [3, 1, 2], begins: [2, 3] },
    { start: 15, end: 20, over: [3, 2], begins: [] },
    { start: 20, end: 30, over: [2], begins: [] },
  ]);
});

test("without passages a line is one piece", () => {
  expect(piecesOf(LINE, [])).toEqual([{ start: 10, end: 30, over: [], begins: [] }]);
});
