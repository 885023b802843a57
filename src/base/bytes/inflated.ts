import { builtinIfAny } from "./builtin.ts";
import { fromBase64 } from "./bytes.ts";

/**
 * Data of the package, which holds it deflated, in base64.
 *
 * @param inflate what does it where the runtime cannot: code that runs once takes ten times as long as the runtime
 */
export function inflated(data: string, inflate: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  return (builtinIfAny("node:zlib")?.inflateRawSync ?? inflate)(fromBase64(data));
}
