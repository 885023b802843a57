/**
 * Two tenants over the whole table of routes. Whatever an answer gave to A, B asks for it everywhere, and is answered as for an id that
 * never existed, by the same steps of the store; the ids are harvested from A's answers, so that a new route is covered without being
 * named.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { createMemoryStore } from "../../../src/service/index.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { traced } from "../fixtures/fixture.ts";
import { filledPath, Harvest } from "../http/fuzz/harvest.ts";
import { type FuzzOperation, type FuzzWorld, harvestAll, openFuzzWorld } from "../http/fuzz/world.ts";
import { bodyOf, ORIGIN } from "../http/requests.ts";

/** What B may see as well: what belongs to nobody. */
const OPEN = /^\/api\/v1\/(?:corpora|providers|models|datasets|jurisdictions|sources|calibrations|plans|status)/;
/** Ids that registries give: a kind and what nobody guesses. */
const OWN_ID = /^[a-z]+_[0-9A-Za-z]{8,}$|^sha256:[0-9a-f]{64}$/;

const records = traced(createMemoryStore());
let world: FuzzWorld;
/** What A was given and B was not. */
let owned: { name: string; id: string }[];

beforeAll(async () => {
  world = await openFuzzWorld({ isHarvested: false, store: records.store });
  const [ofA, ofB] = [new Harvest(), new Harvest()];
  await harvestAll({ ...world, harvest: ofA }, world.callers.one!, "A's own words, which nobody else has");
  await harvestAll({ ...world, harvest: ofB }, world.callers.two!, "B's own words, which nobody else has");
  const ofOthers = new Set(ofB.all().map(({ value }) => value));
  owned = ofA
    .all()
    .filter(({ value }) => OWN_ID.test(value) && !ofOthers.has(value))
    .map(({ name, value }) => ({ name, id: value }));
});

/** An id of the same form that nobody was ever given. */
const strange = (id: string): string => {
  const start = id.search(/[_:]/) + 1;
  const reversed = [...id.slice(start)].map((one) => (one === "0" ? "1" : one === "1" ? "2" : "0"));
  return id.slice(0, start) + reversed.join("");
};

interface Answered {
  status: number;
  headers: [string, string][];
  body: unknown;
}

/** Headers that tell of the moment and of B's own plan. */
const OF_THE_MOMENT = ["x-request-id", "date", "server-timing", "ratelimit", "ratelimit-policy"];

async function ask(
  { method }: FuzzOperation,
  target: string,
  document?: unknown,
  headers: Record<string, string> = {},
  caller = world.callers.two!,
): Promise<Answered> {
  const body = document === undefined ? {} : { body: JSON.stringify(document), duplex: "half" };
  const response = await world.handler(
    new Request(ORIGIN + target, {
      ...{ method: method.toUpperCase(), ...body },
      headers: {
        ...{ authorization: caller, "x-request-id": "r", ...headers },
        ...(document === undefined ? {} : { "content-type": "application/json" }),
      },
    } as RequestInit),
  );
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !OF_THE_MOMENT.includes(name)),
    body: await bodyOf(response),
  };
}

/** Ids and times that were made for this very answer say nothing of A. */
function withoutTheNew(answered: Answered, asked: string): unknown {
  const text = JSON.stringify(answered).replaceAll(asked, "ASKED");
  return text
    .replaceAll(/"[a-z]+_[0-9A-Za-z]{20,}"/g, '"ID"')
    .replaceAll(/sp_(?:live|test)_\w+/g, "KEY")
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"')
    .replaceAll(/"(?:last_four|signature|hash|previous|seal|digest)":"[^"]*"/g, '"MADE"');
}

const takesJson = ({ body }: FuzzOperation): boolean => body?.types.includes("application/json") ?? false;

/** What the store does for an answer: an id that is someone's must cost what an id of nobody costs, or time would tell them apart. */
async function withSteps(work: () => Promise<Answered>): Promise<{ answered: Answered; steps: string[] }> {
  const before = records.steps.length;
  return { answered: await work(), steps: records.steps.slice(before) };
}

