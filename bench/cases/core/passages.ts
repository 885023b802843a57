/** Passages: a query of 2,000 words of which every tenth differs, against blocks of 2,048 words, folded and aligned. */
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { shingle } from "../../../src/core/fingerprint/shingles.ts";
import type { Kernels } from "../../../src/core/kernels/kernels.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { indexShingles } from "../../../src/core/passages/shingleIndex.ts";
import { readText } from "../../../src/core/text/text.ts";
import type { KernelCase, Runner } from "../../harness/race.ts";
import { Random } from "../../harness/random.ts";
import { textOf } from "../../harness/texts.ts";

const QUERY_WORDS = 2_000;
const BLOCK_WORDS = 2_048;
const MARGIN_WORDS = 26;

const input = (): Uint8Array => new TextEncoder().encode(textOf("typographic", 60_000));

function searched(kernels: Kernels, text: Uint8Array): Runner {
  const random = new Random("edits");
  const words = new TextDecoder().decode(text).split(/\s+/);
  const edited = words.slice(1_000, 1_000 + QUERY_WORDS).map((word) => (random.below(10) === 0 ? "changed" : word));
  const index = indexShingles(shingle(kernels, readText(kernels, edited.join(" ")), PASSAGE));
  const blocks = Array.from({ length: Math.floor(words.length / BLOCK_WORDS) }, (_, i) =>
    new TextEncoder().encode(words.slice(i * BLOCK_WORDS, (i + 1) * BLOCK_WORDS).join(" ")),
  );
  const search = () =>
    blocks.flatMap((block) => kernels.searchText(index, block, MARGIN_WORDS, Number.MAX_SAFE_INTEGER).passages);
  return {
    run: () => void search(),
    answer: () => search().reduce((sum, { agreeingWords, bits }) => sum + agreeingWords + bits, 0),
  };
}

export const passageCases: readonly KernelCase[] = [
  {
    name: "passages of a query in blocks",
    unit: "ms",
    question: "folding and aligning the blocks of 60 kB for a query of 2,000 words, every tenth changed",
    amount: () => 1,
    input,
    contenders: {
      wasm: async (text) => searched(await loadKernels(), text),
      twin: (text) => searched(referenceKernels, text),
    },
  },
];
