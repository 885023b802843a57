/**
 * Reuse as it came about: translations of one passage by how far the wording went, laws and the code they were written into, versions
 * of an act, licences; and pairs in which nothing was reused. Two texts are compared, and the question is whether a passage is reported.
 */
import { sharedCorpus, sharedRecords } from "../../harness/shared.ts";
import { DETECTORS } from "../baselines/all.ts";
import type { Reported } from "../baselines/detector.ts";
import { mean, type Proportion, proportion, type Rate, rate, spread, total } from "../figures.ts";
import type { QuestionOptions } from "../question.ts";
import { runsOf, type Words, wordsOf } from "../words.ts";
import { cleanPairs } from "./cleanPairs.ts";
import type { Pair } from "./pair.ts";
import type { Range } from "./plagdet.ts";
import { type FalsePassage, isTrulyShared, quoted } from "./score.ts";

export interface NaturalRow {
  set: string;
  group: string;
  label: 0 | 1;
  detector: string;
  /** Pairs with a passage; of those without reuse only pairs whose passages are not all truly shared. */
  reported: Proportion;
  /** Of the words of the shorter text, the share in passages. */
  covered: { median: number | null; mean: number | null };
  /** Passages without a common run of 12 words, a million words of both texts. Only where nothing was reused. */
  false_per_million_words: Rate | null;
  truly_shared_passages: number;
  examples: FalsePassage[];
}

const EXAMPLES = 3;

export async function measureNatural({ sample, onProgress }: QuestionOptions): Promise<NaturalRow[]> {
  const rows: NaturalRow[] = [];
  for (const [set, load] of Object.entries(LOADERS)) {
    onProgress(`natural reuse, ${set}`);
    const pairs = sampled(load(), sample === undefined ? undefined : 5 * sample);
    const documents = [...new Map(pairs.map(({ b }) => [b.id, b])).values()];
    for (const { name, skip, open } of DETECTORS) {
      if (skip() !== null) continue;
      const { pair } = await open(documents);
      if (pair === null) continue;
      const found: Reported[][] = [];
      for (const { a, b } of pairs) found.push(await pair(a, b.id));
      rows.push(...rowsOf(set, name, pairs, found));
    }
  }
  return rows;
}

/** Every n-th pair of each group, so that about `count` remain. */
function sampled(pairs: readonly Pair[], count: number | undefined): Pair[] {
  if (count === undefined) return [...pairs];
  return groups(pairs).flatMap(([, some]) => some.filter((_, i) => i % Math.ceil(some.length / count) === 0));
}

function groups(pairs: readonly Pair[]): [string, Pair[]][] {
  const result = new Map<string, Pair[]>();
  for (const pair of pairs) result.set(pair.group, [...(result.get(pair.group) ?? []), pair]);
  return [...result];
}

function rowsOf(set: string, detector: string, pairs: readonly Pair[], found: readonly Reported[][]): NaturalRow[] {
  const answers = new Map(pairs.map((pair, i) => [pair, found[i]!]));
  return groups(pairs).map(([group, some]) => {
    const label = some[0]!.label;
    const judged = some.map((pair) => {
      const textOf = () => pair.b.words.text;
      const all = answers.get(pair)!;
      const wrong = label === 1 ? [] : all.filter((one) => !isTrulyShared(pair.a.text, one, textOf));
      return { pair, all, wrong, quotes: wrong.map((one) => quoted(pair.id, pair.a.text, one, textOf)) };
    });
    const shares = judged.map(({ pair, all }) => coveredShare(pair, all));
    const words = total(some.map(({ a, b }) => a.words.length + b.words.words.length));
    const wrong = judged.flatMap(({ quotes }) => quotes);
    return {
      ...{ set, group, label, detector },
      reported: proportion(judged.filter((one) => (label === 1 ? one.all : one.wrong).length > 0).length, some.length),
      covered: { median: spread(shares)?.median ?? null, mean: mean(shares) },
      false_per_million_words: label === 1 ? null : rate(wrong.length, words / 1e6),
      truly_shared_passages: label === 1 ? 0 : total(judged.map((one) => one.all.length - one.wrong.length)),
      examples: wrong.slice(0, EXAMPLES),
    };
  });
}

