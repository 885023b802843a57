/**
 * A language model small enough to know all of it: the next word after three words, from counts, smoothed by how often words are. Tokens
 * are words with the space before them. Asked by scores it gives exact probabilities, asked to continue it draws from the same.
 */
import type { Continuation, ModelAnswer, ModelConnector, Sampling, ScoredText } from "../../src/contract/model.ts";
import { RandomStream } from "../../src/kernels/numbers/random.ts";

const SMOOTHING = 0.5;
/** Words that the next one depends on. */
const CONTEXT = 3;

export class NgramModel {
  readonly words: string[];
  readonly #ids: Map<string, number>;
  readonly #unigram: Float64Array;
  readonly #after = new Map<string, Map<number, number>>();

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
  }

  #read(text: string): number[] {
    return text.split(" ").map((word) => this.#ids.get(word)!);
  }

  readonly #nexts = new Map<string, Next>();

  /** What may come after words, and what is often asked of it. */
  next(before: readonly number[]): Next {
    const context = before.length < CONTEXT ? "" : before.slice(-CONTEXT).join(" ");
    let next = this.#nexts.get(context);
    if (next === undefined) {
      next = nextOf(this.#unigram, this.#after.get(context));
      this.#nexts.set(context, next);
    }
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

interface Next {
  shares: Float64Array;
  logs: Float64Array;
  /** The likeliest first. */
  order: number[];
}

function nextOf(unigram: Float64Array, after: Map<number, number> | undefined): Next {
  const all = [...(after?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  const shares = unigram.map((share, id) => ((after?.get(id) ?? 0) + SMOOTHING * share) / (all + SMOOTHING));
  const order = Array.from(shares.keys()).sort((x, y) => shares[y]! - shares[x]!);
  return { shares, logs: shares.map(Math.log), order };
}

function drawn({ shares, order }: Next, { temperature, top_k }: Sampling, random: RandomStream): number {
  if (temperature === 0) return order[0]!;
  const kept = order.slice(0, top_k);
  const weights = kept.map((id) => shares[id]! ** (1 / temperature));
  const draw = random.fraction() * weights.reduce((sum, one) => sum + one, 0);
  let sum = 0;
  for (const [i, id] of kept.entries()) {
    sum += weights[i]!;
    if (draw < sum) return id;
  }
  return kept.at(-1)!;
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
  const { scores = "chosen", completes = true, retrieval = "absent", budget = Infinity, spoil = (answer) => answer } = options;
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
