/**
 * A real language model, small enough to be looked through: trigrams of words and bytes with Dirichlet smoothing, so that every
 * distribution sums to one and every text can be scored. Trained in milliseconds on any text.
 */
import type {
  Continuation,
  ModelConnector,
  Sampling,
  ScoredText,
  TokenScore,
} from "../../../src/base/contract/resources/model.ts";
import { RandomStream } from "../../../src/core/kernels/numbers/random.ts";

const BYTES = 256;
const TOP_MAX = 50;
/** Weight of the shorter context, in observations. */
const SMOOTHING = 2;
const BEGINNING = -1;

export interface NgramModel extends ModelConnector {
  readonly vocabularySize: number;
  /** p of each token of the vocabulary after these two. */
  distribution(before: readonly [number, number]): Float64Array;
  tokensOf(text: string): number[];
}

export function trainNgram(text: string, { name = "test/ngram", words = 300 } = {}): NgramModel {
  const vocabulary = vocabularyOf(text, words);
  const ids = new Map(vocabulary.map((token, id) => [token, id] as const));
  const size = BYTES + vocabulary.length;
  const counts = new Map<string, Map<number, number>>();

  const tokensOf = (of: string): number[] =>
    piecesOf(of).flatMap((piece) => {
      const id = ids.get(piece);
      return id === undefined ? [...new TextEncoder().encode(piece)] : [BYTES + id];
    });
  const note = (context: string, token: number) => {
    const own = counts.get(context) ?? new Map<number, number>();
    counts.set(context, own.set(token, (own.get(token) ?? 0) + 1));
  };
  const trained = tokensOf(text);
  trained.forEach((token, i) => {
    const [first, second] = contextAt(trained, i);
    for (const context of ["", `${second}`, `${first} ${second}`]) note(context, token);
  });

  const known = new Map<string, Float64Array>();
  const distributionOf = (context: string, shorter: Float64Array): Float64Array => {
    const cached = known.get(context);
    if (cached !== undefined) return cached;
    const own = counts.get(context);
    const total = own === undefined ? 0 : [...own.values()].reduce((sum, count) => sum + count, 0);
    const p = shorter.map((q) => (q * SMOOTHING) / (total + SMOOTHING));
    for (const [token, count] of own ?? []) p[token]! += count / (total + SMOOTHING);
    known.set(context, p);
    return p;
  };
  const distribution = ([first, second]: readonly [number, number]): Float64Array => {
    const one = distributionOf("", new Float64Array(size).fill(1 / size));
    return distributionOf(`${first} ${second}`, distributionOf(`${second}`, one));
  };
  const nameOf = (token: number) => (token < BYTES ? nameOfByte(token) : vocabulary[token - BYTES]!);

  function score(of: string): ScoredText {
    const own = tokensOf(of);
    const ends = endsOf(of, own, (token) => (token < BYTES ? 1 : new TextEncoder().encode(nameOf(token)).length));
    const rows = new Float64Array(own.length * size);
    const tokens = own.map((token, i): TokenScore => {
      const p = distribution(contextAt(own, i));
      rows.set(logarithms(p), i * size);
      const top = likeliest(p)
        .slice(0, TOP_MAX)
        .map((id) => ({ token: nameOf(id), logprob: Math.log(p[id]!) }));
      return { start: ends[i - 1] ?? 0, end: ends[i]!, logprob: Math.log(p[token]!), top };
    });
    return { tokens, vocabulary_size: size, rows, ids: Uint32Array.from(own) };
  }

  function continued(prefix: string, sampling: Sampling, draw: number): Continuation {
    const chance = new RandomStream(`${sampling.seed ?? 0}:${draw}:${prefix}`);
    const own = tokensOf(prefix);
    for (let i = 0; i < sampling.max_tokens; i++)
      own.push(drawn(distribution(contextAt(own, own.length)), sampling, chance));
    const bytes = own.slice(tokensOf(prefix).length).flatMap((token) => {
      return token < BYTES ? [token] : [...new TextEncoder().encode(nameOf(token))];
    });
    return { text: new TextDecoder().decode(Uint8Array.from(bytes)), finish: "length" };
  }

  return {
    ...{ name, scores: "rows", completes: true, retrieval: "absent", vocabularySize: size, distribution, tokensOf },
    logprobs: async (texts) => texts.map((one) => ({ status: "answered", answer: score(one) })),
    complete: async (prefixes, sampling) =>
      prefixes.map((prefix) => ({
        status: "answered",
        answer: Array.from({ length: sampling.continuations }, (_, draw) => continued(prefix, sampling, draw)),
      })),
  };
}

/** The commonest pieces; what is not among them is spelled in bytes. */
function vocabularyOf(text: string, words: number): string[] {
  const counts = new Map<string, number>();
  for (const piece of piecesOf(text).filter((piece) => piece.length > 1))
    counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const byCount = [...counts].sort(([left, n], [right, m]) => m - n || (left < right ? -1 : 1));
  return byCount.slice(0, words).map(([piece]) => piece);
}

/** Words with the space before them, and whatever else, piece by piece. */
function piecesOf(text: string): string[] {
  return text.match(/ ?[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu) ?? [];
}

function contextAt(tokens: readonly number[], i: number): [number, number] {
  return [tokens[i - 2] ?? BEGINNING, tokens[i - 1] ?? BEGINNING];
}

/** Of a character in several bytes, the first has the whole range: what comes after begins behind it. */
function endsOf(text: string, tokens: readonly number[], lengthOf: (token: number) => number): number[] {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  let units = 0;
  return tokens.map((token) => {
    for (const end = at + lengthOf(token); at < end; at++) {
      units += (bytes[at]! & 0xc0) === 0x80 ? 0 : bytes[at]! >= 0xf0 ? 2 : 1;
    }
    return units;
  });
}

function nameOfByte(byte: number): string {
  return byte < 0x80 ? String.fromCharCode(byte) : `<0x${byte.toString(16)}>`;
}

/** Of each distribution once: a context is asked for again and again. */
function rememberedOf<Value>(make: (p: Float64Array) => Value): (p: Float64Array) => Value {
  const made = new WeakMap<Float64Array, Value>();
  return (p) => {
    const value = made.get(p) ?? make(p);
    made.set(p, value);
    return value;
  };
}

const logarithms = rememberedOf((p) => p.map(Math.log));
/** All tokens, the likeliest first. */
const likeliest = rememberedOf((p) => Array.from(p.keys()).sort((left, right) => p[right]! - p[left]! || left - right));

function drawn(p: Float64Array, { temperature, top_k = p.length }: Sampling, chance: RandomStream): number {
  const order = likeliest(p).slice(0, top_k);
  if (temperature === 0) return order[0]!;
  const weights = order.map((id) => p[id]! ** (1 / temperature));
  let left = chance.fraction() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [i, id] of order.entries()) {
    left -= weights[i]!;
    if (left < 0) return id;
  }
  return order.at(-1)!;
}
