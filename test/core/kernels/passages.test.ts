import { describe, expect, onTestFinished, test, vi } from "vitest";
import { fromBase64 } from "../../../src/base/bytes/bytes.ts";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { shingle } from "../../../src/core/fingerprint/shingles.ts";
import { WASM_BASE64 } from "../../../src/core/kernels/engine.generated.wasm.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { Arena } from "../../../src/core/kernels/memory.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { createWasmKernels } from "../../../src/core/kernels/wasm.ts";
import { indexShingles } from "../../../src/core/passages/shingleIndex.ts";
import { readText } from "../../../src/core/text/text.ts";
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
