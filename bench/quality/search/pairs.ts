/** Pairs of texts that share what is known: copies with changes, excerpts, quotations, unrelated ones; of random words and of real texts. */
import type { Random } from "../../harness/random.ts";
import { hasSharedData, sharedCorpus } from "../../harness/shared.ts";
import { type Words, wordsOf } from "../words.ts";
import { changedAtRandom, EDITS } from "./edits.ts";

export type Pair = readonly [a: string, b: string];

export interface Scenario {
  name: string;
  material: string;
  draw: (random: Random) => Pair;
}

/** Where texts come from: a stretch of so many words, each time another, and a word that may stand for another. */
interface Material {
  name: string;
  stretch: (random: Random, lengthWords: number) => string;
  /** Two stretches of different works. */
  foreign: (random: Random, lengthWords: number) => Pair;
  vocabulary: readonly string[];
}

const SETS = [
  { name: "eltec-eng", kind: "English novels" },
  { name: "ruslit", kind: "Russian literature" },
  { name: "de-gesetze", kind: "German law" },
];
const LONGEST_WORDS = 20_000;
const WORKS_MAX = 40;

export function scenarios(): Scenario[] {
  const real = hasSharedData() ? SETS.map(({ name, kind }) => realMaterial(name, kind)) : [];
  return [randomMaterial(), stockMaterial(), ...real].flatMap(scenariosOf);
}

function scenariosOf(material: Material): Scenario[] {
  const { name, stretch, foreign, vocabulary } = material;
  const copies = [0.01, 0.05, 0.2].map((share) => ({
    name: `copy of 2,000 words, ${Math.round(100 * share)} % changed`,
    draw: (random: Random): Pair => {
      const text = stretch(random, 2_000);
      return [text, changedAtRandom(share)(text, random, vocabulary)];
    },
  }));
  const others: Omit<Scenario, "material">[] = [
    {
      name: "copy of 2,000 words, every tenth changed",
      draw: (random) => {
        const text = stretch(random, 2_000);
        return [text, EDITS["10 % regular"]!(text, random, vocabulary)];
      },
    },
    {
      name: "1,500 words out of 20,000",
      draw: (random) => {
        const text = stretch(random, LONGEST_WORDS);
        return [cut(text, random, 1_500), text];
      },
    },
    {
      name: "100 words out of 20,000",
      draw: (random) => {
        const text = stretch(random, LONGEST_WORDS);
        return [cut(text, random, 100), text];
      },
    },
    {
      name: "3,000 words that quote 300 of 8,000",
      draw: (random) => {
        const [own, other] = foreign(random, 8_000);
        return [`${cut(own, random, 2_700)}\n\n${cut(other, random, 300)}`, other];
      },
    },
    {
      name: "4,000 words, half of them in 6,000",
      draw: (random) => {
        const [own, other] = foreign(random, 6_000);
        return [`${cut(own, random, 2_000)}\n\n${cut(other, random, 2_000)}`, other];
      },
    },
    { name: "4,000 words and 4,000 unrelated ones", draw: (random) => foreign(random, 4_000) },
  ];
  return [...copies, ...others].map((scenario) => ({ ...scenario, material: name }));
}

/** Words drawn alike from ten thousand: no sequence of five comes twice by chance. */
function randomMaterial(): Material {
  const vocabulary = Array.from({ length: 10_000 }, (_, i) => `w${i}`);
  const stretch = (random: Random, lengthWords: number) =>
    Array.from({ length: lengthWords }, () => random.pick(vocabulary)).join(" ");
  return {
    name: "random words",
    stretch,
    foreign: (random, length) => [stretch(random, length), stretch(random, length)],
    vocabulary,
  };
}

/** Sentences drawn from two hundred: most sequences come again and again, within a text and between texts. */
function stockMaterial(): Material {
  const vocabulary = Array.from({ length: 500 }, (_, i) => `w${i}`);
  const stretch = (random: Random, lengthWords: number) => {
    const stock = Array.from({ length: 200 }, () =>
      Array.from({ length: 8 + random.below(10) }, () => random.pick(vocabulary)).join(" "),
    );
    const words: string[] = [];
    while (words.length < lengthWords) words.push(...random.pick(stock).split(" "));
    return words.slice(0, lengthWords).join(" ");
  };
  const foreign = (random: Random, length: number): Pair => {
    const both = wordsOf(stretch(random, 2 * length));
    return [sliceWords(both, 0, length), sliceWords(both, length, length)];
  };
  return { name: "stock phrases", stretch, foreign, vocabulary };
}

function realMaterial(set: string, name: string): Material {
  const works = sharedCorpus(set)
    .filter(({ text }) => text.length > 12 * LONGEST_WORDS)
    .slice(0, WORKS_MAX)
    .map(({ text }) => wordsOf(text))
    .filter(({ words }) => words.length > LONGEST_WORDS);
  const of = (work: Words, random: Random, length: number) =>
    sliceWords(work, random.below(work.words.length - length), length);
  return {
    name,
    stretch: (random, length) => of(random.pick(works), random, length),
    foreign: (random, length) => {
      const [one, other] = random.shuffled(works);
      return [of(one!, random, length), of(other!, random, length)];
    },
    vocabulary: works[0]!.words.slice(0, 5_000),
  };
}

function cut(text: string, random: Random, lengthWords: number): string {
  const words = wordsOf(text);
  return sliceWords(words, random.below(words.words.length - lengthWords + 1), lengthWords);
}

function sliceWords({ text, starts, ends }: Words, first: number, count: number): string {
  return text.slice(starts[first], ends[first + count - 1]);
}
