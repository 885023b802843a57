/** Orders: chance made them and a commitment proves it, or there is no test. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OrderEvidence } from "../../../src/base/contract/operations/canary.ts";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { RandomStream } from "../../../src/core/kernels/numbers/random.ts";
import { clopperPearsonLower } from "../../../src/core/statistics/binomial.ts";
import { commitToOrder, createOrder, orderObservation, ordersToAsk } from "../../../src/models/canaries/order.ts";

const SEED = "5".repeat(64);
const ASKED = { model: "lab/whole", retrieval: "absent", statistic: "loss" } as const;
const items = Array.from({ length: 30 }, (_, i) => `item ${i}`);

async function evidence(pieces = items, more: Partial<OrderEvidence> = {}): Promise<OrderEvidence> {
  const secret = await createOrder({ seed: SEED, items: pieces });
  return { randomisation: "seeded_shuffle", secret, commitment: await commitToOrder(secret), ...more };
}

describe("an order", () => {
  test("is made by the seed alone, whatever order the items came in", async () => {
    const { items: order } = await createOrder({ seed: SEED, items });
    expect(order).not.toEqual(items);
    expect([...order].sort()).toEqual([...items].sort());
    expect((await createOrder({ seed: SEED, items: items.toReversed() })).items).toEqual(order);
    expect((await createOrder({ seed: "6".repeat(64), items })).items).not.toEqual(order);
  });

  test("natural orders are refused with the reason; so is one that was changed or chosen", async () => {
    await expect(ordersToAsk(await evidence(items, { randomisation: "natural" }))).rejects.toMatchObject({
      code: "invalid_request",
      hint: expect.stringMatching(/chapters and dates/i),
      fields: [{ pointer: "/randomisation" }],
    });
    const honest = await evidence();
    const swapped = { ...honest.secret, items: honest.secret.items.toReversed() };
    await expect(ordersToAsk({ ...honest, secret: swapped })).rejects.toMatchObject({ code: "commitment_mismatch" });
    const chosen = { ...honest, secret: swapped, commitment: await commitToOrder(swapped) };
    await expect(ordersToAsk(chosen)).rejects.toMatchObject({
      code: "commitment_mismatch",
      fields: [{ pointer: "/secret/seed" }],
    });
    await expect(ordersToAsk({ ...honest, commitment: undefined } as never)).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  test("the orders to ask about: the published one first, then 999 random ones, the same each time", async () => {
    const given = await evidence();
    const orders = await ordersToAsk(given);
    expect(orders.length).toBe(1_000);
    expect(orders[0]).toEqual(given.secret.items);
    expect(new Set(orders.map((order) => order.join())).size).toBe(1_000);
    expect(orders.every((order) => [...order].sort().join() === [...items].sort().join())).toBe(true);
    expect(await ordersToAsk(given)).toEqual(orders);
  });
});

describe("the test of an order", () => {
  test("counts orders that do as well, and multiplies by the statistics that were tried", async () => {
    const permuted = Array.from({ length: 999 }, (_, i) => i);
    const at = async (published: number, tests?: number) =>
      orderObservation(await evidence(), { published, permuted }, { ...ASKED, tests });
    expect(await at(1_000)).toMatchObject({
      channel: "order",
      p: 0.001,
      exactness: "exact",
      controls: 999,
      statistic: { rank: 1, smallest_p: 0.001 },
    });
    expect((await at(998)).p).toBe(0.002);
    expect((await at(998, 4)).p).toBe(0.008);
    await expect(orderObservation(await evidence(), { published: 1, permuted: [1] }, ASKED)).rejects.toMatchObject({
      code: "observations_invalid",
      fields: [{ pointer: "/permuted" }],
    });
  });

  test("of few items there are few orders, and the smallest p says so", async () => {
    const given = await evidence(["a", "b", "c"], { permutations: 600 });
    const orders = await ordersToAsk(given);
    // A statistic that likes the published order and nothing else.
    const scores = orders.map((order) => Number(order.join() === orders[0]!.join()));
    const { p, statistic } = await orderObservation(given, { published: scores[0]!, permuted: scores.slice(1) }, ASKED);
    expect(p).toBe(statistic["smallest_p"]);
    expect(p).toBeGreaterThan(0.12);
  });

  test("a model that never saw the order prefers it as rarely as stated: 4,000 nulls", async () => {
    const random = new RandomStream("nulls of the order test");
    const secret = await createOrder({ seed: SEED, items: items.slice(0, 8) });
    const base: OrderEvidence = {
      randomisation: "seeded_shuffle",
      secret,
      commitment: await commitToOrder(secret),
      permutations: 99,
    };
    const orders = await ordersToAsk(base);
    const ps: number[] = [];
    for (let model = 0; model < 4_000; model++) {
      // Each model has its own taste: which item it likes after which.
      const taste = Array.from({ length: 64 }, () => random.fraction());
      const place = new Map(items.slice(0, 8).map((item, i) => [item, i]));
      const liking = (order: readonly string[]) =>
        order.slice(1).reduce((sum, item, i) => sum + taste[8 * place.get(order[i]!)! + place.get(item)!]!, 0);
      const [published, ...permuted] = orders.map(liking) as [number, ...number[]];
      ps.push((1 + permuted.filter((one) => one >= published).length) / 100);
      if (model % 100 === 0) expect((await orderObservation(base, { published, permuted }, ASKED)).p).toBe(ps.at(-1));
    }
    for (const [alpha, bar] of [
      [0.01, 0.01525],
      [0.05, 0.061],
      [0.1, 0.115],
    ] as const) {
      const hits = ps.filter((p) => p <= alpha).length;
      expect(hits / 4_000).toBeLessThanOrEqual(bar);
      expect(clopperPearsonLower(hits, 4_000, 0.999)).toBeLessThanOrEqual(alpha);
    }
  });

  test("any evidence is answered or refused in our own words", async () => {
    const honest = await evidence(["a", "b", "c"], { permutations: 5 });
    const loose = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(NaN, -1, 1e9, undefined));
    const one = <Value>(value: Value) => fc.oneof(loose, fc.constant(value));
    const request = fc.record({
      randomisation: one(honest.randomisation),
      secret: fc.oneof(
        loose,
        fc.constant(honest.secret),
        fc.record({ format: one("spolia-order-1"), seed: one(SEED), items: one(["a", "b"]), nonce: one(SEED) }),
      ),
      commitment: one(honest.commitment),
      permutations: loose,
    });
    const scores = fc.record({
      published: fc.oneof(loose, fc.double()),
      permuted: fc.oneof(loose, fc.array(fc.double(), { maxLength: 6 })),
    });
    await fc.assert(
      fc.asyncProperty(request, scores, async (given, scored) => {
        const error = await orderObservation(given as never, scored as never, ASKED).then(
          () => null,
          (thrown) => thrown,
        );
        expect(error === null || (isSpoliaError(error) && error.code !== "internal")).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
