/**
 * The budget of a model: requests are counted exactly; tokens are estimated before a request and counted by the host
 * after it.
 *
 * A request is admitted only if the spent tokens, the requests in flight and its own estimate fit the budget. A request
 * that does not fit waits for those in flight, which may cost less than estimated. So the set of answered queries does
 * not depend on timing, and the budget is exceeded only if a host counts more tokens than estimated.
 */
export interface BudgetLimits {
  /** Requests that may be sent, repeated ones included. */
  requests?: number | undefined;
  /** Tokens of prompts and answers. */
  tokens?: number | undefined;
}

/** Requests and tokens spent so far. */
export interface Spent {
  requests: number;
  tokens: number;
}

export class Budget {
  readonly #limits: Required<{ requests: number; tokens: number }>;
  readonly #spent: Spent = { requests: 0, tokens: 0 };
  readonly #waiting: { estimate: number; called: (isTaken: boolean) => void }[] = [];
  #underWay = 0;
  #estimated = 0;

  constructor({ requests = Number.POSITIVE_INFINITY, tokens = Number.POSITIVE_INFINITY }: BudgetLimits = {}) {
    this.#limits = { requests, tokens };
  }

  get spent(): Spent {
    return { ...this.#spent };
  }

  /** Whether one more request of so many tokens may be sent. If so, the caller must call `settle` in any case. */
  take(estimate: number): Promise<boolean> {
    return new Promise((called) => {
      this.#waiting.push({ estimate, called });
      this.#serve();
    });
  }

  /** @param estimate the argument of `take`; @param tokens the tokens counted afterwards */
  settle(estimate: number, tokens: number): void {
    this.#underWay--;
    this.#estimated -= estimate;
    this.#spent.tokens += tokens;
    this.#serve();
  }

  /** Admits or refuses waiting requests in their order, as far as the decision is already possible. */
  #serve(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const fits = this.#spent.tokens + this.#estimated + first.estimate <= this.#limits.tokens;
      const isTaken = fits && this.#spent.requests < this.#limits.requests;
      if (!fits && this.#underWay > 0) return;
      this.#waiting.shift();
      if (isTaken) {
        this.#underWay++;
        this.#estimated += first.estimate;
        this.#spent.requests++;
      }
      first.called(isTaken);
    }
  }
}

/** Bytes per token: four for English, minus a reserve of a quarter. */
const BYTES_PER_TOKEN = 3;
/** Tokens that a conversation adds to its messages. */
const FRAME_TOKENS = 8;

/** Estimated tokens of the texts in a body. */
export function estimatedTokens(texts: readonly string[]): number {
  const bytes = texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0);
  return Math.ceil(bytes / BYTES_PER_TOKEN) + FRAME_TOKENS;
}
