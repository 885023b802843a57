/** The core as other languages carry it: the module, and the fold table as a file. */
import { fromBase64 } from "../../base/bytes.ts";
import { WASM_BASE64 } from "../../kernels/engine.generated.wasm.ts";
import { FOLD_TABLE_BASE64 } from "../../kernels/text/fold.table.generated.ts";

/** Packages embed files of their own folder only, so each has its copy. */
const FOLDERS = ["src/client/go/core", "src/client/python/spolia/core"];

/** Contents by path relative to the root of the repository. */
export const coreFiles = (): Record<string, Uint8Array> =>
  Object.fromEntries(
    FOLDERS.flatMap((folder) => [
      [`${folder}/engine.wasm`, fromBase64(WASM_BASE64)],
      [`${folder}/fold.spolia1.bin`, fromBase64(FOLD_TABLE_BASE64)],
    ]),
  );
