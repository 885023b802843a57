/**
 * A language model of one hidden layer (Bengio, Ducharme, Vincent and Jauvin, JMLR 3, 2003): the embeddings of the last few tokens,
 * side by side, through rectified units to a score of every token.
 *
 *   ids ─gather─▶ inputs ─× W1 + b1─▶ hidden ─rectify─▶ hidden ─× W2 + b2─▶ scores
 *   batch × context  × (context · embedding)  × hidden                  × vocabulary
 *
 * All weights stand in one array, in the order embeddings, W1, b1, W2, b2, so that a step of Adam is one call.
 */
import { RandomStream } from "../../src/core/kernels/numbers/random.ts";
import type { Backend, ModelKernels } from "./kernels.ts";

export interface Shape {
  /** Tokens, a multiple of 8. */
  vocabulary: number;
  /** Tokens that the next one is told from. */
  context: number;
  /** Numbers that stand for a token, a multiple of 8. */
  embedding: number;
  /** Hidden units, a multiple of 8. */
  hidden: number;
}

const BETAS = [0.9, 0.999] as const;

export class Network {
  readonly shape: Shape;
  /** Most contexts that one call takes. */
  readonly batch: number;
  readonly weights: Float32Array;
  readonly #kernels: ModelKernels;
  readonly #parts: Parts;
  readonly #gradients: { all: Float32Array; parts: Parts };
  readonly #means: Float32Array;
  readonly #squares: Float32Array;
  readonly #one: Float32Array;
  readonly #zeros: Float32Array;
  readonly #transposed: Float32Array;
  readonly #rows: Rows;
  readonly #powers = [1, 1];

