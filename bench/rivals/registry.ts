/** Packages of the registry as contenders, installed by `npm ci --prefix bench/rivals`. None has our answers: each proves its own. */
import { createRequire } from "node:module";
import type { Runner } from "../harness/race.ts";
import { textOf } from "../harness/texts.ts";

const require = createRequire(new URL("package.json", import.meta.url));

// biome-ignore lint/suspicious/noExplicitAny: packages without types that are called in one place each
type Package = any;
export const load = async (name: string): Promise<Package> => import(require.resolve(name));

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** Winnowing of Dolos over words that are given: their finding is not counted. */
export async function dolosWords(input: Uint8Array): Promise<Runner> {
  const { WinnowFilter } = await load("@dodona/dolos-core");
  const words = wordsOf(new TextDecoder().decode(input));
  const filter = new WinnowFilter(5, 8);
  const count = (): number => filter.fingerprints(words).length;
  const share = count() / words.length;
  if (share < 0.15 || share > 0.3) throw new Error(`Dolos kept ${share} of the places.`);
  return { run: count };
}

/** 128 orders over hashes as strings. */
export async function npmMinhash(input: Uint8Array): Promise<Runner> {
  const { default: library } = await load("minhash");
  const hashes = new Uint32Array(input.buffer, input.byteOffset, input.length / 4).subarray(0, 2000);
  const strings = Array.from(hashes, String);
  const run = () => {
    const sketch = new library.Minhash({ numPerm: 128 });
    for (const one of strings) sketch.update(one);
    return sketch.hashvalues.length as number;
  };
  if (run() !== 128) throw new Error("minhash made no signature.");
  return { run };
}

/** The words of each shingle joined and hashed. */
export function hashOfStrings(
  name: "xxhash-wasm" | "hash-wasm" | "@noble/hashes",
  count: number,
): () => Promise<Runner> {
  return async () => {
    const words = wordsOf(textOf("ASCII", 8 * count));
    const strings = Array.from({ length: count }, (_, i) => words.slice(i, i + 5).join(" "));
    const hash = await hasher(name);
    if (hash("abc") === hash("abd")) throw new Error(`${name} does not hash.`);
    return {
      run() {
        for (const one of strings) hash(one);
      },
    };
  };
}

async function hasher(name: string): Promise<(text: string) => unknown> {
  if (name === "xxhash-wasm") return (await (await load("xxhash-wasm")).default()).h64;
  if (name === "hash-wasm") {
    const state = await (await load("hash-wasm")).createXXHash64();
    return (text) => state.init().update(text).digest();
  }
  const { blake3 } = await load("@noble/hashes/blake3.js");
  const encoder = new TextEncoder();
  return (text) => String(blake3(encoder.encode(text)));
}
