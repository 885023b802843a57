/**
 * Where are two texts alike, and how? Seeds (shared shingles) become anchors, anchors chains, chains passages: ranges of words on
 * both sides, the words that agree in them, and a measure of how much.
 */
import type { PassageKind } from "../contract/analyze.ts";
import type { ShingledText } from "../fingerprint/shingles.ts";
import { PASSAGE_WORDS_MIN } from "../limits.ts";
import type { Text, WordRange } from "../text/text.ts";
import { alignGap, extend } from "./align.ts";
import { type Anchor, findAnchors, type ShingleIndex } from "./anchors.ts";
import { chainAnchors } from "./chain.ts";

/** Share of agreeing words from which a passage with changes still counts as nearly verbatim. */
const NEAR_VERBATIM_IDENTITY = 0.8;
/** Share of agreeing words that a passage has at least: below it, more of it differs than agrees, and it is no longer one passage. */
const PASSAGE_IDENTITY_MIN = 0.5;
/**
 * Share of a passage's agreeing words that may already belong to better passages before it is dropped as a repetition, unless it adds
 * `PASSAGE_WORDS_MIN` words to them.
 */
const REPEATED_SHARE_MAX = 0.5;

export interface Passage {
  a: WordRange;
  b: WordRange;
  /** Runs of words that agree, ascending in both texts. */
  agreeing: Anchor[];
  agreeingWords: number;
  longestRunWords: number;
  /** agreeingWords over the words of the longer side, 0 to 1. */
  identity: number;
  kind: PassageKind;
}

export interface Passages {
  /** Longest first. */
  passages: Passage[];
  /** Whether an anchor lies within `marginWords` of the beginning or the end of `b`, so that a passage may go on outside. */
  edges: { start: boolean; end: boolean };
  bounded: boolean;
}

/**
 * Passages of at least `PASSAGE_WORDS_MIN` agreeing words that the indexed text `a` shares with `b`. Of every common run of that length
 * all words of `a` but fewer than `PASSAGE_WORDS_MIN` are in them, unless the result says that it was bounded. What `b` repeats is
 * reported where it agrees best.
 */
export function findPassages(a: ShingleIndex, b: ShingledText, marginWords = 0): Passages {
  const { anchors, bounded } = findAnchors(a, b);
  const edges = {
    start: anchors.some((anchor) => anchor.b < marginWords),
    end: anchors.some((anchor) => anchor.b + anchor.lengthWords > b.text.lengthWords - marginWords),
  };
  const passages = chainAnchors(anchors)
    .flatMap(({ anchors }) => alikeParts(a.shingled.text, b.text, anchors))
    .filter(({ agreeingWords }) => agreeingWords >= PASSAGE_WORDS_MIN)
    .sort((x, y) => y.agreeingWords - x.agreeingWords || x.a.start - y.a.start || x.b.start - y.b.start);
  return { passages: withoutRepetitions(passages, a.shingled.text.lengthWords), edges, bounded };
}

/** The passage of a chain; where too few of its words agree, those of the chain's two parts beside its widest gap. */
function alikeParts(a: Text, b: Text, chain: readonly Anchor[]): Passage[] {
  const parts = [chain];
  const passages: Passage[] = [];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const passage = measure(a, b, part);
    if (passage.identity >= PASSAGE_IDENTITY_MIN) passages.push(passage);
    else if (part.length > 1) {
      const cut = widestGap(part);
      parts.push(part.slice(cut), part.slice(0, cut));
    }
  }
  return passages;
}

/** Index of the anchor behind the widest gap of a chain. */
function widestGap(chain: readonly Anchor[]): number {
  const gapBefore = (i: number) => {
    const [earlier, later] = [chain[i - 1]!, chain[i]!];
    return Math.max(later.a - earlier.a, later.b - earlier.b) - earlier.lengthWords;
  };
  let widest = 1;
  for (let i = 2; i < chain.length; i++) if (gapBefore(i) > gapBefore(widest)) widest = i;
  return widest;
}

function measure(a: Text, b: Text, anchors: readonly Anchor[]): Passage {
  const first = anchors[0]!;
  const last = anchors.at(-1)!;
  const agreeing = joined([
    ...extend(a, b, { a: first.a - 1, b: first.b - 1 }, -1).reverse(),
    ...anchors.flatMap((anchor, i) => [...agreeingBetween(a, b, anchors[i - 1], anchor), anchor]),
    ...extend(a, b, { a: last.a + last.lengthWords, b: last.b + last.lengthWords }, 1),
  ]);
  const begin = agreeing[0]!;
  const end = agreeing.at(-1)!;
  const agreeingWords = agreeing.reduce((sum, { lengthWords }) => sum + lengthWords, 0);
  const rangeA = { start: begin.a, end: end.a + end.lengthWords };
  const rangeB = { start: begin.b, end: end.b + end.lengthWords };
  const identity = agreeingWords / Math.max(rangeA.end - rangeA.start, rangeB.end - rangeB.start);
  return {
    a: rangeA,
    b: rangeB,
    agreeing,
    agreeingWords,
    longestRunWords: agreeing.reduce((longest, { lengthWords }) => Math.max(longest, lengthWords), 0),
    identity,
    kind: identity === 1 ? "verbatim" : identity >= NEAR_VERBATIM_IDENTITY ? "near_verbatim" : "reworded",
  };
}

function agreeingBetween(a: Text, b: Text, earlier: Anchor | undefined, later: Anchor): Anchor[] {
  if (earlier === undefined) return [];
  const gap = { a: earlier.a + earlier.lengthWords, b: earlier.b + earlier.lengthWords, aEnd: later.a, bEnd: later.b };
  return alignGap(a, b, gap);
}

/** Neighbouring runs on one diagonal become one. */
function joined(runs: readonly Anchor[]): Anchor[] {
  const result: Anchor[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    if (last !== undefined && last.a + last.lengthWords === run.a && last.b + last.lengthWords === run.b)
      last.lengthWords += run.lengthWords;
    else result.push({ ...run });
  }
  return result;
}

/** Of passages that cover the same words of `a`, the best one: a refrain need not be reported with each of its repetitions. */
function withoutRepetitions(passages: readonly Passage[], lengthWords: number): Passage[] {
  const kept: Passage[] = [];
  const covered = new Uint8Array(lengthWords);
  for (const passage of passages) {
    let repeated = 0;
    for (const run of passage.agreeing) {
      for (let word = run.a; word < run.a + run.lengthWords; word++) repeated += covered[word]!;
    }
    const added = passage.agreeingWords - repeated;
    if (repeated > REPEATED_SHARE_MAX * passage.agreeingWords && added < PASSAGE_WORDS_MIN) continue;
    for (const run of passage.agreeing) covered.fill(1, run.a, run.a + run.lengthWords);
    kept.push(passage);
  }
  return kept;
}
