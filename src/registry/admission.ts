/**
 * May this call be answered? The burst limit is checked first, so that a refused burst uses no quota, then the calls of
 * the day, both in one transaction of the store: several processes together admit no more than the plan, and no count
 * is lost when a process dies.
 *
 * Header fields are those of draft-ietf-httpapi-ratelimit-headers-10.
 */
import { checkShown } from "../arguments.ts";
import { SpoliaError } from "../errors.ts";
import { BurstLimit, type BurstState } from "./burst.ts";
import { type Host, isoTime } from "./host.ts";
import type { Principal } from "./keys.ts";
import { modeOf } from "./modes.ts";
import { type Plan, type Plans, testCallsOf } from "./plans.ts";

const DAY_SECONDS = 86_400;
const UNLIMITED = Number.MAX_SAFE_INTEGER;

export interface Admission {
  /** `null` where the call may be answered. */
  refused: "quota" | "burst" | null;
  policies: { name: string; calls: number; window_seconds: number }[];
  /** Remaining calls of each limit, and the seconds until all are available again. */
  limits: { name: string; remaining: number; reset_seconds: number }[];
  /** Seconds until a retry makes sense: not before the limit that refused the call is reset. */
  retry_after_seconds: number | null;
}

/** @returns a function that admits or refuses calls; a batch counts as several calls */
export function createAdmission({ store, now }: Host, plans: Plans) {
  const bursts = new BurstLimit();
  return async ({ tenant, plan: name }: Pick<Principal, "tenant" | "plan">, calls = 1): Promise<Admission> => {
    const plan = planOf(plans, name);
    const at = now();
    const daily = dailyOf(name, plan, tenant);
    const policies = policiesOf(daily, plan);
    const day = isoTime(at).slice(0, 10);
    const tooHasty = bursts.refusal(tenant, plan.burst, at);
    const { burst, counted } =
      tooHasty !== null
        ? { burst: tooHasty, counted: null }
        : await store.write(async (records) => {
            const burst = await bursts.take(records, tenant, plan.burst, at);
            if (!burst.isAllowed) return { burst, counted: null };
            return { burst, counted: await records.usage.take({ tenant, day, calls }, { calls: daily.calls }) };
          });
    const burstLimit = { name: "burst", remaining: burst.remaining, reset_seconds: seconds(burst.resetMs) };
    if (counted === null) {
      const again = Math.max(1, seconds(burst.retryMs));
      const limits = [{ ...burstLimit, reset_seconds: again }];
      return { refused: "burst", policies, limits, retry_after_seconds: again };
    }
    const reset_seconds = DAY_SECONDS - Math.floor((at / 1000) % DAY_SECONDS);
    const dailyLimit = { name: daily.name, remaining: daily.calls - counted.usage.calls, reset_seconds };
    const limits = daily.calls === UNLIMITED ? [burstLimit] : [dailyLimit, burstLimit];
    if (counted.taken) return { refused: null, policies, limits, retry_after_seconds: null };
    return { refused: "quota", policies, limits, retry_after_seconds: reset_seconds };
  };
}

/** The header fields of an admission, by their lower-case names. */
export function rateLimitHeaders(admission: Admission): Record<string, string> {
  checkShown("rateLimitHeaders", admission, "limits");
  const { refused, policies, limits, retry_after_seconds } = admission;
  return {
    "ratelimit-policy": policies
      .map(({ name, calls, window_seconds }) => `"${name}";q=${calls};w=${window_seconds}`)
      .join(", "),
    ratelimit: limits
      .map(({ name, remaining, reset_seconds }) => `"${name}";r=${remaining};t=${reset_seconds}`)
      .join(", "),
    ...(retry_after_seconds !== null && { "retry-after": String(retry_after_seconds) }),
    // Client libraries retry every 429 automatically; an exhausted quota lasts until midnight, so retries are useless.
    ...(refused === "quota" && { "x-should-retry": "false" }),
  };
}

/** @throws quota_exceeded, rate_limited */
export function requireAdmitted(admission: Admission): void {
  checkShown("requireAdmitted", admission, "limits");
  const { refused, retry_after_seconds } = admission;
  const hint = `Try again in ${retry_after_seconds} s.`;
  if (refused === "burst") throw new SpoliaError("rate_limited", "Too many calls at once.", { hint });
  if (refused === "quota")
    throw new SpoliaError("quota_exceeded", "The plan's calls of this UTC day are used up.", { hint });
}

/** The limit of a day. Test calls are counted apart, so that they use nothing of the plan's calls. */
function dailyOf(plan: string, limits: Plan, tenant: string): { name: string; calls: number } {
  if (modeOf(tenant) === "test") return { name: `${plan}-test-daily`, calls: testCallsOf(limits) };
  return { name: `${plan}-daily`, calls: limits.calls_per_day ?? UNLIMITED };
}

function policiesOf({ name, calls }: ReturnType<typeof dailyOf>, { burst }: Plan): Admission["policies"] {
  const policy = { name: "burst", calls: burst.calls, window_seconds: burst.seconds };
  return calls === UNLIMITED ? [policy] : [{ name, calls, window_seconds: DAY_SECONDS }, policy];
}

/**
 * A plan that is no longer configured is the operator's mistake: the call is refused, since it must not be answered
 * without limits.
 */
function planOf(plans: Plans, name: string): Plan {
  const plan = Object.hasOwn(plans, name) ? plans[name] : undefined;
  if (plan !== undefined) return plan;
  throw new SpoliaError("forbidden", "The plan of this account is not offered any more.", {
    hint: "Ask the operator.",
  });
}

const seconds = (ms: BurstState["resetMs"]) => Math.ceil(ms / 1000);
