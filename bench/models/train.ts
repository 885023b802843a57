/** Training: texts become contexts and next tokens, shuffled anew in each epoch, and are learnt from in batches. */
import { RandomStream } from "../../src/core/kernels/numbers/random.ts";
import type { Backend } from "./kernels.ts";
import { TinyModel } from "./model.ts";
import { Network, type Shape } from "./network.ts";
import { BOUNDARY, Tokenizer } from "./tokenizer.ts";

export interface Training {
  /** Texts to learn, a text as often as it stands here. */
  texts: readonly string[];
  /** Names the initial weights and the order of learning. */
  seed: string;
  epochs: number;
  backend: Backend;
  /** Learnt from the texts, 256 tokens, where absent. */
  tokenizer?: Tokenizer;
  shape?: Partial<Omit<Shape, "vocabulary">>;
  /** Examples a step. */
  batch?: number;
  /** Of Adam. */
  rate?: number;
}

/** By measurement (README): half the size of the models of methods.md, section 6.6, E5, and a fifth of their time. */
const SHAPE: Omit<Shape, "vocabulary"> = { context: 4, embedding: 16, hidden: 64 };
const [VOCABULARY, BATCH, RATE] = [256, 128, 3e-3];

/** Trains a model; the same training gives the same weights on every machine and backend. */
export function trainModel({ texts, seed, epochs, backend, batch = BATCH, rate = RATE, ...rest }: Training): TinyModel {
  const tokenizer = rest.tokenizer ?? Tokenizer.learnt(texts, VOCABULARY);
  const shape = { ...SHAPE, ...rest.shape, vocabulary: tokenizer.size };
  const network = new Network(shape, batch, seed, backend);
  const examples = examplesOf(texts, tokenizer, shape.context);
  const chance = new RandomStream(`order of learning ${seed}`);
  const losses: number[] = [];
  for (let epoch = 0; epoch < epochs; epoch++) {
    chance.shuffle(examples.ends);
    losses.push(learnAll(network, examples, rate));
  }
  return new TinyModel(network, tokenizer, losses);
}

/** All tokens of all texts behind each other; an example is the place of a token that is to be told from those before it. */
interface Examples {
  tokens: Uint32Array;
  ends: Uint32Array;
}

/** Each text stands behind as many boundaries as a context has tokens, and before one that is learnt too. */
function examplesOf(texts: readonly string[], tokenizer: Tokenizer, context: number): Examples {
  const [tokens, ends]: [number[], number[]] = [[], []];
  for (const text of texts) {
    for (let i = 0; i < context; i++) tokens.push(BOUNDARY);
    for (const id of [...tokenizer.encode(text).ids, BOUNDARY]) {
      ends.push(tokens.length);
      tokens.push(id);
    }
  }
  return { tokens: Uint32Array.from(tokens), ends: Uint32Array.from(ends) };
}

/** Learns every example once and returns the mean loss, in nats. */
function learnAll(network: Network, { tokens, ends }: Examples, rate: number): number {
  const { context } = network.shape;
  const [contexts, targets] = [new Uint32Array(network.batch * context), new Uint32Array(network.batch)];
  let sum = 0;
  for (let start = 0; start < ends.length; start += network.batch) {
    const some = ends.subarray(start, start + network.batch);
    some.forEach((end, i) => {
      targets[i] = tokens[end]!;
      for (let k = 0; k < context; k++) contexts[i * context + k] = tokens[end - context + k]!;
    });
    const loss = network.learn(contexts.subarray(0, some.length * context), targets.subarray(0, some.length), rate);
    sum += loss * some.length;
  }
  return ends.length === 0 ? 0 : sum / ends.length;
}
