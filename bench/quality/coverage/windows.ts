/**
 * How much of a text does a model recite, from windows that overlap, of a text that is learnt by heart in patches? The windows of an
 * extraction are a simple random sample of this text's windows, and its share is what the interval is about. Beside it the scan at a
 * stride, taken for independent cases, as a statement about texts of this kind.
 */
import type { Interval } from "../../../src/base/contract/common.ts";
import { clopperPearson } from "../../../src/core/statistics/binomial.ts";
import { boundedMeanInterval } from "../../../src/core/statistics/boundedMean.ts";
import { shareOfWindows } from "../../../src/models/extraction/rates.ts";
import { chooseWindows, windowsIn, windowsStarting } from "../../../src/models/extraction/windows.ts";
import type { Random } from "../../harness/random.ts";
import { wilson } from "../../statistics/binomial.ts";
import { binomial, carried, compared, exponential, type Scenario, type Trial } from "./scenario.ts";

const SHAPE = { lengthWords: 100, strideWords: 1 };
const STRIDE_OF_SCAN = 10;

/** Lengths of the patches that are learnt and of what is between them, in words, on average. */
interface Kind {
  name: string;
  words: number;
  learnt: number;
  between: number;
}

const KINDS: readonly Kind[] = [
  { name: "a book, a patch here and there", words: 20_000, learnt: 400, between: 4_000 },
  { name: "a book, half in long patches", words: 20_000, learnt: 2_000, between: 2_000 },
  { name: "a book, hardly any", words: 20_000, learnt: 130, between: 15_000 },
  { name: "a book, almost all", words: 20_000, learnt: 8_000, between: 200 },
  { name: "an article, in short patches", words: 1_200, learnt: 200, between: 300 },
];

/** How far each window is within a patch: words from its first one to the end of the patch, 0 outside. */
function learntAhead(random: Random, { words, learnt, between }: Kind): Uint32Array {
  const ahead = new Uint32Array(words);
  // Begun as if it had always been going on.
  let isLearnt = random.next() < learnt / (learnt + between);
  for (let at = 0; at < words; ) {
    const length = 1 + Math.floor(exponential(random) * ((isLearnt ? learnt : between) - 1));
    const end = Math.min(words, at + length);
    if (isLearnt) for (let word = at; word < end; word++) ahead[word] = at + length - word;
    at += length;
    isLearnt = !isLearnt;
  }
  return ahead;
}

function text(kind: Kind, sample: number): Scenario {
  const population = windowsIn(kind.words, SHAPE);
  // A window begins anywhere in a patch that goes on for a window's length at least; lengths have no memory.
  const ofKind = (kind.learnt / (kind.learnt + kind.between)) * (1 - 1 / kind.learnt) ** (SHAPE.lengthWords - 1);
  return {
    name: `${kind.name}, ${sample} windows`,
    draw(random) {
      const ahead = learntAhead(random, kind);
      const isHit = (start: number) => ahead[start]! >= SHAPE.lengthWords;
      // A window that is recited is so with one probability, and another one with hardly any.
      const chance = (start: number) => (isHit(start) ? 0.7 : 0.02);
      const all = Array.from({ length: population }, (_, start) => start);
      const share = all.filter(isHit).length / population;
      const chosen = Array.from(chooseWindows(kind.words, SHAPE, sample, `${random.below(2 ** 32)}`));
      const outcomes = chosen.map(isHit);
      const drawnOutcomes = chosen.map((start) => random.next() < chance(start));
      const scanned = all.filter((start) => start % STRIDE_OF_SCAN === 0).map(isHit);
      const hits = scanned.filter(Boolean).length;
      const middle = { from: Math.floor(kind.words * 0.4), to: Math.floor(kind.words * 0.6) };
      const isWithin = (start: number) => start >= middle.from && start < middle.to;
      const within = all.filter(isWithin);
      const meanChance = share * 0.7 + (1 - share) * 0.02;
      const trials: Trial[] = [
        { method: carried("windows, random sample"), interval: rate(outcomes, population), truth: share },
        {
          method: carried("windows, random sample, a stretch of the work"),
          interval: rate(
            chosen.filter(isWithin).map(isHit),
            windowsStarting(kind.words, SHAPE, middle.from, middle.to),
          ),
          truth: within.filter(isHit).length / within.length,
        },
        {
          method: carried("windows, random sample, outcomes drawn"),
          interval: shareOfWindows(drawnOutcomes, { population, isDrawn: true }).ci_95,
          truth: meanChance,
        },
        {
          method: carried("windows, random sample, mean by betting"),
          interval: boundedMeanInterval(chosen.map(chance)),
          truth: meanChance,
        },
        strongest(random, chosen.map(chance)),
        {
          method: compared("windows, scan at a stride, Wilson"),
          interval: wilson(hits, scanned.length),
          truth: ofKind,
        },
        {
          method: compared("windows, random sample, Wilson"),
          interval: wilson(outcomes.filter(Boolean).length, sample),
          truth: share,
        },
      ];
      return trials;
    },
  };
}

const rate = (outcomes: readonly boolean[], population: number): Interval =>
  shareOfWindows(outcomes, { population, isDrawn: false }).ci_95;

/** The window that was recited most often, of twenty continuations each: picked, so its interval holds for all at once. */
function strongest(random: Random, chances: readonly number[]): Trial {
  const hits = chances.map((chance) => binomial(random, 20, chance));
  const most = hits.indexOf(Math.max(...hits));
  return {
    method: carried("p_z of the strongest window, from samples"),
    interval: clopperPearson(hits[most]!, 20, 1 - 0.05 / chances.length),
    truth: chances[most]!,
  };
}

export const windowScenarios: readonly Scenario[] = KINDS.flatMap((kind) =>
  [30, 300].map((sample) => text(kind, sample)),
);
