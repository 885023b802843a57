/**
 * May this call be answered? Bursts and the counts of the day are checked in one transaction, so that several processes
 * together admit no more than the plan, and no count is lost when a process dies. A refused burst uses no quota.
 *
 * Header fields are those of draft-ietf-httpapi-ratelimit-headers-10.
 */
import { checkShown } from "../../base/arguments.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { Host } from "../history/host.ts";
import { modeOf } from "../store/modes.ts";
import { limitsOf, type PlanLimits, type Plans, planNamed } from "../store/plans.ts";
import { BurstLimit, type BurstState, takeWords } from "./burst.ts";
import type { Principal } from "./keys.ts";
import { nextDayMs, takeOfDay, tooManyWords, type Use } from "./quota.ts";

const DAY_SECONDS = 86_400;

export interface Admission {
  /** `null` where the call may be answered. `size`: its texts have more words than the plan ever allows at once. */
  refused: "quota" | "burst" | "size" | null;
  /** Name of the limit that refused it; `null` where none did. @since 0.2.0 */
  refused_by: string | null;
  /** Calls or, where the name ends in `words`, words. */
  policies: { name: string; calls: number; window_seconds: number }[];
  /** Remaining calls or words of each limit, and the seconds until all are available again. */
  limits: { name: string; remaining: number; reset_seconds: number }[];
  /** Seconds until a retry makes sense: not before the limit that refused the call is reset. */
  retry_after_seconds: number | null;
}

type Limit = Admission["limits"][number];

/**
 * @returns a function that admits or refuses calls. A batch counts as several calls, all or none; the words of a call
 *   are counted when its body is known, with no further calls
 */
export function createAdmission({ store, now }: Host, plans: Plans) {
  const bursts = new BurstLimit();
  return async (
    { tenant, plan: name }: Pick<Principal, "tenant" | "plan">,
    use: number | Partial<Use> = 1,
  ): Promise<Admission> => {
    const { calls = 0, words = 0 } = typeof use === "number" ? { calls: use } : use;
    const limits = limitsOf(planNamed(plans, name), tenant);
    const { burst, words_per_minute: perMinute } = limits;
    const at = now();
    const daily = `${name}${modeOf(tenant) === "test" ? "-test" : ""}-daily`;
    const policies = policiesOf(daily, limits);
    const burstRefusal = (limit: Limit, seconds: number): Admission => ({
      refused: "burst",
      refused_by: limit.name,
      policies,
      limits: [{ ...limit, reset_seconds: seconds }],
      retry_after_seconds: seconds,
    });
    const hasty = calls === 0 ? null : bursts.refusal(tenant, burst, at);
    if (hasty !== null) return burstRefusal(limitOf("burst", hasty), retrySeconds(hasty));
    if (words > perMinute)
      return { refused: "size", refused_by: "burst-words", policies, limits: [], retry_after_seconds: null };
    return store.write(async (records) => {
      const shown: Limit[] = [];
      if (calls > 0) {
        const state = await taken((ms) => bursts.take(records, tenant, burst, ms), now);
        if (!state.isAllowed) return burstRefusal(limitOf("burst", state), retrySeconds(state));
        shown.push(limitOf("burst", state));
      }
      if (words > 0 && perMinute !== Number.POSITIVE_INFINITY) {
        const state = await taken((ms) => takeWords(records, tenant, { words, perMinute }, ms), now);
        if (!state.isAllowed) return burstRefusal(limitOf("burst-words", state), retrySeconds(state));
        shown.push(limitOf("burst-words", state));
      }
      const { taken: isLeft, left } = await takeOfDay(records, tenant, { calls, words }, limits, at);
      const reset_seconds = Math.floor((nextDayMs(at) - at) / 1000);
      const ofDay = [
        { name: daily, remaining: left.calls, reset_seconds },
        { name: `${daily}-words`, remaining: left.words, reset_seconds },
      ].filter(({ remaining }) => remaining !== Number.POSITIVE_INFINITY);
      const all = { policies, limits: [...ofDay, ...shown] };
      if (isLeft) return { ...all, refused: null, refused_by: null, retry_after_seconds: null };
      const refused_by = left.calls < calls ? daily : `${daily}-words`;
      return { ...all, refused: "quota", refused_by, retry_after_seconds: reset_seconds };
    });
  };
}

/**
 * What a limit says of now. While a call waits for the store, later ones may be counted before it, so that the limit is
 * past the time at which it began to wait: it asks once more, with the time that it is then.
 */
async function taken(take: (nowMs: number) => Promise<BurstState>, now: () => number): Promise<BurstState> {
  const state = await take(now());
  return state.isAllowed ? state : take(now());
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

/** @throws quota_exceeded, rate_limited, plan_limit */
export function requireAdmitted(admission: Admission): void {
  checkShown("requireAdmitted", admission, "limits");
  const { refused, refused_by, retry_after_seconds } = admission;
  const what: keyof Use = refused_by?.endsWith("words") ? "words" : "calls";
  const hint = `Try again in ${retry_after_seconds} s.`;
  if (refused === "size") throw tooManyWords("words_per_minute");
  if (refused === "burst") throw new SpoliaError("rate_limited", `Too many ${what} at once.`, { hint });
  if (refused === "quota")
    throw new SpoliaError("quota_exceeded", `The plan's ${what} of this UTC day are used up.`, { hint });
}

function policiesOf(daily: string, limits: PlanLimits): Admission["policies"] {
  const { burst, calls_per_day, words_per_day, words_per_minute } = limits;
  return [
    { name: daily, calls: calls_per_day, window_seconds: DAY_SECONDS },
    { name: `${daily}-words`, calls: words_per_day, window_seconds: DAY_SECONDS },
    { name: "burst", calls: burst.calls, window_seconds: burst.seconds },
    { name: "burst-words", calls: words_per_minute, window_seconds: 60 },
  ].filter(({ calls }) => calls !== Number.POSITIVE_INFINITY);
}

const limitOf = (name: string, { remaining, resetMs }: BurstState): Limit => ({
  name,
  remaining,
  reset_seconds: seconds(resetMs),
});
const retrySeconds = ({ retryMs }: BurstState): number => Math.max(1, seconds(retryMs));
const seconds = (ms: number): number => Math.ceil(ms / 1000);
