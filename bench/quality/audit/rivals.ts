/**
 * The rules that others use to find evaluation items in training documents, each as its users state it, on words of the
 * judge (`words.ts`), which share no code with the engine.
 */
import { bandsOf, signatureOf } from "../../../src/corpus/index.ts";
import { wordsOf } from "../words.ts";

/** Which items does a document hold? By their numbers. */
export type Rival = (document: string) => number[] | Promise<number[]>;

export interface NamedRival {
  name: string;
  /** Whose rule it is. */
  source: string;
  of(items: readonly string[]): Rival | Promise<Rival>;
}

function gramsOf(words: readonly string[], length: number): string[] {
  return Array.from({ length: Math.max(0, words.length - length + 1) }, (_, at) =>
    words.slice(at, at + length).join(" "),
  );
}

function gramIndex(items: readonly string[], length: number): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [item, text] of items.entries())
    for (const gram of new Set(gramsOf(wordsOf(text).words, length)))
      index.set(gram, [...(index.get(gram) ?? []), item]);
  return index;
}

const lineRule: NamedRival = {
  name: "50 % of a line's 13-grams",
  source: "Dolma, OLMo: paragraphs by a Bloom filter of n-grams",
  of(items) {
    const index = gramIndex(items, 13);
    return (document) => {
      const found = new Set<number>();
      for (const line of document.split("\n")) {
        const grams = gramsOf(wordsOf(line).words, 13);
        const counts = new Map<number, number>();
        for (const gram of grams)
          for (const item of index.get(gram) ?? []) counts.set(item, (counts.get(item) ?? 0) + 1);
        for (const [item, count] of counts) if (count >= 0.5 * grams.length) found.add(item);
      }
      return [...found];
    };
  },
};

const anyRule: NamedRival = {
  name: "any 13-gram",
  source: "GPT-3, appendix C",
  of(items) {
    const index = gramIndex(items, 13);
    return (document) => [...new Set(gramsOf(wordsOf(document).words, 13).flatMap((gram) => index.get(gram) ?? []))];
  },
};

const overlapRule: NamedRival = {
  name: "80 % of an item's 8-grams",
  source: "PaLM, section 8: 8-gram overlap",
  of(items) {
    const index = gramIndex(items, 8);
    const totals = items.map((text) => new Set(gramsOf(wordsOf(text).words, 8)).size);
    return (document) => {
      const counts = new Map<number, number>();
      for (const gram of new Set(gramsOf(wordsOf(document).words, 8)))
        for (const item of index.get(gram) ?? []) counts.set(item, (counts.get(item) ?? 0) + 1);
      return [...counts].filter(([item, count]) => count >= 0.8 * totals[item]!).map(([item]) => item);
    };
  },
};

/** 256 places in 25 bands of 10, threshold .7, shingles of five words: the defaults of text-dedup. */
const PLACES = { places: 256, shingleWords: 5 } as const;
const BANDS = { bands: 25, rows: 10 };
const THRESHOLD = 0.7;

const minhashRule: NamedRival = {
  name: "MinHash LSH, paragraphs",
  source: "text-dedup: 256 places, 5 words, threshold .7, here for each paragraph",
  async of(items) {
    const signatures = await Promise.all(items.map((text) => signatureOf(text, PLACES)));
    const buckets = new Map<string, number[]>();
    const keys = (signature: Uint32Array) => Array.from(bandsOf(signature, BANDS), (key, band) => `${band} ${key}`);
    for (const [item, signature] of signatures.entries())
      for (const key of keys(signature)) buckets.set(key, [...(buckets.get(key) ?? []), item]);
    return async (document) => {
      const found = new Set<number>();
      for (const paragraph of document.split(/\n\s*\n/)) {
        if (wordsOf(paragraph).words.length < PLACES.shingleWords) continue;
        const signature = await signatureOf(paragraph, PLACES);
        for (const item of new Set(keys(signature).flatMap((key) => buckets.get(key) ?? [])))
          if (equalShare(signatures[item]!, signature) >= THRESHOLD) found.add(item);
      }
      return [...found];
    };
  },
};

function equalShare(a: Uint32Array, b: Uint32Array): number {
  let equal = 0;
  for (let place = 0; place < a.length; place++) equal += Number(a[place] === b[place]);
  return equal / a.length;
}

const exactRule: NamedRival = {
  name: "exact search of the item",
  source: "infini-gram: the count of the whole item, white space apart",
  of(items) {
    const spaced = items.map((text) => text.replace(/\s+/g, " ").trim());
    return (document) => {
      const text = document.replace(/\s+/g, " ");
      return spaced.flatMap((item, i) => (text.includes(item) ? [i] : []));
    };
  },
};

export const RIVALS: readonly NamedRival[] = [lineRule, anyRule, overlapRule, minhashRule, exactRule];
