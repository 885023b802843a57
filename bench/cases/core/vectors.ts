/** Vectors: which of many rows of bits are near to a question? */
import { vectorReferences } from "../../../src/core/kernels/vectors/reference.ts";
import { checksum } from "../../harness/checksum.ts";
import { Instance } from "../../harness/instance.ts";
import type { KernelCase } from "../../harness/race.ts";
import { Random } from "../../harness/random.ts";

const ROW_BYTES = 48;
const ROWS = 1_000_000;
const PAGE_ROWS = 4096;
/** Half of the bits of unrelated rows differ: 192 of 384, give or take 10. */
const LIMIT = 150;

function drawnRows(): Uint8Array {
  const random = new Random("rows");
  return new Uint8Array(Uint32Array.from({ length: (ROWS * ROW_BYTES) / 4 }, () => random.below(2 ** 32)).buffer);
}

const pagesOf = (input: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(ROWS / PAGE_ROWS) }, (_, page) =>
    input.subarray(page * PAGE_ROWS * ROW_BYTES, (page + 1) * PAGE_ROWS * ROW_BYTES),
  );

const nearCase: KernelCase = {
  name: "rows near to a question",
  unit: "ms",
  question: "a million rows of 384 bits, page by page as a search reads them, copied into the module",
  amount: () => 1,
  input: drawnRows,
  contenders: {
    wasm(input) {
      const instance = new Instance();
      const [question, limits] = [instance.put(input.subarray(0, ROW_BYTES)), instance.put(Uint32Array.of(LIMIT))];
      const [rows, out] = [instance.take(PAGE_ROWS * ROW_BYTES), instance.take(8 * PAGE_ROWS)];
      const found = () =>
        pagesOf(input).map((page) => {
          instance.bytes(rows, page.length).set(page);
          return instance.exports["nearRows"]!(question, limits, 1, rows, page.length / ROW_BYTES, ROW_BYTES, out);
        });
      return { run: () => void found(), answer: () => checksum(Uint32Array.from(found())) };
    },
    twin(input) {
      const found = () =>
        pagesOf(input).map(
          (bytes) =>
            vectorReferences.nearRows(input.subarray(0, ROW_BYTES), Uint32Array.of(LIMIT), {
              bytes,
              rowBytes: ROW_BYTES,
            }).length / 2,
        );
      return { run: () => void found(), answer: () => checksum(Uint32Array.from(found())) };
    },
  },
  goals: { figure: 10 },
};

export const vectorCases: readonly KernelCase[] = [nearCase];
