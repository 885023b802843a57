/** The calls of the core that take many texts: what they write, as `assembly/CONVENTION.md` says, is what one call each gives. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WASM_BASE64 } from "../../../build/generated/wasm.ts";
import { fromBase64 } from "../../../src/base/bytes/bytes.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { FOLD_TABLE_BASE64 } from "../../../src/core/kernels/text/foldTable.generated.ts";
import { signatureOf } from "../../../src/core/sketch/signature.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { expectSame } from "../../support/same.ts";
import { anyBytes, anyText } from "../../support/suites/core/arbitraries.ts";
import { seeded } from "../../support/texts.ts";

const module = await WebAssembly.compile(fromBase64(WASM_BASE64));
const kernels = await loadKernels(module);

/** A caller that knows nothing but the page of the calling convention. */
async function openCore(leastPages = 0) {
  const instance = await WebAssembly.instantiate(module, {});
  const core = instance.exports as Record<string, unknown> & {
    memory: WebAssembly.Memory;
    HEAP_BASE: WebAssembly.Global;
    [kernel: string]: unknown;
  };
  const call = (name: string, ...args: number[]) => (core[name] as (...args: number[]) => number)(...args);
  const reach = (end: number): void => {
    const missing = Math.ceil(end / 65_536) - core.memory.buffer.byteLength / 65_536;
    if (missing > 0) core.memory.grow(missing);
  };
  const put = (at: number, bytes: Uint8Array): number => {
    reach(at + bytes.length + 16);
    new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
    return (at + bytes.length + 31) & ~15;
  };
  const packed = fromBase64(FOLD_TABLE_BASE64);
  let next = 0;
  const number = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = packed[next++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const [stage2Length, poolLength] = [number(), number()] as const;
  const table = (core.HEAP_BASE.value + 15) & ~15;
  const arena = (table + 2 * 17_408 + 4 * (stage2Length + poolLength) + 31) & ~15;
  put(arena, packed.subarray(next));
  call("expandFoldTable", arena, table, stage2Length, poolLength);
  reach(leastPages * 65_536);
  const many = (name: string, texts: readonly Uint8Array[], ...args: number[]) => {
    const lengths = new Uint8Array(Uint32Array.from(texts, ({ length }) => length).buffer);
    const textsAt = put(arena, lengths);
    const free = put(textsAt, Buffer.concat(texts));
    const at = call(name, textsAt, arena, texts.length, ...args, free);
    return { at, view: new DataView(core.memory.buffer) };
  };
  return { call, many };
}

type Core = Awaited<ReturnType<typeof openCore>>;

function selected({ many }: Core, texts: readonly Uint8Array[], shingleWords: number, window: number) {
  const { at, view } = many("selectTexts", texts, shingleWords, window);
  let result = at;
  const read = texts.map(() => {
    const numbers = (from: number, count: number, step: number) =>
      Uint32Array.from({ length: count }, (_, i) => view.getUint32(from + step * i, true));
    const count = view.getUint32(result + 20, true);
    const one = {
      identity: numbers(result, 4, 4),
      words: view.getUint32(result + 16, true),
      packed: new Uint8Array(view.buffer, result + 24, 8 * count).slice(),
      hashes: { low: numbers(result + 28, count, 8), high: numbers(result + 24, count, 8) },
    };
    result += 24 + 8 * count;
    return one;
  });
  return {
    identities: read.map(({ identity }) => identity),
    lengthsWords: read.map(({ words }) => words),
    selected: read.map(({ hashes }) => hashes),
    packed: read.map(({ packed }) => packed),
  };
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const random = seeded(25);
const words = (count: number) => Array.from({ length: count }, () => `w${Math.floor(5_000 * random())}`).join(" ");
const TEXTS = [
  "",
  "one two three four five",
  ...Array.from({ length: 14 }, (_, i) => words(6 + i)),
  words(600),
  words(40_000),
  "exam-\nple ço\u2010 \r\n \tmé Zu¬\nker ".repeat(9_000),
  "漢字かな交じり文".repeat(12_000),
  "x".repeat(70_000),
].map(utf8);

describe("selectTexts", () => {
  test.each([
    [5, 8],
    [8, 32],
    [1, 1],
    [16, 1_024],
  ])("texts of all lengths, %d words a shingle and windows of %d", async (shingleWords, window) => {
    const core = await openCore();
    expectSame(selected(core, TEXTS, shingleWords, window), kernels.select(TEXTS, shingleWords, window));
  });

  test("any texts and any bytes, again and again in one instance", async () => {
    const core = await openCore();
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText.map(utf8), anyBytes), { maxLength: 6 }), (texts) => {
        expectSame(selected(core, texts, 5, 8), kernels.select(texts, 5, 8));
      }),
      { numRuns: 400 },
    );
  });

  test("memory that cannot grow is told", async () => {
    const core = await openCore();
    expect(core.call("selectTexts", 0, 0, 1, 5, 8, 0xffff0000)).toBe(0);
    expect(core.call("signTexts", 0, 0, 1, 5, 0, 256, 0xffff0000)).toBe(0);
    expect(core.many("selectTexts", [utf8("a")], 5, 8).at).toBeGreaterThan(0);
  });

  test("memory of 2 GiB and more is used", async () => {
    const core = await openCore(2 ** 15 + 1);
    expectSame(selected(core, TEXTS.slice(0, 6), 5, 8), kernels.select(TEXTS.slice(0, 6), 5, 8));
  });
});

describe("signTexts", () => {
  test.each([
    [5, 0, 256],
    [1, 7, 16],
    [16, 0xffffffff, 4_096],
  ])("%d words a shingle, seed %d, %d places", async (shingleWords, seed, places) => {
    const core = await openCore();
    const { at, view } = core.many("signTexts", TEXTS, shingleWords, seed, places);
    for (const [i, text] of notEmpty([...TEXTS.entries()])) {
      const got = Uint32Array.from({ length: places }, (_, j) => view.getUint32(at + 4 * (i * places + j), true));
      const wanted = signatureOf(text, { shingleWords, seed, places }).catch(() => got.map(() => 0xffffffff));
      expectSame(got, await wanted);
    }
  });
});

test("the page names every function that it freezes, with as many arguments as it has", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../assembly/CONVENTION.md"), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)\(([^)]*)\)/gm)].map(([, name, args]) => [name!, args!.split(", ").length]);
  const exports = WebAssembly.Module.exports(module).map(({ name }) => name);
  const instance = new WebAssembly.Instance(module, {}).exports as Record<string, { length: number }>;
  for (const [name, count] of notEmpty(rows)) expect([name, instance[name!]?.length]).toEqual([name, count]);
  expect(exports).toEqual(expect.arrayContaining(["memory", "HEAP_BASE", "CORE_VERSION"]));
  expect(page).toContain(`version ${(instance["CORE_VERSION"] as unknown as WebAssembly.Global).value}`);
});
