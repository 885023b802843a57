/** A million texts and more through kernels and twins: `npm run test:slow`. */
import { expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { Draw } from "../../support/random.ts";

const kernels = await loadKernels();
const encoder = new TextEncoder();
const CASES = 1_000_000;
/** What makes folding hard, among what is common. */
const PARTS = [
  ..."abcxyzABC019    ..,;-'\n\t\0",
  ..."éÉßŒøçñœđıİſ’“”—…\u00a0\u00ad\u200b\u200d\ufeff\u0301\u0308½²№™",
  ..."ЖжЯяёЁіѫΣςάΩابتـ\u064eشאבָ漢字かがカーกำ한국ﷺﬁ㍿𝒜😀\ud800",
];

test(`${CASES} short texts: words, places, hashes and selections`, { timeout: 1_800_000 }, () => {
  const draw = new Draw(2026);
  for (let round = 0; round < CASES; round++) {
    const kinds = 1 + draw.below(PARTS.length);
    const text = Array.from({ length: draw.below(40) }, () => PARTS[draw.below(kinds)]).join("");
    const bytes = encoder.encode(text);
    if (draw.below(20) === 0 && bytes.length > 0) bytes[draw.below(bytes.length)] = draw.below(256);
    const [words, expected] = [kernels.readWords(bytes), referenceKernels.readWords(bytes)];
    const isSame =
      same(words.bounds, expected.bounds) &&
      same(words.hashes.low, expected.hashes.low) &&
      same(words.hashes.high, expected.hashes.high) &&
      same(kernels.select([bytes], 2, 3).identities[0]!, referenceKernels.select([bytes], 2, 3).identities[0]!);
    if (!isSame) expect({ round, bytes: [...bytes] }).toBe("the same from kernels and twins");
  }
});

function same(one: Uint8Array | Uint32Array, other: Uint8Array | Uint32Array): boolean {
  return one.length === other.length && one.every((value, i) => value === other[i]);
}
