/** What happens to an excerpt before it is planted. Each edit keeps the order of the words that it leaves alone. */
import type { Random } from "../../harness/random.ts";
import { type Words, wordsOf } from "../words.ts";

/** Name of a condition, and what it does to an excerpt; `vocabulary` are words of other texts. */
export type Edit = (excerpt: string, random: Random, vocabulary: readonly string[]) => string;

export const EDITS: Record<string, Edit> = {
  verbatim: (excerpt) => excerpt,
  typography,
  "10 % regular": (excerpt, random, vocabulary) => substituted(excerpt, random, vocabulary, (at) => at % 10 === 9),
  "20 % random": changedAtRandom(0.2),
  "30 % random": changedAtRandom(0.3),
};

/** Each word by another one with a probability. */
export function changedAtRandom(share: number): Edit {
  return (excerpt, random, vocabulary) => substituted(excerpt, random, vocabulary, () => random.next() < share);
}

function substituted(
  excerpt: string,
  random: Random,
  vocabulary: readonly string[],
  isStruck: (at: number) => boolean,
): string {
  return mapWords(wordsOf(excerpt), (word, at) => (isStruck(at) ? differentWord(word, random, vocabulary) : word));
}

/** What becomes of a struck word, and how often: another word, a word put in behind it, the word left out, or the next one before it. */
const KINDS = { substituted: 0.5, inserted: 0.2, deleted: 0.2, swapped: 0.1 };

/** Each word is struck with probability `rate`; words that come in are drawn from `vocabulary`, in which words stand as often as in texts. */
export function randomlyEdited(excerpt: string, rate: number, random: Random, vocabulary: readonly string[]): string {
  const { text, starts, ends } = wordsOf(excerpt);
  const wordAt = (at: number) => text.slice(starts[at]!, ends[at]!);
  const gapBehind = (at: number) => text.slice(ends[at]!, starts[at + 1] ?? text.length);
  let result = text.slice(0, starts[0]);
  for (let at = 0; at < starts.length; at++) {
    const chance = random.next() < rate ? random.next() : 1;
    if (chance < KINDS.substituted) result += differentWord(wordAt(at), random, vocabulary) + gapBehind(at);
    else if (chance < KINDS.substituted + KINDS.inserted) {
      result += `${wordAt(at)} ${differentWord(wordAt(at), random, vocabulary)}${gapBehind(at)}`;
    } else if (chance < 1 - KINDS.swapped) continue;
    else if (chance < 1 && at + 1 < starts.length) {
      result += wordAt(at + 1) + gapBehind(at) + wordAt(at) + gapBehind(at + 1);
      at++;
    } else result += wordAt(at) + gapBehind(at);
  }
  return result;
}

function differentWord(word: string, random: Random, vocabulary: readonly string[]): string {
  for (;;) {
    const other = random.pick(vocabulary);
    if (other.toLowerCase() !== word.toLowerCase()) return other;
  }
}

/** Another edition's looks: quotation marks and dashes, accents lost, capitals, soft hyphens, lines broken anew. */
function typography(excerpt: string, random: Random): string {
  const marks = excerpt
    .replace(/[“”«»„]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[—–]/g, "--")
    .replace(/，/g, ",")
    .replace(/。/g, ".");
  const words = mapWords(wordsOf(marks), (word) => {
    const chance = random.next();
    if (chance < 0.05) return word.toUpperCase();
    if (chance < 0.15 && /^\p{L}{6,}$/u.test(word)) return `${word.slice(0, 3)}\u00ad${word.slice(3)}`;
    return withoutAccents(word);
  });
  return words.replace(/ /g, () => (random.next() < 0.1 ? "\n" : random.next() < 0.05 ? "\u00a0" : " "));
}

/** Latin letters without their accents, and ё as е: what careless editions do. */
function withoutAccents(word: string): string {
  return word
    .replace(/\p{Script=Latin}/gu, (letter) => letter.normalize("NFD").replace(/\p{M}/gu, ""))
    .replace(/ё/g, "е")
    .replace(/Ё/g, "Е");
}

function mapWords({ text, starts, ends }: Words, change: (word: string, at: number) => string): string {
  let result = "";
  let done = 0;
  starts.forEach((start, at) => {
    result += text.slice(done, start) + change(text.slice(start, ends[at]!), at);
    done = ends[at]!;
  });
  return result + text.slice(done);
}