const lists = () =>
  world.operations.filter(
    ({ path, method, isPublic }) => method === "get" && !path.includes("{") && !isPublic && !OPEN.test(path),
  );
const seenBy = async (caller: string) => {
  const seen: Record<string, unknown> = {};
  for (const operation of lists()) {
    if (operation.path.endsWith("/usage")) continue;
    seen[operation.path] = (await ask(operation, operation.path, undefined, {}, caller)).body;
  }
  return JSON.stringify(seen).replaceAll(/"last_used_at":"[^"]*"/g, '"last_used_at":null');
};

test("A has something of every kind to be found", () => {
  const kinds = new Set(owned.map(({ id }) => id.slice(0, id.search(/[_:]/))));
  for (const kind of ["wk", "an", "key", "sha256"]) expect(kinds).toContain(kind);
  expect(owned.length).toBeGreaterThan(8);
  expect(lists().length).toBeGreaterThan(3);
});

describe("B asks for what is A's", () => {
  test("in every parameter of every path: answered as for an id that never existed, by the same steps of the store", async () => {
    let asked = 0;
    let steps = 0;
    const before = [await seenBy(world.callers.one!), await seenBy(world.callers.two!)];
    for (const operation of notEmpty(world.operations)) {
      // The catalogue is everyone's, and offers names near to what was asked.
      if (
        !operation.path.includes("{") ||
        /\/(?:models|datasets|jurisdictions|sources|calibrations)\//.test(operation.path)
      )
        continue;
      const document = takesJson(operation) ? operation.body!.example : undefined;
      for (const { id } of notEmpty(owned)) {
        const other = strange(id);
        const told = await withSteps(() => ask(operation, filledPath(operation.path, id), document));
        const expected = await withSteps(() => ask(operation, filledPath(operation.path, other), document));
        const where = `${operation.method} ${operation.path} ${id}`;
        expect(withoutTheNew(told.answered, id), where).toBe(withoutTheNew(expected.answered, other));
        expect(told.answered.status, where).toBeGreaterThanOrEqual(400);
        expect(told.steps, where).toEqual(expected.steps);
        steps += told.steps.length;
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(100);
    // Each looks at the key at least, and at what was named.
    expect(steps).toBeGreaterThan(4 * asked);
    // Nor did any of it change what either has.
    expect([await seenBy(world.callers.one!), await seenBy(world.callers.two!)]).toEqual(before);
  });

  test("in every parameter of every query", async () => {
    let asked = 0;
    for (const operation of notEmpty(world.operations)) {
      if (operation.isPublic || operation.path.includes("{")) continue;
      for (const name of notAlwaysEmpty(operation.queryParameters)) {
        for (const { id } of notEmpty(owned)) {
          const other = strange(id);
          const target = (value: string) => `${operation.path}?${new URLSearchParams({ [name]: value })}`;
          const told = await withSteps(() => ask(operation, target(id)));
          const expected = await withSteps(() => ask(operation, target(other)));
          expect(withoutTheNew(told.answered, id), target(id)).toBe(withoutTheNew(expected.answered, other));
          expect(told.steps, target(id)).toEqual(expected.steps);
          asked++;
        }
      }
    }
    expect(asked).toBeGreaterThan(100);
  });

  test("in every field of every body that names something", async () => {
    let asked = 0;
    for (const operation of notEmpty(world.operations)) {
      if (!takesJson(operation) || operation.path.includes("{")) continue;
      for (const name of notAlwaysEmpty(namingFields(operation))) {
        for (const { id } of notAlwaysEmpty(owned.filter((one) => one.name === name))) {
          const other = strange(id);
          for (const make of notAlwaysEmpty(bodiesNaming(operation, name))) {
            const told = await withSteps(() => ask(operation, operation.path, make(id)));
            const expected = await withSteps(() => ask(operation, operation.path, make(other)));
            const where = `${operation.method} ${operation.path} ${name}=${id}`;
            expect(withoutTheNew(told.answered, id), where).toBe(withoutTheNew(expected.answered, other));
            expect(told.steps, where).toEqual(expected.steps);
            asked++;
          }
        }
      }
    }
    expect(asked).toBeGreaterThan(3);
  });
});

/** Names of fields anywhere in a request that hold ids: those under which A was told some. */
function namingFields({ body }: FuzzOperation): string[] {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const walk = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null || seen.has(schema)) return;
    seen.add(schema);
    if ("$ref" in schema) walk(world.resolve(schema.$ref as string));
    for (const [name, part] of Object.entries((schema as { properties?: object }).properties ?? {})) {
      if (/(?:_id|_hash)$/.test(name)) names.add(name);
      walk(part);
    }
    for (const part of Object.values(schema)) if (Array.isArray(part)) part.forEach(walk);
  };
  walk(body!.schema);
  return [...names];
}

