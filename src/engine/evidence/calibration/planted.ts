/** Labelled cases made from a corpus's own texts and from clean texts, for `spolia corpus calibrate`. */
import type { RandomStream } from "../../../core/kernels/numbers/random.ts";
import { EVENT_WORDS_MIN, eventWords } from "../confidence/event.ts";
import type { ClusteredCase } from "./independent.ts";

/** A text and the positions of its words, in UTF-16 indices. */
export interface TextUnits {
  text: string;
  places: { start: number; end: number }[];
}

export interface LabelledCase extends ClusteredCase {
  /** Events G and G50 of `event.ts`. */
  isEvent: boolean;
  isPassageEvent: boolean;
  text: string;
}

/** A Han character is a word. Words may be split differently here than in the engine; very long ones are several. */
const WORD = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}]){1,10000}/gu;

export function unitsOf(text: string): TextUnits {
  return {
    text,
    places: Array.from(text.matchAll(WORD), ({ index, 0: word }) => ({ start: index, end: index + word.length })),
  };
}

const CLEAN_WORDS = [60, 100, 200, 300, 500, 1000, 2000, 5000, 20_000, 100_000];
const PLANTED_WORDS = [50, 60, 80, 100, 150, 200, 300, 500, 1000, 4000, 15_000];
const PLANTED_SHARES = [1, 0.8, 0.6, 0.4, 0.3, 0.25, 0.21, 0.05];
const SHORT_WORDS = [12, 16, 20, 25, 30, 40, 80, 120, 600];
const SHORT_SHARES = [0.5, 0.3, 0.19, 0.15, 0.1, 0.05, 0.02];
const QUOTED_WORDS = [12, 16, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200];
const QUOTED_SHARES = [1, 0.8, 0.5, 0.3, 0.21, 0.1, 0.05];
const TRIES = 50;

/**
 * Kinds and their shares, near those of the shipped calibration. A quotation of a third work cannot be added to an
 * existing corpus: an excerpt of the corpus replaces it, since a search sees no difference.
 */
const KINDS = [
  { kind: "planted", weight: 0.2, isEvent: true, changed: 0, lengths: PLANTED_WORDS, shares: PLANTED_SHARES },
  {
    kind: "planted, 10 % of words changed",
    weight: 0.16,
    isEvent: true,
    changed: 0.1,
    lengths: PLANTED_WORDS,
    shares: PLANTED_SHARES,
  },
  {
    kind: "planted, 20 % of words changed",
    weight: 0.09,
    isEvent: true,
    changed: 0.2,
    lengths: PLANTED_WORDS,
    shares: PLANTED_SHARES,
  },
  {
    kind: "planted, 30 % of words changed",
    weight: 0.05,
    isEvent: true,
    changed: 0.3,
    lengths: PLANTED_WORDS,
    shares: PLANTED_SHARES,
  },
  { kind: "below the event", weight: 0.08, isEvent: false, changed: 0.05, lengths: SHORT_WORDS, shares: SHORT_SHARES },
  { kind: "quotation", weight: 0.09, isEvent: false, changed: 0.05, lengths: QUOTED_WORDS, shares: QUOTED_SHARES },
] as const;
const CLEAN_WEIGHT = 0.33;

/** Makes about `count` cases; the cluster of a case is the work that it is taken from. */
export function makeCases(
  own: readonly TextUnits[],
  clean: readonly TextUnits[],
  count: number,
  random: RandomStream,
): LabelledCase[] {
  const pick = <Item>(items: readonly Item[]): Item => items[random.below(items.length)]!;
  const excerpt = ({ text, places }: TextUnits, lengthWords: number): string => {
    const first = random.below(Math.max(1, places.length - lengthWords + 1));
    return text.slice(places[first]!.start, places[Math.min(first + lengthWords, places.length) - 1]!.end);
  };
  /** An excerpt of a clean work, or where it is too short of this and the next ones, as in a collection. */
  const foreign = (first: number, lengthWords: number): string => {
    const parts: string[] = [];
    for (let work = first, left = lengthWords; left > 0 && work < first + clean.length; work++) {
      const one = clean[work % clean.length]!;
      parts.push(excerpt(one, left));
      left -= one.places.length;
    }
    return parts.join("\n\n");
  };
  const changed = (text: string, rate: number): string =>
    text.replace(WORD, (word) => {
      if (random.fraction() >= rate) return word;
      const { text: other, places } = pick(clean);
      const { start, end } = pick(places);
      return random.below(4) === 0 ? "" : other.slice(start, end);
    });
  const plantedCase = ({
    kind,
    isEvent,
    changed: rate,
    lengths,
    shares,
  }: (typeof KINDS)[number]): LabelledCase | null => {
    const [work, length, share] = [random.below(own.length), pick<number>(lengths), pick<number>(shares)];
    if (own[work]!.places.length < length) return null;
    const planted = changed(excerpt(own[work]!, length), rate);
    const hostWords = Math.max(Math.round((length * (1 - share)) / share), 60 - length);
    const host = hostWords > 0 ? foreign(random.below(clean.length), hostWords) : "";
    const text = `${host}\n\n${planted}`;
    const [plantedWords, words] = [unitsOf(planted).places.length, unitsOf(text).places.length];
    if (kind !== "quotation" && plantedWords >= eventWords(words) !== isEvent) return null;
    const isPassageEvent = kind !== "quotation" && plantedWords >= EVENT_WORDS_MIN;
    return { kind, isEvent, isPassageEvent, cluster: `own ${work}`, text };
  };
  const cases: LabelledCase[] = [];
  for (const kind of KINDS) {
    const wanted = Math.round(kind.weight * count);
    for (let made = 0, tries = 0; made < wanted && tries < TRIES * wanted; tries++) {
      const one = plantedCase(kind);
      if (one === null) continue;
      cases.push(one);
      made++;
    }
  }
  for (let i = 0; i < Math.round(CLEAN_WEIGHT * count); i++) {
    const [work, length] = [random.below(clean.length), pick(CLEAN_WORDS)];
    // Collections share works with each other, so that all of them are one case among the independent ones.
    const isCollection = length > clean[work]!.places.length;
    cases.push({
      kind: "clean",
      isEvent: false,
      isPassageEvent: false,
      cluster: isCollection ? "clean collections" : `clean ${work}`,
      text: foreign(work, length),
    });
  }
  return cases;
}
