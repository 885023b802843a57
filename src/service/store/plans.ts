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
   * Words of a UTC day, in all texts that calls send or name and in the works of runs of monitors; absent or `null` for
   * no limit. Where the service has an encoder, each of the first 24,000 words of an analysis, and of each side of a
   * comparison, counts as 100, since reading takes so much longer: unless `options.reworded` is `false`, or the encoder
   * read nothing, for which 99 are given back. Test keys have a count of their own, up to 2,000,000 or this where it is
   * less.
   *
   * @since 0.2.0
   */
  words_per_day?: Count | null;
  /**
   * Words that may come at once, and again within a minute, counted in the same way; absent or `null` for no limit.
   * For test keys at most 500,000.
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

/** What an account keeps of a kind: its name for people, and where its rows, or the bytes in them, are. */
type KeptKind = { readonly one: string; readonly of?: string } & (
  | { readonly rowsOf: "works" | "monitors" | "webhook_endpoints" | "keys" | "decisions" | "results" }
  | { readonly bytesOf: readonly ("works" | "jobs")[] }
);

interface PlanLimit {
  /**
   * In the plan `free`. It is also the most for test keys; but of calls and entries a day it is what a plan has that
   * does not name them.
   */
  readonly free: Count;
  /** In the plan `pro`; `null` for no limit. */
  readonly pro: Count | null;
  /** Absent: a limit of use. */
  readonly kept?: KeptKind;
}

/**
 * Every limit but `burst` and `test_calls_per_day`, once: a new one is a field of `Plan`, a row here, and the call that
 * checks it (`Quota.requireRoom` for what is kept).
 */
const LIMITS = {
  calls_per_day: { free: 100, pro: 10_000 },
  words_per_day: { free: 2_000_000, pro: 200_000_000 },
  // A text of 32 MiB has fewer words.
  words_per_minute: { free: 500_000, pro: 20_000_000 },
  works: { free: 100, pro: 10_000, kept: { one: "work", rowsOf: "works" } },
  stored_bytes: {
    free: 100_000_000,
    pro: 10_000_000_000,
    kept: { one: "byte", of: "works and batches", bytesOf: ["works", "jobs"] },
  },
  monitors: { free: 5, pro: 500, kept: { one: "monitor", rowsOf: "monitors" } },
  endpoints: { free: 5, pro: 50, kept: { one: "webhook", rowsOf: "webhook_endpoints" } },
  keys: { free: 20, pro: 200, kept: { one: "key", rowsOf: "keys" } },
  decisions: { free: 1_000, pro: null, kept: { one: "decision", rowsOf: "decisions" } },
  results: { free: 1_000, pro: 100_000, kept: { one: "result", rowsOf: "results" } },
  entries_per_day: { free: 20, pro: 20 },
} as const satisfies Record<Exclude<keyof Plan, "burst" | "price" | "test_calls_per_day" | "uptime_target">, PlanLimit>;

type LimitName = keyof typeof LIMITS;
/** What an account may keep. */
export type Holding = { [Name in LimitName]: (typeof LIMITS)[Name] extends { kept: object } ? Name : never }[LimitName];

/** Where what is limited is kept, and its name. */
export const KEPT = Object.fromEntries(
  Object.entries<PlanLimit>(LIMITS).flatMap(([name, { kept }]) => (kept === undefined ? [] : [[name, kept]])),
) as Record<Holding, KeptKind>;
export const HOLDINGS = Object.keys(KEPT) as Holding[];

/** The limits of one mode of an account; infinite where there is none. */
export type PlanLimits = Readonly<Record<LimitName, number> & Pick<Plan, "burst">>;

export type Plans = Readonly<Record<string, Plan>>;

function planOf(plan: "free" | "pro", burst: Plan["burst"]): Plan {
  const limits = Object.entries<PlanLimit>(LIMITS).map(([name, limit]) => [name, limit[plan]] as const);
  return { ...(Object.fromEntries(limits.filter(([, limit]) => limit !== null)) as Record<LimitName, Count>), burst };
}

/** The default plans. Operators configure `scale` and `enterprise` themselves. */
const PLANS_DEFAULT: Plans = {
  free: planOf("free", { calls: 10, seconds: 1 }),
  pro: planOf("pro", { calls: 50, seconds: 1 }),
};

const limitOf = (limit: number | null | undefined): number => limit ?? Number.POSITIVE_INFINITY;

/** @returns the limits of a tenant; those of tests are at most those of `free`, since test calls use the same engine */
export function limitsOf(plan: Plan, tenant: string): PlanLimits {
  const isTest = modeOf(tenant) === "test";
  const limits = Object.entries<PlanLimit>(LIMITS).map(([name, { free }]) => [
    name,
    Math.min(limitOf(plan[name as LimitName]), isTest ? free : Number.POSITIVE_INFINITY),
  ]);
  return {
    ...(Object.fromEntries(limits) as Record<LimitName, number>),
    calls_per_day: isTest ? testCallsOf(plan) : limitOf(plan.calls_per_day),
    entries_per_day: limitOf(entriesOf(plan)),
    burst: plan.burst,
  };
}

const testCallsOf = ({ calls_per_day, test_calls_per_day }: Plan): Count =>
  test_calls_per_day ?? Math.min(LIMITS.calls_per_day.free, limitOf(calls_per_day));

const entriesOf = ({ entries_per_day = LIMITS.entries_per_day.free }: Plan): Count | null => entries_per_day;

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
  const { burst } = plan;
  if (!isRecord(burst)) return [{ pointer: `${at}/burst`, detail: "must be an object with `calls` and `seconds`" }];
  // Null is no limit, but for test keys, which always have one.
  const absent = (name: string) => plan[name] === undefined || (plan[name] === null && name !== "test_calls_per_day");
  const isSound = (name: string) => absent(name) || isWhole(plan[name], name in KEPT ? 0 : 1);
  const rates = Object.keys(LIMITS).filter((name) => !(name in KEPT));
  return [
    ...[...rates, "test_calls_per_day"].filter((name) => !isSound(name)).map((name) => [name, ABOVE_0] as const),
    ...["calls", "seconds"]
      .filter((name) => !isWhole(burst[name], 1))
      .map((name) => [`burst/${name}`, ABOVE_0] as const),
    ...HOLDINGS.filter((name) => !isSound(name)).map((name) => [name, "must be a whole number, 0 or above"] as const),
  ].map(([field, detail]) => ({ pointer: `${at}/${field}`, detail }));
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
