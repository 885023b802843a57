import { describe, expect, onTestFinished, test, vi } from "vitest";
import { WASM_BASE64 } from "../../../build/generated/wasm.ts";
import { fromBase64 } from "../../../src/base/bytes/bytes.ts";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { shingle } from "../../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { Arena } from "../../../src/core/kernels/memory.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { createWasmKernels } from "../../../src/core/kernels/wasm.ts";
import { indexShingles, usingIndex } from "../../../src/core/passages/shingleIndex.ts";
import { readText } from "../../../src/core/text/text.ts";
import { differingWords } from "../../../src/engine/steps/decisions/differences.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { passagesEqualReferenceSuite } from "../../support/suites/core/passages.suite.ts";
import { seeded, zipfWords } from "../../support/texts.ts";

passagesEqualReferenceSuite(await loadKernels(), referenceKernels);

const kernels = await loadKernels();
const read = (words: readonly string[]) => shingle(kernels, readText(kernels, words.join(" ")), PASSAGE);

describe("texts around the longest that an instance keeps", () => {
  test.each([2 ** 18, 2 ** 18 + 1])("an indexed text of %i words", (words) => {
    const text = zipfWords(seeded(words), words);
    const excerpt = ["before", ...text.slice(9_000, 9_400), "x", ...text.slice(9_401, 9_500), "behind"];
    const [a, b] = [indexShingles(read(text)), read(excerpt)];
    const found = kernels.findPassages(a, b, 0, 1e9);
    expect(found).toEqual(referenceKernels.findPassages(a, b, 0, 1e9));
    expect(found.passages[0]!.agreeingWords).toBe(499);
    expect(kernels.findAnchors(a, b, 1e9)).toEqual(referenceKernels.findAnchors(a, b, 1e9));
    const bytes = new TextEncoder().encode(excerpt.join(" "));
    expect(kernels.searchText(a, bytes, 0, 1e9)).toEqual(referenceKernels.searchText(a, bytes, 0, 1e9));
  });

  test("a longer one is written once enough was compared with it, and freed when it is released", async () => {
    const module = await WebAssembly.compile(fromBase64(WASM_BASE64));
    const instance = await WebAssembly.instantiate(module, {});
    const memory = instance.exports["memory"] as WebAssembly.Memory;
    const own = createWasmKernels(module, instance);
    const text = zipfWords(seeded(7), 2 ** 18 + 5);
    const a = indexShingles(read(text));
    const short = read(text.slice(9_000, 9_400));
    const long = read(text.slice(50_000, 50_000 + text.length / 8));
    const megabytes = () => memory.buffer.byteLength / 2 ** 20;
    for (const [b, written] of notEmpty([[short, false] as const, [long, true] as const, [short, true] as const])) {
      expect(own.findPassages(a, b, 0, 1e9)).toEqual(referenceKernels.findPassages(a, b, 0, 1e9));
      expect(megabytes() > 10).toBe(written);
    }
    own.release(a);
    expect(own.findPassages(a, short, 0, 1e9)).toEqual(referenceKernels.findPassages(a, short, 0, 1e9));
  });

  test("two long ones in turn are not written each time", async () => {
    const module = await WebAssembly.compile(fromBase64(WASM_BASE64));
    const own = createWasmKernels(module, await WebAssembly.instantiate(module, {}));
    const texts = [8, 9].map((seed) => zipfWords(seeded(seed), 2 ** 18 + 5));
    const indexed = texts.map((text) => indexShingles(read(text)));
    const excerpts = texts.map((text) => read(text.slice(9_000, 9_400)));
    const put = vi.spyOn(Arena.prototype, "put");
    onTestFinished(() => void vi.restoreAllMocks());
    for (let i = 0; i < 20; i++)
      expect(own.findPassages(indexed[i % 2]!, excerpts[i % 2]!, 0, 1e9).passages[0]!.agreeingWords).toBe(400);
    expect(put).not.toHaveBeenCalled();
  });

  test.each([2 ** 31, Number.POSITIVE_INFINITY])("a margin of %d words reaches over the whole text", (margin) => {
    const text = zipfWords(seeded(3), 200);
    const [a, b] = [indexShingles(read(text)), read(text.slice(50, 90))];
    expect(kernels.findPassages(a, b, margin, 1e9).edges).toEqual({ start: true, end: true });
  });
});

