/**
 * Two tenants. Whatever one does, every answer to the other is as if the first were not there: the same steps of B are made in a world
 * with A's steps between them and in one without, and each answer is compared, errors and ids included.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../../src/base/bytes/sha256.ts";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { openSigners } from "../../../src/service/history/signing.ts";
import { createMemoryStore } from "../../../src/service/store/memory.ts";
import type { RecordStore } from "../../../src/service/store/store.ts";
import { workResolver } from "../../../src/service/works/works.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { openRegistry, START, seededBytes } from "../fixtures/fixture.ts";
import { newStores } from "../fixtures/stores.ts";

const { STORES } = newStores();

/** What a tenant may do. `at` chooses among the ids that either tenant was given, so that each tries the other's. */
const step = fc.record({
  who: fc.constantFrom("a" as const, "b" as const),
  what: fc.constantFrom(
    ...([
      "register",
      "find",
      "works",
      "history",
      "remove",
      "keep",
      "result",
      "results",
      "removeResult",
      "resolve",
    ] as const),
    ...([
      "createKey",
      "keys",
      "revokeKey",
      "authenticate",
      "token",
      "revokeToken",
      "introspectToken",
      "admit",
      "usage",
      "once",
      "page",
      "monitor",
      "monitors",
    ] as const),
  ),
  text: fc.constantFrom("one text", "another text", "a third text"),
  at: fc.nat(5),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const OAUTH = { issuer: "https://spolia.example", audience: "https://spolia.example" };
/** One signing key for all worlds: its id stands in histories. */
const { store: keyed } = await openRegistry();
const signingKeys = await keyed.read(({ service }) => service.signingKeys());

async function world(store: RecordStore) {
  let draw = seededBytes(0);
  await store.write(async ({ service }) => {
    for (const key of signingKeys) await service.addSigningKey(key);
  });
  const { registry, clock } = await openRegistry({ store, random: (length) => draw(length), oauth: OAUTH });
  for (const id of ["a", "b"]) await registry.createTenant({ id });
  /** What each was told; the other's is known to both, since ids leak. Filled from A's first steps of the world that has both. */
  const known = {
    works: [] as string[],
    keys: [] as [id: string, key: string][],
    tokens: [] as string[],
    pages: [] as string[],
  };
  const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % Math.max(1, items.length)];

  async function make({ who, what, text, at }: Step, number: number): Promise<unknown> {
    // Time and chance depend on the step alone, not on what the other did before it.
    clock.now = START + 50 * number;
    draw = seededBytes(number + 1);
    const work = pick(known.works, at) ?? "wk_none";
    const [keyId] = pick(known.keys, at) ?? ["key_none"];
    const { works } = registry;
    if (what === "register") {
      const done = await works.register(who, { content: text });
      known.works.push(done.work_id);
      return done;
    }
    if (what === "find") return works.find(who, work);
    if (what === "works") return works.list(who);
    if (what === "history") return works.history(who, work);
    if (what === "remove") return works.remove(who, work);
    if (what === "keep")
      return works.keep(who, "score", { id: `sc_${at}`, result: { text }, work_id: at % 2 ? work : null });
    if (what === "result") return works.result(who, "score", `sc_${at}`);
    if (what === "results") return works.results(who, "score", {}, at % 2 ? { work_id: work } : {});
    if (what === "removeResult") return works.removeResult(who, "score", `sc_${at}`);
    if (what === "resolve") return workResolver(store)(`sha256:${await sha256(text)}`, { tenant: who });
    if (what === "createKey") {
      const made = await registry.createKey(who);
      known.keys.push([made.key_id, made.key]);
      return made;
    }
    if (what === "keys") return registry.listKeys(who);
    if (what === "revokeKey") return registry.revokeKey(who, keyId);
    if (what === "admit") return registry.admit({ tenant: who, plan: "free" }, 40);
    if (what === "usage") return registry.usage(who);
    if (what === "once") {
      const run = async () => ({ status: 200, headers: {}, body: Uint8Array.of(number & 255) });
      return registry.once({ tenant: who, operation: "op", key: `k${at % 3}`, requestHash: text }, run);
    }
    if (what === "page") {
      const page = await works.list(who, { page_size: 1, page_token: at % 2 ? pick(known.pages, at) : undefined });
      if (page.next_page_token !== "") known.pages.push(page.next_page_token);
      return page;
    }
    if (what === "monitor") {
      const monitor = { tenant: who, id: `mo_${at}`, created_at: number, work_id: work, status: "active" as const };
      return store.write(({ monitors }) => monitors.add({ ...monitor, due_at: null, settings: null, state: null }));
    }
    if (what === "monitors") return store.read(({ monitors }) => monitors.list(who));
    // With a key that is one's own: whoever has another's key is that other.
    const own = known.keys.filter(([id]) => mine.get(id) === who);
    const [ownId, ownKey] = pick(own, at) ?? [keyId, "sp_live_none"];
    if (what === "authenticate") return registry.authenticate(`Bearer ${ownKey}`);
    const client = { client_id: ownId, client_secret: ownKey };
    const token = pick(known.tokens, at);
    if (what === "revokeToken") return registry.oauth!.revoke({ ...client, token });
    if (what === "introspectToken") return registry.oauth!.introspect({ ...client, token });
    const made = await registry.oauth!.token({ grant_type: "client_credentials", ...client });
    if ("access_token" in made) known.tokens.push(made.access_token);
    return made;
  }

  const mine = new Map<string, "a" | "b">();
  return {
    known,
    async answer(one: Step, number: number): Promise<string> {
      const before = known.keys.length;
      const told = await make(one, number).catch((error) => {
        if (!isSpoliaError(error)) throw error;
        return { code: error.code, message: error.message, hint: error.hint, fields: error.fields };
      });
      for (const [id] of known.keys.slice(before)) mine.set(id, one.who);
      return JSON.stringify(told, (_, value) => (value instanceof Uint8Array ? [...value] : value));
    },
  };
}

describe.each(STORES)("two tenants in %s", (name, open) => {
  test("every answer to one is as if the other were not there", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 90 }), async (steps) => {
        const [together, alone] = [await open(), await open()];
        const [both, one] = [await world(together), await world(alone)];
        for (const [number, step] of notAlwaysEmpty(steps.entries())) {
          if (step.who === "a") {
            await both.answer(step, number);
            // The ids that A was given are known to B in both worlds, and name nothing in one of them.
            one.known.works = [...both.known.works];
            one.known.keys = [...both.known.keys];
            one.known.pages = [...both.known.pages];
            one.known.tokens = [...both.known.tokens];
          } else {
            const [withA, withoutA] = [await both.answer(step, number), await one.answer(step, number)];
            expect(withA, `${number}: ${JSON.stringify(step)}`).toBe(withoutA);
          }
        }
        await together.close();
        await alone.close();
      }),
      { numRuns: name === "memory" ? 100 : 8 },
    );
  });
});

test("the signing key of all worlds is one", async () => {
  const store = createMemoryStore();
  await world(store);
  expect((await (await openSigners({ store, now: () => 0 })).oldest()).id).toBe(signingKeys[0]!.id);
});
