/** Decisions that an account keeps: each once, and so many at most. */
import { describe, expect, test } from "vitest";
import type { Decision } from "../../../src/base/contract/operations/decision.ts";
import { DECISIONS_MAX } from "../../../src/base/limits.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { decision as example } from "../../../src/service/http/openapi/examples.ts";
import { createRegistry } from "../../../src/service/registry.ts";
import { newStores } from "../fixtures/stores.ts";

const { STORES } = newStores();
const decision = (number: number): Decision => ({ ...example, reason: `Quoted for the ${number}th time.` });

describe.each(STORES)("decisions of an account in %s", (_, open) => {
  test("the last that has room is kept, one more is refused and leaves nothing; other accounts have their own room", async () => {
    const store = await open();
    const registry = await createRegistry(await createEngine({ corpora: [] }), store);
    for (const id of ["a", "b"]) await registry.createTenant({ id, plan: "pro" });
    const row = (number: number) => ({
      tenant: "a",
      id: `dc_${number}`,
      created_at: number,
      decision: decision(number),
    });
    await store.write(async ({ decisions }) => {
      for (let number = 1; number < DECISIONS_MAX; number++) await decisions.add(row(number));
    });
    const last = await registry.decisions.register("a", decision(0));
    const count = () => store.read(({ decisions }) => decisions.count("a"));
    expect(await count()).toBe(DECISIONS_MAX);
    await expect(registry.decisions.register("a", decision(DECISIONS_MAX))).rejects.toMatchObject({
      code: "conflict",
      message: `An account keeps ${DECISIONS_MAX} decisions at most.`,
    });
    expect(await count()).toBe(DECISIONS_MAX);
    expect(await registry.decisions.register("a", decision(0))).toEqual(last);
    expect((await registry.decisions.register("b", decision(0))).decision_id).toBe(last.decision_id);
    await registry.decisions.remove("a", "dc_1");
    expect((await registry.decisions.register("a", decision(DECISIONS_MAX))).decision.reason).toContain("10000th");
    expect(await count()).toBe(DECISIONS_MAX);
    await store.close();
  });

  test("the same decision from several callers at once is one", async () => {
    const store = await open();
    const registry = await createRegistry(await createEngine({ corpora: [] }), store);
    await registry.createTenant({ id: "a" });
    const all = await Promise.all(Array.from({ length: 5 }, () => registry.decisions.register("a", decision(1))));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await registry.decisions.all("a")).toHaveLength(1);
    await store.close();
  });
});
