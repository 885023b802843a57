/**
 * Plans: calls per UTC day, and simultaneous calls. Prices and uptime targets are texts of the operator, shown where
 * configured.
 */
import type { Count } from "../contract/common.ts";
import { SpoliaError } from "../errors.ts";

export interface Plan {
  /** Calls of a UTC day; `null` for as many as the service can answer. */
  calls_per_day: Count | null;
  /**
   * Calls of a UTC day with test keys, which are counted apart from the others. When absent, 100, or `calls_per_day`
   * where that is less.
   *
   * @since 0.2.0
   */
  test_calls_per_day?: Count;
  /** How many calls may come at once. */
  burst: {
    /** Calls that may come at once. */
    calls: Count;
    /** Seconds after which as many may come again. */
    seconds: number;
  };
  /** Price, in the operator's words; absent where none is configured. */
  price?: string;
  /** Target of availability, in the operator's words; absent where none is configured. */
  uptime_target?: string;
}

/** As many as the plan `free` has, since test calls use the same engine. */
const TEST_CALLS_PER_DAY = 100;

export const testCallsOf = ({ calls_per_day, test_calls_per_day }: Plan): Count =>
  test_calls_per_day ?? Math.min(TEST_CALLS_PER_DAY, calls_per_day ?? TEST_CALLS_PER_DAY);

export type Plans = Readonly<Record<string, Plan>>;

/** The default plans. Operators configure `scale` and `enterprise` themselves. */
const PLANS_DEFAULT: Plans = {
  free: { calls_per_day: 100, burst: { calls: 10, seconds: 1 } },
  pro: { calls_per_day: 10_000, burst: { calls: 50, seconds: 1 } },
};

/** Form of a plan's name, which is used in headers and in the store. */
const NAME = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * The default plans combined with those of an operator.
 *
 * @throws invalid_request
 */
export function plansOf(configured: Plans = {}): Plans {
  for (const [name, { calls_per_day, test_calls_per_day = 1, burst }] of Object.entries(configured)) {
    const counts = [calls_per_day ?? 1, test_calls_per_day, burst.calls, burst.seconds];
    const isSound = NAME.test(name) && counts.every(isPositive);
    if (!isSound) throw new SpoliaError("invalid_request", "A plan cannot be used.", { fields: [unsound(name)] });
  }
  return { ...PLANS_DEFAULT, ...configured };
}

const isPositive = (value: number) => Number.isSafeInteger(value) && value > 0;
const unsound = (name: string) => ({
  pointer: NAME.test(name) ? `/plans/${name}` : "/plans",
  detail: "must have a name of a-z, 0-9 and -, and whole numbers above 0",
});

/** The plans as a document, in the configured order. */
export const plansDocument = (plans: Plans) => ({
  plans: Object.entries(plans).map(([name, plan]) => ({ name, ...plan, test_calls_per_day: testCallsOf(plan) })),
});
