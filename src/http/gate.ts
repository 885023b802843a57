/** Who may pass: whoever calls is named, and what they may still do today is counted. */

import { createKeyCheck, unauthorized } from "./auth.ts";
import { type Caller, OPERATOR } from "./caller.ts";
import type { Route } from "./route.ts";

export interface Gate {
  /** Whether a key is asked for at all. */
  readonly hasKeys: boolean;
  /** @throws unauthorized */
  identify(request: Request): Promise<Caller>;
  /**
   * Counts one call.
   *
   * @returns headers for the answer
   * @throws quota_exceeded, rate_limited
   */
  admit(caller: Caller, route: Route): Promise<Readonly<Record<string, string>>>;
}

/** A service with one key for all, or with none. */
export function staticGate(apiKey: string | undefined): Gate {
  const isKey = apiKey === undefined ? null : createKeyCheck(apiKey);
  return {
    hasKeys: isKey !== null,
    async identify(request) {
      if (isKey === null || (await isKey(request.headers.get("authorization")))) return OPERATOR;
      throw unauthorized();
    },
    admit: async () => ({}),
  };
}
