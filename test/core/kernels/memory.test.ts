/** Memory is reserved and freed by rule: an instance that one call made large is not kept, and growing in the middle loses nothing. */
import { describe, expect, test } from "vitest";
import { fromBase64 } from "../../../src/base/bytes/bytes.ts";
import { WASM_BASE64 } from "../../../src/core/kernels/engine.generated.wasm.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { Machine, type MemoryExports } from "../../../src/core/kernels/memory.ts";
import { seeded } from "../../support/texts.ts";

const module = await WebAssembly.compile(fromBase64(WASM_BASE64));
const MEGABYTE = 2 ** 20;

async function machine(): Promise<{ machine: Machine<MemoryExports>; prepared: () => number }> {
  let prepared = 0;
  const instance = await WebAssembly.instantiate(module, {});
  return {
    machine: new Machine<MemoryExports>(module, instance, (_, below) => {
      prepared++;
      below.take(MEGABYTE);
    }),
    prepared: () => prepared,
  };
}

describe("an instance", () => {
  test("is kept from call to call, and its arena laid out afresh", async () => {
    const { machine: own, prepared } = await machine();
    const first = own.begin();
    const place = first.arena.take(MEGABYTE);
    const second = own.begin();
    expect(second.exports).toBe(first.exports);
    expect(second.arena.take(100)).toBe(place);
    expect(prepared()).toBe(1);
  });

  test("is replaced once it is large, so that one long text does not cost its memory for ever", async () => {
    const { machine: own, prepared } = await machine();
    const first = own.begin();
    first.arena.take(64 * MEGABYTE);
    const second = own.begin();
    expect(second.exports).not.toBe(first.exports);
    expect(second.arena.memoryBytes).toBeLessThan(8 * MEGABYTE);
    expect(prepared()).toBe(2);
  });
});

describe("growing in the middle of a call", () => {
  const random = seeded(99);
  const text = Array.from({ length: 400_000 }, () => `w${Math.floor(1e6 * random())}`).join(" ");

  test("a long text first thing in a new instance, and again in a warm one", async () => {
    const cold = await loadKernels(module);
    const [first] = [cold.select([text], 5, 8)];
    expect(cold.select([text], 5, 8)).toEqual(first);
    const warm = await loadKernels(module);
    warm.select([text, text], 5, 8);
    expect(warm.select(["a few words", text], 5, 8).selected[1]).toEqual(first.selected[0]);
    expect(first.selected[0]!.low.length).toBeGreaterThan(80_000);
  });

  test("strings and bytes, whole and in a batch", async () => {
    const kernels = await loadKernels(module);
    const bytes = new TextEncoder().encode(text);
    const alone = kernels.select([bytes], 5, 8);
    expect(kernels.select([text], 5, 8)).toEqual(alone);
    expect(kernels.select(["", text, bytes], 5, 8).selected.slice(1)).toEqual([alone.selected[0], alone.selected[0]]);
  });
});
