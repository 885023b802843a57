/**
 * What an account may use and keep, checked in the transaction that uses or keeps it: so it is exact for calls that
 * come at once and for several processes, and what is undone counts nothing.
 */
import { type ErrorCode, SpoliaError } from "../../base/errors.ts";
import { isoTime } from "../history/host.ts";
import { accountOf } from "../store/modes.ts";
import { HOLDINGS, type Holding, KEPT, limitsOf, type PlanLimits, type Plans, planNamed } from "../store/plans.ts";
import type { Records } from "../store/store.ts";
import { DAY_MS } from "./schedule.ts";

/** Calls, and the words of their texts. */
export interface Use {
  calls: number;
  words: number;
  /** Those of the words that count only since an encoder reads; absent for none. */
  of_encoder?: number;
}

/** What the texts of a request count for. */
export type CountedWords = Omit<Use, "calls">;

/** Errors of calls that were worked on: who leaves, and who asked a model, has used the service. */
const USED: readonly ErrorCode[] = ["aborted", "model_failed", "budget_exhausted"];

/** Whether a call that ended with this error counts; any other refusal uses nothing. */
export const isUsed = (code: ErrorCode): boolean => USED.includes(code);

/**
 * What a word counts that an encoder reads: the least that was measured, rounded. MiniLM in this process took 83 times
 * the processor time of a comparison of 100 words without it, and 300 and 760 times that of an analysis of 100 and 500
 * words among ten novels (2026-11-29).
 */
const ENCODED_WORD_COUNTS = 100;
/** Words of a text that an encoder reads: the first 400 sentences. */
const ENCODED_WORDS_MAX = 24_000;

export class Quota {
  readonly #plans: Plans;
  readonly #unlimited: ReadonlySet<string>;
  readonly #isEncoding: boolean;

  /**
   * @param unlimited accounts without limits: the operator's own
   * @param isEncoding whether an encoder reads the texts of analyses and comparisons
   */
  constructor(plans: Plans, unlimited: readonly string[], isEncoding: boolean) {
    this.#plans = plans;
    this.#unlimited = new Set(unlimited);
    this.#isEncoding = isEncoding;
  }

  /** What a text of so many words counts more where an encoder is to read it. */
  ofEncoder(words: number): number {
    return this.#isEncoding ? (ENCODED_WORD_COUNTS - 1) * Math.min(words, ENCODED_WORDS_MAX) : 0;
  }

  /**
   * Counts calls and words of the day, all or none.
   *
   * @throws quota_exceeded; forbidden where the plan is not offered any more
   */
  async spend(records: Records, tenant: string, { calls, words }: Use, now: number): Promise<void> {
    const plan = await this.#planOf(records, tenant);
    if (plan === null) return;
    const { taken, left } = await takeOfDay(records, tenant, { calls, words }, plan.limits, now);
    if (!taken) throw usedUp(left.calls < calls ? "calls" : "words", now);
  }

  /**
   * Counts entries in the histories of works of others.
   *
   * @throws quota_exceeded; forbidden where the plan is not offered any more
   */
  async spendEntries(records: Records, tenant: string, entries: number, now: number): Promise<void> {
    const plan = await this.#planOf(records, tenant);
    if (plan === null) return;
    const atMost = plan.limits.entries_per_day;
    const limits = atMost === Number.POSITIVE_INFINITY ? {} : { entries: atMost };
    const { taken } = await records.usage.take({ tenant, day: dayOf(now), entries }, limits);
    if (!taken) throw usedUp("entries in histories of others", now);
  }

  /** @throws plan_limit where a text has more words than the plan ever allows, so that waiting does not help */
  async requirePossible(records: Records, tenant: string, use: CountedWords): Promise<void> {
    const plan = await this.#planOf(records, tenant);
    if (plan === null) return;
    if (use.words > plan.limits.words_per_minute) throw tooManyWords("words_per_minute", use);
    if (use.words > plan.limits.words_per_day) throw tooManyWords("words_per_day", use);
  }

