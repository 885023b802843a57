/** The ranking of windows: page by page the same as all at once. */
import { describe, expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { nearInSegment } from "../../../src/corpus/search/near/windows.ts";
import type { SegmentWindows } from "../../../src/corpus/segment/read/windows.ts";
import {
  bitsAbove,
  emptyRows,
  languageCode,
  productAt,
  rowBytesOf,
  setRow,
  type WindowForm,
  windowProduct,
} from "../../../src/corpus/segment/vectors/windows.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { Draw } from "../../support/random.ts";

/** Few, so that many windows differ in as many bits. */
const DIMENSIONS = 24;
const NEAREST = 96;
const LANGUAGES = ["en", "de", "und"];

const drawnVector = (draw: Draw) => Int8Array.from({ length: DIMENSIONS }, () => draw.below(200) - 100);

function drawnWindows(draw: Draw, windows: number): SegmentWindows {
  const [centre, spread] = [drawnVector(draw).map((value) => value / 8), new Uint16Array(DIMENSIONS).fill(256 * 50)];
  const form: WindowForm = { dimensions: DIMENSIONS, windows, centre, spread };
  const rows = { ...emptyRows(windows, DIMENSIONS), form };
  for (let row = 0; row < windows; row++) {
    const language = languageCode(LANGUAGES[draw.below(LANGUAGES.length)]!);
    setRow(rows, row, { text: row, start: 3 * row, words: 60 + (row % 60), language }, drawnVector(draw), form);
  }
  return rows;
}

/** Texts of the windows that differ in fewest bits, and their products: all windows sorted. */
function naive(rows: SegmentWindows, vector: Int8Array, notIn: number): [text: number, product: number][] {
  const rowBytes = rowBytesOf(DIMENSIONS);
  const question = bitsAbove(vector, rows.form);
  const product = windowProduct(vector, rows.form);
  return Array.from({ length: rows.form.windows }, (_, row) => {
    const own = rows.above.subarray(row * rowBytes, (row + 1) * rowBytes);
    const bits = own.reduce((sum, byte, i) => sum + (byte ^ question[i]!).toString(2).replaceAll("0", "").length, 0);
    return { row, bits, language: rows.places[3 * row + 2]! >>> 16 };
  })
    .filter(({ language }) => notIn === 0 || (language !== 0 && language !== notIn))
    .sort((a, b) => a.bits - b.bits || a.row - b.row)
    .slice(0, NEAREST)
    .map(({ row }) => [row, productAt(product, rows, rowBytes, row)]);
}

describe.each([await loadKernels(), referenceKernels])("$name", (kernels) => {
  test("the windows that differ in fewest bits, the first of equal ones, of one page and of several", async () => {
    const draw = new Draw(54);
    for (const windows of notEmpty([1, NEAREST, NEAREST + 1, 2 * NEAREST, 700, 9_001])) {
      const rows = drawnWindows(draw, windows);
      const questions = Array.from({ length: windows > 1_000 ? 3 : 70 }, (_, i) => ({
        start: i,
        end: i + 60,
        vector: drawnVector(draw),
      }));
      for (const notIn of [0, languageCode("en")]) {
        const near = await nearInSegment(kernels, rows, questions, { segment: 7, notIn, signal: undefined });
        expect(near.length).toBe(questions.length);
        for (const [i, found] of notEmpty([...near.entries()])) {
          expect(found.map(({ text, product }) => [text, product])).toEqual(naive(rows, questions[i]!.vector, notIn));
          expect(found.every(({ segment, text, start }) => segment === 7 && start === 3 * text)).toBe(true);
        }
      }
    }
  });

  test("whoever aborts is heard before all windows were looked at", async () => {
    const rows = drawnWindows(new Draw(10), 70_000);
    const question = { start: 0, end: 60, vector: drawnVector(new Draw(7)) };
    const abort = new AbortController();
    setTimeout(() => abort.abort());
    const questions = Array.from({ length: 64 }, () => question);
    await expect(
      nearInSegment(kernels, rows, questions, { segment: 0, notIn: 0, signal: abort.signal }),
    ).rejects.toMatchObject({ code: "aborted" });
  });
});
