/** Authenticates callers and counts their calls against their plan. */
import { SpoliaError } from "../../../base/errors.ts";
import { type Admission, rateLimitHeaders, requireAdmitted } from "../../accounts/admission.ts";
import { type Principal, SCOPES } from "../../accounts/keys.ts";
import { dayOf, returnToDay, tooManyWords, type Use } from "../../accounts/quota.ts";
import type { Registry } from "../../registry.ts";
import { HttpError } from "../answer/httpError.ts";
import { createKeyCheck, unauthorized } from "./auth.ts";

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

/** @throws forbidden */
export function requireOperator(caller: Principal): void {
  if (caller === OPERATOR) return;
  throw new SpoliaError("forbidden", "Only the operator of the service may do this.", {
    hint: "Send the key of SPOLIA_API_KEY.",
  });
}

export interface Gate {
  /** Whether callers need a key. */
  readonly hasKeys: boolean;
  /** @throws unauthorized */
  identify(request: Request): Promise<Principal>;
  /** Counts what one exchange uses of its caller's plan. */
  meter(caller: Principal): Meter;
}

export interface Meter {
  /** @throws quota_exceeded, rate_limited, plan_limit */
  add(use: Partial<Use>): Promise<void>;
  /** Takes back what was counted, or a part of it, for what was refused. The burst keeps it. */
  giveBack(part?: Use): Promise<void>;
  /** Counts from now on against the plan that the caller has now. */
  goOn(caller: Principal): void;
  /** Rate limit headers for the response. */
  headers(): Readonly<Record<string, string>>;
}

const NO_METER: Meter = { add: async () => {}, giveBack: async () => {}, goOn: () => {}, headers: () => ({}) };

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
      if (registry === undefined) throw unauthorized(authorization);
      return registry.authenticate(authorization);
    },
    meter: (caller) => (caller === OPERATOR || registry === undefined ? NO_METER : createMeter(registry, caller)),
  };
}

function createMeter(registry: Registry, first: Principal): Meter {
  let caller = first;
  const { store, now } = registry.host;
  const day = dayOf(now());
  const counted: Use = { calls: 0, words: 0 };
  let shown: Admission | null = null;
  const headers = () => (shown === null ? {} : rateLimitHeaders(shown));
  return {
    headers,
    goOn(now) {
      caller = now;
    },
    async add(use) {
      if ((use.calls ?? 0) === 0 && (use.words ?? 0) === 0) return;
      const admission = await registry.admit(caller, use);
      // Limits that this count does not touch stay as they were shown.
      const untouched = (shown?.limits ?? []).filter(({ name }) => !admission.limits.some((one) => one.name === name));
      shown = {
        ...admission,
        limits: admission.refused === null ? [...admission.limits, ...untouched] : admission.limits,
      };
      try {
        if (admission.refused === "size") throw tooManyWords("words_per_minute", use);
        requireAdmitted(admission);
      } catch (error) {
        throw HttpError.with(error, headers());
      }
      counted.calls += use.calls ?? 0;
      counted.words += use.words ?? 0;
    },
    async giveBack(part = counted) {
      const [calls, words] = [Math.min(part.calls, counted.calls), Math.min(part.words, counted.words)];
      if (calls === 0 && words === 0) return;
      await store.write((records) => returnToDay(records, caller.tenant, { calls, words }, day));
      counted.calls -= calls;
      counted.words -= words;
      if (shown === null) return;
      const returned = (name: string) => (name.endsWith("daily") ? calls : name.endsWith("daily-words") ? words : 0);
      const limits = shown.limits.map((one) => ({ ...one, remaining: one.remaining + returned(one.name) }));
      shown = { ...shown, limits };
    },
  };
}
