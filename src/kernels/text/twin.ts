import { foldTable } from "./fold.table.ts";
import { fold } from "./fold.twin.ts";
import { hashShingles, hashWords } from "./hash.twin.ts";
import type { TextKernels, Words } from "./kernels.ts";
import { winnow } from "./winnow.twin.ts";

export const textTwins: TextKernels = { readWords, hashShingles, winnow };

function readWords(text: Uint8Array): Words {
  const folded = fold(text, foldTable());
  const bounds = new Uint32Array(2 * folded.ends.length);
  folded.starts.forEach((start, i) => {
    bounds[2 * i] = start;
    bounds[2 * i + 1] = folded.stops[i]!;
  });
  return { hashes: hashWords(folded), bounds };
}
