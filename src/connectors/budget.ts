/**
 * How much may be asked: requests, exactly; tokens, by an estimate before and the host's own count after.
 *
 * A request is taken only where what was spent, what is under way and its own estimate fit. One that does not fit waits for those
 * under way, since they may cost less than estimated. So which questions are answered does not depend on who was faster, and more
 * than the budget is spent only where a host counts more tokens than were estimated.
 */
export interface BudgetLimits {
  /** Requests that may be sent, repeated ones included. */
  requests?: number | undefined;
  /** Tokens of prompts and answers. */
  tokens?: number | undefined;
}

/** What was sent so far. */
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

  /** Whether one more request of so many tokens may be sent. Who may, calls `settle` in any case. */
  take(estimate: number): Promise<boolean> {
    return new Promise((called) => {
      this.#waiting.push({ estimate, called });
      this.#serve();
    });
  }

  /** @param estimate as it was taken; @param tokens what it came to */
  settle(estimate: number, tokens: number): void {
    this.#underWay--;
    this.#estimated -= estimate;
    this.#spent.tokens += tokens;
    this.#serve();
  }

  /** Decides about those who wait, in the order they came, as far as that can be decided now. */
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

/** Tokens of English by the rule of four bytes each, of which a quarter is held in reserve. */
const BYTES_PER_TOKEN = 3;
/** What a conversation adds to its messages. */
const FRAME_TOKENS = 8;

/** Tokens that a body's texts have, about. */
export function estimatedTokens(texts: readonly string[]): number {
  const bytes = texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0);
  return Math.ceil(bytes / BYTES_PER_TOKEN) + FRAME_TOKENS;
}
