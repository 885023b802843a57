/** Works that share a run of words, connected over any number of steps. By an exact scan that shares no code with the engine. */
import { wordsOf } from "../../words.ts";

/** For each text, the place of the first text of its cluster. */
export function linkedClusters(texts: readonly string[], runWords: number): number[] {
  const numbers = new Map<string, number>();
  return components(
    texts.map((text) =>
      Int32Array.from(wordsOf(text).words, (word) => {
        const known = numbers.get(word) ?? numbers.size;
        numbers.set(word, known);
        return known;
      }),
    ),
    runWords,
  );
}

function components(texts: readonly Int32Array[], runWords: number): number[] {
  const parents = texts.map((_, i) => i);
  const root = (of: number): number => {
    let at = of;
    while (parents[at] !== at) at = parents[at] = parents[parents[at]!]!;
    return at;
  };
  const owners = new Map<number, number>();
  texts.forEach((words, text) => {
    for (const hash of runHashes(words, runWords)) {
      const owner = owners.get(hash);
      if (owner === undefined) owners.set(hash, text);
      else {
        const [one, other] = [root(owner), root(text)];
        parents[Math.max(one, other)] = Math.min(one, other);
      }
    }
  });
  return texts.map((_, i) => root(i));
}

/** 53 bits of two rolling hashes: of ten million runs two unlike ones meet with a probability of 0.6 %, which would connect, not divide. */
function* runHashes(words: Int32Array, runWords: number): Generator<number> {
  const [one, other] = [new Rolling(0x01000193, runWords), new Rolling(0x85ebca6b, runWords)];
  for (let at = 0; at < words.length; at++) {
    const [entering, leaving] = [mixed(words[at]!), at >= runWords ? mixed(words[at - runWords]!) : 0];
    const [left, right] = [one.roll(entering, leaving), other.roll(entering, leaving)];
    if (at >= runWords - 1) yield (left >>> 0) * 2 ** 21 + (right >>> 11);
  }
}

const mixed = (word: number): number => Math.imul(word + 1, 0x9e3779b1) | 1;

class Rolling {
  #hash = 0;
  readonly #factor: number;
  /** What a word is multiplied by when it leaves. */
  readonly #leaves: number;

  constructor(factor: number, length: number) {
    this.#factor = factor;
    this.#leaves = Array.from({ length }).reduce<number>((power) => Math.imul(power, factor), 1);
  }

  roll(entering: number, leaving: number): number {
    this.#hash = (Math.imul(this.#hash, this.#factor) + entering - Math.imul(this.#leaves, leaving)) | 0;
    return this.#hash;
  }
}
