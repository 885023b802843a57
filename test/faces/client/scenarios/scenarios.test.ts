/** The client in TypeScript goes through all scenarios, against a server that makes their faults. */
import { afterAll, beforeAll, expect, test } from "vitest";
import * as client from "../../../../src/faces/client/typescript/index.ts";
import { SCENARIOS, type Scenario, startFaultServer } from "./faultServer.ts";
import { expectOutcome, type Outcome } from "./outcomes.ts";

let server: Awaited<ReturnType<typeof startFaultServer>>;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

test("there are scenarios, and each has a name of its own", () => {
  expect(SCENARIOS.length).toBeGreaterThanOrEqual(100);
  expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length);
});

test.each(SCENARIOS.map((scenario, index) => [scenario.name, scenario, index] as const))(
  "%s",
  async (_, one, index) => {
    const outcome = await outcomeOf(one, index);
    expectOutcome(one, outcome, server.asked(index));
  },
);

/** Names of scenarios are spelled with underscores, as Python has them. */
const SPELLED: Readonly<Record<string, string>> = {
  max_retries: "maxRetries",
  timeout_ms: "timeoutMs",
  poll_ms: "pollMs",
  idempotency_key: "idempotencyKey",
};
const spelled = (options: object) =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [SPELLED[name] ?? name, value]));

async function outcomeOf(scenario: Scenario, index: number): Promise<Outcome> {
  const url = `${server.url}/s/${index}`;
  const { client: options = { api_key: "sp_live_key" }, environment = {} } = scenario;
  const log: string[] = [];
  const add = (line: string) => log.push(line);
  const outcome: Outcome = { log: "" };
  for (const [name, value] of Object.entries(environment)) process.env[name] = value.replace("{url}", url);
  try {
    const base = "base_url" in options ? {} : { base_url: url };
    const given = Object.fromEntries(
      Object.entries({ ...base, ...spelled(options) }).filter(([name, value]) => name !== "base_url" || value !== null),
    );
    const spolia = new client.Spolia({ ...given, logger: { debug: add, info: add, warn: add } });
    await called(spolia, scenario, index, outcome);
  } catch (error) {
    outcome.error = errorOf(error);
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name];
  }
  outcome.log = log.join("\n");
  return outcome;
}

async function called(spolia: client.Spolia, { call }: Scenario, index: number, outcome: Outcome): Promise<void> {
  const { method, as, path = [], query, options = {} } = call;
  const body = grown(call);
  if (as === "unwrap") {
    const message = await (await fetch(`${server.url}/message/${index}`)).json();
    outcome.data = await spolia.webhooks.unwrap(message.body, message.headers, body as string);
    return;
  }
  const [name, resource] = method.split(".").reverse() as [string, string?];
  // biome-ignore lint/suspicious/noExplicitAny: methods are called by their names
  const owner: any = resource === undefined ? spolia : spolia[resource as keyof client.Spolia];
  const isList = name === "list";
  const own = { ...spelled(options), ...(query !== undefined && !isList && { query }) };
  const answer = owner[name](...path, ...(body === undefined ? [] : [body]), ...(isList ? [query ?? {}] : []), own);
  if (as === "items" || as === "lines") {
    const items: unknown[] = [];
    outcome.data = items;
    for await (const item of answer) items.push(item);
  } else if (as === "raw") {
    const { response, requestId } = await answer.withResponse();
    outcome.data = { status: response.status, request_id: requestId };
  } else {
    const data = await answer;
    outcome.data = isList ? data.document : data;
  }
}

const grown = ({ body, repeat }: Scenario["call"]) =>
  repeat === undefined
    ? body
    : Object.fromEntries(Object.entries(body as object).map(([name, text]) => [name, text.repeat(repeat[name] ?? 1)]));

function errorOf(error: unknown): Outcome["error"] & {} {
  const classes: string[] = [];
  for (let one = error as object | null; one !== null && one !== Error.prototype; one = Object.getPrototypeOf(one))
    if (Object.hasOwn(one, "constructor")) classes.push(one.constructor.name);
  const { status, code, requestId, message } = error as client.APIStatusError;
  return { classes, status, code, request_id: requestId, message };
}
