/** Which windows of a segment are nearest to those of a text? By their signs, page by page. */
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import { breathing } from "../../../base/queues/yieldToEvents.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import type { WordRange } from "../../../core/text/text.ts";
import type { SegmentWindows } from "../../segment/read/windows.ts";
import { bitsAbove, languageAt, placeAt, productAt, rowBytesOf, windowProduct } from "../../segment/vectors/windows.ts";

/** A window of a text, and the vector of its words. */
export interface TextWindow extends WordRange {
  vector: Int8Array;
}

/** A window of a document that is near to one of the text. */
export interface NearWindow {
  segment: number;
  /** Number of the text in its segment. */
  text: number;
  start: number;
  words: number;
  product: number;
}

/** Windows of a segment that are near by their bits. */
const BITS_NEAREST = 96;
const PAGE_ROWS = 4096;
const QUESTIONS_AT_ONCE = 64;
/** Windows × questions: some 20 ms. Of 10^7 windows a text of 800 words takes more than a second. */
const PAIRS_A_BREATH = 1 << 22;
/** What a differing bit counts beside numbers of rows, which are smaller. */
const ABOVE_ROWS = 2 ** 32;

interface SearchedWindows {
  segment: number;
  /** `languageCode` of a language: windows in others alone, as far as theirs is told; 0 for all windows. */
  notIn: number;
  signal: PlatformAbortSignal | undefined;
}

/**
 * The windows of a segment that are nearest to each question by their signs, with their products.
 *
 * @throws aborted
 */
export async function nearInSegment(
  kernels: Kernels,
  rows: SegmentWindows,
  asked: readonly TextWindow[],
  { segment, notIn, signal }: SearchedWindows,
): Promise<NearWindow[][]> {
  const breathe = breathing(PAIRS_A_BREATH, signal);
  const { form } = rows;
  const rowBytes = rowBytesOf(form.dimensions);
  const bySigns: number[][] = [];
  for (let at = 0; at < asked.length; at += QUESTIONS_AT_ONCE) {
    const questions = asked.slice(at, at + QUESTIONS_AT_ONCE).map(({ vector }) => bitsAbove(vector, form));
    bySigns.push(...(await nearestByBits(kernels, questions, rows, { rowBytes, notIn, breathe })));
  }
  return bySigns.map((found, question) => {
    const product = windowProduct(asked[question]!.vector, form);
    return found.map((row): NearWindow => {
      const { text, start, words } = placeAt(rows, row);
      return { segment, text, start, words, product: productAt(product, rows, rowBytes, row) };
    });
  });
}

/** For each question the rows with fewest differing bits, the first ones where they are equal. */
async function nearestByBits(
  kernels: Kernels,
  questions: readonly Uint8Array[],
  rows: SegmentWindows,
  { rowBytes, notIn, breathe }: { rowBytes: number; notIn: number; breathe: (pairs: number) => Promise<void> },
): Promise<number[][]> {
  const joined = new Uint8Array(questions.length * rowBytes);
  for (const [i, row] of questions.entries()) joined.set(row, i * rowBytes);
  const limits = new Uint32Array(questions.length).fill(8 * rowBytes);
  // Differing bits × `ABOVE_ROWS` + row: numbers are sorted far faster than pairs.
  const found = questions.map((): number[] => []);
  for (let first = 0, end = 0; first < rows.form.windows; first = end) {
    // The first rows are all taken: of few, since each is sorted.
    end = Math.min(rows.form.windows, first + Math.min(PAGE_ROWS, Math.max(2 * BITS_NEAREST, first)));
    await breathe((end - first) * questions.length);
    const { bytes, numbers } = pageOf(rows, [first, end], rowBytes, notIn);
    if (bytes.length === 0) continue;
    const pairs = kernels.nearRows(joined, limits, { bytes, rowBytes });
    for (let at = 0; at < pairs.length; at += 2) {
      const [head, row] = [pairs[at]!, pairs[at + 1]!];
      found[head >>> 16]!.push((head & 0xffff) * ABOVE_ROWS + (numbers === null ? first + row : numbers[row]!));
    }
    for (const [question, own] of found.entries()) {
      if (own.length <= BITS_NEAREST) continue;
      const nearest = Float64Array.from(own).sort().subarray(0, BITS_NEAREST);
      found[question] = [...nearest];
      // A later row that differs in as many bits is none of them.
      limits[question] = Math.max(0, Math.floor(nearest.at(-1)! / ABOVE_ROWS) - 1);
    }
  }
  return found.map((own) => own.sort((a, b) => a - b).map((one) => one % ABOVE_ROWS));
}

/** The rows of a page; of windows in other languages the numbers of their rows too. */
function pageOf(
  rows: SegmentWindows,
  [first, end]: readonly [number, number],
  rowBytes: number,
  notIn: number,
): { bytes: Uint8Array; numbers: number[] | null } {
  if (notIn === 0) return { bytes: rows.above.subarray(first * rowBytes, end * rowBytes), numbers: null };
  const numbers: number[] = [];
  for (let row = first; row < end; row++) {
    const language = languageAt(rows, row);
    if (language !== 0 && language !== notIn) numbers.push(row);
  }
  const bytes = new Uint8Array(numbers.length * rowBytes);
  for (const [i, row] of numbers.entries())
    bytes.set(rows.above.subarray(row * rowBytes, (row + 1) * rowBytes), i * rowBytes);
  return { bytes, numbers };
}
