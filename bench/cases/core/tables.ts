/** Tables: sorted. */
import { checksum } from "../../harness/checksum.ts";
import { Instance } from "../../harness/instance.ts";
import type { KernelCase } from "../../harness/race.ts";
import { Random } from "../../harness/random.ts";

const KEYS = 10_000_000;

function drawnKeys(): Uint8Array {
  const random = new Random("keys");
  return new Uint8Array(Uint32Array.from({ length: 2 * KEYS }, () => random.below(2 ** 32)).buffer);
}

const sortCase: KernelCase = {
  name: "sort",
  unit: "ns",
  question: "a key of 64 bits, of 10 million",
  amount: () => KEYS,
  input: drawnKeys,
  contenders: {
    wasm(input) {
      const instance = new Instance();
      const [keys, own, scratch] = [instance.put(input), instance.take(input.length), instance.take(input.length)];
      return {
        run() {
          instance.bytes(own, input.length).set(instance.bytes(keys, input.length));
          instance.exports["sortKeys"]!(own, scratch, KEYS);
        },
        answer: () => checksum(instance.bytes(own, input.length)),
      };
    },
    "BigUint64Array.sort"(input) {
      const keys = new BigUint64Array(input.slice().buffer);
      return {
        run: () => void keys.slice().sort(),
        answer: () => checksum(new Uint8Array(keys.slice().sort().buffer)),
      };
    },
  },
  native: { name: "sort", arguments: () => [] },
  goals: { ofC: 0.7, figure: 10 },
};

export const tableCases: readonly KernelCase[] = [sortCase];
