/** Prints the milliseconds from nothing to the first fingerprint: what `cases/fingerprint.ts` starts anew for each sample. */
import { fingerprintWith } from "../../src/core/fingerprint/fingerprint.ts";
import { loadKernels } from "../../src/core/kernels/load.ts";

const text = "It is a truth universally acknowledged that a single man in possession of a good fortune ".repeat(562);
const start = performance.now();
fingerprintWith(await loadKernels(), [text]);
console.log(performance.now() - start);
