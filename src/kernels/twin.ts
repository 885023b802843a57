/** All kernels in plain TypeScript: slow, obviously right, and what runs where WebAssembly may not. */
import { foldTable } from "./fold.table.ts";
import { fold } from "./fold.twin.ts";
import { hashShingles, hashWords } from "./hash.twin.ts";
import type { Kernels } from "./kernels.ts";
import { winnow } from "./winnow.twin.ts";
import { xxhash32 } from "./xxhash32.twin.ts";

export const twinKernels: Kernels = {
  name: "twin",
  fold: (text) => fold(text, foldTable()),
  hashWords,
  hashShingles,
  winnow,
  xxhash32,
};
