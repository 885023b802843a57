/** Memory is reserved and freed by rule: an instance that one call made large is not kept, and growing in the middle loses nothing. */
import { describe, expect, test } from "vitest";
import { WASM_BASE64 } from "../../../build/generated/wasm.ts";
import { fromBase64 } from "../../../src/base/bytes/bytes.ts";
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

describe("what is kept for an owner", () => {
  const kept = Uint8Array.of(1, 2, 3);
  const owners = [{}, {}] as const;

  test("is written once, stays through other calls, and makes room for that of another", async () => {
    const { machine: own } = await machine();
    let written = 0;
    const read = (owner: object) =>
      own.beside(
        owner,
        (arena) => {
          written++;
          return arena.put(kept);
        },
        ({ arena, at }) => {
          const bytes = arena.bytes(at, 3).slice();
          arena.bytes(arena.take(MEGABYTE), MEGABYTE).fill(9);
          return bytes;
        },
      );
    for (const owner of [owners[0], owners[0], owners[0]]) expect(read(owner)).toEqual(kept);
    const { arena } = own.begin();
    arena.bytes(arena.take(MEGABYTE), MEGABYTE).fill(9);
    expect(read(owners[0])).toEqual(kept);
    expect(written).toBe(1);
    for (const owner of [owners[1], owners[0]]) expect(read(owner)).toEqual(kept);
    expect(written).toBe(3);
  });

  test("does not make an instance large, however large it is; it is freed with the instance for another", async () => {
    const { machine: own, prepared } = await machine();
    const room = (owner: object, bytes: number) =>
      own.beside(
        owner,
        (arena) => arena.take(bytes),
        ({ arena }) => arena.memoryBytes,
      );
    for (let i = 0; i < 3; i++) expect(room(owners[0], 64 * MEGABYTE)).toBeGreaterThan(64 * MEGABYTE);
    own.begin();
    expect(prepared()).toBe(1);
    expect(room(owners[1], 1)).toBeLessThan(8 * MEGABYTE);
    expect(prepared()).toBe(2);
  });

  test("is freed when it is released, if it is large; another's stays", async () => {
    const { machine: own, prepared } = await machine();
    const keep = (owner: object, bytes: number) =>
      own.beside(
        owner,
        (arena) => arena.take(bytes),
        () => own.keeps(owner),
      );
    expect(keep(owners[0], 64 * MEGABYTE)).toBe(true);
    own.release(owners[1]);
    expect(own.keeps(owners[0])).toBe(true);
    own.release(owners[0]);
    expect(own.keeps(owners[0])).toBe(false);
    expect(prepared()).toBe(2);
    expect(own.begin().arena.memoryBytes).toBeLessThan(8 * MEGABYTE);
    expect(keep(owners[1], MEGABYTE)).toBe(true);
    own.release(owners[1]);
    expect(own.keeps(owners[1])).toBe(true);
  });

  test("is written again where a call failed, which may have left it half changed", async () => {
    const { machine: own } = await machine();
    const read = (use: (byte: Uint8Array) => number) =>
      own.beside(
        owners[0],
        (arena) => arena.put(kept),
        ({ arena, at }) => use(arena.bytes(at, 3)),
      );
    const fail = (bytes: Uint8Array): number => {
      bytes.fill(7);
      throw new RangeError("no memory");
    };
    expect(() => read(fail)).toThrow("no memory");
    expect(read((bytes) => bytes[0]!)).toBe(1);
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
