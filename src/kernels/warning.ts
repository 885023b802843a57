/** The one thing that the engine says unasked: that it computes slowly, though nobody chose that. Once in a process. */

/** Known to every copy of the package that a process may hold. */
const IS_SAID = Symbol.for("spolia.slowKernels");

const MESSAGE =
  "WebAssembly may not be compiled here: plain TypeScript computes the same, many times slower. " +
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
