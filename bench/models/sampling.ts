/** Continuations of a prefix, drawn as model hosts draw them: temperature, then the `top_k` likeliest, then the `top_p` of these. */
import type { Continuation, Sampling } from "../../src/base/contract/resources/model.ts";
import { exp } from "../../src/core/kernels/numbers/exp.reference.ts";
import { RandomStream } from "../../src/core/kernels/numbers/random.ts";
import type { Network } from "./network.ts";
import { BOUNDARY, type Tokenizer } from "./tokenizer.ts";

/** What continuations are drawn from. */
interface Drawable {
  readonly network: Network;
  readonly tokenizer: Tokenizer;
}

/** As many as asked for, side by side; the seed, the prefix and its number name the chance of each. */
export function continuations(model: Drawable, prefix: string, sampling: Sampling): Continuation[] {
  const { context } = model.network.shape;
  const { ids } = model.tokenizer.encode(prefix);
  const head = [...Array<number>(context).fill(BOUNDARY), ...ids].slice(-context);
  const drawn: Drawn[] = Array.from({ length: sampling.continuations }, (_, i) => ({
    context: head,
    tokens: [],
    chance: new RandomStream(`continuation ${sampling.seed ?? 0} ${i} ${prefix}`),
    hasStopped: false,
  }));
  for (let start = 0; start < drawn.length; start += model.network.batch) {
    drawOn(model, drawn.slice(start, start + model.network.batch), sampling);
  }
  return drawn.map(({ tokens, hasStopped }) => ({
    text: model.tokenizer.decode(tokens).replace(/\p{Surrogate}/gu, "\ufffd"),
    finish: hasStopped ? "stop" : "length",
  }));
}

interface Drawn {
  context: number[];
  tokens: number[];
  chance: RandomStream;
  hasStopped: boolean;
}

/** Draws a token for each that has not stopped, again and again. */
function drawOn(model: Drawable, drawn: readonly Drawn[], sampling: Sampling): void {
  const { vocabulary } = model.network.shape;
  for (let length = 0; length < sampling.max_tokens; length++) {
    const running = drawn.filter(({ hasStopped }) => !hasStopped);
    if (running.length === 0) return;
    const scores = model.network.scores(Uint32Array.from(running.flatMap(({ context }) => context)));
    running.forEach((one, i) => {
      const token = draw(scores.subarray(i * vocabulary, (i + 1) * vocabulary), sampling, one.chance);
      if (token === BOUNDARY) one.hasStopped = true;
      else one.tokens.push(token);
      one.context = [...one.context.slice(1), token];
    });
  }
}

/** A token by its probability under the scheme. */
export function draw(scores: Float32Array, sampling: Sampling, chance: RandomStream): number {
  const { tokens, weights } = kept(scores, sampling);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = chance.fraction() * total;
  for (let i = 0; i < tokens.length; i++) {
    left -= weights[i]!;
    if (left < 0) return tokens[i]!;
  }
  return tokens.at(-1)!;
}

/** Tokens that may be drawn and what each weighs. Temperature 0 keeps the likeliest. */
function kept(
  scores: Float32Array,
  { temperature, top_k, top_p }: Sampling,
): { tokens: readonly number[]; weights: number[] } {
  const isWhole = temperature > 0 && top_k === undefined && top_p === undefined;
  const order = isWhole ? [...scores.keys()] : ranked(scores).slice(0, temperature > 0 ? top_k : 1);
  const greatest = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  const weights = order.map((token) => (temperature > 0 ? exp((scores[token]! - greatest) / temperature) : 1));
  if (top_p === undefined) return { tokens: order, weights };
  const wanted = top_p * weights.reduce((sum, weight) => sum + weight, 0);
  let [sum, count] = [0, 0];
  while (count < weights.length && (count === 0 || sum < wanted)) sum += weights[count++]!;
  return { tokens: order.slice(0, count), weights: weights.slice(0, count) };
}

/** Tokens from the likeliest down; of equally likely ones the lesser id first. */
export function ranked(scores: Float32Array | Float64Array): number[] {
  return [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
}
