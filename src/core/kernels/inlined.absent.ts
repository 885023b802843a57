/** Replaces `inlined.ts` in the build of `spolia/slim`, which inlines no kernels. */
import { SpoliaError } from "../../base/errors.ts";

export { WASM_SHA256 } from "../../../build/generated/wasmHash.ts";

/** @throws kernels_unavailable */
export function wasmBytes(): never {
  throw new SpoliaError("kernels_unavailable", "spolia/slim contains no WebAssembly, and the call passed none.", {
    hint: 'Pass the option wasm: the module from `import wasm from "spolia/engine.wasm"`, its bytes, or "twin". The entry spolia contains the module.',
    fields: [{ pointer: "/wasm", detail: "is missing" }],
  });
}
