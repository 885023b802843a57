/** The core as other languages carry it: the module, and the fold table as a file. */
import { compileKernels } from "../../../assembly/wasm.build.ts";
import { fromBase64 } from "../../base/bytes/bytes.ts";
import { FOLD_TABLE_BASE64 } from "../../core/kernels/text/foldTable.generated.ts";

/** Packages embed files of their own folder only, so each has its copy. */
const FOLDERS = ["src/faces/client/go/core", "src/faces/client/python/spolia/core"];

/** Contents by path relative to the root of the repository. The kernels are compiled, since a build may be stale. */
export async function coreFiles(): Promise<Record<string, Uint8Array>> {
  const [engine, table] = [await compileKernels(), fromBase64(FOLD_TABLE_BASE64)];
  return Object.fromEntries(
    FOLDERS.flatMap((folder) => [
      [`${folder}/engine.wasm`, engine],
      [`${folder}/fold.spolia1.bin`, table],
    ]),
  );
}
