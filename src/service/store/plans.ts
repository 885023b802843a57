/**
 * Plans: what an account may use in a day, at once, and keep. Prices and uptime targets are texts of the operator,
 * shown where configured.
 */
import { isRecord } from "../../base/arguments.ts";
import type { Count } from "../../base/contract/common.ts";
import { type FieldError, SpoliaError } from "../../base/errors.ts";
import { modeOf } from "./modes.ts";

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
  /**
   * Words of a UTC day, in all texts that calls send or name and in the works of runs of monitors; absent or `null`
   * for no limit. Test keys have a count of their own, up to 2,000,000 or this where it is less.
   *
   * @since 0.2.0
   */
  words_per_day?: Count | null;
  /**
   * Words that may come at once, and again within a minute; absent or `null` for no limit. For test keys at most
   * 500,000.
   *
   * @since 0.2.0
   */
  words_per_minute?: Count | null;
  /** How many calls may come at once. */
  burst: {
    /** Calls that may come at once. */
    calls: Count;
    /** Seconds after which as many may come again. */
    seconds: number;
  };
  /**
   * Registered works; absent or `null` for no limit. Test records have a limit of their own, at most that of `free`:
   * so for each of these kinds.
   *
   * @since 0.2.0
   */
  works?: Count | null;
  /**
   * Bytes of the registered works and of the requests of batches that wait, in UTF-8; absent or `null` for no limit.
   *
   * @since 0.2.0
   */
  stored_bytes?: Count | null;
  /**
   * Monitors; absent or `null` for no limit.
   *
   * @since 0.2.0
   */
  monitors?: Count | null;
  /**
   * Webhooks; absent or `null` for no limit.
   *
   * @since 0.2.0
   */
  endpoints?: Count | null;
  /**
   * Keys that are in force, of both modes; absent or `null` for no limit.
   *
   * @since 0.2.0
   */
  keys?: Count | null;
  /**
   * Registered decisions; absent or `null` for no limit but that of the engine, 10,000.
   *
   * @since 0.2.0
   */
  decisions?: Count | null;
  /**
   * Results that are kept: analyses, scores, reports and canaries; absent or `null` for no limit.
   *
   * @since 0.2.0
   */
  results?: Count | null;
  /**
   * Entries of a UTC day that the account writes into the histories of works of others, with quotes, licences and
   * reports of use. When absent, 20; `null` for no limit.
   *
   * @since 0.2.0
   */
  entries_per_day?: Count | null;
  /** Price, in the operator's words; absent where none is configured. */
  price?: string;
  /** Target of availability, in the operator's words; absent where none is configured. */
  uptime_target?: string;
}

/** What an account may keep. */
export const HOLDINGS = ["works", "stored_bytes", "monitors", "endpoints", "keys", "decisions", "results"] as const;
export type Holding = (typeof HOLDINGS)[number];

/** The limits of one mode of an account; infinite where there is none. */
export type PlanLimits = Readonly<
  Record<"calls_per_day" | "words_per_day" | "words_per_minute" | "entries_per_day" | Holding, number> &
    Pick<Plan, "burst">
>;

export type Plans = Readonly<Record<string, Plan>>;

const FREE = {
  calls_per_day: 100,
  words_per_day: 2_000_000,
  words_per_minute: 500_000,
  burst: { calls: 10, seconds: 1 },
  works: 100,
  stored_bytes: 100_000_000,
  monitors: 5,
  endpoints: 5,
  keys: 20,
  decisions: 1_000,
  results: 1_000,
  entries_per_day: 20,
} as const satisfies Plan;

/** The default plans. Operators configure `scale` and `enterprise` themselves. */
const PLANS_DEFAULT: Plans = {
  free: FREE,
  pro: {
    calls_per_day: 10_000,
    words_per_day: 200_000_000,
    // A text of 32 MiB has fewer words.
    words_per_minute: 20_000_000,
    burst: { calls: 50, seconds: 1 },
    works: 10_000,
    stored_bytes: 10_000_000_000,
    monitors: 500,
    endpoints: 50,
    keys: 200,
    results: 100_000,
    entries_per_day: 20,
  },
};

const limitOf = (limit: number | null | undefined): number => limit ?? Number.POSITIVE_INFINITY;

