/**
 * Limits what strangers ask: requests that no account pays for, by the address of their client. Public documents, paths
 * that do not exist and keys that are not valid count; a request with a valid key does not, whatever its address.
 */

import { Shares } from "../../../base/lists/shares.ts";
import { wait } from "../../../base/queues/within.ts";
import { BurstLimit } from "../../accounts/burst.ts";
import { HttpError } from "../answer/httpError.ts";
import { KEYLESS_BURST_SECONDS, KEYLESS_PAUSE_MS, KEYLESS_PAUSED_MAX } from "../request/limits.ts";
import { type Client, oneClient } from "../serve/forwarded.ts";

export class KeylessLimit {
  readonly #perSecond: number;
  readonly #bursts = new BurstLimit();
  readonly #paused = new Shares(KEYLESS_PAUSED_MAX);

  /** @param perSecond requests of one address; 0 for any number */
  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /**
   * Counts one request. A host that does not know addresses has no limit.
   *
   * @throws rate_limited, after a pause
   */
  async admit({ address }: Client, signal: AbortSignal): Promise<void> {
    if (await this.#isWithin(address, signal)) return;
    throw new HttpError("rate_limited", "Too many requests without a key come from this address.", {
      hint: "Ask less often, or send a key.",
      headers: { "retry-after": String(KEYLESS_PAUSE_MS / 1000) },
    });
  }

  /** The same for checks of balancers, which are counted apart and slowed, but never refused. */
  async slow({ address }: Client, signal: AbortSignal): Promise<void> {
    await this.#isWithin(address === null ? null : `checks ${address}`, signal);
  }

  async #isWithin(address: string | null, signal: AbortSignal): Promise<boolean> {
    if (address === null || this.#perSecond === 0) return true;
    const client = oneClient(address);
    const rule = { calls: this.#perSecond * KEYLESS_BURST_SECONDS, seconds: KEYLESS_BURST_SECONDS };
    if (this.#bursts.takeHere(client, rule, performance.now()).isAllowed) return true;
    if (this.#paused.take(client)) {
      await wait(KEYLESS_PAUSE_MS, signal);
      this.#paused.give(client);
    }
    return false;
  }
}
