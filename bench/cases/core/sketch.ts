/** Sketches: signatures of sets of hashes. */
import { fileURLToPath } from "node:url";
import { minhash } from "../../../src/core/kernels/sketch/reference.ts";
import { checksum } from "../../harness/checksum.ts";
import { Instance } from "../../harness/instance.ts";
import type { KernelCase, Runner } from "../../harness/race.ts";
import { Random } from "../../harness/random.ts";
import { npmMinhash } from "../../rivals/registry.ts";

const HASHES = 100_000;
const TWIN_HASHES = 2000;
const DATASKETCH = fileURLToPath(new URL("../../rivals/python/minhash.py", import.meta.url));

function drawn(count: number): Uint8Array {
  const random = new Random("hashes");
  return new Uint8Array(Uint32Array.from({ length: count }, () => random.below(2 ** 32)).buffer);
}

function signature(orders: number): (input: Uint8Array) => Runner {
  return (input) => {
    const instance = new Instance();
    const hashes = instance.put(input);
    const [a, b, out] = [0, 1, 2].map(() => instance.take(4 * orders)) as [number, number, number];
    instance.exports["drawOrders"]!(a, b, orders);
    return {
      run: () => void instance.exports["minhash"]!(hashes, input.length / 4, a, b, out, orders),
      answer: () => checksum(instance.words(out, orders)),
    };
  };
}

function minhashCase(orders: number): KernelCase {
  return {
    name: `MinHash of ${orders}`,
    unit: "ns",
    question:
      "a hash in one order; rivals from the registry and the twin take fewer hashes, and their time is that of as many",
    amount: () => HASHES * orders,
    input: () => drawn(HASHES),
    contenders: {
      wasm: signature(orders),
      ...(orders === 128 ? { "npm minhash, scaled": scaled(npmMinhash) } : {}),
      "twin, scaled": scaled((input) => {
        const few = new Uint32Array(input.buffer, input.byteOffset, TWIN_HASHES);
        return { run: () => void minhash(few, orders) };
      }),
    },
    ...(orders === 128 ? { python: { name: "datasketch", script: DATASKETCH } } : {}),
    native: { name: "minhash", arguments: () => [String(orders)] },
    goals: { ofC: 0.9, figure: 0.065, ...(orders === 128 ? { times: { datasketch: 80 } } : {}) },
  };
}

/** A contender that takes 2,000 hashes, run as often as makes 100,000. */
function scaled(make: (input: Uint8Array) => Runner | Promise<Runner>): (input: Uint8Array) => Promise<Runner> {
  return async (input) => {
    const { run } = await make(input);
    return {
      run: () => {
        for (let i = 0; i < HASHES / TWIN_HASHES; i++) run();
      },
    };
  };
}

export const sketchCases: readonly KernelCase[] = [minhashCase(128), minhashCase(256)];
