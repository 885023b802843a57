/** Authenticates callers and counts their calls against their plan. */
import { rateLimitHeaders, requireAdmitted } from "../registry/admission.ts";
import { type Principal, SCOPES } from "../registry/keys.ts";
import type { Registry } from "../registry/registry.ts";
import { createKeyCheck, unauthorized } from "./auth.ts";
import { HttpError } from "./httpError.ts";

/** The tenant of all records if the service has one key, or none. */
export const OPERATOR_TENANT = "default";

/** The caller if the service has one key, or none: the operator, who may do everything and has no plan. */
export const OPERATOR: Principal = {
  tenant: OPERATOR_TENANT,
  plan: "none",
  scopes: SCOPES,
  key_id: null,
  mode: "live",
};

export interface Gate {
  /** Whether callers need a key. */
  readonly hasKeys: boolean;
  /** @throws unauthorized */
  identify(request: Request): Promise<Principal>;
  /**
   * Counts calls.
   *
   * @returns rate limit headers for the response
   * @throws quota_exceeded, rate_limited
   */
  admit(caller: Principal, calls?: number): Promise<Readonly<Record<string, string>>>;
}

export interface GateOptions {
  /** The operator's own key. */
  readonly apiKey?: string | undefined;
}

/**
 * Without options, every caller is the operator. With options, a caller needs the operator's key, or a key or token of
 * the registry.
 */
export function createGate(options: GateOptions | undefined, registry: Registry | undefined): Gate {
  const isOperator = options?.apiKey === undefined ? null : createKeyCheck(options.apiKey);
  return {
    hasKeys: options !== undefined,
    async identify(request) {
      if (options === undefined) return OPERATOR;
      const authorization = request.headers.get("authorization");
      if (isOperator !== null && (await isOperator(authorization))) return OPERATOR;
      if (registry === undefined) throw unauthorized();
      return registry.authenticate(authorization);
    },
    async admit(caller, calls) {
      if (caller === OPERATOR || registry === undefined) return {};
      const admission = await registry.admit(caller, calls);
      const headers = rateLimitHeaders(admission);
      try {
        requireAdmitted(admission);
      } catch (error) {
        throw HttpError.with(error, headers);
      }
      return headers;
    },
  };
}