/** @returns the limits of a tenant; those of tests are at most those of `free`, since test calls use the same engine */
export function limitsOf(plan: Plan, tenant: string): PlanLimits {
  const isTest = modeOf(tenant) === "test";
  const limit = (name: "words_per_day" | "words_per_minute" | Holding): number =>
    Math.min(limitOf(plan[name]), isTest ? FREE[name] : Number.POSITIVE_INFINITY);
  return {
    calls_per_day: isTest ? testCallsOf(plan) : limitOf(plan.calls_per_day),
    words_per_day: limit("words_per_day"),
    words_per_minute: limit("words_per_minute"),
    works: limit("works"),
    stored_bytes: limit("stored_bytes"),
    monitors: limit("monitors"),
    endpoints: limit("endpoints"),
    keys: limit("keys"),
    decisions: limit("decisions"),
    results: limit("results"),
    entries_per_day: limitOf(entriesOf(plan)),
    burst: plan.burst,
  };
}

const testCallsOf = ({ calls_per_day, test_calls_per_day }: Plan): Count =>
  test_calls_per_day ?? Math.min(FREE.calls_per_day, limitOf(calls_per_day));

const entriesOf = ({ entries_per_day = FREE.entries_per_day }: Plan): Count | null => entries_per_day;

/**
 * The plan of a name. One that is no longer configured is the operator's mistake: the call is refused, since it must
 * not be answered without limits.
 *
 * @throws forbidden
 */
export function planNamed(plans: Plans, name: string): Plan {
  const plan = Object.hasOwn(plans, name) ? plans[name] : undefined;
  if (plan !== undefined) return plan;
  throw new SpoliaError("forbidden", "The plan of this account is not offered any more.", {
    hint: "Ask the operator.",
  });
}

/** Form of a plan's name, which is used in headers and in the store. */
const NAME = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * The default plans combined with those of an operator.
 *
 * @throws invalid_request
 */
export function plansOf(configured: Plans = {}): Plans {
  const fields = isRecord(configured)
    ? Object.entries(configured).flatMap(([name, plan]) => unsoundFields(name, plan))
    : [{ pointer: "/plans", detail: "must be an object of plans by their names" }];
  if (fields.length > 0) throw new SpoliaError("invalid_request", "A plan cannot be used.", { fields });
  return { ...PLANS_DEFAULT, ...configured };
}

const ABOVE_0 = "must be a whole number above 0";

/** What cannot be used of a plan. A file of an operator may hold anything. */
function unsoundFields(name: string, plan: unknown): FieldError[] {
  if (!NAME.test(name)) return [{ pointer: "/plans", detail: "must have names of a-z, 0-9 and -" }];
  const at = `/plans/${name}`;
  if (!isRecord(plan)) return [{ pointer: at, detail: "must be an object" }];
  const { burst, test_calls_per_day = 1 } = plan;
  if (!isRecord(burst)) return [{ pointer: `${at}/burst`, detail: "must be an object with `calls` and `seconds`" }];
  const counts = {
    calls_per_day: plan["calls_per_day"] ?? 1,
    test_calls_per_day,
    words_per_day: plan["words_per_day"] ?? 1,
    words_per_minute: plan["words_per_minute"] ?? 1,
    entries_per_day: plan["entries_per_day"] ?? 1,
    "burst/calls": burst["calls"],
    "burst/seconds": burst["seconds"],
  };
  const ofCounts = Object.entries(counts).filter(([, value]) => !isWhole(value, 1));
  const ofHoldings = HOLDINGS.filter((holding) => !isWhole(plan[holding] ?? 0, 0));
  return [
    ...ofCounts.map(([field]) => ({ pointer: `${at}/${field}`, detail: ABOVE_0 })),
    ...ofHoldings.map((field) => ({ pointer: `${at}/${field}`, detail: "must be a whole number, 0 or above" })),
  ];
}

const isWhole = (value: unknown, least: number): boolean => Number.isSafeInteger(value) && (value as number) >= least;

/** The plans as a document, in the configured order. */
export const plansDocument = (plans: Plans) => ({
  plans: Object.entries(plans).map(([name, plan]) => ({
    name,
    ...plan,
    test_calls_per_day: testCallsOf(plan),
    entries_per_day: entriesOf(plan),
  })),
});
