/** Reference implementation of the gaps of `assembly/passages/runs.ts`: single words that agree between anchors. */
import type { Anchor, WordHashes } from "./kernels.ts";
import { sameWord } from "./sameWord.ts";

/**
 * Words of a gap that agree in order, as anchors: a longest common subsequence. Gaps are at most `GAP_WORDS_MAX` words
 * wide, so the plain table (Wagner and Fischer, 1974) is small.
 */
export function alignGap(
  a: WordHashes,
  b: WordHashes,
  gap: { a: number; b: number; aEnd: number; bEnd: number },
): Anchor[] {
  const width = gap.bEnd - gap.b;
  const height = gap.aEnd - gap.a;
  if (width <= 0 || height <= 0) return [];
  if (width === 1 && height === 1) return sameWord(a, gap.a, b, gap.b) ? [{ a: gap.a, b: gap.b, lengthWords: 1 }] : [];
  const lengths = new Uint8Array((height + 1) * (width + 1));
  for (let i = height - 1; i >= 0; i--) {
    for (let j = width - 1; j >= 0; j--) {
      const at = i * (width + 1) + j;
      const down = lengths[at + width + 1]!;
      const right = lengths[at + 1]!;
      lengths[at] = sameWord(a, gap.a + i, b, gap.b + j) ? lengths[at + width + 2]! + 1 : Math.max(down, right);
    }
  }
  return traced(a, b, gap, lengths, width);
}

function traced(
  a: WordHashes,
  b: WordHashes,
  gap: { a: number; b: number; aEnd: number; bEnd: number },
  lengths: Uint8Array,
  width: number,
): Anchor[] {
  const runs: Anchor[] = [];
  let i = 0;
  let j = 0;
  while (gap.a + i < gap.aEnd && gap.b + j < gap.bEnd) {
    const at = i * (width + 1) + j;
    if (sameWord(a, gap.a + i, b, gap.b + j)) {
      const last = runs.at(-1);
      if (last !== undefined && last.a + last.lengthWords === gap.a + i && last.b + last.lengthWords === gap.b + j)
        last.lengthWords++;
      else runs.push({ a: gap.a + i, b: gap.b + j, lengthWords: 1 });
      i++;
      j++;
    } else if (lengths[at + width + 1]! >= lengths[at + 1]!) i++;
    else j++;
  }
  return runs;
}
