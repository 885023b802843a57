/** How two texts differ word by word, by the alignment that finds passages. */
import type { Span } from "../../../base/contract/common.ts";
import { PASSAGE } from "../../../core/fingerprint/profile.ts";
import { shingle } from "../../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import type { Anchor } from "../../../core/kernels/passages/kernels.ts";
import { findPassages } from "../../../core/passages/passages.ts";
import { indexShingles, usingIndex } from "../../../core/passages/shingleIndex.ts";
import { readText, type Text, utf16Spans, type WordRange } from "../../../core/text/text.ts";

/** A run of words that differs, in UTF-16 units of its text. */
export interface DifferingRun extends Span {
  /**
   * What became of the words: `replaced` by others at their place, `inserted` into the first text, `left_out` of it, or
   * `moved`: in both texts, at another place among the other words.
   */
  kind: "replaced" | "inserted" | "left_out" | "moved";
}

interface LooseWords extends WordRange {
  kind: DifferingRun["kind"];
}

/** The runs of words that differ, in their order; all words of both where they share no passage. */
export function differingWords(kernels: Kernels, a: string, b: string): { a: DifferingRun[]; b: DifferingRun[] } {
  const [first, second] = [a, b].map((text) => shingle(kernels, readText(kernels, text), PASSAGE));
  const { passages } = usingIndex(kernels, indexShingles(first!), (index) => findPassages(kernels, index, second!));
  const runs = passages.flatMap(({ agreeing }) => agreeing);
  const inPlace = heaviestChain(runs);
  const moved = runs.filter((run) => !inPlace.includes(run));
  const loose = { a: rangesOf(moved, "a"), b: rangesOf(moved, "b") };
  const end: Anchor = { a: first!.text.lengthWords, b: second!.text.lengthWords, lengthWords: 0 };
  let [fromA, fromB] = [0, 0];
  for (const run of [...inPlace, end]) {
    const own = without({ start: fromA, end: run.a }, moved, "a");
    const other = without({ start: fromB, end: run.b }, moved, "b");
    const isReplaced = own.length > 0 && other.length > 0;
    loose.a.push(
      ...own.map((range) => ({ ...range, kind: isReplaced ? ("replaced" as const) : ("inserted" as const) })),
    );
    loose.b.push(
      ...other.map((range) => ({ ...range, kind: isReplaced ? ("replaced" as const) : ("left_out" as const) })),
    );
    [fromA, fromB] = [run.a + run.lengthWords, run.b + run.lengthWords];
  }
  return { a: spansOf(first!.text, loose.a), b: spansOf(second!.text, loose.b) };
}

/**
 * The runs that follow each other in both texts, with the most words: a heaviest increasing subsequence, found with a
 * tree of maxima over the ends in the second text (Fenwick, 1994), in n log n.
 */
function heaviestChain(runs: readonly Anchor[]): Anchor[] {
  const ordered = [...runs].sort((one, other) => one.a - other.a || one.b - other.b);
  const byEnd = [...ordered].sort((one, other) => one.a + one.lengthWords - (other.a + other.lengthWords));
  const ends = [...new Set(runs.map(({ b, lengthWords }) => b + lengthWords))].sort((one, other) => one - other);
  const tree: (Anchor | undefined)[] = new Array(ends.length + 1);
  const words = new Map<Anchor, number>();
  const before = new Map<Anchor, Anchor>();
  const weightOf = (run: Anchor | undefined) => (run === undefined ? 0 : words.get(run)!);
  let entered = 0;
  for (const run of ordered) {
    for (; entered < byEnd.length && byEnd[entered]!.a + byEnd[entered]!.lengthWords <= run.a; entered++) {
      const one = byEnd[entered]!;
      for (let at = placeOf(ends, one.b + one.lengthWords); at < tree.length; at += at & -at)
        if (weightOf(tree[at]) < weightOf(one)) tree[at] = one;
    }
    let best: Anchor | undefined;
    for (let at = placeOf(ends, run.b); at > 0; at -= at & -at)
      if (weightOf(tree[at]) > weightOf(best)) best = tree[at];
    words.set(run, weightOf(best) + run.lengthWords);
    if (best !== undefined) before.set(run, best);
  }
  const chain: Anchor[] = [];
  let last = ordered.reduce<Anchor | undefined>(
    (best, run) => (weightOf(run) > weightOf(best) ? run : best),
    undefined,
  );
  for (; last !== undefined; last = before.get(last)) chain.push(last);
  return chain.reverse();
}

/** How many of the ascending `values` are at most `value`. */
function placeOf(values: readonly number[], value: number): number {
  let from = 0;
  let to = values.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (values[middle]! <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}

const rangesOf = (moved: readonly Anchor[], side: "a" | "b"): LooseWords[] =>
  moved.map(({ [side]: start, lengthWords }) => ({ start, end: start + lengthWords, kind: "moved" }));

/** The words of a gap that are in none of the runs. */
function without(gap: WordRange, runs: readonly Anchor[], side: "a" | "b"): WordRange[] {
  const ranges: WordRange[] = [];
  let next = gap.start;
  for (const { [side]: start, lengthWords } of [...runs].sort((one, other) => one[side] - other[side])) {
    if (start + lengthWords <= next || start >= gap.end) continue;
    if (start > next) ranges.push({ start: next, end: start });
    next = start + lengthWords;
  }
  if (next < gap.end) ranges.push({ start: next, end: gap.end });
  return ranges;
}

function spansOf(text: Text, loose: readonly LooseWords[]): DifferingRun[] {
  const ordered = [...loose].sort((one, other) => one.start - other.start);
  return utf16Spans(text, ordered).map((span, i) => ({ ...span, kind: ordered[i]!.kind }));
}
