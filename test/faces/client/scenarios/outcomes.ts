/** What a client made of a scenario, and whether that is what the scenario expects: one check for all languages. */
import { expect } from "vitest";
import type { AskedRequest, Scenario } from "./faultServer.ts";

export interface Outcome {
  /** What the call gave; of a stream that broke, what had come before. */
  data?: unknown;
  error?: {
    /** Names of the error's class and of those above it. */
    classes: string[];
    status?: number | null;
    code?: string | null;
    request_id?: string | null;
    message: string;
  };
  /** Everything that was logged. */
  log: string;
}

export function expectOutcome({ expect: wanted }: Scenario, outcome: Outcome, asked: readonly AskedRequest[]): void {
  const { data, error } = outcome;
  if (wanted.error === undefined) expect(error).toBeUndefined();
  else {
    expect(error, JSON.stringify(data)).toBeDefined();
    const { class: name, says = "", ...fields } = wanted.error;
    const names = name.replace("~", "").split("|");
    expect(
      error!.classes.some((one) => names.includes(one)),
      error!.classes.join(),
    ).toBe(true);
    expect(error!.message).toContain(says);
    expect(error).toMatchObject(fields);
  }
  if (wanted.data !== undefined) expectWithin(data, wanted.data);
  if (wanted.requests !== undefined) {
    expect(asked.length, JSON.stringify(asked).slice(0, 2_000)).toBe(wanted.requests.length);
    for (const [i, one] of wanted.requests.entries()) expectRequest(asked[i]!, one);
  }
  if (wanted.oneIdempotencyKey) {
    const keys = new Set(asked.map(({ headers }) => headers["idempotency-key"]));
    expect(keys.size).toBe(1);
    expect([...keys][0]).toMatch(/^[\x21-\x7e]{8,}$/);
  }
  if (wanted.leastMs !== undefined) expect(asked.at(-1)!.atMs - asked[0]!.atMs).toBeGreaterThanOrEqual(wanted.leastMs);
  if (wanted.logged !== undefined) expect(outcome.log).toContain(wanted.logged);
  if (wanted.never !== undefined) expect(`${outcome.log}${error?.message}`).not.toContain(wanted.never);
}

function expectWithin(data: unknown, wanted: unknown): void {
  if (typeof wanted !== "object" || wanted === null) expect(data).toBe(wanted);
  else if (Array.isArray(wanted)) {
    expect(data).toHaveLength(wanted.length);
    expect(data).toMatchObject(wanted);
  } else expect(data).toMatchObject(wanted);
}

function isHeader(value: string | undefined, wanted: string | null): boolean {
  if (wanted === null) return value === undefined;
  return wanted.startsWith("~") ? value?.includes(wanted.slice(1)) === true : value === wanted;
}

type WantedRequest = NonNullable<Scenario["expect"]["requests"]>[number];

/** A header that begins with `~` must have the rest in it, and `null` must not be there. */
function expectRequest(
  request: AskedRequest,
  { method, path, headers = {}, body, bodyBytesMin = 0 }: WantedRequest,
): void {
  expect(request.bodyBytes).toBeGreaterThanOrEqual(bodyBytesMin);
  if (method !== undefined) expect(request.method).toBe(method);
  if (path !== undefined) expect(request.path).toBe(path);
  const others = Object.entries(headers).filter(([name, value]) => !isHeader(request.headers[name], value));
  expect(others, JSON.stringify(request.headers)).toEqual([]);
  if (typeof body === "string") expect(request.body).toBe(body);
  else if (body !== undefined) expect(JSON.parse(request.body)).toEqual(body);
}
