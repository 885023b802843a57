/** In the place of `inlined.ts` where kernels are not inlined: the build of `spolia/slim`. */
import { SpoliaError } from "../errors.ts";

export { WASM_SHA256 } from "./engine.sha256.generated.wasm.ts";

/** @throws kernels_unavailable */
export function wasmBytes(): never {
  throw new SpoliaError("kernels_unavailable", "spolia/slim carries no WebAssembly, and the call was given none.", {
    hint: 'Pass the option wasm: the module that `import wasm from "spolia/engine.wasm"` gives, its bytes, or "twin". The entry spolia has it inlined.',
    fields: [{ pointer: "/wasm", detail: "is missing" }],
  });
}
