/**
 * Entry `spolia/wasm`: the kernels as bytes, for runtimes that want to compile them once and hand the module to several
 * engines. The loader imports it where no module was given.
 */
import { fromBase64 } from "../base/bytes.ts";
import type { Bytes } from "../platform.ts";
import { WASM_BASE64 } from "./engine.generated.wasm.ts";

export { WASM_SHA256 } from "./engine.sha256.generated.wasm.ts";

/** The bytes of `spolia/engine.wasm`; pass what `WebAssembly.compile` makes of them as the option `wasm`. */
export function wasmBytes(): Bytes {
  return fromBase64(WASM_BASE64);
}
