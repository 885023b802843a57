/** The contents of fingerprints: texts are given to the kernel chunk by chunk, and it answers for each. */
import type { KernelCall } from "../memory.ts";
import { bytesMaxOf, type EncodingExports, readChunks, takeUnits } from "./chunks.ts";
import type { FingerprintSelection } from "./kernels.ts";

/** `assembly/text/selection.ts` documents each. */
export interface SelectExports extends EncodingExports {
  beginSelection(free: number): number;
  selectChunk(lengthBytes: number, isLast: number, shingleWords: number, window: number): number;
  endSelection(): number;
  selectedLow(): number;
  selectedHigh(): number;
}

/** Bytes of a result before its hashes. */
const HEAD_BYTES = 24;

export function select(
  { exports, arena }: KernelCall<SelectExports>,
  texts: readonly (string | Uint8Array)[],
  shingleWords: number,
  window: number,
): FingerprintSelection {
  const bytesMax = texts.reduce((most, text) => Math.max(most, bytesMaxOf(text)), 0);
  const units = takeUnits(
    arena,
    bytesMax,
    texts.some((text) => typeof text === "string"),
  );
  const free = arena.take(0);
  const selection: FingerprintSelection = { identities: [], lengthsWords: [], selected: [], packed: [] };
  for (const text of texts) {
    const chunk = { ptr: known(exports.beginSelection(free)), ...units };
    readChunks({ exports, arena }, chunk, text, (lengthBytes, isLast) => {
      known(exports.selectChunk(lengthBytes, Number(isLast), shingleWords, window));
      return exports.consumedBytes();
    });
    const result = known(exports.endSelection());
    const [lengthWords, count] = arena.words(result + 16, 2) as unknown as [number, number];
    selection.identities.push(arena.words(result, 4).slice());
    selection.lengthsWords.push(lengthWords);
    selection.packed.push(arena.bytes(result + HEAD_BYTES, 8 * count).slice());
    const [low, high] = [exports.selectedLow() >>> 0, exports.selectedHigh() >>> 0];
    selection.selected.push({ low: arena.words(low, count).slice(), high: arena.words(high, count).slice() });
  }
  return selection;
}

/** @throws RangeError where memory could not grow, as the arena does */
function known(answer: number): number {
  if (answer === 0) throw new RangeError("There is no memory left for the text.");
  return answer >>> 0;
}
