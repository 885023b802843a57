/** Stands for `reworded.ts` in the files that hold all of their code, `spolia/worker` and the page: few look for other words. */
import { SpoliaError } from "../../base/errors.ts";

export function rewordedOf(): never {
  throw new SpoliaError("unsupported_runtime", "spolia/worker does not look for what is said in other words.", {
    hint: "Create the engine with the entry spolia, or without an encoder.",
  });
}
