/** One request and its answer as an operator sees them: never a text, a key or a name that a caller chose. */
export interface Exchange {
  requestId: string;
  method: string;
  /** Path of the route, with `{name}` for what varies; `null` where there is none. */
  path: string | null;
  /** `null` where nobody was named. */
  tenant: string | null;
  status: number;
  durationMs: number;
}

export type Observer = (exchange: Exchange) => void;
