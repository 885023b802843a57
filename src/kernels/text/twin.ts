import { foldTable } from "./fold.table.ts";
import { fold } from "./fold.twin.ts";
import { hashShingles, hashWords } from "./hash.twin.ts";
import type { TextKernels } from "./kernels.ts";
import { winnow } from "./winnow.twin.ts";

export const textTwins: TextKernels = { fold: (text) => fold(text, foldTable()), hashWords, hashShingles, winnow };
