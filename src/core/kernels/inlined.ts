/**
 * Entry `spolia/wasm`: the kernels as bytes, for callers that compile them once and pass the module to several engines.
 * The loader imports it when the caller passes no module.
 */
import { fromBase64 } from "../../base/bytes/bytes.ts";
import type { Bytes } from "../../base/platform.ts";
import { WASM_BASE64 } from "./engine.generated.wasm.ts";

export { WASM_SHA256 } from "./engine.sha256.generated.wasm.ts";

/** The bytes of `spolia/engine.wasm`. Compile them with `WebAssembly.compile` and pass the module as option `wasm`. */
export function wasmBytes(): Bytes {
  return fromBase64(WASM_BASE64);
}