  /** Takes back what was counted on a day and not used. */
  async giveBack(records: Records, tenant: string, { calls, words }: Use, day: string): Promise<void> {
    if ((await this.#planOf(records, tenant)) !== null) await returnToDay(records, tenant, { calls, words }, day);
  }

  /**
   * Checks what a tenant keeps now, with what this transaction has added.
   *
   * @param makeRoom removes what is kept as long as there is room, where there is none
   * @throws plan_limit; forbidden where the plan is not offered any more
   */
  async requireRoom(
    records: Records,
    tenant: string,
    kinds: readonly Holding[] = HOLDINGS,
    makeRoom?: () => Promise<void>,
  ): Promise<void> {
    const plan = await this.#planOf(records, tenant);
    if (plan === null) return;
    const { name, limits } = plan;
    const isFull = async (kind: Holding) =>
      limits[kind] !== Number.POSITIVE_INFINITY && (await records.holdings.count(tenant, kind)) > limits[kind];
    const full = await Promise.all(kinds.map(isFull));
    for (const kind of kinds.filter((_, at) => full[at])) {
      const { one, of } = KEPT[kind];
      await makeRoom?.();
      if (makeRoom !== undefined && !(await isFull(kind))) continue;
      throw new SpoliaError(
        "plan_limit",
        `The plan ${name} has no room for more ${one}s${of === undefined ? "" : ` of ${of}`}: ${kind} is ${limits[kind]}.`,
        {
          hint: "Delete what is not needed any more, or ask for another plan. Waiting does not help.",
        },
      );
    }
  }

  /** `null` for an account without limits. */
  async #planOf({ tenants }: Records, tenant: string): Promise<{ name: string; limits: PlanLimits } | null> {
    const id = accountOf(tenant);
    const account = this.#unlimited.has(id) ? null : await tenants.find(id);
    if (account === null) return null;
    return { name: account.plan, limits: limitsOf(planNamed(this.#plans, account.plan), tenant) };
  }
}

/** Counts what is used of a day, all or none, and tells what is left: infinite where there is no limit. */
export async function takeOfDay(
  { usage }: Pick<Records, "usage">,
  tenant: string,
  use: Use,
  { calls_per_day: calls, words_per_day: words }: Pick<PlanLimits, "calls_per_day" | "words_per_day">,
  now: number,
): Promise<{ taken: boolean; left: Use }> {
  const { POSITIVE_INFINITY: endless } = Number;
  const limits = { ...(calls !== endless && { calls }), ...(words !== endless && { words }) };
  const { taken, usage: used } = await usage.take({ tenant, day: dayOf(now), ...use }, limits);
  return { taken, left: { calls: Math.max(0, calls - used.calls), words: Math.max(0, words - used.words) } };
}

/** Takes back what `takeOfDay` counted. */
export async function returnToDay(
  { usage }: Pick<Records, "usage">,
  tenant: string,
  use: Use,
  day: string,
): Promise<void> {
  await usage.take({ tenant, day, calls: -use.calls, words: -use.words }, {});
}

/** The error for texts that no waiting makes possible. */
export function tooManyWords(
  limit: "words_per_minute" | "words_per_day",
  { of_encoder = 0 }: Pick<Use, "of_encoder"> = {},
): SpoliaError {
  const time = limit === "words_per_day" ? "day" : "minute";
  const other = "Split the texts, or ask for another plan. Waiting does not help.";
  const message = `The texts have more words than the plan allows in a ${time} (${limit}).`;
  if (of_encoder === 0) return new SpoliaError("plan_limit", message, { hint: other });
  const counts = `Of each text that an encoder is to read, the first ${ENCODED_WORDS_MAX.toLocaleString("en")} words count as ${ENCODED_WORD_COUNTS} each`;
  return new SpoliaError("plan_limit", `The texts count for more words than the plan allows in a ${time} (${limit}).`, {
    hint: `${counts}; with options.reworded: false each counts as one. ${other}`,
  });
}

/** The UTC day of a time. */
export const dayOf = (ms: number): string => isoTime(ms).slice(0, 10);

export const nextDayMs = (ms: number): number => (Math.floor(ms / DAY_MS) + 1) * DAY_MS;

const usedUp = (what: keyof Use | "entries in histories of others", now: number): SpoliaError =>
  new SpoliaError("quota_exceeded", `The plan's ${what} of this UTC day are used up.`, {
    hint: `Try again in ${Math.ceil((nextDayMs(now) - now) / 1000)} s.`,
  });
