/**
 * A day of a service as its callers see it, in a golden file: the example of every operation, what it makes, who may see that, how
 * mistakes are answered, what runs by itself and what is told of it, until everything is removed. What chance makes stands as its kind.
 */
import { expect, test } from "vitest";
import type { Message } from "../../../../src/service/deliveries/guardedFetch.ts";
import { Scheduler } from "../../../../src/service/runs/scheduler.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { seededBytes } from "../../fixtures/fixture.ts";
import { filledPath } from "../fuzz/harvest.ts";
import { CONTENTS, type FuzzOperation, type FuzzWorld, harvestAll, openFuzzWorld } from "../fuzz/world.ts";
import { get, ORIGIN, post, postJson } from "../requests.ts";

const HEADERS =
  /^(?:content-type|location|link|retry-after|www-authenticate|allow|vary|cache-control|deprecation|x-ratelimit.*|ratelimit.*|idempotent.*|preference-applied)$/;
/** What most answers say around their document. */
const USUAL =
  /cache-control: no-store; content-type: application\/(?:problem\+)?json;? ?|ratelimit: "burst";r=999999;t=1; ratelimit-policy: "burst";q=1000000;w=1;? ?|vary: Accept, Accept-Encoding$/g;
/** Pages with golden files of their own. */
const HAS_GOLDEN = /\/(?:openapi\.json|docs|status)$/;
const TEXT_CHARACTERS = 90;
const ITEMS_SHOWN = 2;

/** Ids are numbered in the order in which they are met. */
function namer(): (text: string) => string {
  const met = new Map<string, string>();
  const counts = new Map<string, number>();
  const named = (id: string) => {
    const kind = id.slice(0, id.lastIndexOf("_"));
    if (!met.has(id)) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      met.set(id, `${kind}_#${counts.get(kind)}`);
    }
    return met.get(id)!;
  };
  return (text) =>
    text
      .replace(/\b[a-z]+(?:_(?:live|test))?_[0-9A-Za-z]{22,40}\b/g, named)
      .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<uuid>")
      .replace(/\bcat_[0-9a-f]{16}\b/g, "cat_<16 hex>")
      .replace(/\b[0-9a-f]{32,128}\b/g, (hex) => `<${hex.length} hex>`)
      .replace(/(?<![\w+/-])(?=[\w+/-]*[A-Z])[\w+/=-]{43,}/g, "<base64>")
      .replace(/\b\d+\.\d+\.\d+\b/g, "<version>");
}

/** A document with its long lists and texts cut. */
function shown(value: unknown): unknown {
  if (typeof value === "string")
    return value.length <= TEXT_CHARACTERS ? value : `${value.slice(0, TEXT_CHARACTERS)}… ${value.length}`;
  if (Array.isArray(value)) {
    const more = value.length - ITEMS_SHOWN;
    return [...value.slice(0, ITEMS_SHOWN).map(shown), ...(more > 0 ? [`and ${more} more`] : [])];
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shown(part)]));
}

const clock = { now: Date.UTC(2026, 10, 21, 12) };
const told: Message[] = [];
const outgoing = {
  check: () => {},
  post: async (message: Message) => {
    told.push(message);
    return { status: told.length % 3 === 0 ? 500 : 200, retryAfterSeconds: null };
  },
};

/** The world, and what it was asked and answered so far. */
async function transcribed(): Promise<{ world: FuzzWorld; lines: string[] }> {
  const world = await openFuzzWorld({ isHarvested: false, clock, host: { random: seededBytes(5), outgoing } });
  const lines: string[] = [];
  const met = new Set<string>();
  const handler: FuzzWorld["handler"] = async (request, ...more) => {
    const { method, url } = request;
    clock.now += 1_000;
    const response = await world.handler(request, ...more);
    if (HAS_GOLDEN.test(url)) return response;
    const { status, headers } = response;
    const said = [...headers].filter(([name]) => HEADERS.test(name)).map(([name, value]) => `${name}: ${value}`);
    const text = await response.clone().text();
    const isDocument = text !== "" && /json$/.test(headers.get("content-type") ?? "");
    const body = JSON.stringify(shown(isDocument ? JSON.parse(text) : text));
    const around = said.join("; ").replace(USUAL, "");
    const entry = `${method} ${url.slice(ORIGIN.length)} → ${`${status} ${around}`.trim()}\n  ${body}`;
    const unlikeOthers = namer()(entry);
    if (!met.has(unlikeOthers)) lines.push(entry);
    met.add(unlikeOthers);
    return response;
  };
  return { world: { ...world, handler }, lines };
}

