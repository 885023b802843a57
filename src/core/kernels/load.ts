/**
 * Selects the kernels: WebAssembly where the runtime can compile it, otherwise the reference implementations. Loading
 * is separate from use, because only loading can fail.
 */
import { WASM_SHA256 } from "../../../build/generated/wasmHash.ts";
import { checkArguments } from "../../base/arguments.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { Bytes, CompiledModule } from "../../base/platform.ts";
import type { Kernels } from "./kernels.ts";
import { createWasmKernels } from "./wasm.ts";

/** SHA-256 of the inlined module; results contain it. */
export { WASM_SHA256 };

/**
 * What to run: a compiled module (for runtimes that forbid compiling bytes), the bytes of a module, or `twin` for plain
 * TypeScript. Absent: the inlined module, or the reference implementations where WebAssembly is missing or forbidden by
 * policy.
 */
export type KernelSource = CompiledModule | Bytes | "twin";

/** Options of every function that computes. */
export interface KernelOptions {
  /**
   * The kernels to compute with: `spolia/engine.wasm` of this version as a compiled module or as bytes, or `"twin"` for
   * plain TypeScript. Absent: the module in the package; where the runtime cannot compile WebAssembly, plain
   * TypeScript, which returns the same results many times slower and warns once. `"twin"` does not warn.
   */
  wasm?: KernelSource | undefined;
}

/** A registered symbol, shared by all copies of the package in a process. */
const IS_SAID = Symbol.for("spolia.slowKernels");

const SLOW =
  "This runtime cannot compile WebAssembly: plain TypeScript computes the same, many times slower. " +
  'Pass `wasm`, the compiled module of spolia/engine.wasm; or `wasm: "twin"`, which is as slow and does not warn.';

interface Process {
  emitWarning?: (message: string, options: { type: string; code: string }) => void;
}

let shared: Promise<Kernels> | undefined;

/**
 * Loads the kernels. Without a source, all callers share one instance: calls are synchronous and keep no state.
 *
 * @throws invalid_request if the source has a wrong type; kernels_unavailable if it cannot run
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

/** A dynamic import: a caller that passes a module does not load the inlined one. */
async function instantiateInlined(): Promise<Kernels> {
  const { wasmBytes } = await import("./inlined.ts");
  return instantiate(wasmBytes()).catch(loadSlowly);
}

function isKernelSource(source: unknown): boolean {
  if (source === undefined || source === "twin" || source instanceof Uint8Array) return true;
  return isModule(source);
}

/** Checks the tag: a module from another realm is not an `instanceof` this realm's class. */
function isModule(source: unknown): boolean {
  return Object.prototype.toString.call(source) === "[object WebAssembly.Module]";
}

async function loadSlowly(): Promise<Kernels> {
  warnOfSlowKernels();
  return loadReferences();
}

/** A dynamic import, because few callers need them. */
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

/** The only warning of the engine: slow kernels run although the caller did not choose them. Once per process. */
function warnOfSlowKernels(): void {
  const host = globalThis as unknown as { [IS_SAID]?: boolean; process?: Process };
  if (host[IS_SAID]) return;
  host[IS_SAID] = true;
  if (typeof host.process?.emitWarning === "function") {
    host.process.emitWarning(SLOW, { type: "SpoliaWarning", code: "SPOLIA_SLOW_KERNELS" });
  } else {
    // biome-ignore lint/suspicious/noConsole: the one place to warn in, where the runtime has no other
    console.warn(`spolia: ${SLOW}`);
  }
}
