/** How long from a string of 50 kB to its kept shingles? */
import { PASSAGE } from "../../src/fingerprint/profile.ts";
import { shingle } from "../../src/fingerprint/shingles.ts";
import type { Kernels } from "../../src/kernels/kernels.ts";
import { loadKernels } from "../../src/kernels/load.ts";
import { twinKernels } from "../../src/kernels/twin.ts";
import { readText } from "../../src/text/text.ts";
import { assertAnswer, type Case } from "../harness.ts";
import { textOf } from "../texts.ts";

export const fingerprintCase: Case = {
  name: "fingerprint 50 kB",
  unit: "ms",
  question: "a string of 50 kB to its kept shingles",
  async prepare() {
    const kernels = await loadKernels();
    const text = textOf("ASCII", 50_000);
    const selected = (some: Kernels) => shingle(some, readText(some, text), PASSAGE).selected;
    assertAnswer([...selected(kernels)], [...selected(twinKernels)], "The kernels, against their twins,");
    return {
      amount: 1,
      ours: { name: "wasm", run: () => selected(kernels) },
      rivals: [{ name: "twin", run: () => selected(twinKernels) }],
    };
  },
};