const sent = (path: string, method: string, authorization: string | null, body?: object): Request =>
  new Request(ORIGIN + path, {
    method: method.toUpperCase(),
    headers: { ...(authorization !== null && { authorization }), ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });

test("a day of a service", async () => {
  const { world, lines } = await transcribed();
  const { handler, callers, harvest, operations } = world;
  const begin = (part: string) => lines.push("", `# ${part}`, "");
  // Examples in the OpenAPI document have ids of zeros.
  const ownId = ({ path }: FuzzOperation) => harvest.idsOf(path).findLast((id) => !/0{8}/.test(id)) ?? "none";
  const withId = notEmpty(operations.filter(({ path }) => path.includes("{")));
  /** The latest thing of each kind, by everyone who may and may not see it. */
  const ask = async (caller: string | null, asked: readonly FuzzOperation[], body?: object) => {
    for (const one of asked)
      await handler(
        sent(
          filledPath(one.path, ownId(one)),
          one.method,
          caller,
          one.body === null ? undefined : (body ?? one.body.example),
        ),
      );
  };

  begin("the examples, twice, and all lists");
  await harvestAll(world, callers.one!, CONTENTS[0]);
  begin("what was made, one by one");
  await ask(
    callers.one,
    withId.filter(({ method }) => method === "get"),
  );

  begin("another account");
  await ask(callers.two, withId);
  begin("a key that may only read, and nobody");
  const posted = notEmpty(operations.filter(({ method, path }) => method === "post" && !path.includes("{")));
  await ask(callers.reader, posted);
  await ask(null, posted.slice(0, 3));
  begin("mistakes");
  await ask(callers.one, posted, { unknown: 1 });
  for (const body of ["{", "[]", '"text"', '{"a":1,"a":2}', ""])
    await handler(post("/api/v1/compare", body, { authorization: callers.one!, "content-type": "application/json" }));
  await handler(post("/api/v1/compare", "x", { authorization: callers.one!, "content-type": "text/plain" }));
  for (const query of [
    "page_size=0",
    "page_size=2",
    "page_size=x",
    "page_token=x",
    "pagesize=1",
    "page_size=1&page_size=2",
  ])
    await handler(get(`/api/v1/works?${query}`, { authorization: callers.one! }));
  for (const [method, path] of [
    ["PUT", "/api/v1/works"],
    ["GET", "/api/v1/nothing"],
    ["GET", "/"],
    ["HEAD", "/api/v1/plans"],
    ["OPTIONS", "/api/v1/works"],
  ] as const)
    await handler(sent(path, method, callers.one!));
  begin("the same key of idempotency, with the same request and another");
  for (const title of ["A", "A", "B"])
    await handler(
      postJson(
        "/api/v1/content/register",
        { content: "It was", title },
        { authorization: callers.one!, "idempotency-key": "k" },
      ),
    );
  begin("a plan of five calls a day, two at once");
  for (let call = 0; call < 7; call++) {
    await handler(postJson("/api/v1/compare", { a: "x", b: "x" }, { authorization: callers.small! }));
    if (call > 2) clock.now += 60_000;
  }

  begin("what is begun by hand, and what runs by itself for two days");
  await ask(
    callers.one,
    withId.filter(({ method, body }) => method === "post" && body === null),
  );
  const scheduler = new Scheduler({ registry: world.registry, engine: world.engine, pruneAfterDays: 1 });
  for (let hour = 0; hour < 48; hour += 6) {
    clock.now += 6 * 3_600_000;
    await scheduler.round();
  }
  await scheduler.stop();
  for (const { url, headers, body } of notEmpty(told))
    lines.push(`to ${url}`, `  ${JSON.stringify(headers)}`, `  ${JSON.stringify(shown(JSON.parse(body)))}`);
  await ask(
    callers.one,
    operations.filter(
      ({ method, path }) => method === "get" && /runs|deliveries|jobs|usage|history|monitors/.test(path),
    ),
  );

  begin("changed, then removed");
  for (const method of ["patch", "delete", "get"] as const)
    await ask(
      callers.one,
      withId.filter((one) => one.method === method),
    );

  expect(lines.length).toBeGreaterThan(250);
  const named = namer();
  await expect(`${lines.map(named).join("\n")}\n`).toMatchFileSnapshot("golden/transcript.txt");
});
