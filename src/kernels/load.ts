/**
 * Which kernels run: those of `assembly/` where the runtime can compile them, their twins where it cannot. Loading is apart from
 * using, because only loading can fail.
 */
import { SpoliaError } from "../errors.ts";
import type { Bytes, CompiledModule } from "../platform.ts";
import { WASM_SHA256 } from "./engine.sha256.generated.wasm.ts";
import type { Kernels } from "./kernels.ts";
import { createWasmKernels } from "./wasm.ts";

/** SHA-256 of the inlined module, as results name it. */
export { WASM_SHA256 };

/**
 * What to run: a module compiled elsewhere (where a runtime forbids compiling bytes), the bytes of one, or `twin` for the plain
 * TypeScript. Absent: the inlined module, and the twins where WebAssembly is missing or refused by policy.
 */
export type KernelSource = CompiledModule | Bytes | "twin";

let shared: Promise<Kernels> | undefined;

/**
 * Loads the kernels. Without a source, one instance serves every caller: calls are synchronous and leave nothing behind.
 *
 * @throws kernels_unavailable where a source was given and cannot run
 */
export function loadKernels(source?: KernelSource): Promise<Kernels> {
  if (source === "twin") return loadTwins();
  if (source !== undefined) return instantiate(source);
  shared ??= instantiateInlined();
  return shared;
}

/** Whoever passes a module does not load the inlined one. */
async function instantiateInlined(): Promise<Kernels> {
  const { wasmBytes } = await import("./inlined.ts");
  return instantiate(wasmBytes()).catch(loadTwins);
}

/** Few need them, so that few load them. */
async function loadTwins(): Promise<Kernels> {
  return (await import("./twin.ts")).twinKernels;
}

async function instantiate(source: CompiledModule | Bytes): Promise<Kernels> {
  try {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source as Bytes);
    return createWasmKernels(module, await WebAssembly.instantiate(module, {}));
  } catch (cause) {
    throw new SpoliaError("kernels_unavailable", "The WebAssembly kernels could not be loaded.", {
      hint: "A page needs 'wasm-unsafe-eval' in its script-src policy; pass wasm: \"twin\" to run without WebAssembly.",
      cause,
    });
  }
}
