/** Entry `spolia/wasm`: the kernels as bytes, for runtimes that want to compile them once and hand the module to several engines. */
import { fromBase64 } from "./kernels/base64.ts";
import { WASM_BASE64 } from "./kernels/engine.generated.wasm.ts";
import type { Bytes } from "./platform.ts";

export { WASM_SHA256 } from "./kernels/engine.generated.wasm.ts";

/** The bytes of `spolia/engine.wasm`; pass what `WebAssembly.compile` makes of them as `createEngine({ wasm })`. */
export function wasmBytes(): Bytes {
  return fromBase64(WASM_BASE64);
}
