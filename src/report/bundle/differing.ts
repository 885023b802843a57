/** Which words of a passage differ from its source, for reports. */
import { checkArguments, optionsCheck } from "../../base/arguments.ts";
import type { KernelOptions } from "../../core/kernels/load.ts";
import type { DifferingWords } from "../views/analysis.ts";

/**
 * Loads what `differing` of a report takes.
 *
 * @since 0.2.0
 */
export async function loadDifferences(options: KernelOptions = {}): Promise<DifferingWords> {
  checkArguments("loadDifferences", [optionsCheck(options)]);
  // Reports alone need no engine.
  const [{ differingWords }, { loadKernels }] = await Promise.all([
    import("../../engine/steps/decisions/differences.ts"),
    import("../../core/kernels/load.ts"),
  ]);
  const kernels = await loadKernels(options.wasm);
  return (own, source) => differingWords(kernels, own, source);
}
