/** What pairs of many texts share: measured in this thread, or by others in the order of the pairs. */
import { throwIfAborted } from "../../base/errors.ts";
import { inOrder } from "../../base/queues/inOrder.ts";
import { breathing } from "../../base/queues/yieldToEvents.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { loadKernels } from "../../core/kernels/load.ts";
import { shinglesOfTexts } from "../../core/uncounted/given.ts";
import type { Readers } from "../steps/content.ts";
import type { PairComparer, PairFinding, PairsWork, TextPair } from "../steps/context.ts";
import { type ComparedSide, measuresOf, readSide, sharedInAnySpelling } from "./sides.ts";

/** Words of an order, and its pairs: enough that sending them costs little. */
const ORDER_WORDS = 200_000;
const ORDER_PAIRS = 256;
/** Words of pairs that take as long as threads take to start and to read the texts. */
const ALONE_WORDS_MAX = 6_000_000;
/** UTF-16 units of texts that each thread may read anew: it keeps some 20 bytes for each. */
const THREADS_UNITS_MAX = 16_000_000;
const WORDS_A_BREATH = 100_000;

/** Whether threads are worth their start and their memory, by the texts alone. */
export function areForThreads({ texts }: PairsWork, pairs: readonly TextPair[], sides: readonly ComparedSide[]) {
  const units = texts.reduce((sum, { content = "" }) => sum + content.length, 0);
  return units <= THREADS_UNITS_MAX && pairs.reduce((sum, pair) => sum + wordsOf(pair, sides), 0) > ALONE_WORDS_MAX;
}

const wordsOf = ([one, other]: TextPair, sides: readonly ComparedSide[]): number =>
  sides[one]!.whole.lengthWords + sides[other]!.whole.lengthWords;

function measurePair(kernels: Kernels, a: ComparedSide, b: ComparedSide, isRespelled: boolean): PairFinding {
  const { spelling, found: shared } = sharedInAnySpelling(kernels, a, b, isRespelled);
  const { relation } = shared.relations;
  const isBounded = shared.common!.bounded;
  if (relation === "unrelated" || relation === "insufficient_evidence") return { found: null, isBounded };
  return { found: { relation, ...(spelling !== null && { spelling }), ...measuresOf(shared) }, isBounded };
}

/** Measures the pairs, in their order. */
export async function* measuredHere(
  kernels: Kernels,
  pairs: readonly TextPair[],
  sides: readonly ComparedSide[],
  isRespelled: boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<PairFinding> {
  const breathe = breathing(WORDS_A_BREATH, signal);
  for (const pair of pairs) {
    yield measurePair(kernels, sides[pair[0]]!, sides[pair[1]]!, isRespelled);
    await breathe(wordsOf(pair, sides));
  }
}

/** Has them measured, in the same order. */
export async function* measuredBy(
  comparer: PairComparer,
  pairs: readonly TextPair[],
  sides: readonly ComparedSide[],
  signal: AbortSignal | undefined,
): AsyncGenerator<PairFinding> {
  try {
    const orders = ordersOf(pairs, sides);
    for await (const all of inOrder(comparer.lanes, orders, (order) => comparer.compare(order, signal))) {
      throwIfAborted(signal);
      yield* all;
    }
  } finally {
    await comparer.close();
  }
}

function* ordersOf(pairs: readonly TextPair[], sides: readonly ComparedSide[]): Generator<TextPair[]> {
  let [order, words]: [TextPair[], number] = [[], 0];
  for (const pair of pairs) {
    order.push(pair);
    words += wordsOf(pair, sides);
    if (words < ORDER_WORDS && order.length < ORDER_PAIRS) continue;
    yield order;
    [order, words] = [[], 0];
  }
  if (order.length > 0) yield order;
}

/** Runs in a thread: measures orders of pairs of these texts, each of which is read when it is first needed. */
export async function openPairs(
  { texts, ignore }: PairsWork,
  readers: Readers,
): Promise<(pairs: readonly TextPair[], signal: AbortSignal) => PairFinding[]> {
  const kernels = await loadKernels();
  const given = ignore.length === 0 ? null : shinglesOfTexts(kernels, ignore);
  const sides: ComparedSide[] = [];
  const sideOf = (text: number): ComparedSide => {
    sides[text] ??= readSide({ kernels, readers }, texts[text]!, given);
    return sides[text];
  };
  return (pairs, signal) =>
    pairs.map(([one, other]) => {
      throwIfAborted(signal);
      return measurePair(kernels, sideOf(one), sideOf(other), given === null);
    });
}