/** The example with a field that names something, in the place of whatever it named before; at the top and one level below. */
function bodiesNaming({ body }: FuzzOperation, name: string): ((id: string) => unknown)[] {
  const example = body!.example as Record<string, unknown>;
  const naming = (value: Record<string, unknown>, id: string) => {
    const { content: _, content_type: __, fingerprint_data: ___, ...rest } = value;
    return { ...rest, [name]: id };
  };
  const parts = Object.entries(example).filter(
    ([, part]) => typeof part === "object" && part !== null && "content" in part,
  );
  return [
    (id) => naming(example, id),
    ...parts.map(([field, part]) => (id: string) => ({
      ...example,
      [field]: naming(part as Record<string, unknown>, id),
    })),
  ];
}

describe("what is kept beside records does not cross", () => {
  const register = () =>
    world.operations.find(({ method, path }) => method === "post" && path.endsWith("/content/register"))!;

  test("keys of idempotency: B's request with A's key is B's own, with the same body and with another", async () => {
    const operation = register();
    const [one, two] = [{ content: "the same words" }, { content: "other words" }];
    const first = await ask(operation, operation.path, one, { "idempotency-key": "shared" }, world.callers.one!);
    const same = await ask(operation, operation.path, one, { "idempotency-key": "shared" });
    expect([first.status, same.status]).toEqual([201, 201]);
    expect(same.headers.map(([name]) => name)).not.toContain("idempotent-replayed");
    expect((same.body as { work_id: string }).work_id).not.toBe((first.body as { work_id: string }).work_id);
    await ask(operation, operation.path, one, { "idempotency-key": "A-alone" }, world.callers.one!);
    expect((await ask(operation, operation.path, two, { "idempotency-key": "A-alone" })).status).toBe(201);
  });

  test("page tokens: A's are as good as none at all", async () => {
    for (let i = 0; i < 3; i++)
      await ask(register(), register().path, { content: `A's text ${i}` }, {}, world.callers.one!);
    let tokens = 0;
    for (const operation of notEmpty(lists())) {
      const target = (token: string) => `${operation.path}?${new URLSearchParams({ page_token: token })}`;
      const page = await ask(operation, `${operation.path}?page_size=1`, undefined, {}, world.callers.one!);
      const token = (page.body as { next_page_token?: string }).next_page_token;
      if (!token || !operation.queryParameters.includes("page_token")) continue;
      tokens++;
      expect(await ask(operation, target(token))).toEqual(await ask(operation, target(token.slice(1))));
    }
    expect(tokens).toBeGreaterThan(1);
  });

  test("ids of results: the same question of both has an id of each, which does not tell what was asked", async () => {
    const operation = world.operations.find(({ path }) => path.endsWith("/attribution/analyze"))!;
    const question = { content: "the same question", content_type: "text" };
    const idOf = async (caller: string) =>
      ((await ask(operation, operation.path, question, {}, caller)).body as { analysis_id: string }).analysis_id;
    expect(await idOf(world.callers.one!)).not.toBe(await idOf(world.callers.two!));
    expect(await idOf(world.callers.one!)).toBe(await idOf(world.callers.one!));
  });
});
