/** Tests of kernels over vectors: equal to the definition, at the edges of limits and lengths. */
import { expect, test } from "vitest";
import type { Kernels } from "../../../../src/core/kernels/kernels.ts";
import { Draw } from "../../random.ts";

const ROW_BYTES_MAX = 496;

/** Rows, and questions that are rows with some bits turned. */
function drawn(draw: Draw, rowBytes: number, rows: number, questions: number) {
  const bytes = new Uint8Array(draw.words(rows * (rowBytes / 4), 2 ** 32).buffer);
  const asked = new Uint8Array(draw.words(questions * (rowBytes / 4), 2 ** 32).buffer);
  for (let question = 0; question < Math.min(questions, rows); question++)
    for (let at = 0; at < rowBytes; at++)
      asked[question * rowBytes + at] =
        bytes[question * rowBytes + at]! ^ (at % 5 === question % 5 ? 1 << (question % 8) : 0);
  return { bytes, asked };
}

export function vectorEqualsReferenceSuite(kernels: Kernels, twin: Kernels): void {
  test(`${kernels.name} equals ${twin.name}: rows near to questions, of every length`, () => {
    const draw = new Draw(5);
    let found = 0;
    for (const rowBytes of [16, 32, 48, 128, ROW_BYTES_MAX])
      for (const [rows, questions] of [
        [0, 1],
        [1, 1],
        [7, 3],
        [100, 17],
      ] as const) {
        const { bytes, asked } = drawn(draw, rowBytes, rows, questions);
        for (const limit of [0, rowBytes / 4, 4 * rowBytes, 8 * rowBytes]) {
          const limits = new Uint32Array(questions).map((_, question) => Math.max(0, limit - question));
          const near = kernels.nearRows(asked, limits, { bytes, rowBytes });
          expect(near).toEqual(twin.nearRows(asked, limits, { bytes, rowBytes }));
          found += near.length / 2;
        }
      }
    expect(found).toBeGreaterThan(1000);
  });

  test(`${kernels.name}: a row is near at its limit and not one below, also where all bits differ`, () => {
    for (const rowBytes of [16, ROW_BYTES_MAX]) {
      const rows = { bytes: new Uint8Array(rowBytes).fill(0xff), rowBytes };
      const question = new Uint8Array(rowBytes);
      const at = (limit: number) => [...kernels.nearRows(question, Uint32Array.of(limit), rows)];
      expect(at(8 * rowBytes)).toEqual([8 * rowBytes, 0]);
      expect(at(8 * rowBytes - 1)).toEqual([]);
    }
  });
}
