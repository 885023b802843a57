/**
 * Which kernels run: those of `assembly/` where the runtime can compile them, their reference implementations where it
 * cannot. Loading is apart from using, because only loading can fail.
 */
import { checkArguments } from "../arguments.ts";
import { SpoliaError } from "../errors.ts";
import type { Bytes, CompiledModule } from "../platform.ts";
import { WASM_SHA256 } from "./engine.sha256.generated.wasm.ts";
import type { Kernels } from "./kernels.ts";
import { warnOfSlowKernels } from "./warning.ts";
import { createWasmKernels } from "./wasm.ts";

/** SHA-256 of the inlined module, as results name it. */
export { WASM_SHA256 };

/**
 * What to run: a module compiled elsewhere (where a runtime forbids compiling bytes), the bytes of one, or `twin` for
 * the plain TypeScript. Absent: the inlined module, and the reference implementations where WebAssembly is missing or
 * refused by policy.
 */
export type KernelSource = CompiledModule | Bytes | "twin";

/** What every function that computes takes. */
export interface KernelOptions {
  /**
   * The kernels to compute with: `spolia/engine.wasm` of this version as a compiled module or as bytes, or `"twin"` for
   * plain TypeScript. Absent: the module that the package carries; where WebAssembly may not be compiled, plain
   * TypeScript, which gives the same answers many times slower. A warning says so once; `"twin"` asks for it, and is
   * silent.
   */
  wasm?: KernelSource | undefined;
}

let shared: Promise<Kernels> | undefined;

/**
 * Loads the kernels. Without a source, one instance serves every caller: calls are synchronous and leave nothing
 * behind.
 *
 * @throws invalid_request where the source is none; kernels_unavailable where it cannot run
 */
export async function loadKernels(source?: KernelSource): Promise<Kernels> {
  checkArguments("A function that computes", [
    [
      "/wasm",
      isKernelSource(source),
      'a compiled WebAssembly.Module, the bytes of one in a Uint8Array, "twin", or absent',
    ],
  ]);
  if (source === "twin") return loadReferences();
  if (source !== undefined) return instantiate(source);
  shared ??= instantiateInlined();
  return shared;
}

/** Whoever passes a module does not load the inlined one. */
async function instantiateInlined(): Promise<Kernels> {
  const { wasmBytes } = await import("./inlined.ts");
  return instantiate(wasmBytes()).catch(loadSlowly);
}

function isKernelSource(source: unknown): boolean {
  if (source === undefined || source === "twin" || source instanceof Uint8Array) return true;
  return isModule(source);
}

/** By its tag: a module that came from another realm is no instance of this one's class. */
function isModule(source: unknown): boolean {
  return Object.prototype.toString.call(source) === "[object WebAssembly.Module]";
}

async function loadSlowly(): Promise<Kernels> {
  warnOfSlowKernels();
  return loadReferences();
}

/** Few need them, so that few load them. */
async function loadReferences(): Promise<Kernels> {
  return (await import("./reference.ts")).referenceKernels;
}

async function instantiate(source: CompiledModule | Bytes): Promise<Kernels> {
  try {
    const module = isModule(source) ? source : await WebAssembly.compile(source as Bytes);
    return createWasmKernels(module, await WebAssembly.instantiate(module, {}));
  } catch (cause) {
    throw new SpoliaError("kernels_unavailable", "The WebAssembly kernels could not be loaded.", {
      hint: "A page needs 'wasm-unsafe-eval' in its script-src policy; pass wasm: \"twin\" to run without WebAssembly.",
      cause,
    });
  }
}
