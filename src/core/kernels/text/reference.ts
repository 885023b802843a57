import { type FoldedText, fold as foldWords } from "./fold.reference.ts";
import { foldTable } from "./foldTable.ts";
import { hashShingles, hashWords } from "./hash.reference.ts";
import { identity } from "./identity.reference.ts";
import type { FingerprintSelection, Hashes, TextKernels, Words } from "./kernels.ts";
import { sampleBits } from "./sample.ts";
import { selectedHashes } from "./select.reference.ts";
import { winnow } from "./winnow.reference.ts";

export const textReferences: TextKernels = {
  readWords,
  hashWords: (text) => hashWords(foldedText(text)),
  encodeUtf8: (text, room) => new TextEncoder().encodeInto(text, room).written,
  identity: (words) => Uint32Array.from(identity(words)),
  hashShingles,
  winnow: (hashes, windows) => windows.map((window) => winnow(hashes, window)),
  select,
};

function foldedText(text: string | Uint8Array): FoldedText {
  return foldWords(typeof text === "string" ? new TextEncoder().encode(text) : text, foldTable());
}

function readWords(text: Uint8Array): Words {
  const folded = foldedText(text);
  const bounds = new Uint32Array(2 * folded.ends.length);
  folded.starts.forEach((start, i) => {
    bounds[2 * i] = start;
    bounds[2 * i + 1] = folded.stops[i]!;
  });
  return { hashes: hashWords(folded), bounds };
}

function select(texts: readonly (string | Uint8Array)[], shingleWords: number, window: number): FingerprintSelection {
  const words = texts.map((text) => hashWords(foldedText(text)));
  const selected = words.map((hashes) => {
    const shingles = hashShingles(hashes, shingleWords);
    return selectedHashes(shingles, winnow(shingles.low, window), sampleBits(hashes.low.length));
  });
  return {
    identities: words.map((hashes) => Uint32Array.from(identity(hashes))),
    lengthsWords: words.map(({ low }) => low.length),
    selected,
    packed: selected.map(packed),
  };
}

function packed({ low, high }: Hashes): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 * low.length));
  for (let i = 0; i < low.length; i++) {
    view.setUint32(8 * i, high[i]!, true);
    view.setUint32(8 * i + 4, low[i]!, true);
  }
  return new Uint8Array(view.buffer);
}
