/** Tables: sorted, and searched. */

import { loadKernels } from "../../src/kernels/load.ts";
import { checksum } from "../checksum.ts";
import { Instance } from "../instance.ts";
import type { KernelCase, Runner } from "../race.ts";
import { Random } from "../random.ts";

const KEYS = 10_000_000;
const QUERIES = 100_000;

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
      return { run: () => void keys.slice().sort(), answer: () => checksum(new Uint8Array(keys.slice().sort().buffer)) };
    },
  },
  native: { name: "sort", arguments: () => [] },
  goals: { ofC: 0.7, figure: 10 },
};

/** Entry i of so many, evenly spread and ascending; the same in rivals/native/lookup.c. */
const lowOf = (i: number) => Math.imul(i, 2654435761) >>> 0;
const highOf = (i: number, count: number) => Math.floor((i * 2 ** 32) / count);

function queriesOf(count: number): { low: Uint32Array; high: Uint32Array } {
  const entries = Uint32Array.from({ length: QUERIES }, (_, q) =>
    Number((BigInt(Math.imul(q, 2246822519) >>> 0) * BigInt(count)) >> 32n),
  );
  return {
    low: entries.map((i, q) => lowOf(i) ^ ((q & 1) << 31)), // every other one is not there
    high: entries.map((i) => highOf(i, count)),
  };
}

async function lookup(count: number): Promise<Runner> {
  const kernels = await loadKernels();
  const indexes = new Uint32Array(count);
  for (let i = 0; i < count; i++) indexes[i] = i;
  const keys = { low: indexes.map(lowOf), high: indexes.map((i) => highOf(i, count)) };
  const table = kernels.lookup(
    keys,
    indexes.map((i) => i ^ 0x5bd1e995),
  );
  const queries = queriesOf(count);
  return {
    run: () => void table.find(queries),
    answer() {
      const found = table.find(queries);
      return checksum(found.indexes, found.payloads);
    },
  };
}

function lookupCase(millions: number, goals?: KernelCase["goals"]): KernelCase {
  const count = millions * 1_000_000;
  return {
    name: `lookup among ${millions} million`,
    unit: "ns",
    question: "a key to its entry and payload, batched; every other key is not there",
    amount: () => QUERIES,
    input: () => new Uint8Array(),
    contenders: { wasm: () => lookup(count), ...(millions === 1 ? { "Map of numbers": () => mapOf(count) } : {}) },
    native: { name: "lookup", arguments: () => [String(count), String(QUERIES)], withoutInput: true },
    ...(goals ? { goals } : {}),
  };
}

/** 53 bits of a key as a number: what one would write first. */
function mapOf(count: number): Runner {
  const key = (low: number, high: number) => (low >>> 11) * 2 ** 32 + high;
  const map = new Map<number, number>();
  for (let i = 0; i < count; i++) map.set(key(lowOf(i), highOf(i, count)), i);
  const { low, high } = queriesOf(count);
  const found = new Uint32Array(QUERIES);
  return {
    run() {
      for (let q = 0; q < QUERIES; q++) found[q] = map.get(key(low[q]!, high[q]!)) ?? 0xffffffff;
    },
  };
}

export const tableCases: readonly KernelCase[] = [
  sortCase,
  lookupCase(1),
  lookupCase(10),
  lookupCase(100, { figure: 60, ofC: 0.5 }),
];