  /** @param seed names the initial weights */
  constructor(shape: Shape, batch: number, seed: string, backend: Backend) {
    this.shape = shape;
    this.batch = batch;
    const widths = Object.values(partLengths(shape));
    const count = widths.reduce((sum, width) => sum + width, 0);
    const inputs = shape.context * shape.embedding;
    const transposed = Math.max(shape.hidden * shape.vocabulary, inputs * shape.hidden);
    const zeros = Math.max(shape.vocabulary, shape.hidden, inputs);
    const perRow = shape.context + 1 + 2 * inputs + 2 * shape.hidden + shape.vocabulary;
    const { kernels, buffer, baseBytes } = backend(4 * (4 * count + 8 + transposed + zeros + batch * perRow));
    let at = baseBytes;
    const take = (length: number): Float32Array => {
      at += 4 * length;
      return new Float32Array(buffer, at - 4 * length, length);
    };
    this.#kernels = kernels;
    [this.weights, this.#means, this.#squares] = [take(count), take(count), take(count)];
    this.#parts = partsOf(this.weights, shape);
    const gradients = take(count);
    this.#gradients = { all: gradients, parts: partsOf(gradients, shape) };
    this.#one = take(8).fill(1);
    [this.#zeros, this.#transposed] = [take(zeros), take(transposed)];
    this.#rows = {
      ...{ inputs: take(batch * inputs), hidden: take(batch * shape.hidden), scores: take(batch * shape.vocabulary) },
      ...{ inputGradients: take(batch * inputs), hiddenGradients: take(batch * shape.hidden) },
      ids: asIds(take(batch * shape.context)),
      targets: asIds(take(batch)),
    };
    this.#begin(seed);
  }

  /** Small weights, each as likely within its bounds (He et al., ICCV 2015, for rectified units); biases 0. */
  #begin(seed: string): void {
    const chance = new RandomStream(`tiny model ${seed}`);
    const { context, embedding, hidden } = this.shape;
    const fill = (part: Float32Array, bound: number) => {
      for (let i = 0; i < part.length; i++) part[i] = bound * (chance.next() / 0x8000_0000 - 1);
    };
    fill(this.#parts.embeddings, 1);
    fill(this.#parts.first, Math.sqrt(6 / (context * embedding)));
    fill(this.#parts.second, Math.sqrt(1 / hidden));
  }

  /**
   * Scores of every token after each context, `vocabulary` numbers a context: a view that the next call writes over.
   *
   * @param contexts `context` tokens each, at most `batch` contexts
   */
  scores(contexts: Uint32Array): Float32Array {
    const { context, embedding, hidden, vocabulary } = this.shape;
    const rows = contexts.length / context;
    const width = context * embedding;
    const { ids, inputs, hidden: units, scores } = this.#rows;
    const kernels = this.#kernels;
    ids.set(contexts);
    const [inputRows, hiddenRows] = [inputs.subarray(0, rows * width), units.subarray(0, rows * hidden)];
    kernels.gather(ids.subarray(0, contexts.length), this.#parts.embeddings, embedding, inputRows);
    const first = { rows, inner: width, columns: hidden };
    kernels.multiply(inputRows, { row: width, step: 1 }, this.#parts.first, this.#parts.firstBias, hiddenRows, first);
    kernels.rectify(hiddenRows);
    const second = { rows, inner: hidden, columns: vocabulary };
    kernels.multiply(hiddenRows, { row: hidden, step: 1 }, this.#parts.second, this.#parts.secondBias, scores, second);
    return scores.subarray(0, rows * vocabulary);
  }

  /** One step of Adam on the mean loss of predicting `targets` after `contexts`; returns that loss, before the step, in nats. */
  learn(contexts: Uint32Array, targets: Uint32Array, rate: number): number {
    const rows = targets.length;
    const scores = this.scores(contexts);
    this.#rows.targets.set(targets);
    const loss = this.#kernels.crossEntropy(scores, this.#rows.targets.subarray(0, rows), 1 / rows);
    this.#backwards(scores, rows);
    const { all } = this.#gradients;
    this.#powers[0]! *= BETAS[0];
    this.#powers[1]! *= BETAS[1];
    const step = (rate * Math.sqrt(1 - this.#powers[1]!)) / (1 - this.#powers[0]!);
    this.#kernels.adam(this.weights, this.#means, this.#squares, all, step);
    return loss / rows;
  }

  /** Gradients of all weights from those of the scores. */
  #backwards(scores: Float32Array, rows: number): void {
    const { context, embedding, hidden, vocabulary } = this.shape;
    const width = context * embedding;
    const { ids, inputs, hidden: units, inputGradients, hiddenGradients } = this.#rows;
    const [kernels, zeros, gradients] = [this.#kernels, this.#zeros, this.#gradients.parts];
    const [hiddenRows, inputRows] = [
      hiddenGradients.subarray(0, rows * hidden),
      inputGradients.subarray(0, rows * width),
    ];

    const ofSecond = { rows: hidden, inner: rows, columns: vocabulary };
    kernels.multiply(units, { row: 1, step: hidden }, scores, zeros, gradients.second, ofSecond);
    this.#columnSums(scores, rows, vocabulary, gradients.secondBias);
    const toHidden = { rows, inner: vocabulary, columns: hidden };
    const second = this.#asColumns(this.#parts.second, vocabulary);
    kernels.multiply(scores, { row: vocabulary, step: 1 }, second, zeros, hiddenRows, toHidden);
    kernels.rectifyBack(units.subarray(0, rows * hidden), hiddenRows);

    const ofFirst = { rows: width, inner: rows, columns: hidden };
    kernels.multiply(inputs, { row: 1, step: width }, hiddenRows, zeros, gradients.first, ofFirst);
    this.#columnSums(hiddenRows, rows, hidden, gradients.firstBias);
    const toInputs = { rows, inner: hidden, columns: width };
    const first = this.#asColumns(this.#parts.first, hidden);
    kernels.multiply(hiddenRows, { row: hidden, step: 1 }, first, zeros, inputRows, toInputs);

    gradients.embeddings.fill(0);
    kernels.scatter(ids.subarray(0, rows * context), inputRows, embedding, gradients.embeddings);
  }

  /** A row of ones times the matrix. */
  #columnSums(matrix: Float32Array, rows: number, columns: number, sums: Float32Array): void {
    this.#kernels.multiply(this.#one, { row: 0, step: 0 }, matrix, this.#zeros, sums, {
      rows: 1,
      inner: rows,
      columns,
    });
  }

  #asColumns(matrix: Float32Array, columns: number): Float32Array {
    const out = this.#transposed.subarray(0, matrix.length);
    this.#kernels.transpose(matrix, columns, out);
    return out;
  }
}

interface Parts {
  embeddings: Float32Array;
  first: Float32Array;
  firstBias: Float32Array;
  second: Float32Array;
  secondBias: Float32Array;
}

interface Rows {
  ids: Uint32Array;
  targets: Uint32Array;
  inputs: Float32Array;
  hidden: Float32Array;
  scores: Float32Array;
  inputGradients: Float32Array;
  hiddenGradients: Float32Array;
}

function partLengths({ vocabulary, context, embedding, hidden }: Shape): { [Part in keyof Parts]: number } {
  return {
    embeddings: vocabulary * embedding,
    first: context * embedding * hidden,
    firstBias: hidden,
    second: hidden * vocabulary,
    secondBias: vocabulary,
  };
}

function partsOf(all: Float32Array, shape: Shape): Parts {
  let at = 0;
  const part = (length: number): Float32Array => {
    at += length;
    return all.subarray(at - length, at);
  };
  const lengths = partLengths(shape);
  return {
    embeddings: part(lengths.embeddings),
    first: part(lengths.first),
    firstBias: part(lengths.firstBias),
    second: part(lengths.second),
    secondBias: part(lengths.secondBias),
  };
}

const asIds = (array: Float32Array): Uint32Array => new Uint32Array(array.buffer, array.byteOffset, array.length);