function coveredShare({ a, b }: Pair, found: readonly Reported[]): number {
  const isA = a.words.length <= b.words.words.length;
  const words = isA ? a : b.words;
  const ranges = found.flatMap(({ ranges }) => (ranges === null ? [] : [isA ? ranges.content : ranges.source]));
  return words.words.length === 0 ? 0 : covered(words, ranges) / words.words.length;
}

function covered({ starts, ends }: Words, ranges: readonly Range[]): number {
  return starts.filter((start, at) => ranges.some((range) => start < range.end && range.start < ends[at]!)).length;
}

const LOADERS: Record<string, () => Pair[]> = {
  "bible-rewording": biblePairs,
  "law and code": () => lawPairs("law-code", "law and code"),
  "versions of an act": () => lawPairs("versions", "versions of an act"),
  licences: licencePairs,
  "clean pairs": cleanPairs,
};

function biblePairs(): Pair[] {
  interface Entry {
    id: string;
    label: 0 | 1;
    relation: string;
    grade?: string;
    a: { text: string };
    b: { text: string };
  }
  const order = ["identical", "near", "light", "moderate", "heavy", "extreme"];
  return sharedRecords<Entry>("pairs/bible-rewording/*.jsonl.gz")
    .map(({ id, label, relation, grade, a, b }) => ({
      ...{ set: "bible-rewording", group: grade ?? relation, label, id },
      ...{ a: wordsOf(a.text), b: { id, words: wordsOf(b.text) } },
    }))
    .sort((x, y) => y.label - x.label || order.indexOf(x.group) - order.indexOf(y.group));
}

function lawPairs(file: string, set: string): Pair[] {
  interface Entry {
    id: string;
    label: 0 | 1 | null;
    relation: string;
    a: string;
    b: string;
  }
  const documents = [...sharedCorpus("dc-law/laws"), ...sharedCorpus("dc-law/code-sections")];
  const texts = new Map(documents.map(({ id, text }) => [id, text]));
  const known = new Map<string, Words>();
  const words = (id: string) => {
    if (!known.has(id)) known.set(id, wordsOf(texts.get(id)!));
    return known.get(id)!;
  };
  return sharedRecords<Entry>(`pairs/dc-law-reuse/${file}*.jsonl.gz`)
    .flatMap(({ id, label, relation, a, b }) =>
      label === null
        ? []
        : [{ set, group: relation.replace(/:.*/, ""), label, id, a: words(a), b: { id: b, words: words(b) } }],
    )
    .sort((x, y) => y.label - x.label);
}

/** All pairs of licences. Their truth is an exact scan: pairs that share a run of 12 words, and pairs that share none of 8. */
function licencePairs(): Pair[] {
  const documents = sharedRecords<{ id: string; text: string }>("pairs/licences/*.jsonl.gz").map(({ id, text }) => {
    const words = wordsOf(text);
    return { id, words, long: new Set(runsOf(words)), short: new Set(runsOf(words, 8)) };
  });
  const isMet = (runs: ReadonlySet<string>, others: ReadonlySet<string>) => [...runs].some((run) => others.has(run));
  return documents
    .flatMap((a, i) =>
      documents.slice(i + 1).flatMap((b): Pair[] => {
        const label = isMet(a.long, b.long) ? 1 : isMet(a.short, b.short) ? null : 0;
        if (label === null) return [];
        const group = label === 1 ? "share a run of 12 words" : "share no run of 8 words";
        return [{ set: "licences", group, label, id: `${a.id}~${b.id}`, a: a.words, b: { id: b.id, words: b.words } }];
      }),
    )
    .sort((x, y) => y.label - x.label);
}
