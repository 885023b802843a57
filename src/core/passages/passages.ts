/**
 * Where are two texts alike, and how? Seeds (shared shingles) become anchors, anchors chains, chains passages: ranges
 * of words on both sides, the words in them that agree, and measures of agreement. `assembly/passages/` finds them;
 * README.md of this room has a drawing.
 */

import type { PassageKind } from "../../base/contract/operations/analyze.ts";
import { NEAR_VERBATIM_IDENTITY } from "../../base/limits.ts";
import type { ShingledText } from "../fingerprint/shingles.ts";
import type { Kernels } from "../kernels/kernels.ts";
import type { AlignedPassage, AlignedPassages, Anchors } from "../kernels/passages/kernels.ts";
import { PASSAGE_IDENTITY_MIN, placeBits } from "../kernels/passages/scoring.ts";
import type { Text } from "../text/text.ts";
import type { Allowance, ShingleIndex } from "./shingleIndex.ts";

export interface Passage extends AlignedPassage {
  /** agreeingWords divided by the words of the longer side, 0 to 1. */
  identity: number;
  kind: PassageKind;
  /** The bits that it takes to name the place of the alignment in the two texts. */
  placeBits: number;
}

export interface Passages extends Omit<AlignedPassages, "passages" | "anchors"> {
  /** Longest first. */
  passages: Passage[];
}

/** Most words, on either side, of a passage of a text: each word of the text agrees at most once. */
export function passageWordsMax({ lengthWords }: Pick<Text, "lengthWords">): number {
  return Math.ceil(lengthWords / PASSAGE_IDENTITY_MIN);
}

const unlimited = (): Allowance => ({ anchors: Number.MAX_SAFE_INTEGER });

/**
 * All anchors of at least one shingle between the indexed text `a` and `b`, within the allowance, which is reduced by
 * their number.
 */
export function findAnchors(kernels: Kernels, a: ShingleIndex, b: ShingledText, allowance = unlimited()): Anchors {
  const found = kernels.findAnchors(a, b, allowance.anchors);
  allowance.anchors -= found.anchors.length;
  return found;
}

/**
 * Passages of at least `PASSAGE_WORDS_MIN` agreeing words that the indexed text `a` shares with `b`. Of every common
 * run of that length, all but fewer than `PASSAGE_WORDS_MIN` words of `a` are in them, unless the result is `bounded`.
 * Passages that `b` repeats are reported where they agree best.
 *
 * @param allowance is reduced by the anchors that were found
 */
export function findPassages(
  kernels: Kernels,
  a: ShingleIndex,
  b: ShingledText,
  marginWords = 0,
  allowance = unlimited(),
): Passages {
  return measured(a, b.text.lengthWords, kernels.findPassages(a, b, marginWords, allowance.anchors), allowance);
}

/** The same with UTF-8, which is read as the indexed text was. `text` is `null` where there are no passages. */
export function searchUtf8(
  kernels: Kernels,
  a: ShingleIndex,
  bytes: Uint8Array,
  marginWords: number,
  allowance: Allowance,
): Passages & { text: Text | null } {
  const { words, ...found } = kernels.searchText(a, bytes, marginWords, allowance.anchors);
  const lengthWords = words?.hashes.low.length ?? 0;
  return {
    ...measured(a, lengthWords, found, allowance),
    text: words && { bytes, lengthWords, words: words.hashes, bounds: words.bounds },
  };
}

function measured(a: ShingleIndex, lengthWordsB: number, found: AlignedPassages, allowance: Allowance): Passages {
  const { passages, edges, bounded, anchors } = found;
  allowance.anchors -= anchors;
  const bits = placeBits(a.shingled.text.lengthWords, lengthWordsB);
  return {
    passages: passages.map((passage) => {
      const identity = identityOf(passage);
      const kind = identity === 1 ? "verbatim" : identity >= NEAR_VERBATIM_IDENTITY ? "near_verbatim" : "reworded";
      return { ...passage, identity, kind, placeBits: bits };
    }),
    edges,
    bounded,
  };
}

function identityOf({ a, b, agreeingWords }: AlignedPassage): number {
  return agreeingWords / Math.max(a.end - a.start, b.end - b.start);
}