describe("an index that is used for some work", () => {
  /** Kernels of their own, and how many bytes their instance has now. */
  async function watched() {
    const module = await WebAssembly.compile(fromBase64(WASM_BASE64));
    let instance = await WebAssembly.instantiate(module, {});
    const own = createWasmKernels(module, instance);
    const { Instance } = WebAssembly;
    class Watched extends Instance {
      constructor(module: WebAssembly.Module, imports?: WebAssembly.Imports) {
        super(module, imports);
        instance = this;
      }
    }
    Object.assign(WebAssembly, { Instance: Watched });
    onTestFinished(() => void Object.assign(WebAssembly, { Instance }));
    const bytes = () => (instance.exports["memory"] as WebAssembly.Memory).buffer.byteLength;
    return { own, bytes };
  }
  const SMALL = 8 * 2 ** 20;
  const fails = (_found: unknown): never => {
    throw new RangeError("ended early");
  };

  test("leaves nothing of a long text: where the work ends, where it fails, and where it is awaited", async () => {
    const { own, bytes } = await watched();
    const text = zipfWords(seeded(11), 1_100_000);
    const [long, part] = [read(text), read(text.slice(50_000, 200_000))];
    const find = (index: Parameters<typeof own.findPassages>[0]): number => {
      const { passages } = own.findPassages(index, part, 0, 1e9);
      expect(bytes()).toBeGreaterThan(32 * 2 ** 20);
      return passages[0]!.agreeingWords;
    };
    const index = indexShingles(long);
    expect(usingIndex(own, index, find)).toBe(150_000);
    expect(bytes()).toBeLessThan(SMALL);
    expect(() => usingIndex(own, index, () => fails(find(index)))).toThrow("ended early");
    expect(bytes()).toBeLessThan(SMALL);
    const awaited = usingIndex(own, index, async () => {
      find(index);
      await Promise.resolve();
      return find(index);
    });
    expect(bytes()).toBeGreaterThan(SMALL);
    expect(await awaited).toBe(150_000);
    expect(bytes()).toBeLessThan(SMALL);
    await expect(usingIndex(own, index, async () => fails(find(index)))).rejects.toThrow("ended early");
    expect(bytes()).toBeLessThan(SMALL);
    expect(differingWords(own, text.join(" "), text.slice(0, 150_000).join(" ")).b).toEqual([]);
    expect(bytes()).toBeLessThan(SMALL);
  });

  test("1,000 texts one after the other take no more memory than the first ones, though some calls fail", async () => {
    const { own, bytes } = await watched();
    const words = zipfWords(seeded(12), 3_000);
    let failed = 0;
    let least = 0;
    for (let i = 0; i < 1_000; i++) {
      const [long, part] = [words.slice(i, i + 2_000), words.slice(i + 100, i + 400)].map(read);
      try {
        const found = usingIndex(own, indexShingles(long!), (index) =>
          i % 7 === 6 ? fails(own.findPassages(index, part!, 0, 1e9)) : own.findPassages(index, part!, 0, 1e9),
        );
        expect(found.passages[0]!.agreeingWords).toBe(300);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        failed++;
      }
      if (i === 9) least = bytes();
    }
    expect(failed).toBe(142);
    expect(bytes()).toBe(least);
  });
});

test("where a host has not the memory, the reference implementation answers", async () => {
  const text = zipfWords(seeded(4), 3_000);
  const [a, b] = [indexShingles(read(text)), read(text.slice(100, 2_000))];
  const module = await WebAssembly.compile(fromBase64(WASM_BASE64));
  const small = createWasmKernels(module, await WebAssembly.instantiate(module, {}));
  const grow = vi.spyOn(WebAssembly.Memory.prototype, "grow").mockImplementation(() => {
    throw new RangeError("WebAssembly.Memory.grow(): Maximum memory size exceeded");
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  expect(small.findPassages(a, b, 0, 1e9)).toEqual(referenceKernels.findPassages(a, b, 0, 1e9));
  expect(grow).toHaveBeenCalled();
});
