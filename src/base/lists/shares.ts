/**
 * Something bounded, such as places or bytes, that holders share. A holder may hold as much as stays free: one greedy
 * holder gets half, two get a third each, and there is always something left for the next one (dynamic thresholds:
 * Choudhury and Hahne, IEEE/ACM Transactions on Networking 6 (1998) 130).
 */
import { throwIfAborted } from "../errors.ts";

interface WaitingHolder {
  readonly holder: string;
  readonly amount: number;
  readonly granted: () => void;
}

export class Shares {
  readonly #total: number;
  readonly #mostEach: number;
  readonly #held = new Map<string, number>();
  #waiting: WaitingHolder[] = [];
  #free: number;

  /** @param mostEach of one holder, who may hold one larger amount all the same */
  constructor(total: number, mostEach = total) {
    this.#total = total;
    this.#mostEach = mostEach;
    this.#free = total;
  }

  /** How much is held in total. */
  get held(): number {
    return this.#total - this.#free;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** @returns whether the holder got it; `give` has to follow */
  take(holder: string, amount = 1): boolean {
    if (this.#waiting.length > 0 || !this.#fits(holder, amount)) return false;
    this.#grant(holder, amount);
    return true;
  }

  /**
   * Adds to what the holder has, past those who wait and past the most of one holder: it cannot end without it.
   *
   * @returns whether the holder got it
   */
  grow(holder: string, amount: number): boolean {
    if (!this.#leavesEnough(holder, amount)) return false;
    this.#grant(holder, amount);
    return true;
  }

  /**
   * Waits until the holder gets it. Who holds least comes first. `give` has to follow, unless the signal ended the
   * wait.
   *
   * @throws aborted
   */
  async wait(holder: string, amount: number, signal: AbortSignal): Promise<void> {
    if (amount > this.#total) throw new RangeError("More than there is.");
    throwIfAborted(signal);
    if (this.take(holder, amount)) return;
    let isGranted = false;
    await new Promise<void>((resolve) => {
      const end = () => {
        signal.removeEventListener("abort", end);
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        resolve();
      };
      const granted = () => {
        isGranted = true;
        end();
      };
      const waiting = { holder, amount, granted };
      this.#waiting.push(waiting);
      signal.addEventListener("abort", end, { once: true });
      this.#serve();
    });
    if (isGranted) return;
    this.#serve();
    throwIfAborted(signal);
  }

  give(holder: string, amount = 1): void {
    const left = this.#heldBy(holder) - amount;
    if (left > 0) this.#held.set(holder, left);
    else this.#held.delete(holder);
    this.#free += amount;
    this.#serve();
  }

  #serve(): void {
    for (;;) {
      const order = this.#waiting.toSorted((a, b) => this.#heldBy(a.holder) - this.#heldBy(b.holder));
      // One that waits for others, and not for itself, is not overtaken: else a large amount would never be free.
      const next = order.find(({ holder, amount }) => this.#heldBy(holder) === 0 || this.#fits(holder, amount));
      if (next === undefined || !this.#fits(next.holder, next.amount)) return;
      this.#grant(next.holder, next.amount);
      next.granted();
    }
  }

  #grant(holder: string, amount: number): void {
    this.#held.set(holder, this.#heldBy(holder) + amount);
    this.#free -= amount;
  }

  #fits(holder: string, amount: number): boolean {
    const held = this.#heldBy(holder);
    return (held === 0 || held + amount <= this.#mostEach) && this.#leavesEnough(holder, amount);
  }

  #leavesEnough(holder: string, amount: number): boolean {
    return this.#heldBy(holder) + amount <= this.#free;
  }

  #heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }
}
