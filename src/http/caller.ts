/** Who calls, and what they may do. */
import { SpoliaError } from "../errors.ts";

/**
 * What a key may be used for. `analyze`: ask the engine and read the catalogue. `probe`: ask models, which costs the operator. `works`:
 * register works, watch them, report on them. `admin`: keys and corpora.
 */
export const SCOPES = ["analyze", "probe", "works", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

export interface Caller {
  /** Whose works and results are seen; all keys of a tenant see the same. */
  readonly tenant: string;
  readonly scopes: readonly Scope[];
}

/** Who calls where the service has one key, or none: the operator, who may do everything. */
export const OPERATOR: Caller = { tenant: "default", scopes: SCOPES };

/** @throws forbidden */
export function requireScope({ scopes }: Caller, scope: Scope): void {
  if (scopes.includes(scope)) return;
  throw new SpoliaError("forbidden", "The key may not be used for this.", {
    hint: `Use a key with the scope "${scope}".`,
  });
}
