/** Alignment: distance and longest common subsequence of two texts of 2,000 words that differ in every tenth. */
import {
  commonLength as commonReference,
  distance as distanceReference,
} from "../../../src/core/kernels/align/reference.ts";
import { Instance } from "../../harness/instance.ts";
import type { KernelCase, Runner } from "../../harness/race.ts";
import { Random } from "../../harness/random.ts";

const LENGTH = 2000;

/** Pattern and text, one behind the other: words of a vocabulary of 1,000. */
function sequences(): Uint8Array {
  const random = new Random("words");
  const one = Array.from({ length: LENGTH }, () => random.below(1000));
  const other = one.map((word) => (random.below(10) === 0 ? random.below(1000) : word));
  return new Uint8Array(Uint32Array.from([...one, ...other]).buffer);
}

function kernel(name: "distance" | "commonLength"): (input: Uint8Array) => Runner {
  return (input) => {
    const instance = new Instance();
    const symbols = instance.put(input);
    const [table, masks, blocks] = [
      instance.take(32 * LENGTH + 64),
      instance.take(LENGTH * 256 + 8),
      instance.take(24 * 32),
    ];
    const text = symbols + 4 * LENGTH;
    const room = [table, masks, blocks] as const;
    const run =
      name === "distance"
        ? () => instance.exports["distance"]!(symbols, LENGTH, text, LENGTH, 0xfffffffe, ...room)
        : () => instance.exports["commonLength"]!(symbols, LENGTH, text, LENGTH, ...room);
    return { run: () => void run(), answer: run };
  };
}

function twin(run: (one: Uint32Array, other: Uint32Array) => number): (input: Uint8Array) => Runner {
  return (input) => {
    const symbols = new Uint32Array(input.slice().buffer);
    const [one, other] = [symbols.subarray(0, LENGTH), symbols.subarray(LENGTH)];
    return { run: () => void run(one, other), answer: () => run(one, other) };
  };
}

export const alignCases: readonly KernelCase[] = [
  {
    name: "edit distance",
    unit: "ms",
    question: "distance of two sequences of 2,000 words",
    amount: () => 1,
    input: sequences,
    contenders: { wasm: kernel("distance"), twin: twin((one, other) => distanceReference(one, other)) },
    native: { name: "align", arguments: () => [String(LENGTH), "distance"] },
    goals: { ofC: 0.7 },
  },
  {
    name: "longest common subsequence",
    unit: "ms",
    question: "of two sequences of 2,000 words",
    amount: () => 1,
    input: sequences,
    contenders: { wasm: kernel("commonLength"), twin: twin(commonReference) },
    native: { name: "align", arguments: () => [String(LENGTH), "lcs"] },
    goals: { ofC: 0.7 },
  },
];
