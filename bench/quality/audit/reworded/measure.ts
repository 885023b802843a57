/** How surely is each item said by a document in other words? By the audit's own steps, and by the rules of others. */
import type { Encoder } from "../../../../src/base/contract/resources/encoder.ts";
import { loadKernels } from "../../../../src/core/kernels/load.ts";
import { cosineOf } from "../../../../src/core/vectors/wordVectors.ts";
import { readItems } from "../../../../src/files/audit/items.ts";
import type { Features } from "../../../../src/files/audit/reworded/calibration.ts";
import { Judge } from "../../../../src/files/audit/reworded/judge.ts";
import { RewordedRanking } from "../../../../src/files/audit/reworded/ranking.ts";
import { wordsOf } from "../../words.ts";
import type { RewordedSet } from "./sets.ts";

/** The best document of an item, by some rule. */
export interface Scored {
  id: string;
  isIn: boolean;
  isRight: boolean;
  score: number;
  features?: Features;
}

/** What the audit says, and the encoder's cosine alone among the candidates that it read. */
export async function bySpolia(set: RewordedSet, encoder: Encoder, onProgress: (stage: string) => void) {
  const kernels = await loadKernels();
  const { distinct } = await readItems(kernels, set.items, []);
  const ranking = new RewordedRanking(kernels, distinct, encoder);
  const sources = new Map(set.items.map(({ id, source }) => [id, source]));
  for (const document of set.documents) ranking.add(document, new Set());
  await ranking.rank(undefined, (done, total) => onProgress(`${set.name}: ${done} of ${total} words encoded`));
  const judge = new Judge(encoder, ranking, undefined);
  const best = new Map<string, { whole: Scored; cosine: Scored }>();
  let [amongRead, done] = [0, 0];
  for (const window of ranking.windows) {
    const { id } = distinct[window.item]!;
    const source = sources.get(id)!;
    const judged = await judge.judge(window);
    const isSource = (one: (typeof judged)[number]) =>
      one.candidate.places.some(({ document }) => document.document === source);
    if (judged.some(isSource)) amongRead += 1;
    const scored = (one: (typeof judged)[number] | undefined, score: number): Scored => ({
      id,
      isIn: source !== null,
      isRight: one !== undefined && isSource(one),
      score,
      ...(one === undefined ? {} : { features: one.features }),
    });
    const nearest = [...judged].sort((x, y) => y.cosine - x.cosine)[0];
    const now = {
      whole: scored(judged[0], judged[0]?.confidence ?? 0),
      cosine: scored(nearest, nearest?.cosine ?? 0),
    };
    const known = best.get(id);
    const better = (one: Scored | undefined, other: Scored) =>
      one !== undefined && one.score >= other.score ? one : other;
    best.set(id, { whole: better(known?.whole, now.whole), cosine: better(known?.cosine, now.cosine) });
    done += 1;
    if (done % 100 === 0) onProgress(`${set.name}: ${done} of ${ranking.windows.length} judged`);
  }
  const all = [...best.values()];
  return { whole: all.map(({ whole }) => whole), cosine: all.map(({ cosine }) => cosine), amongRead };
}

/** The best document by a score of pairs. */
function byScore(set: RewordedSet, scoresOf: (item: number) => ArrayLike<number>): Scored[] {
  return set.items.map(({ id, source }, item) => {
    const scores = scoresOf(item);
    let best = 0;
    for (let i = 1; i < scores.length; i++) if (scores[i]! > scores[best]!) best = i;
    return { id, isIn: source !== null, isRight: set.documents[best]?.id === source, score: scores[best] ?? 0 };
  });
}

/** GPT-3, appendix C: any run of 13 words. */
export function byGrams(set: RewordedSet): Scored[] {
  const grams = (text: string) => {
    const { words } = wordsOf(text);
    return new Set(
      Array.from({ length: Math.max(0, words.length - 12) }, (_, at) => words.slice(at, at + 13).join(" ")),
    );
  };
  const documents = new Map<string, number[]>();
  for (const [i, { text }] of set.documents.entries())
    for (const gram of grams(text)) documents.set(gram, [...(documents.get(gram) ?? []), i]);
  return byScore(set, (item) => {
    const scores = new Uint8Array(set.documents.length);
    for (const gram of grams(set.items[item]!.text)) for (const i of documents.get(gram) ?? []) scores[i] = 1;
    return scores;
  });
}

/** Cosine of whole texts by weighted words. */
export function byWeightedWords(set: RewordedSet): Scored[] {
  const counts = (text: string) => {
    const words = new Map<string, number>();
    for (const word of wordsOf(text).words) words.set(word, (words.get(word) ?? 0) + 1);
    return words;
  };
  const documents = set.documents.map(({ text }) => counts(text));
  const frequency = new Map<string, number>();
  for (const words of documents) for (const word of words.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const weighted = (words: Map<string, number>) => {
    const values = [...words].map(
      ([word, count]) => [word, count * Math.log((1 + documents.length) / (1 + (frequency.get(word) ?? 0)))] as const,
    );
    const length = Math.hypot(...values.map(([, value]) => value)) || 1;
    return values.map(([word, value]) => [word, value / length] as const);
  };
  const index = new Map<string, [number, number][]>();
  for (const [i, words] of documents.entries())
    for (const [word, value] of weighted(words)) {
      const known = index.get(word);
      if (known === undefined) index.set(word, [[i, value]]);
      else known.push([i, value]);
    }
  return byScore(set, (item) => {
    const scores = new Float64Array(documents.length);
    for (const [word, value] of weighted(counts(set.items[item]!.text)))
      for (const [i, other] of index.get(word) ?? []) scores[i]! += value * other;
    return scores;
  });
}

/** Cosine of whole texts by an encoder, over all documents. */
export async function byCosine(
  set: RewordedSet,
  encoder: Encoder,
  onProgress: (stage: string) => void,
): Promise<Scored[]> {
  const encoded = async (texts: readonly string[]) => {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += 64) {
      vectors.push(...(await encoder.encode(texts.slice(at, at + 64))));
      if (at % 1024 === 0) onProgress(`${set.name}: ${at} of ${texts.length} encoded by ${encoder.name}`);
    }
    return vectors;
  };
  const items = await encoded(set.items.map(({ text }) => text));
  const documents = await encoded(set.documents.map(({ text }) => text));
  return byScore(set, (item) => documents.map((one) => cosineOf(one, items[item]!)));
}

/** Share of the items with a rewording whose right document stands above all but so many of those without. */
export function recallAt(scored: readonly Scored[], falseShare: number): { recall: number; allowed: number } {
  const without = scored.filter(({ isIn }) => !isIn).map(({ score }) => score);
  without.sort((x, y) => y - x);
  const allowed = Math.floor(falseShare * without.length);
  const threshold = without[allowed] ?? 0;
  const withOne = scored.filter(({ isIn }) => isIn);
  const found = withOne.filter(({ isRight, score }) => isRight && score > threshold);
  return { recall: found.length / withOne.length, allowed };
}
