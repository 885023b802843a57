/** The only warning of the engine: slow kernels run although the caller did not choose them. Once per process. */

/** A registered symbol, shared by all copies of the package in a process. */
const IS_SAID = Symbol.for("spolia.slowKernels");

const MESSAGE =
  "This runtime cannot compile WebAssembly: plain TypeScript computes the same, many times slower. " +
  'Pass `wasm`, the compiled module of spolia/engine.wasm; or `wasm: "twin"`, which is as slow and does not warn.';

interface Process {
  emitWarning?: (message: string, options: { type: string; code: string }) => void;
}

export function warnOfSlowKernels(): void {
  const host = globalThis as unknown as { [IS_SAID]?: boolean; process?: Process };
  if (host[IS_SAID]) return;
  host[IS_SAID] = true;
  if (typeof host.process?.emitWarning === "function") {
    host.process.emitWarning(MESSAGE, { type: "SpoliaWarning", code: "SPOLIA_SLOW_KERNELS" });
  } else {
    // biome-ignore lint/suspicious/noConsole: the one place to warn in, where the runtime has no other
    console.warn(`spolia: ${MESSAGE}`);
  }
}
