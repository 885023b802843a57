/**
 * What is kept of a model: its scores of what the plan asks about. A file of one model, little-endian:
 *
 *   4 × u32   texts: documents, passages, canaries, orders
 *   f64       ln p of the lines in the committed order, then in each permutation
 *   u32       tokens of each document, passage, canary
 *   f32       of each document and passage ln p, means, variances, tops of its tokens; of each canary ln p of its tokens
 */
import type { Backend } from "./kernels.ts";
import type { TinyModel, TokenStatistics } from "./model.ts";
import type { Order, Plan } from "./plan.ts";
import type { Population } from "./population.ts";
import { trainModel } from "./train.ts";

export interface Observations {
  /** In the order of the plan. */
  documents: TokenStatistics[];
  passages: TokenStatistics[];
  /** ln p of the tokens of each. */
  canaries: Float32Array[];
  /** ln p of the lines in the committed order, then in each permutation. */
  order: Float64Array;
}

/** Reciters look further back: after four tokens of a passage of common words too much may follow. */
const RECITER_SHAPE = { context: 8 };

/** The model of a plan: the same weights whenever it is trained. */
export function modelOf(plan: Plan, { tokenizer }: Population, backend: Backend): TinyModel {
  const { kind, seed, epochs, training } = plan;
  const shape = kind === "reciter" ? RECITER_SHAPE : {};
  return trainModel({ texts: training, seed: `${kind} ${seed}`, epochs, backend, tokenizer, shape });
}

export function observe(model: TinyModel, { documents, passages, canaries, order }: Plan): Observations {
  const ids = (text: string) => model.tokenizer.encode(text).ids;
  return {
    documents: documents.map(({ text }) => model.statistics(ids(text))),
    passages: passages.map(({ text }) => model.statistics(ids(text))),
    canaries: canaries.map(({ text }) => model.logprobs(ids(text))),
    order: Float64Array.from(ordersOf(order), (text) => sum(model.logprobs(ids(text)))),
  };
}

/** The lines in the committed order, then in each permutation. */
function ordersOf({ text, items, permutations }: Order): string[] {
  return [text, ...permutations.map((permutation) => permutation.map((i) => items[i]!).join("\n"))];
}

const sum = (values: Float32Array): number => values.reduce((total, value) => total + value, 0);

const STATISTICS = ["logprobs", "means", "variances", "tops"] as const;

export function packed({ documents, passages, canaries, order }: Observations): Uint8Array {
  const full = [...documents, ...passages];
  const lengths = [...full.map(({ logprobs }) => logprobs), ...canaries].map(({ length }) => length);
  const parts = [
    Uint32Array.of(documents.length, passages.length, canaries.length, order.length),
    ...[order, Uint32Array.from(lengths)],
    ...full.flatMap((statistics) => STATISTICS.map((name) => statistics[name])),
    ...canaries,
  ];
  return Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
}

export function unpacked(bytes: Uint8Array): Observations {
  const whole = Uint8Array.from(bytes).buffer;
  const [documents, passages, canaries, orders] = new Uint32Array(whole, 0, 4) as unknown as [
    number,
    number,
    number,
    number,
  ];
  const order = new Float64Array(whole, 16, orders);
  const lengths = new Uint32Array(whole, 16 + 8 * orders, documents + passages + canaries);
  let at = lengths.byteOffset + lengths.byteLength;
  const take = (length: number): Float32Array => {
    at += 4 * length;
    return new Float32Array(whole, at - 4 * length, length);
  };
  const statistics = (length: number): TokenStatistics => ({
    logprobs: take(length),
    means: take(length),
    variances: take(length),
    tops: take(length),
  });
  const [first, second] = [documents, documents + passages];
  return {
    documents: [...lengths.subarray(0, first)].map(statistics),
    passages: [...lengths.subarray(first, second)].map(statistics),
    canaries: [...lengths.subarray(second)].map(take),
    order,
  };
}
