/** One request and its response for an operator's log: never a text, a key or a name that a caller chose. */
export interface Exchange {
  requestId: string;
  method: string;
  /** Path of the route with `{name}` for parameters; `null` if no route matched. */
  path: string | null;
  /** Tenant of the caller; `null` if the caller was not authenticated. */
  tenant: string | null;
  /**
   * IP address of the client, behind trusted proxies the one that they state; `null` if unknown.
   *
   * @since 0.2.0
   */
  address: string | null;
  status: number;
  durationMs: number;
}

export type Observer = (exchange: Exchange) => void;
