/** What leads of every kind have: how they are asked for, what was sent, and what they do not show. */
import { type ArgumentCheck, type OptionNames, optionsChecks } from "../../../base/arguments.ts";
import type { Completeness, Stage } from "../../../base/contract/common.ts";
import type { Fetch, PlatformAbortSignal } from "../../../base/platform.ts";
import { isAddress } from "../names.ts";

/** How a service is asked for leads. Nothing is sent but by the functions that say so. */
export interface LeadOptions {
  /** Address of a service of your own. Default: that of the public service. */
  address?: string | undefined;
  /** Most requests, repeated ones included, 1 to 10,000; default 100. */
  requests?: number | undefined;
  /** Requests a second. Default: what the public service bears, and no limit at an address of your own. */
  requestsPerSecond?: number | undefined;
  /** Seconds for one request, 1 to 600; default 30. */
  timeoutSeconds?: number | undefined;
  /** Repetitions of a request after a failure that may pass, 0 to 20; default 4. */
  retries?: number | undefined;
  /** Seconds for all requests, 1 to 86,400: what was found by then is reported. Default: no limit. */
  seconds?: number | undefined;
  signal?: PlatformAbortSignal | undefined;
  fetch?: Fetch | undefined;
  now?: (() => number) | undefined;
  sleep?: ((ms: number, signal: PlatformAbortSignal | undefined) => Promise<void>) | undefined;
}

/** What was sent to find leads, and what would be. */
export interface SentForLeads {
  /** Where it went. */
  addresses: string[];
  /** Every address that was asked for, with all that it says, sorted. */
  sent: string[];
  /** Number of requests, repeated ones included. */
  requests: number;
}

/** What a search for leads would send; nothing is sent. */
export interface PlannedLeads {
  addresses: string[];
  /** What is sent first; `*` stands for names that an answer tells. */
  sent: string[];
  /** Most requests: what comes back decides which others follow. */
  requests_max: number;
}

export const LEAD_REQUESTS_MAX = 100;

const COMMON_NAMES: OptionNames<LeadOptions> = {
  address: true,
  requests: true,
  requestsPerSecond: true,
  timeoutSeconds: true,
  retries: true,
  seconds: true,
  signal: true,
  fetch: true,
  now: true,
  sleep: true,
};

/** @param names of the options that leads of this kind have besides */
export function leadChecks<Options extends LeadOptions>(
  options: Options,
  names: Omit<OptionNames<Options>, keyof LeadOptions>,
): ArgumentCheck[] {
  const { address, requests, requestsPerSecond, timeoutSeconds, retries, seconds } = options ?? {};
  return [
    ...optionsChecks<Options>(options, { ...COMMON_NAMES, ...names } as OptionNames<Options>),
    [
      "/options/address",
      address === undefined || isAddress(address),
      "an http or https address without a user and a query",
    ],
    within("requests", requests, 1, 10_000),
    ["/options/requestsPerSecond", isRate(requestsPerSecond), "a number above 0"],
    within("timeoutSeconds", timeoutSeconds, 1, 600),
    within("retries", retries, 0, 20),
    within("seconds", seconds, 1, 86_400),
  ];
}

const isRate = (rate: unknown): boolean => rate === undefined || (typeof rate === "number" && rate > 0);

export function within(name: string, value: unknown, least: number, most: number): ArgumentCheck {
  const isWithin = Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
  return [`/options/${name}`, value === undefined || isWithin, `a whole number from ${least} to ${most}`];
}

export const completenessOf = (stages: readonly Stage[]): Completeness => {
  return { complete: stages.every(({ status }) => status === "done"), stages: [...stages] };
};

/** A failure of a service, as a stage says it. */
export const failed = (name: string, detail: string): Stage => ({ name, status: "failed", reason: `${detail}.` });
