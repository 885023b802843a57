/** How fast does text become words? Ours in WebAssembly against its plain TypeScript twin and a regular expression. */
import { loadKernels } from "../../src/kernels/load.ts";
import { twinKernels } from "../../src/kernels/twin.ts";
import { assertAnswer, type Case } from "../harness.ts";
import { type Script, textOf } from "../texts.ts";

const LENGTH = 1_000_000;

function fold(script: Script): Case {
  return {
    name: `fold ${script}`,
    unit: "MB/s",
    question: `UTF-8 to folded words, ${script}`,
    async prepare() {
      const kernels = await loadKernels();
      assertAnswer(kernels.name, "wasm", "The loader");
      const text = textOf(script, LENGTH);
      const bytes = new TextEncoder().encode(text);
      const small = bytes.subarray(0, 100_000);
      assertAnswer(kernels.fold(small).length, twinKernels.fold(small).length, "The kernel, against its twin,");
      return {
        amount: bytes.length / 1e6,
        ours: { name: "wasm", run: () => kernels.fold(bytes) },
        rivals: [
          { name: "twin", run: () => twinKernels.fold(bytes) },
          { name: "toLowerCase and split by a regular expression", run: () => text.toLowerCase().split(/[^\p{L}\p{N}]+/u) },
        ],
      };
    },
  };
}

export const foldCases: readonly Case[] = [fold("ASCII"), fold("Cyrillic"), fold("Han")];
