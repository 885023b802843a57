/**
 * The kernels as bytes, which the loader imports when the caller passes no module. Until 0.3.0 it is the entry
 * `spolia/wasm` too.
 */
import { WASM_BASE64 } from "../../../build/generated/wasm.ts";
import { fromBase64 } from "../../base/bytes/bytes.ts";
import type { Bytes } from "../../base/platform.ts";

/** @deprecated Hash the file `spolia/engine.wasm` */
export { WASM_SHA256 } from "../../../build/generated/wasmHash.ts";

/**
 * The bytes of `spolia/engine.wasm`. Compile them with `WebAssembly.compile` and pass the module as option `wasm`.
 *
 * @deprecated Use the file `spolia/engine.wasm`
 */
export function wasmBytes(): Bytes {
  return fromBase64(WASM_BASE64);
}
