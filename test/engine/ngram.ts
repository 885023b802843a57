/**
 * A language model small enough to know all of it: the next word after three words, from counts, smoothed by how often words are. Tokens
 * are words with the space before them. Asked by scores it gives exact probabilities, asked to continue it draws from the same.
 */
import type {
  Continuation,
  ModelAnswer,
  ModelConnector,
  Sampling,
  ScoredText,
} from "../../src/base/contract/resources/model.ts";
import { RandomStream } from "../../src/core/kernels/numbers/random.ts";

const SMOOTHING = 0.5;
/** Words that the next one depends on. */
const CONTEXT = 3;

export class NgramModel {
  readonly words: string[];
  readonly #ids: Map<string, number>;
  readonly #unigram: Float64Array;
  readonly #after = new Map<string, Map<number, number>>();
  readonly #nexts = new Map<string, Next>();
  readonly #unseen: Next;

  /** @param texts with words of the vocabulary, apart by single spaces; a text that is there twice is learnt twice */
  constructor(vocabulary: readonly string[], texts: readonly string[]) {
    this.words = [...new Set(vocabulary)];
    this.#ids = new Map(this.words.map((word, id) => [word, id]));
    const counts = new Float64Array(this.words.length).fill(1);
    for (const text of texts) {
      const ids = this.#read(text);
      ids.forEach((id, i) => {
        counts[id]!++;
        if (i < CONTEXT) return;
        const context = ids.slice(i - CONTEXT, i).join(" ");
        const after = this.#after.get(context) ?? new Map<number, number>();
        this.#after.set(context, after.set(id, (after.get(id) ?? 0) + 1));
      });
    }
    const all = counts.reduce((sum, one) => sum + one, 0);
    this.#unigram = counts.map((count) => count / all);
    this.#unseen = new Next(this.#unigram, new Map());
  }

  #read(text: string): number[] {
    return text.split(" ").map((word) => this.#ids.get(word)!);
  }

  /** What may come after words; whatever stands after words that were never seen has one answer. */
  next(before: readonly number[]): Next {
    const context = before.length < CONTEXT ? "" : before.slice(-CONTEXT).join(" ");
    const known = this.#nexts.get(context);
    if (known !== undefined) return known;
    const after = this.#after.get(context);
    if (after === undefined) return this.#unseen;
    const next = new Next(this.#unigram, after);
    this.#nexts.set(context, next);
    return next;
  }

  score(text: string, gives: "rows" | "top" | "chosen", shown = 5): ScoredText {
    const ids = this.#read(text);
    const size = this.words.length;
    const nexts = ids.map((_, i) => this.next(ids.slice(Math.max(0, i - CONTEXT), i)));
    let end = 0;
    const tokens = ids.map((id, i) => {
      const start = end;
      end = start + this.words[id]!.length + (i === 0 ? 0 : 1);
      const { logs, order } = nexts[i]!;
      const top = order.slice(0, shown).map((at) => ({ token: ` ${this.words[at]!}`, logprob: logs[at]! }));
      return { start, end, logprob: i === 0 ? null : logs[id]!, ...(gives === "top" && { top }) };
    });
    if (gives !== "rows") return { tokens, vocabulary_size: gives === "top" ? size : null };
    const rows = new Float64Array(ids.length * size);
    for (const [i, { logs }] of nexts.entries()) {
      // Any constant may have been added to a row.
      rows.set(
        logs.map((value) => value + i),
        i * size,
      );
    }
    return { tokens, vocabulary_size: size, rows, ids: Uint32Array.from(ids) };
  }

  continuation(prefix: string, sampling: Sampling, random: RandomStream): Continuation {
    const ids = this.#read(prefix);
    const { length } = ids;
    while (ids.length < length + sampling.max_tokens) ids.push(drawn(this.next(ids), sampling, random));
    return {
      text: ids
        .slice(length)
        .map((id) => ` ${this.words[id]!}`)
        .join(""),
      finish: "length",
    };
  }
}

/** What may come next: each thing is worked out when it is first asked for, since most is asked of few contexts. */
class Next {
  readonly shares: Float64Array;
  #logs: Float64Array | undefined;
  #order: number[] | undefined;
  readonly #sums = new Map<string, Float64Array>();

  constructor(unigram: Float64Array, after: ReadonlyMap<number, number>) {
    const all = [...after.values()].reduce((sum, count) => sum + count, 0);
    this.shares = unigram.map((share) => (SMOOTHING * share) / (all + SMOOTHING));
    for (const [id, count] of after) this.shares[id] = (count + SMOOTHING * unigram[id]!) / (all + SMOOTHING);
  }

  get logs(): Float64Array {
    this.#logs ??= this.shares.map(Math.log);
    return this.#logs;
  }

  /** The likeliest first. */
  get order(): number[] {
    this.#order ??= Array.from(this.shares.keys()).sort((x, y) => this.shares[y]! - this.shares[x]!);
    return this.#order;
  }

  /** Weights of the words in their order, each added to those before it. */
  sums({ temperature, top_k }: Sampling): Float64Array {
    const key = `${temperature} ${top_k}`;
    const known = this.#sums.get(key);
    if (known !== undefined) return known;
    const sums = new Float64Array(Math.min(this.order.length, top_k ?? this.order.length));
    let sum = 0;
    for (let i = 0; i < sums.length; i++) {
      sum += this.shares[this.order[i]!]! ** (1 / temperature);
      sums[i] = sum;
    }
    this.#sums.set(key, sums);
    return sums;
  }
}

function drawn(next: Next, sampling: Sampling, random: RandomStream): number {
  if (sampling.temperature === 0) return next.order[0]!;
  const sums = next.sums(sampling);
  const draw = random.fraction() * sums.at(-1)!;
  let place = 0;
  while (place < sums.length - 1 && draw >= sums[place]!) place++;
  return next.order[place]!;
}

/** What may go wrong with it. */
export interface NgramOptions {
  scores?: ModelConnector["scores"];
  completes?: boolean;
  retrieval?: ModelConnector["retrieval"];
  /** Texts it answers to before its budget ends. */
  budget?: number;
  /** Changes an answer, by the number of the question. */
  spoil?: (answer: ModelAnswer<never>, question: number) => unknown;
}

export function connectorOf(model: NgramModel, options: NgramOptions = {}): ModelConnector & { asked: string[] } {
  const {
    scores = "chosen",
    completes = true,
    retrieval = "absent",
    budget = Infinity,
    spoil = (answer) => answer,
  } = options;
  const asked: string[] = [];
  const answer = <Answer>(text: string, give: () => Answer): ModelAnswer<Answer> => {
    const question = asked.push(text) - 1;
    if (question >= budget) return { status: "unanswered", reason: "budget", detail: "The budget is used up." };
    return spoil({ status: "answered", answer: give() } as ModelAnswer<never>, question) as ModelAnswer<Answer>;
  };
  return {
    ...{ name: "lab/ngram", scores, completes, retrieval, asked },
    logprobs: async (texts) =>
      texts.map((text) => answer(text, () => model.score(text, scores === "none" ? "chosen" : scores))),
    complete: async (prefixes, sampling) =>
      prefixes.map((prefix) =>
        answer(prefix, () => {
          const random = new RandomStream(`ngram ${sampling.seed ?? ""} ${sampling.temperature} ${prefix}`);
          return Array.from({ length: sampling.continuations }, () => model.continuation(prefix, sampling, random));
        }),
      ),
  };
}
